import type { Approval, ApprovalOfRun, Decision } from './approvals.schema.ts'

const STATES = {
  open: 'Others are still to decide.',
  approved: 'It was approved.',
  rejected: 'It was rejected.',
  ended: 'It is no longer open.',
} satisfies Record<Approval['state'], string>
const DECIDED = { approve: 'You approved.', reject: 'You rejected.' } satisfies Record<Decision, string>

/** What came of it, for somebody who was asked. */
export const stateText = ({ state, decision }: Pick<Approval, 'state' | 'decision'>): string =>
  decision === null ? STATES[state] : `${DECIDED[decision]} ${STATES[state]}`

const OUTCOMES = {
  open: 'Waits for a decision',
  approved: 'Approved',
  rejected: 'Rejected',
  ended: 'Ended without a decision',
} satisfies Record<ApprovalOfRun['state'], string>
export const outcomeText = (state: ApprovalOfRun['state']): string => OUTCOMES[state]

/** "Approved: the invoice is right" */
export const personText = ({ decision, reason }: ApprovalOfRun['people'][number]): string => {
  if (decision === null) return 'Has not decided'
  const word = decision === 'approve' ? 'Approved' : 'Rejected'
  return reason === null ? word : `${word}: ${reason}`
}
