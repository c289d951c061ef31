import { isUuid, uuidv7 } from '#src/lib/ids.ts'
import { keptFor } from '#src/lib/kept-for.ts'
import { PRO_PRICE } from '#src/lib/pro-plan.ts'
import type { Tool } from '#src/sdk/index.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, gone, notFound } from '#src/server/http/app-error.ts'
import { limitAddressWith, limitWith, signedIn } from '#src/server/http/guards.ts'
import { createLimiter, type Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import {
  type CardRow,
  currentTagSlugs,
  findTool,
  listCards,
  listNearestIds,
  listRecentIds,
  listTags,
  noteView,
  type ToolRow,
} from './catalog.queries.ts'
import {
  catalogContract,
  type Fxn,
  type FxnCard,
  NEAREST_TOOLS,
  type Pricing,
  RECENT_TOOLS,
  RELATED_TOOLS,
  RESULTS_PER_PAGE,
  type VersionName,
} from './catalog.schema.ts'
import { findBuiltin } from './find-builtin.ts'
import { qualityReasons } from './quality-reasons.ts'
import { listRelatedIds } from './related.queries.ts'
import { searchOver } from './search.queries.ts'
import { verifiedCases } from './verified-cases.server.ts'

const averageOf = ({ rating_count, rating_sum }: CardRow): number =>
  rating_count === 0 ? 0 : Math.round((rating_sum / rating_count) * 100) / 100

const toQuality = (row: CardRow): FxnCard['quality'] => ({
  score: Math.round(row.quality * 100) / 100,
  reasons: qualityReasons({
    peopleMonth: row.people_month,
    cloners: row.cloners,
    buyersQuarter: row.buyers_quarter,
    upheldReports: row.upheld_reports,
    favoriteCount: row.favorite_count,
    avgRating: averageOf(row),
    ratingCount: row.rating_count,
    successRate: row.success_rate,
  }),
})

export function toPricing({ access_tier, price_cents }: Pick<CardRow, 'access_tier' | 'price_cents'>): Pricing {
  if (access_tier === 'pro')
    return { pricingModel: 'subscription', price: PRO_PRICE.month, licenseType: 'personal', accessTier: 'pro' }
  const pricingModel = price_cents === 0 ? 'free' : 'one_time'
  return { pricingModel, price: price_cents, licenseType: 'personal', accessTier: 'free' }
}

export const toCard = (row: CardRow): FxnCard => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  description: row.description,
  category: row.category as FxnCard['category'],
  createdBy: row.owner_id,
  accessTier: row.access_tier as FxnCard['accessTier'],
  pricing: toPricing(row),
  codeKind: row.kind === 'custom' ? 'custom' : 'config',
  runsIn: row.kind === 'builtin' || row.in_browser ? 'browser' : 'server',
  version: row.version,
  runCount: row.run_count,
  favoriteCount: row.favorite_count,
  avgRating: averageOf(row),
  ratingCount: row.rating_count,
  quality: toQuality(row),
  tags: [...row.tags],
  publishedAt: row.published_at?.toISOString() ?? null,
  updatedAt: row.updated_at.toISOString(),
  successRate: row.success_rate,
  creator: row.creator,
})

const BUILT_IN_CREATOR = 'Fettle'

/** What chance decides is drawn when somebody asks for it, not with every key. */
const runsAsOneTypes = (builtin: Tool | undefined) =>
  builtin !== undefined && builtin.needs?.includes('chance') !== true

async function toFxn(row: ToolRow, { refundOpen }: Pick<Fxn, 'refundOpen'>): Promise<Fxn> {
  const builtin = row.kind === 'builtin' ? await findBuiltin(row.slug) : undefined
  return {
    ...toCard(row),
    ...(refundOpen && { runsIn: 'server' as const }),
    inputSchema: row.input_schema as Fxn['inputSchema'],
    inputConfig: {
      live: runsAsOneTypes(builtin),
      // An engine for a creator's code is as large as the largest tool.
      large: builtin?.isLarge === true || row.in_browser,
      confidential: builtin?.isConfidential === true,
      notice: builtin?.notice ?? null,
    },
    outputSchema: row.output_schema as Fxn['outputSchema'],
    examples: [...(builtin?.examples ?? row.examples ?? [])],
    verified: builtin === undefined ? null : await verifiedCases(builtin),
    method: builtin?.method ?? null,
    sources: [...(builtin?.sources ?? [])],
    underMaintenance: row.maintenance_since !== null,
    icon: row.icon,
    licence: row.licence,
    semver: row.semver,
    refundOpen,
    origin:
      row.source_title === null
        ? null
        : { title: row.source_title, slug: row.source_slug, creator: row.source_creator ?? BUILT_IN_CREATOR },
  }
}

/** Hidden, removed and unfinished ones too. */
export const findAnyTool = (db: Db, idOrSlug: string, version?: VersionName): Promise<ToolRow | undefined> =>
  findTool(db, { by: isUuid(idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug }, version })

/** Throws 404 for what never was or is not public, 410 for what was removed. */
export function assertPublic(row: ToolRow | undefined): asserts row is ToolRow {
  assertFound(row, 'tool')
  if (row.status === 'deleted') throw gone('tool', row.removed_reason)
  if (row.status !== 'published' || row.is_withheld) throw notFound('tool')
}

/** The tool of this id or slug, if everybody may see it. */
export async function getTool(db: Db, idOrSlug: string, version?: VersionName): Promise<ToolRow> {
  const row = await findAnyTool(db, idOrSlug, version)
  assertPublic(row)
  return row
}

/** Counting them reads the whole catalogue, and every search shows them. */
const TAGS_KEPT_MS = 60_000

interface CatalogDeps {
  readonly db: Db
  readonly limiter: Limiter
  /** A tool for somebody: what was removed is still there for those who bought it. */
  readonly getUsable: (idOrSlug: string, userId: string | null, version?: VersionName) => Promise<ToolRow>
  /** Whether they bought this one and can still take the money back. */
  readonly hasOpenRefund: (toolId: string, userId: string) => Promise<boolean>
  /** Somebody has searched by words; whether anything was found. */
  readonly onSearched: (found: boolean) => void
}

/** Of one tool by one address without an account. Visitors behind one address count as one; a script counts no more. */
const VIEWS_COUNTED = '1/h'

export function catalogRoutes({ db, limiter, getUsable, hasOpenRefund, onSearched }: CatalogDeps): Route[] {
  const limit = limitWith(limiter)
  const limitAddress = limitAddressWith(limiter)
  // Its own: views must not crowd out what counts tries to sign in.
  const views = createLimiter()
  const search = searchOver(db)
  const keptTags = keptFor(TAGS_KEPT_MS, () => listTags(db))
  return [
    route(catalogContract.search, [], async ({ query }) => {
      const { ids, ...found } = await search({ ...query, tags: await currentTagSlugs(db, query.tags) })
      if (query.search !== '' && query.page === 1) onSearched(found.total > 0)
      const pages = Math.max(1, Math.ceil(found.total / RESULTS_PER_PAGE))
      return { fxns: (await listCards(db, ids)).map(toCard), ...found, page: query.page, pages }
    }),
    route(catalogContract.nearest, [limitAddress('60/min', 'nearest')], async ({ query }) => ({
      fxns: (await listCards(db, await listNearestIds(db, query.search, NEAREST_TOOLS))).map(toCard),
    })),
    route(catalogContract.tool, [], async ({ params, query, viewer }) => {
      const row = await getUsable(params.id, viewer?.id ?? null, query.version)
      // What runs on the server anyhow does not ask, nor does what is free by now: its code is everybody's.
      const mayBeOpen = row.in_browser && toPricing(row).pricingModel !== 'free'
      const refundOpen = mayBeOpen && viewer !== null && (await hasOpenRefund(row.id, viewer.id))
      return { fxn: await toFxn(row, { refundOpen }) }
    }),
    route(catalogContract.related, [], async ({ params }) => {
      const { id } = await getTool(db, params.id)
      return { fxns: (await listCards(db, await listRelatedIds(db, id, RELATED_TOOLS))).map(toCard) }
    }),
    route(catalogContract.tags, [], async () => {
      const rows = await keptTags()
      return { tags: rows.map(({ tool_count, ...tag }) => ({ ...tag, toolCount: tool_count })) }
    }),
    route(catalogContract.currentTags, [], async ({ query }) => ({ slugs: await currentTagSlugs(db, query.tags) })),
    route(catalogContract.tagsForTool, [], async ({ params }) => {
      const { tags } = await getTool(db, params.id)
      return { tags: [...tags] }
    }),
    route(catalogContract.recent, [signedIn], async ({ user }) => ({
      fxns: (await listCards(db, await listRecentIds(db, user.id, RECENT_TOOLS))).map(toCard),
    })),
    route(catalogContract.view, [limit('120/min', 'view')], async ({ params, viewer, address }) => {
      const { id } = await getTool(db, params.id)
      const counts = viewer !== null || views.take(VIEWS_COUNTED, `${id} ${address}`) === 0
      if (counts) await noteView(db, { id: uuidv7(), toolId: id, userId: viewer?.id ?? null })
      return { ok: true as const }
    }),
  ]
}
