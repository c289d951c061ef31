import { disputeLost, disputeOpened, disputeTurned, disputeWon } from '#src/features/ledger/journals.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import { creatorPart } from '#src/features/ledger/shares.ts'
import { taxPart } from '#src/features/ledger/tax.ts'
import { type Mark, noMark } from '#src/features/payments/handle-events.server.ts'
import { type Dispute, onlyAsks } from '#src/features/payments/provider.ts'
import type { Db } from '#src/server/database.ts'
import {
  type DisputeRow,
  endDispute,
  findDispute,
  insertDispute,
  setEvidenceAt,
  turnDispute,
} from './claims.queries.ts'
import { speakForSale } from './evidence.server.ts'
import { endInquiry } from './inquiries.queries.ts'
import { applyInquiry } from './inquiries.server.ts'
import { tellDisputed, tellDisputeEnded } from './news.server.ts'
import { addClaim, lockSale, type SaleRow } from './sales.queries.ts'
import { NotYetKnownError, type Till, toBooked } from './till.ts'

/** Writes down what the provider says of a dispute, and sends what speaks for the sale once. */
export async function applyDispute(till: Till, dispute: Dispute, mark: Mark = noMark): Promise<void> {
  if (onlyAsks(dispute)) return applyInquiry(till, dispute, mark)
  const { sale, row } = await till.db.transaction().execute(async (transaction) => {
    const locked = await lockSale(transaction, { intentId: dispute.intentId })
    if (locked?.status !== 'paid') throw new NotYetKnownError(`dispute ${dispute.id} is of no paid order`)
    // Its evidence is sent afterwards; the sweep of open disputes makes up for what a crash leaves out.
    await mark(transaction)
    const known = await findDispute(transaction, dispute.id)
    await endInquiry(transaction, dispute.id, till.now())
    const opened = known ?? (await open(till, transaction, locked, dispute))
    const current = known === undefined ? { ...locked, claimed: locked.claimed + dispute.amount } : locked
    if (!isEnded(dispute.status)) return { sale: current, row: opened }
    if (opened.status !== 'open') {
      if (opened.status !== dispute.status) await turn(till, transaction, current, opened)
      return { sale: current, row: opened }
    }
    await end(till, transaction, current, opened, dispute.status)
    return { sale: current, row: { ...opened, status: dispute.status } }
  })
  if (row.status !== 'open' || row.evidence_at !== null) return
  await speakForSale(till, sale, dispute.id, `evidence:${row.id}`)
  await setEvidenceAt(till.db, row.id, till.now())
}

const isEnded = (status: Dispute['status']): status is 'won' | 'lost' => status === 'won' || status === 'lost'

async function open(till: Till, transaction: Db, sale: SaleRow, dispute: Dispute): Promise<DisputeRow> {
  const part = creatorPart(toBooked(sale), dispute.amount)
  const tax = taxPart(sale, dispute.amount)
  const row = await insertDispute(transaction, sale.id, dispute, { creatorPart: part, taxPart: tax, at: till.now() })
  await addClaim(transaction, sale.id, dispute.amount)
  await tellDisputed(till, transaction, sale, dispute)
  const { id, amount } = row
  await postJournal(transaction, disputeOpened(toBooked(sale), { id, amount, creatorPart: part, fee: dispute.fee }))
  return row
}

async function end(till: Till, transaction: Db, sale: SaleRow, row: DisputeRow, outcome: 'won' | 'lost') {
  await endDispute(transaction, row.id, outcome, till.now())
  await tellDisputeEnded(transaction, sale, outcome)
  if (outcome === 'won') await addClaim(transaction, sale.id, -row.amount)
  const journal = outcome === 'won' ? disputeWon : disputeLost
  const { id, amount, creator_part, tax_part } = row
  await postJournal(transaction, journal(toBooked(sale), { id, amount, creatorPart: creator_part, taxPart: tax_part }))
}

/** Asked anew under the lock, as what was asked before it may be older than what is known. */
async function turn(till: Till, transaction: Db, sale: SaleRow, row: DisputeRow): Promise<void> {
  const { status } = await till.provider.getDispute(row.provider_dispute_id)
  if (!isEnded(status) || status === row.status) return
  const { id, amount, turns } = row
  await turnDispute(transaction, row, { status, at: till.now() })
  await tellDisputeEnded(transaction, sale, status)
  await addClaim(transaction, sale.id, status === 'lost' ? amount : -amount)
  await postJournal(transaction, disputeTurned(toBooked(sale), { id, amount, turn: turns + 1 }, status))
}
