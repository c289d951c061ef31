import type { Db } from '#src/server/database.ts'
import { assertFound, conflict } from '#src/server/http/app-error.ts'
import { limitWith, signedIn } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { needsGround } from './decisions.ts'
import { type Statement, statementsContract } from './moderation.schema.ts'
import { findStatement, openAppeal, type StatementRow } from './statements.queries.ts'

const noAppeal = () => conflict('NO_APPEAL', 'There is no appeal against this any more')

const mayAppeal = ({ decision, is_recent, appeal_text }: StatementRow) =>
  needsGround(decision) && is_recent && appeal_text === null

function appealOf(row: StatementRow): Statement['appeal'] {
  const { appeal_text, appealed_at, appeal_decision, appeal_closed_at } = row
  if (appeal_text === null || appealed_at === null) return null
  const outcome =
    appeal_decision === null || appeal_closed_at === null
      ? null
      : { decision: appeal_decision, reason: row.appeal_reason ?? '', at: appeal_closed_at.toISOString() }
  return { text: appeal_text, createdAt: appealed_at.toISOString(), outcome }
}

async function statementOf(db: Db, id: string, personId: string): Promise<{ statement: Statement }> {
  const row = await findStatement(db, id, personId)
  assertFound(row, 'decision')
  return {
    statement: {
      id: row.id,
      kind: row.kind,
      tool: { slug: row.slug, title: row.title },
      subject: row.subject,
      decision: row.decision,
      ground: row.ground,
      reason: row.reason,
      decidedAt: row.closed_at.toISOString(),
      appeal: appealOf(row),
      mayAppeal: mayAppeal(row),
    },
  }
}

/** Decisions as those see them whom they concern. */
export function statementRoutes({ db, limiter }: { db: Db; limiter: Limiter }): Route[] {
  const limit = limitWith(limiter)('20/h', 'appeal')
  return [
    route(statementsContract.get, [signedIn], ({ params: { id }, user }) => statementOf(db, id, user.id)),
    route(statementsContract.appeal, [signedIn, limit], async ({ params: { id }, body: { text }, user }) => {
      const row = await findStatement(db, id, user.id)
      assertFound(row, 'decision')
      if (!mayAppeal(row) || !(await openAppeal(db, id, text))) throw noAppeal()
      return statementOf(db, id, user.id)
    }),
  ]
}
