import { hasSecondEye } from '#src/features/admin/people.queries.ts'
import { getTool } from '#src/features/catalog/catalog.server.ts'
import { slugIn } from '#src/features/catalog/slug-in.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, assertFound, conflict, invalidInput } from '#src/server/http/app-error.ts'
import { may } from '#src/server/http/guards.ts'
import type { Asked, Viewer } from '#src/server/http/request-context.ts'
import { type Route, route } from '#src/server/http/route.ts'
import {
  type ChoiceRow,
  endChoice,
  findOwnerOfChoice,
  insertChoice,
  listChoices,
  moveChoice,
} from './featured.queries.ts'
import { type FeaturedChoice, featuredAdminContract } from './featured.schema.ts'

const alreadyFeatured = () => conflict('ALREADY_FEATURED', 'This tool is chosen already')
const ownTool = () =>
  new AppError({
    code: 'OWN_CASE',
    status: 403,
    message: 'Somebody else has to choose a tool that is yours, and its place',
  })

const toChoice = (row: ChoiceRow): FeaturedChoice => ({
  id: row.id,
  tool: { slug: row.slug, title: row.title, status: row.status },
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
  state: row.state,
  chosenBy: row.chosen_by,
})

const choicesOf = async (db: Db) => ({ choices: (await listChoices(db)).map(toChoice) })

type AskedByAdmin = Asked & { readonly user: Viewer }

const noted = (transaction: Db, { user, address }: AskedByAdmin, action: string, target: string) =>
  appendAudit(transaction, { actorId: user.id, action: `featured.${action}`, target, address })

/** As with cases: where nobody else could choose, they may. */
async function assertOthersTool(transaction: Db, { user }: AskedByAdmin, ownerId: string | null): Promise<void> {
  if (ownerId === user.id && (await hasSecondEye(transaction, user.id))) throw ownTool()
}

/** Choosing what the front page shows. */
export function featuredAdminRoutes({ db }: { db: Db }): Route[] {
  const guards = [may('featured.change')] as const
  return [
    route(featuredAdminContract.list, [...guards], () => choicesOf(db)),
    route(featuredAdminContract.add, [...guards], async (asked) => {
      const { startsAt, endsAt } = asked.body
      const begins = startsAt === null ? Date.now() : Date.parse(startsAt)
      if (endsAt !== null && Date.parse(endsAt) <= begins)
        throw invalidInput([{ field: 'endsAt', message: 'The end must come after the start' }])
      const tool = await getTool(db, slugIn(asked.body.tool))
      await db.transaction().execute(async (transaction) => {
        await assertOthersTool(transaction, asked, tool.owner_id)
        if (!(await insertChoice(transaction, { toolId: tool.id, startsAt, endsAt, chosenBy: asked.user.id })))
          throw alreadyFeatured()
        await noted(transaction, asked, 'added', `tool ${tool.id}`)
      })
      return choicesOf(db)
    }),
    route(featuredAdminContract.move, [...guards], async (asked) => {
      const { id } = asked.params
      await db.transaction().execute(async (transaction) => {
        await assertOthersTool(transaction, asked, await findOwnerOfChoice(transaction, id))
        if (!(await moveChoice(transaction, id, asked.body.direction))) assertFound(undefined, 'choice')
        await noted(transaction, asked, 'moved', `featured ${id}`)
      })
      return choicesOf(db)
    }),
    route(featuredAdminContract.end, [...guards], async (asked) => {
      await db.transaction().execute(async (transaction) => {
        const toolId = await endChoice(transaction, asked.params.id)
        assertFound(toolId, 'choice')
        await noted(transaction, asked, 'ended', `tool ${toolId}`)
      })
      return choicesOf(db)
    }),
  ]
}
