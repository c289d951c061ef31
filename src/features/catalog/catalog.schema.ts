import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'
import { CATEGORIES } from '#src/sdk/define-tool.ts'
import type { FieldSpec } from '#src/sdk/fields.ts'
import type { OutputSpec } from '#src/sdk/outputs.ts'

export const SORTS = ['relevance', 'popular', 'rating', 'recent'] as const
export type Sort = (typeof SORTS)[number]
export const RESULTS_PER_PAGE = 24
export const MAX_PAGE = 40
export const MAX_PAGES_AT_ONCE = 5
export const RELATED_TOOLS = 6
export const NEAREST_TOOLS = 3
/** Fewer letters look like the names of all tools, or of none. */
export const SHORTEST_NAME = 3
export const RECENT_TOOLS = 6
/** Counts above this are shown as "1,000+". */
export const EXACT_COUNT_LIMIT = 1000

export const Tag = z.object({ id: z.uuid(), name: z.string(), slug: z.string(), color: z.string().nullable() })
export type Tag = z.infer<typeof Tag>

/** What a tool costs. Pro tools are part of a subscription and have no price of their own. */
export const Pricing = z.object({
  pricingModel: z.enum(['free', 'one_time', 'subscription']),
  /** In cents of US dollars. */
  price: z.int(),
  licenseType: z.enum(['personal', 'team', 'enterprise']),
  accessTier: z.enum(['free', 'pro']),
})
export type Pricing = z.infer<typeof Pricing>

/** A tool as a card shows it. */
export const FxnCard = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.enum(CATEGORIES),
  createdBy: z.uuid().nullable(),
  accessTier: z.enum(['free', 'pro']),
  pricing: Pricing,
  codeKind: z.enum(['config', 'custom']),
  /** Where a run happens: what runs in the browser sends nothing anywhere. */
  runsIn: z.enum(['browser', 'server']),
  version: z.int(),
  runCount: z.int(),
  favoriteCount: z.int(),
  avgRating: z.number(),
  ratingCount: z.int(),
  /** What a list without words is ordered by, from 0 to 1, and why. */
  quality: z.object({ score: z.number(), reasons: z.array(z.string()) }),
  tags: z.array(Tag),
  publishedAt: z.string().nullable(),
  /** When the listing or a version changed last. */
  updatedAt: z.string(),
  /** Share of the runs of 30 days that succeeded, from 0 to 1; null while too few people ran it to say so. */
  successRate: z.number().nullable(),
  /** Whose page is at /creators/:handle; null for built-in tools. */
  creator: z.object({ name: z.string(), handle: z.string() }).nullable(),
})
export type FxnCard = z.infer<typeof FxnCard>

export const ToolExample = z.object({
  title: z.string(),
  input: z.record(z.string(), z.unknown()),
  output: z.record(z.string(), z.unknown()),
  source: z.string(),
  /** Worked out by us: no published case. */
  isOurs: z.boolean().optional(),
})
export type ToolExample = z.infer<typeof ToolExample>

/** A tool as its page shows it; the schemas map a name to a field or an output, in the order of the form. */
export const Fxn = FxnCard.extend({
  inputSchema: z.record(z.string(), z.custom<FieldSpec>()),
  /** Not live: a result comes only when Run is pressed. Confidential: its results are secrets. */
  inputConfig: z.object({
    live: z.boolean(),
    large: z.boolean(),
    confidential: z.boolean(),
    notice: z.string().nullable(),
  }),
  outputSchema: z.record(z.string(), z.custom<OutputSpec>()),
  examples: z.array(ToolExample),
  /** How many of the published cases among the examples come out right; null for tools without any. */
  verified: z.object({ passed: z.int(), of: z.int() }).nullable(),
  method: z.object({ formula: z.string(), rounding: z.string(), notes: z.string().optional() }).nullable(),
  sources: z.array(z.object({ title: z.string(), url: z.string().optional() })),
  /** The first example has not come out right for days. */
  underMaintenance: z.boolean(),
  /** The rest is null for built-in tools. */
  icon: z.string().nullable(),
  licence: z.string().nullable(),
  semver: z.string().nullable(),
  /**
   * Its creator lets browsers run it, and the viewer, who bought it, can still take the money back: until then it runs on
   * the server.
   */
  refundOpen: z.boolean(),
  /** What it was cloned from. */
  origin: z.object({ title: z.string(), slug: z.string().nullable(), creator: z.string() }).nullable(),
})
export type Fxn = z.infer<typeof Fxn>

/** "a, b,,a" → ["a", "b"] */
const slugs = z
  .string()
  .max(500)
  .transform((text) => [...new Set(text.split(',').map((slug) => slug.trim()))].filter((slug) => slug !== ''))

export const SearchQuery = z
  .strictObject({
    search: z.string().max(200).default(''),
    category: z.enum(['all', ...CATEGORIES]).default('all'),
    sort: z.enum(SORTS).default('relevance'),
    tags: slugs.default([]),
    /** Tags whose tools are to be counted for the same words, tags and category. */
    facets: slugs.default([]),
    page: z.coerce.number().int().min(1).max(MAX_PAGE).default(1),
    /** The first page of the answer, where it is to hold several. */
    from: z.coerce.number().int().min(1).max(MAX_PAGE).optional(),
  })
  .refine(({ page, from = page }) => from <= page && page - from < MAX_PAGES_AT_ONCE, {
    path: ['from'],
    message: `An answer holds at most ${MAX_PAGES_AT_ONCE} pages, up to "page"`,
  })
export type SearchQuery = z.output<typeof SearchQuery>

export const SearchAnswer = z.object({
  fxns: z.array(FxnCard),
  /** Exact up to EXACT_COUNT_LIMIT; `capped` says that there are more. */
  total: z.int(),
  capped: z.boolean(),
  page: z.int(),
  pages: z.int(),
  /** Tools per category for the same words and tags, `all` included; exact up to EXACT_COUNT_LIMIT. */
  categoryCounts: z.record(z.string(), z.int()),
  /** The names in categoryCounts that have more than is counted. */
  cappedCategories: z.array(z.string()),
  /** Tools per tag of `facets`; absent where so many match that none of it is counted. */
  tagCounts: z.record(z.string(), z.int()).optional(),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

const IdOrSlug = z.strictObject({ id: z.string().min(1).max(100) })
/** A version by its place in the list, from 1, or as its creator counts: 2, or 1.1.0. */
const VersionName = z.union(
  [
    z.coerce.number().int().min(1).max(1_000_000),
    z
      .string()
      .max(32)
      .regex(/^\d+\.\d+\.\d+$/),
  ],
  'A version is a number such as 2, or 1.1.0',
)
export type VersionName = z.infer<typeof VersionName>
/** Absent: the current one. Each published version stays under its number for good. */
export const AtVersion = z.strictObject({ version: VersionName.optional() })
const Done = z.object({ ok: z.literal(true) })

export const catalogContract = {
  search: endpoint({
    method: 'GET',
    path: '/api/discovery/search',
    scope: 'read',
    summary: 'Find tools by words, category and tags',
    query: SearchQuery,
    answer: SearchAnswer,
  }),
  nearest: endpoint({
    method: 'GET',
    path: '/api/discovery/nearest',
    scope: 'read',
    summary: 'Tools whose names look most like these words, for a search that found nothing',
    query: z.strictObject({ search: z.string().trim().min(SHORTEST_NAME).max(200) }),
    answer: z.object({ fxns: z.array(FxnCard) }),
  }),
  tool: endpoint({
    method: 'GET',
    path: '/api/tools/:id',
    scope: 'read',
    summary: 'One tool, by id or slug',
    params: IdOrSlug,
    query: AtVersion,
    answer: z.object({ fxn: Fxn }),
    errors: ['NOT_FOUND', 'GONE'],
  }),
  related: endpoint({
    method: 'GET',
    path: '/api/tools/:id/related',
    scope: 'read',
    summary: 'Tools that are used for similar things',
    params: IdOrSlug,
    answer: z.object({ fxns: z.array(FxnCard) }),
    errors: ['NOT_FOUND'],
  }),
  tags: endpoint({
    method: 'GET',
    path: '/api/tags',
    scope: 'read',
    summary: 'All tags in use, the most used first',
    answer: z.object({ tags: z.array(Tag.extend({ toolCount: z.int() })) }),
  }),
  currentTags: endpoint({
    method: 'GET',
    path: '/api/tags/current',
    scope: 'read',
    summary: 'What tags are called now that were renamed or merged into others, or are other words for them',
    query: z.strictObject({ tags: slugs.default([]) }),
    answer: z.object({ slugs: z.array(z.string()) }),
  }),
  tagsForTool: endpoint({
    method: 'GET',
    path: '/api/tags/for-tool/:id',
    scope: 'read',
    summary: 'The tags of one tool',
    params: IdOrSlug,
    answer: z.object({ tags: z.array(Tag) }),
    errors: ['NOT_FOUND'],
  }),
  recent: endpoint({
    method: 'GET',
    path: '/api/discovery/recent',
    scope: 'read',
    summary: 'The tools that I opened last',
    answer: z.object({ fxns: z.array(FxnCard) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  view: endpoint({
    method: 'POST',
    path: '/api/discovery/views/:id',
    summary: 'Count one opening of a tool page, once an hour for the same person or address',
    params: IdOrSlug,
    answer: Done,
    errors: ['NOT_FOUND'],
  }),
}
