import { listCards } from '#src/features/catalog/catalog.queries.ts'
import { toCard } from '#src/features/catalog/catalog.server.ts'
import type { Db } from '#src/server/database.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { type FeaturedRow, fillEmptyList, listFeatured } from './featured.queries.ts'
import { type FeaturedTool, featuredContract, MAX_FEATURED } from './featured.schema.ts'

/** One of a kind each, to begin with. */
const FIRST_CHOICES = ['mortgage-calculator', 'contrast-checker', 'qr-code-generator']
const BUILT_IN_CREATOR = 'Fettle'

export const seedFeatured = (db: Db): Promise<void> => fillEmptyList(db, FIRST_CHOICES)

async function withCards(db: Db, rows: readonly FeaturedRow[]): Promise<FeaturedTool[]> {
  const cards = await listCards(
    db,
    rows.map(({ tool_id }) => tool_id),
  )
  const rowOf = new Map(rows.map((row) => [row.tool_id, row]))
  return cards.map(toCard).map((fxn) => ({
    fxn,
    pricing: fxn.pricing,
    creator: { name: rowOf.get(fxn.id)?.creator ?? BUILT_IN_CREATOR },
    salesCount: rowOf.get(fxn.id)?.sales_count ?? 0,
  }))
}

export const featuredRoutes = ({ db }: { db: Db }): Route[] => [
  route(featuredContract.list, [], async () => ({ tools: await withCards(db, await listFeatured(db, MAX_FEATURED)) })),
]
