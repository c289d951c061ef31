import { MismatchError, type Till } from '#src/features/checkout/till.ts'
import { lockBooks, postJournal } from '#src/features/ledger/ledger.queries.ts'
import { type Mark, noMark } from '#src/features/payments/handle-events.server.ts'
import { ProviderRefusedError, ProviderUnavailableError, type Transfer } from '#src/features/payments/provider.ts'
import { isUuid } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import { AppError } from '#src/server/http/app-error.ts'
import { type BookedPayout, payoutFailed, payoutReserved, payoutSent } from './payout-journals.ts'
import { tellFailed, tellSent, tellWaits } from './payout-news.server.ts'
import { afterTransfer, MIN_PAYOUT, type SkipReason, skipReason } from './payout-rules.ts'
import { REASON_WORDS } from './payout-words.ts'
import {
  claimPayout,
  findFacts,
  findPayee,
  hasPeriod,
  insertPlanned,
  insertSkipped,
  lockPayout,
  lockPayouts,
  type PayoutRow,
  updatePayout,
} from './payouts.queries.ts'

/** For so long whoever asks the provider is not disturbed by another process. */
const ASKING_SECONDS = 120

const refused = (reason: SkipReason) =>
  new AppError({ code: 'PAYOUT_REFUSED', status: 409, message: REASON_WORDS[reason], extra: { reason } })

const toBooked = ({ id, creator_id: creatorId, amount, livemode }: PayoutRow): BookedPayout => ({
  ...{ id, creatorId, amount, livemode },
})

/**
 * Puts all that is available aside; undefined when the week has its payout already, or when there is nothing to say.
 * Without a week somebody asked for it, and hears why not.
 */
export const plan = (till: Till, creatorId: string, period: string | null): Promise<PayoutRow | undefined> =>
  till.db.transaction().execute(async (transaction) => {
    const { provider } = till
    await lockPayouts(transaction, creatorId, provider.livemode)
    if (period !== null && (await hasPeriod(transaction, creatorId, provider.livemode, period))) return undefined
    // A refund that came between the balance and the payout would let both take the same money.
    await lockBooks(transaction)
    const facts = await findFacts(transaction, creatorId, provider)
    const reason = skipReason(facts)
    const { available: amount } = facts
    const asked = { creatorId, period, amount, at: till.now() }
    if (reason !== null && period === null) throw refused(reason)
    if (reason !== null) {
      if (amount === 0 && facts.held === 0) return undefined
      await insertSkipped(transaction, provider, { ...asked, reason })
      if (amount >= MIN_PAYOUT) await tellWaits(till, transaction, creatorId, amount, reason)
      return undefined
    }
    const payee = await findPayee(transaction, creatorId, provider)
    const row = await insertPlanned(transaction, provider, { ...asked, payeeId: payee?.payee_id ?? '' })
    await postJournal(transaction, payoutReserved(toBooked(row)))
    return row
  })

/** What stops a payout that nobody was asked for yet. */
async function stopsNow(transaction: Db, till: Till, row: PayoutRow): Promise<SkipReason | null> {
  const facts = await findFacts(transaction, row.creator_id, till.provider)
  const { isOnHold, isSuspended, account } = facts
  // The amount was put aside, and it is the one that is under way.
  return skipReason({ available: row.amount, held: 0, account, isOnHold, isSuspended, isUnderWay: false })
}

/** From here on a transfer may exist. Undefined when there is nothing to ask the provider for. */
const begin = (till: Till, id: string): Promise<{ row: PayoutRow; wasAsked: boolean } | undefined> =>
  till.db.transaction().execute(async (transaction) => {
    const row = await claimPayout(transaction, id, till.now(), ASKING_SECONDS)
    if (row === undefined) return undefined
    if (row.status === 'sending') return { row, wasAsked: true }
    const reason = await stopsNow(transaction, till, row)
    if (reason === null) {
      await updatePayout(transaction, id, { status: 'sending', at: till.now() })
      return { row, wasAsked: false }
    }
    await updatePayout(transaction, id, { status: 'skipped', reason, at: till.now() })
    await postJournal(transaction, payoutFailed(toBooked(row), { wasSent: false }))
    return undefined
  })

/** Asks the provider under the id of the payout, so that asking again after a lost answer moves nothing twice. */
export async function send(till: Till, id: string): Promise<void> {
  const begun = await begin(till, id)
  if (begun === undefined) return
  const { row, wasAsked } = begun
  try {
    await applyTransfer(till, await ask(till, row, wasAsked))
  } catch (error) {
    // It is asked again by the chore, under the same key.
    if (error instanceof ProviderUnavailableError) return till.log.warn({ err: error, payout: id }, 'A payout waits')
    if (!(error instanceof ProviderRefusedError)) throw error
    await refuse(till, row, error)
  }
}

async function ask({ provider }: Till, row: PayoutRow, wasAsked: boolean): Promise<Transfer> {
  if (row.transfer_id !== null) return provider.getTransfer(row.transfer_id)
  // Keys are forgotten after a day; what was sent is not.
  const known = wasAsked ? await provider.findTransfer(row.id) : undefined
  const { id: payoutId, amount, payee_id: payeeId } = row
  return known ?? provider.transfer({ payeeId: payeeId ?? '', amount, payoutId, key: `payout:${payoutId}` })
}

const refuse = (till: Till, { id }: PayoutRow, { failure }: ProviderRefusedError): Promise<void> =>
  till.db.transaction().execute(async (transaction) => {
    const row = await lockPayout(transaction, id)
    if (row?.status !== 'sending' || row.transfer_id !== null) return
    const detail = failure.message.slice(0, 500)
    await updatePayout(transaction, id, { status: 'failed', reason: 'REFUSED', detail, at: till.now() })
    await tellFailed(till, transaction, row)
    await postJournal(transaction, payoutFailed(toBooked(row), { wasSent: false }))
  })

/** Writes down what the provider says of a transfer; the same answer again changes nothing. */
export const applyTransfer = (till: Till, transfer: Transfer, mark: Mark = noMark): Promise<void> =>
  till.db.transaction().execute(async (transaction) => {
    const { payoutId = '' } = transfer.metadata
    const row = isUuid(payoutId) ? await lockPayout(transaction, payoutId) : undefined
    // Somebody else uses the same account of the provider.
    if (row === undefined) return
    if (
      row.transfer_id === null
        ? row.status !== 'sending' && transfer.status !== 'failed'
        : row.transfer_id !== transfer.id
    )
      throw new MismatchError(`transfer ${transfer.id} is of payout ${row.id}, which is ${row.status} without it`)
    await mark(transaction)
    const after = afterTransfer({ status: row.status, transferId: row.transfer_id }, transfer)
    if (after === null) return
    const { status, books } = after
    await updatePayout(transaction, row.id, {
      ...{ status, transferId: transfer.id, at: till.now() },
      ...(status === 'failed' && { reason: 'RETURNED' }),
    })
    if (books.includes('payout_sent') && status !== 'failed') await tellSent(till, transaction, row)
    if (status === 'failed') await tellFailed(till, transaction, row)
    if (books.includes('payout_sent')) await postJournal(transaction, payoutSent(toBooked(row)))
    if (books.includes('payout_failed')) await postJournal(transaction, payoutFailed(toBooked(row), { wasSent: true }))
  })
