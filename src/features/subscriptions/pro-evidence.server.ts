import type { Dispute } from '#src/features/payments/provider.ts'
import { PRO_CONTAINS } from '#src/lib/pro-plan.ts'
import type { Billing } from './billing.server.ts'
import { type Asked, describeClaimed, listProUse, setEvidenceSent } from './pro-claims.queries.ts'

/** What banks read of a list. */
const RUNS_SHOWN = 50

/** A bank that only asked may take the money later, and is told again then. */
const KEYS: Readonly<Record<Asked, string>> = { needs_response: 'evidence:pro', inquiry: 'evidence:pro:inquiry' }

/** Sends once what speaks for a payment of Pro: what was agreed to, and what the subscriber has run with it. */
export async function speakForPro({ db, provider }: Billing, dispute: Dispute): Promise<void> {
  const { status } = dispute
  if (status !== 'needs_response' && status !== 'inquiry') return
  const claimed = await describeClaimed(db, status, dispute.id)
  if (claimed === undefined || claimed.evidence_at !== null) return
  // Nothing after the dispute, so that a second try under the same key says the same.
  const runs = await listProUse(db, claimed, RUNS_SHOWN)
  const evidence = {
    productDescription: `Fettle Pro: ${PRO_CONTAINS.join('; ')}`,
    customerEmail: claimed.email ?? '',
    customerAddress: claimed.address,
    accessLog: runs
      .map(({ at, source, title, success }) => `${at.toISOString()} ${source} ${title} ${success ? 'ok' : 'failed'}`)
      .join('\n'),
    consent: claimed.consent === null ? '' : `${claimed.consent_at?.toISOString()} ${claimed.consent}`,
  }
  await provider.submitEvidence(dispute.id, evidence, `${KEYS[status]}:${dispute.id}`)
  await setEvidenceSent(db, status, dispute.id)
}
