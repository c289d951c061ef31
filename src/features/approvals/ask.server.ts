import type { EngineHost } from '#src/engine/engine.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { approvalAsked } from './approvals.mails.ts'
import { countAskedToday, findDueAt, findMembers, insertApproval, insertPeople } from './approvals.queries.ts'
import { MAX_ASKED_A_DAY } from './approvals.schema.ts'

/** What the signatures of its links are for. */
export const APPROVAL_PURPOSE = 'approval'

interface AskDeps {
  readonly db: Db
  readonly queueMail: QueueMail
  readonly signer: Signer
}

const refused = (code: string, message: string) => new NodeError({ code, message, permanent: true })
const askedTooMuch = () =>
  refused('TOO_MANY_APPROVALS', `Your workflows have asked ${MAX_ASKED_A_DAY} times within a day; try again tomorrow`)
const tooFewPeople = (needed: number, asked: number) =>
  refused('INVALID_CONFIG', `${needed} must approve, but ${asked} ${asked === 1 ? 'is' : 'are'} asked`)

/** Bound to the approval, which is one step of one run, and to the person. */
export const toApprovalToken = (signer: Signer, approvalId: string, userId: string): string =>
  signer.sign(`${approvalId} ${userId}`)

/**
 * Asks people once, however often the step is repeated: by mail, and where they are signed in. An address without an
 * account is somebody who does not answer: its owner's account is nobody else's business.
 */
export function createAsk({ db, queueMail, signer }: AskDeps): NonNullable<EngineHost['ask']> {
  return async ({ approvers, ...ask }, { executionId, nodeId, ownerId }) => {
    const members = await findMembers(db, approvers)
    const absent = approvers.filter((address) => !members.some(({ email }) => email === address))
    if (ask.needed > approvers.length) throw tooFewPeople(ask.needed, approvers.length)
    return db.transaction().execute(async (transaction) => {
      const id = uuidv7()
      if (await insertApproval(transaction, { id, executionId, nodeId, ownerId, absent, ...ask })) {
        await insertPeople(transaction, id, members)
        if ((await countAskedToday(transaction, ownerId)) > MAX_ASKED_A_DAY) throw askedTooMuch()
        for (const { id: userId } of members) {
          const path = `/approvals/${toApprovalToken(signer, id, userId)}`
          await queueMail(transaction, approvalAsked, { userId }, { path })
          await notify(transaction, {
            userId,
            kind: 'approval.asked',
            title: 'A workflow waits for your decision',
            body: 'See who asks, and what.',
            href: path,
          })
        }
      }
      const dueAt = await findDueAt(transaction, executionId, nodeId)
      return { until: dueAt?.toISOString() ?? ask.until }
    })
  }
}
