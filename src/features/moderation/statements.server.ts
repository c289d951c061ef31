import { counterClaimedMail } from '#src/features/copyright/copyright.mails.ts'
import type { CounterClaim } from '#src/features/copyright/copyright.schema.ts'
import { RESTORE_BY_DAYS, RESTORE_FROM_DAYS } from '#src/features/copyright/copyright-rules.ts'
import { listClaimants, setCountered } from '#src/features/copyright/disputes.queries.ts'
import { afterWorkingDays } from '#src/features/copyright/working-days.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, conflict } from '#src/server/http/app-error.ts'
import { limitAddressWith, limitWith, signedIn } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { findDecisionOfTool } from '#src/server/moderation/standing-decision.queries.ts'
import { lockCase } from './cases.queries.ts'
import { needsGround } from './decisions.ts'
import { type Statement, statementsContract } from './moderation.schema.ts'
import { findStatement, openAppeal, openCounter, type StatementRow } from './statements.queries.ts'
import { whoseStatement } from './suspensions.server.ts'

const noAppeal = () => conflict('NO_APPEAL', 'There is no appeal against this any more')

/** Once against each decision, unless somebody looks at it again without that. */
const mayAppeal = ({ decision, is_recent, is_open_again, is_lifted, appeal_text }: StatementRow) =>
  (needsGround(decision) || decision === 'suspend') && is_recent && !is_open_again && !is_lifted && appeal_text === null

const noCounterClaim = () => conflict('NO_COUNTER_CLAIM', 'There is nothing to make a counter-claim against')

/** Once, against a hiding that somebody has claimed a copyright for. */
const mayCounter = ({ decision, ground, is_recent, is_open_again, dispute }: StatementRow) =>
  needsGround(decision) &&
  ground === 'copyright' &&
  is_recent &&
  !is_open_again &&
  dispute?.hiddenAt != null &&
  dispute.counter === null &&
  dispute.restoredAt === null

function appealOf(row: StatementRow): Statement['appeal'] {
  const { appeal_text, appealed_at, appeal_decision, appeal_closed_at } = row
  if (appeal_text === null || appealed_at === null) return null
  const outcome =
    appeal_decision === null || appeal_closed_at === null
      ? null
      : { decision: appeal_decision, reason: row.appeal_reason ?? '', at: appeal_closed_at.toISOString() }
  return { text: appeal_text, createdAt: appealed_at.toISOString(), outcome, earlier: [...row.appeal_earlier] }
}

async function statementOf(db: Db, id: string, personId: string): Promise<{ statement: Statement }> {
  const row = await findStatement(db, id, personId)
  assertFound(row, 'decision')
  return {
    statement: {
      id: row.id,
      kind: row.kind,
      tool: row.slug === null || row.title === null ? null : { slug: row.slug, title: row.title },
      subject: row.subject,
      decision: row.decision,
      ground: row.ground,
      reason: row.reason,
      decidedAt: row.closed_at.toISOString(),
      isOpenAgain: row.is_open_again,
      earlier: [...row.earlier],
      appeal: appealOf(row),
      mayAppeal: mayAppeal(row),
      dispute: row.dispute,
      mayCounter: mayCounter(row),
    },
  }
}

interface StatementDeps {
  readonly db: Db
  readonly signer: Signer
  readonly limiter: Limiter
  readonly queueMail: QueueMail
}

interface Asking {
  readonly id: string
  readonly userId: string
  readonly address: string
}

const appeal = (db: Db, { id, userId, address }: Asking, text: string): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await lockCase(transaction, id)
    const row = await findStatement(transaction, id, userId)
    assertFound(row, 'decision')
    if (!mayAppeal(row) || !(await openAppeal(transaction, id, text))) throw noAppeal()
    const target = row.tool_id === null ? `user ${userId}` : `tool ${row.tool_id}`
    await appendAudit(transaction, {
      ...{ actorId: userId, action: 'moderation.appealed', target, address },
      details: { case: id, kind: row.kind },
    })
  })

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** From here on the days count: whoever claimed is told, and the tool comes back if they do not go to court. */
const counter = (
  { db, queueMail }: StatementDeps,
  { id, userId, address }: Asking,
  { name, contact, text }: CounterClaim,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await lockCase(transaction, id)
    const row = await findStatement(transaction, id, userId)
    assertFound(row, 'decision')
    const at = new Date()
    const restoreFrom = afterWorkingDays(at, RESTORE_FROM_DAYS)
    const restoreBy = afterWorkingDays(at, RESTORE_BY_DAYS)
    if (!mayCounter(row) || !(await openCounter(transaction, id, { text, dueAt: restoreBy }))) throw noCounterClaim()
    await setCountered(transaction, id, { name, contact, at, restoreFrom, restoreBy })
    const days = { from: longDay.format(restoreFrom), by: longDay.format(restoreBy) }
    for (const { email, reference } of await listClaimants(transaction, id))
      await queueMail(
        transaction,
        counterClaimedMail,
        { userId: null, email },
        { reference, name, contact, text, ...days },
      )
    await appendAudit(transaction, {
      ...{ actorId: userId, action: 'copyright.countered', target: `tool ${row.tool_id}`, address },
      details: { case: id, restoreFrom: restoreFrom.toISOString(), restoreBy: restoreBy.toISOString() },
    })
  })

/** Decisions as those see them whom they concern. */
export function statementRoutes(deps: StatementDeps): Route[] {
  const { db, limiter, signer } = deps
  const limit = limitWith(limiter)('20/h', 'appeal')
  const limitAddress = limitAddressWith(limiter)
  const byLink = (token: string) => {
    const whose = whoseStatement(signer, token)
    assertFound(whose, 'decision')
    return whose
  }
  return [
    route(statementsContract.ofTool, [signedIn], async ({ params: { id }, user }) => {
      const found = await findDecisionOfTool(db, id, user.id)
      assertFound(found, 'tool')
      return found
    }),
    route(statementsContract.get, [signedIn], ({ params: { id }, user }) => statementOf(db, id, user.id)),
    route(statementsContract.appeal, [signedIn, limit], async ({ params: { id }, body: { text }, user, address }) => {
      await appeal(db, { id, userId: user.id, address }, text)
      return statementOf(db, id, user.id)
    }),
    route(statementsContract.counter, [signedIn, limit], async ({ params: { id }, body, user, address }) => {
      await counter(deps, { id, userId: user.id, address }, body)
      return statementOf(db, id, user.id)
    }),
    route(statementsContract.byLink, [limitAddress('120/min', 'statement')], ({ params: { token } }) => {
      const { caseId, personId } = byLink(token)
      return statementOf(db, caseId, personId)
    }),
    route(
      statementsContract.appealByLink,
      [limitAddress('20/h', 'appeal by link')],
      async ({ params: { token }, body: { text }, address }) => {
        const { caseId, personId } = byLink(token)
        await appeal(db, { id: caseId, userId: personId, address }, text)
        return statementOf(db, caseId, personId)
      },
    ),
  ]
}
