import { stableId } from '#src/server/crypto/stable-id.ts'
import type { Db } from '#src/server/database.ts'
import { findRunMails } from './run-mails.queries.ts'
import type { MailFate } from './run-mails.schema.ts'

/** A step of a run that has sent mail. */
export interface MailStep {
  readonly nodeId: string
  readonly iteration?: string | undefined
  readonly output: unknown
}

/** Of the mails of one run, more are not looked up: a loop may send thousands. */
const MOST_MAILS = 1000

const STATES = { queued: 'queued', sent: 'sent', failed: 'refused', local: 'kept' } as const satisfies Record<
  string,
  MailFate['state']
>
const stateOf = (status: string): MailFate['state'] => STATES[status as keyof typeof STATES] ?? 'queued'

/** The ids of its mails follow from the step's key, as `createRunMailer` has given them. */
export function mailIdsOf(executionId: string, { nodeId, iteration, output }: MailStep): string[] {
  const to = typeof output === 'object' && output !== null && 'to' in output ? output.to : undefined
  const count = Array.isArray(to) ? to.length : 0
  const stepKey = `${executionId}:${nodeId}:${iteration ?? '0'}`
  return Array.from({ length: count }, (_, index) => stableId(`${stepKey}:mail:${index}`))
}

/** What became of the mails of these steps, in their order; nothing of mails that are forgotten by now. */
export async function mailFates(
  db: Db,
  { ownerId, executionId }: { readonly ownerId: string; readonly executionId: string },
  steps: readonly MailStep[],
): Promise<MailFate[][]> {
  const ids = steps.map((step) => mailIdsOf(executionId, step))
  const wanted = ids.flat().slice(0, MOST_MAILS)
  const known = new Map(
    (wanted.length === 0 ? [] : await findRunMails(db, ownerId, wanted)).map((row) => [row.id, row]),
  )
  return ids.map((of) =>
    of.flatMap((id) => {
      const row = known.get(id)
      if (row === undefined) return []
      const state = stateOf(row.status)
      return [
        { to: row.to_address, state, reason: state === 'refused' ? row.last_error : null, attempts: row.attempts },
      ]
    }),
  )
}
