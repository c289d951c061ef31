import { Fxn, FxnCard, Pricing } from '#src/features/catalog/catalog.schema.ts'
import { GivingUp } from '#src/features/checkout/giving-up.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { StandingDecision } from '#src/lib/standing-decision.schema.ts'
import { z } from '#src/lib/zod.ts'
import { LICENCES } from './licences.ts'
import { BUMPS } from './semver.ts'
import { ToolContent, ToolContentAt } from './tool-content.schema.ts'

export const MAX_TOOLS = 200
export const CHANGELOG_MAX = 1000

export const CLONE_SIGN_IN = 'You must be logged in to clone tools'
export const DELETE_SIGN_IN = 'You must be logged in'

const ById = z.strictObject({ id: z.uuid() })
const AtVersion = z.strictObject({ id: z.uuid(), n: z.coerce.number().int().min(1).max(1_000_000) })
const errors = ['SIGN_IN_REQUIRED', 'NOT_FOUND']

/** draft: nobody else has seen it · changed: published, with changes since · hidden: taken out of sight by us · removed: by us, for good. */
export const TOOL_STATES = ['draft', 'published', 'changed', 'hidden', 'removed'] as const

export const MyTool = z.object({
  id: z.uuid(),
  title: z.string(),
  icon: z.string(),
  kind: z.enum(['config', 'custom']),
  state: z.enum(TOOL_STATES),
  /** Null before the first publication. */
  slug: z.string().nullable(),
  version: z.int().nullable(),
  semver: z.string().nullable(),
  /** Null before the first publication. */
  pricing: Pricing.nullable(),
  runCount: z.int(),
  favoriteCount: z.int(),
  avgRating: z.number(),
  ratingCount: z.int(),
  /** People see that its first example has not come out right for days. */
  underMaintenance: z.boolean(),
  /** Why it is hidden or removed; null too while somebody has yet to read it. */
  decision: StandingDecision.nullable(),
  updatedAt: z.string(),
})
export type MyTool = z.infer<typeof MyTool>

export const Published = z.object({
  slug: z.string(),
  version: z.int(),
  semver: z.string().nullable(),
  status: z.enum(['published', 'hidden']),
  content: ToolContent,
})

/** What a tool was cloned from, as it is called now. */
export const Origin = z.object({
  title: z.string(),
  slug: z.string().nullable(),
  creator: z.string(),
  licence: z.string().nullable(),
  /** How a built-in tool computes is our own code, which no clone holds. */
  isBuiltin: z.boolean(),
})

export const Draft = z.object({
  id: z.uuid(),
  revision: z.int(),
  content: ToolContent,
  /** Null before the first publication. */
  published: Published.nullable(),
  /** What is published as the catalogue shows it, with its figures and its price. */
  card: FxnCard.nullable(),
  /** Whether the content is what was published last. */
  upToDate: z.boolean(),
  origin: Origin.nullable(),
  /** Under which it may be published. */
  licences: z.array(z.enum(LICENCES)),
  /** Whether this account may run and publish code of its own. */
  mayWriteCode: z.boolean(),
  updatedAt: z.string(),
})
export type Draft = z.infer<typeof Draft>

export const ToolVersion = z.object({
  version: z.int(),
  semver: z.string().nullable(),
  changelog: z.string(),
  createdAt: z.string(),
  /** Whether it is the one that runs where nobody names a version. */
  isCurrent: z.boolean(),
})
export type ToolVersion = z.infer<typeof ToolVersion>

const Lines = z.array(z.string())
/** Of the limits of the sandbox; expressions have a budget of steps in place of memory. */
const Used = z.object({ cpuMs: z.number(), memoryBytes: z.int().nullable() })
/** How a run of a draft went. */
export const Trial = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    outputs: z.record(z.string(), z.unknown()),
    /** Where an output is not what the draft says of it. */
    misfits: z.array(z.object({ output: z.string(), message: z.string() })),
    durationMs: z.number(),
    used: Used,
    outputBytes: z.int(),
    console: Lines,
  }),
  z.object({
    ok: z.literal(false),
    error: z.object({
      code: z.string(),
      message: z.string(),
      /** Of the code, from 1. */
      line: z.int().optional(),
      details: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
    durationMs: z.number(),
    /** Null where nothing ran. */
    used: Used.nullable(),
    console: Lines,
  }),
])
export type Trial = z.infer<typeof Trial>

/** An example whose run did not give what it says. */
export const ExampleFailure = z.object({
  example: z.int(),
  title: z.string(),
  /** Why nothing came out at all. */
  error: z.string().nullable(),
  differences: z.array(z.object({ output: z.string(), expected: z.unknown(), actual: z.unknown() })),
})
export type ExampleFailure = z.infer<typeof ExampleFailure>

const Release = z.object({
  fxn: z.object({ id: z.uuid(), slug: z.string(), version: z.int(), semver: z.string() }),
  /** Whether nobody else sees it until a moderator has looked at it. */
  held: z.boolean(),
})

/** A tool that nobody else has seen, with the fields that every tool has; it gets its address with its first publication. */
const ClonedFxn = Fxn.pick({
  ...{ id: true, title: true, description: true, category: true, createdBy: true, accessTier: true, codeKind: true },
  ...{ inputSchema: true, inputConfig: true, outputSchema: true },
  ...{ runCount: true, favoriteCount: true, avgRating: true, ratingCount: true, tags: true },
}).extend({ slug: z.null() })
export type ClonedFxn = z.infer<typeof ClonedFxn>

export const creatorToolsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/tools',
    scope: 'read',
    summary: 'My tools and drafts, the last changed first',
    answer: z.object({ tools: z.array(MyTool) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/tools',
    summary: 'Begin a tool; nobody else sees it until it is published',
    body: z.strictObject({
      content: ToolContent.optional(),
      /** One of mine, whose origin it shares: what was cloned stays named, and its licence binding. */
      copyOf: z.uuid().optional(),
    }),
    answer: z.object({ draft: Draft }),
    status: 201,
    errors: [...errors, 'TOO_MANY_TOOLS', 'INVALID_INPUT'],
  }),
  draft: endpoint({
    method: 'GET',
    path: '/api/tools/:id/draft',
    summary: 'The working copy of one of my tools',
    params: ById,
    answer: z.object({ draft: Draft }),
    errors,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/tools/:id/draft',
    summary: 'Save the working copy; what is published stays as it is',
    params: ById,
    body: ToolContentAt,
    answer: z.object({ revision: z.int(), upToDate: z.boolean() }),
    errors: [...errors, 'REVISION_CONFLICT', 'INVALID_INPUT'],
  }),
  discardDraft: endpoint({
    method: 'DELETE',
    path: '/api/tools/:id/draft',
    summary: 'Go back to what is published; a tool that never was is removed',
    params: ById,
    answer: z.object({ draft: Draft.nullable() }),
    errors,
  }),
  try: endpoint({
    method: 'POST',
    path: '/api/tools/:id/try',
    summary: 'Run a draft once, as it is sent; nothing is stored or counted',
    params: ById,
    body: z.strictObject({ content: ToolContent, input: z.record(z.string(), z.unknown()) }),
    answer: Trial,
    errors: [...errors, 'PRO_REQUIRED', 'TOO_MANY_REQUESTS'],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/tools/:id/publish',
    summary: 'Run every example, then publish the working copy as a new version',
    params: ById,
    body: z.strictObject({
      changelog: z
        .string('Say what is new')
        .trim()
        .min(1, 'Say what is new')
        .max(CHANGELOG_MAX, `At most ${CHANGELOG_MAX} characters`),
      /** More than what the difference asks for; less is not possible. */
      bump: z.enum(BUMPS).optional(),
      /** Refused when the working copy has changed since. */
      revision: z.int().min(1).optional(),
    }),
    answer: Release,
    errors: [
      ...errors,
      'INVALID_INPUT',
      'TOOL_HAS_PROBLEMS',
      'EXAMPLE_FAILED',
      'NOTHING_CHANGED',
      'REVISION_CONFLICT',
      'TOOLS_UNREAD',
      'PRO_REQUIRED',
    ],
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/tools/:id/versions',
    scope: 'read',
    summary: 'The published versions of a tool, the newest first',
    params: z.strictObject({ id: z.string().min(1).max(100) }),
    answer: z.object({ versions: z.array(ToolVersion) }),
    errors: ['NOT_FOUND', 'GONE'],
  }),
  version: endpoint({
    method: 'GET',
    path: '/api/tools/:id/versions/:n',
    summary: 'What one version of my tool holds',
    params: AtVersion,
    answer: z.object({ version: ToolVersion, content: ToolContent }),
    errors,
  }),
  rollback: endpoint({
    method: 'POST',
    path: '/api/tools/:id/versions/:n/rollback',
    summary: 'Publish an earlier version again, as a new one',
    params: AtVersion,
    answer: Release,
    errors: [...errors, 'EXAMPLE_FAILED', 'NOTHING_CHANGED', 'PRO_REQUIRED'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/tools/:id',
    summary: 'Take my tool down for good; its address answers 410 afterwards',
    params: ById,
    answer: z.object({ ok: z.literal(true) }),
    errors,
  }),
  clone: endpoint({
    method: 'POST',
    path: '/api/tools/:id/clone',
    summary: 'Begin a tool of mine with what another one holds, where its licence allows that',
    params: z.strictObject({ id: z.string().min(1).max(100) }),
    query: GivingUp,
    answer: z.object({ fxn: ClonedFxn }),
    status: 201,
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'GONE', 'LICENCE_RESERVED', 'REFUND_OPEN', 'TOO_MANY_TOOLS'],
  }),
}
