import { repeat } from '#src/engine/repeat.ts'
import { providerFee } from '#src/features/ledger/journals.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import { isEmbedded } from '#src/features/payments/embedded/create-embedded.server.ts'
import type { BalanceMove, PaymentProvider } from '#src/features/payments/provider.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import { compare, idOf } from './compare.ts'
import {
  findReport,
  insertCharge,
  insertReport,
  listBooked,
  nextFrom,
  type ReportRow,
  type Span,
} from './reconciliation.queries.ts'

export interface ReconcileDeps {
  readonly db: Db
  readonly provider: PaymentProvider
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What moved before the span and was booked in it is looked for so far back. */
const OVERLAP_MS = 7 * DAY_MS
const EVERY_MS = 600_000

/** The provider's, which tests move. */
export const clockOf = (provider: PaymentProvider): Promise<Date> =>
  isEmbedded(provider) ? provider.now() : Promise.resolve(new Date())

async function listMoves({ provider }: ReconcileDeps, since: Date): Promise<BalanceMove[]> {
  const moves: BalanceMove[] = []
  for (;;) {
    const after = moves.at(-1)?.id
    const page = await provider.listBalance({ since, ...(after !== undefined && { after }) })
    if (page.length === 0) return moves
    moves.push(...page)
  }
}

/** Nothing else tells of what the provider charges for itself. Each is booked once, however often it is listed. */
async function bookFees({ db, provider }: ReconcileDeps, moves: readonly BalanceMove[]): Promise<void> {
  for (const move of moves.filter(({ kind }) => kind === 'fee'))
    await db.transaction().execute(async (transaction) => {
      const id = await insertCharge(transaction, provider, move)
      if (id !== undefined) await postJournal(transaction, providerFee(id, move.amount - move.fee, provider.livemode))
    })
}

/** Compares our books with what the provider moved, and keeps what was found. Nothing is mended by itself. */
export async function reconcile(
  deps: ReconcileDeps,
  span: Span,
  origin: ReportRow['origin'],
): Promise<ReportRow | undefined> {
  const { db, provider } = deps
  const moves = await listMoves(deps, new Date(span.from.getTime() - OVERLAP_MS))
  await bookFees(deps, moves)
  const booked = await listBooked(db, provider.livemode, span, moves.map(idOf))
  const id = await insertReport(db, provider, { ...span, origin, ...compare(moves, booked, span) })
  return id === undefined ? undefined : findReport(db, id)
}

/** The midnight until which days are over for an hour, so that late events have come. */
const lastMidnight = (now: Date): Date => new Date(Math.floor((now.getTime() - HOUR_MS) / DAY_MS) * DAY_MS)

/** Compares the days since the last time, once a day; undefined when there is nothing to compare yet. */
export async function reconcileDays(deps: ReconcileDeps): Promise<ReportRow | undefined> {
  const { db, provider } = deps
  const from = await nextFrom(db, provider)
  const until = lastMidnight(await clockOf(provider))
  if (from === undefined || from >= until) return undefined
  return reconcile(deps, { from, until }, 'daily')
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startReconciling = ({ log, ...deps }: ReconcileDeps & { readonly log: Logger }): (() => Promise<void>) =>
  repeat(
    'Comparing the books with the payment provider',
    EVERY_MS,
    async () => {
      const report = await reconcileDays(deps)
      if (report !== undefined && report.found > 0)
        log.error(
          { report: report.id, found: report.found },
          'The payment provider moved other money than our books say',
        )
    },
    log,
  )
