import type { EngineHost } from '#src/engine/engine.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { approvalAsked } from './approvals.mails.ts'
import {
  countAskedToday,
  findAsker,
  findDueAt,
  findMembers,
  findOverasked,
  insertApproval,
  insertPeople,
} from './approvals.queries.ts'
import { MAX_ASKED_A_DAY, MAX_MAILS_TO_STRANGERS } from './approvals.schema.ts'

/** What the signatures of its links are for. */
export const APPROVAL_PURPOSE = 'approval'

interface AskDeps {
  readonly db: Db
  readonly queueMail: QueueMail
  readonly signer: Signer
  /** Strangers are asked in somebody's name: where mails leave the server, that address must be theirs. */
  readonly mustBeConfirmed: boolean
}

const refused = (code: string, message: string) => new NodeError({ code, message, permanent: true })
const unconfirmed = () =>
  refused('EMAIL_UNCONFIRMED', 'Confirm the email address of your account first: people are told who asks them')
const askedTooMuch = () =>
  refused('TOO_MANY_APPROVALS', `Your workflows have asked ${MAX_ASKED_A_DAY} times within a day; try again tomorrow`)
const tooFewPeople = (needed: number, asked: number) =>
  refused('INVALID_CONFIG', `${needed} must approve, but ${asked} ${asked === 1 ? 'is' : 'are'} asked`)

/**
 * Bound to the approval, which is one step of one run, and to the person: the id of an account, or the address of who
 * has none.
 */
export const toApprovalToken = (signer: Signer, approvalId: string, whom: string): string =>
  signer.sign(`${approvalId} ${whom}`)

/**
 * Asks people once, however often the step is repeated: those with an account by mail and where they are signed in,
 * all others by mail. Whoever asks sees no difference, as it would say who has an account.
 */
export function createAsk({ db, queueMail, signer, mustBeConfirmed }: AskDeps): NonNullable<EngineHost['ask']> {
  async function tell(on: Db, id: string, askedBy: string, userId: string): Promise<void> {
    const path = `/approvals/${toApprovalToken(signer, id, userId)}`
    await queueMail(on, approvalAsked, { userId, replyTo: askedBy }, { path, askedBy })
    await notify(on, {
      userId,
      kind: 'approval.asked',
      title: 'A workflow waits for your decision',
      body: 'See who asks, and what.',
      href: path,
    })
  }

  async function writeTo(on: Db, id: string, askedBy: string, strangers: readonly string[]): Promise<void> {
    const overasked = new Set(await findOverasked(on, strangers, MAX_MAILS_TO_STRANGERS))
    for (const email of strangers) {
      if (overasked.has(email)) continue
      const path = `/approvals/${toApprovalToken(signer, id, email)}`
      await queueMail(on, approvalAsked, { userId: null, email, replyTo: askedBy }, { path, askedBy })
    }
  }

  return async ({ approvers, ...ask }, { executionId, nodeId, ownerId }) => {
    if (ask.needed > approvers.length) throw tooFewPeople(ask.needed, approvers.length)
    const asker = await findAsker(db, ownerId)
    if (asker === undefined || (mustBeConfirmed && !asker.isConfirmed)) throw unconfirmed()
    const accounts = new Map((await findMembers(db, approvers)).map((member) => [member.email, member]))
    const people = approvers.map((address) => ({ address, account: accounts.get(address) }))
    const members = people.flatMap(({ account }) => (account?.isHere ? [account.id] : []))
    const strangers = people.flatMap(({ address, account }) => (account === undefined ? [address] : []))
    return db.transaction().execute(async (transaction) => {
      const id = uuidv7()
      if (await insertApproval(transaction, { id, executionId, nodeId, ownerId, ...ask })) {
        const rows = people.map(({ address, account }) => ({ address, userId: account?.isHere ? account.id : null }))
        await insertPeople(transaction, id, rows)
        if ((await countAskedToday(transaction, ownerId)) > MAX_ASKED_A_DAY) throw askedTooMuch()
        for (const userId of members) await tell(transaction, id, asker.email, userId)
        await writeTo(transaction, id, asker.email, strangers)
      }
      const dueAt = await findDueAt(transaction, executionId, nodeId)
      return { until: dueAt?.toISOString() ?? ask.until }
    })
  }
}
