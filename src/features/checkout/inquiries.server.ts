import { type Mark, noMark } from '#src/features/payments/handle-events.server.ts'
import type { Dispute } from '#src/features/payments/provider.ts'
import { speakForSale } from './evidence.server.ts'
import { endInquiry, insertInquiry, lacksEvidence, setInquiryEvidenceAt } from './inquiries.queries.ts'
import { tellAsked } from './news.server.ts'
import { lockSale } from './sales.queries.ts'
import { NotYetKnownError, type Till } from './till.ts'

/** A bank that only asks has taken nothing: its creator is told, and the bank once what speaks for the sale. */
export async function applyInquiry(till: Till, dispute: Dispute, mark: Mark = noMark): Promise<void> {
  const { id, status } = dispute
  const sale = await till.db.transaction().execute(async (transaction) => {
    const locked = await lockSale(transaction, { intentId: dispute.intentId })
    if (locked?.status !== 'paid') throw new NotYetKnownError(`inquiry ${id} is of no paid order`)
    // Its evidence is sent afterwards; the sweep makes up for what a crash leaves out.
    await mark(transaction)
    const isNew = await insertInquiry(transaction, locked.id, dispute, till.now())
    if (isNew && status === 'inquiry') await tellAsked(transaction, locked)
    if (status === 'inquiry_over') await endInquiry(transaction, id, till.now())
    return locked
  })
  if (status !== 'inquiry' || !(await lacksEvidence(till.db, id))) return
  await speakForSale(till, sale, id, `evidence:inquiry:${id}`)
  await setInquiryEvidenceAt(till.db, id, till.now())
}
