import type { Engine } from '#src/engine/engine.ts'
import { isUuid } from '#src/lib/ids.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import { asEngineTransaction } from '#src/server/engine-transaction.ts'
import { assertFound, conflict, invalidInput } from '#src/server/http/app-error.ts'
import { limitAddressWith, signedIn } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import {
  type ApprovalRow,
  type AskedRow,
  findAsked,
  listApprovals,
  listPeople,
  lockApproval,
  type PersonRow,
  saveDecision,
  saveOutcome,
} from './approvals.queries.ts'
import { type Approval, type ApprovalOfRun, approvalsContract, type Decision } from './approvals.schema.ts'
import { tally } from './tally.ts'

interface ApprovalsDeps {
  readonly db: Db
  readonly engine: Pick<Engine, 'wake' | 'answerSoFar'>
  readonly signer: Signer
  readonly limiter: Limiter
  readonly assertOwnRun: (
    asking: { readonly userId: string; readonly address: string },
    executionId: string,
  ) => Promise<void>
}

const withoutName = () => invalidInput([{ field: 'name', message: 'Say who you are' }])
const alreadyDecided = () => conflict('APPROVAL_DECIDED', 'You have decided already')
const ended = () => conflict('APPROVAL_ENDED', 'This is no longer open: it was decided, or its time was over')

const stateOf = ({ outcome, is_live, due_at }: Pick<AskedRow, 'outcome' | 'is_live' | 'due_at'>): Approval['state'] =>
  outcome ?? (is_live && due_at.getTime() > Date.now() ? 'open' : 'ended')

/** "a…@example.com" */
const shortened = (email: string) => email.replace(/^(.)[^@]*/, '$1…')

const toApproval = (row: AskedRow, people: readonly PersonRow[]): Approval => ({
  question: row.question,
  details: row.details,
  workflowName: row.workflow_name,
  askedBy: row.asked_by,
  you: shortened(row.address),
  needed: row.needed,
  asked: people.length,
  approved: people.filter(({ decision }) => decision === 'approve').length,
  state: stateOf(row),
  dueAt: row.due_at.toISOString(),
  decision: row.decision,
  needsName: row.user_id === null,
})

const toApprovalOfRun = (row: ApprovalRow, people: readonly PersonRow[]): ApprovalOfRun => ({
  nodeId: row.node_id,
  question: row.question,
  needed: row.needed,
  veto: row.veto,
  state: stateOf(row),
  dueAt: row.due_at.toISOString(),
  people: people.map(({ email, name, decision, reason, decided_at }) => ({
    ...{ email, name, decision, reason },
    decidedAt: decided_at?.toISOString() ?? null,
  })),
})

interface Deciding {
  readonly token: string
  readonly decision: Decision
  readonly reason: string
  readonly name: string
  /** Of the network. */
  readonly address: string
}

export function approvalRoutes({ db, engine, signer, limiter, assertOwnRun }: ApprovalsDeps): Route[] {
  const limit = limitAddressWith(limiter)

  async function findByToken(on: Db, token: string) {
    const [approvalId = '', whom = ''] = signer.verify(token)?.split(' ') ?? []
    const row = isUuid(approvalId) ? await findAsked(on, approvalId, whom) : undefined
    assertFound(row, 'approval')
    return row
  }
  const show = async (on: Db, token: string) => {
    const row = await findByToken(on, token)
    return { approval: toApproval(row, await listPeople(on, row.id)) }
  }

  /** Ends the pause when the decisions are enough, or leaves what was said for its end; in one transaction with the last of them. */
  async function settle(on: Db, row: AskedRow): Promise<void> {
    const people = await listPeople(on, row.id)
    const outcome = tally({ needed: row.needed, veto: row.veto, decisions: people.map(({ decision }) => decision) })
    const decisions = people.flatMap(({ name, email, decision, reason, decided_at }) =>
      decision === null ? [] : [{ name, email, decision, reason, at: decided_at?.toISOString() ?? null }],
    )
    const pause = { executionId: row.execution_id, nodeId: row.node_id, answer: { outcome, decisions } }
    const transaction = asEngineTransaction(on)
    if (outcome !== null) await saveOutcome(on, row.id, outcome)
    const isTaken = outcome === null ? engine.answerSoFar(transaction, pause) : engine.wake(transaction, pause)
    if (!(await isTaken)) throw ended()
  }

  const decide = ({ token, decision, reason, name: given, address }: Deciding) =>
    db.transaction().execute(async (transaction) => {
      const asked = await findByToken(transaction, token)
      await lockApproval(transaction, asked.id)
      const row = await findByToken(transaction, token)
      if (row.decision !== null) throw alreadyDecided()
      if (stateOf(row) !== 'open') throw ended()
      const name = row.user_name ?? given
      if (row.user_id === null && name === '') throw withoutName()
      const decided = { approvalId: row.id, address: row.address, name, decision, reason }
      if (!(await saveDecision(transaction, decided))) throw alreadyDecided()
      await settle(transaction, row)
      const shown = await show(transaction, token)
      const target = `execution ${row.execution_id}`
      const details = { step: row.node_id, decision }
      await appendAudit(transaction, { actorId: row.user_id, action: 'approval.decided', target, address, details })
      return shown
    })

  return [
    route(approvalsContract.show, [limit('120/min', 'approval')], ({ params }) => show(db, params.token)),
    route(approvalsContract.decide, [limit('30/min', 'decide approval')], ({ params, body, address }) =>
      decide({
        token: params.token,
        decision: body.decision,
        reason: body.reason ?? '',
        name: body.name ?? '',
        address,
      }),
    ),
    route(approvalsContract.ofRun, [signedIn], async ({ user, params, address }) => {
      await assertOwnRun({ userId: user.id, address }, params.id)
      const rows = await listApprovals(db, user.id, params.id)
      const approvals = await Promise.all(rows.map(async (row) => toApprovalOfRun(row, await listPeople(db, row.id))))
      return { approvals }
    }),
  ]
}
