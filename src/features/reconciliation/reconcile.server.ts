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
  listOpen,
  nextFrom,
  type ReportRow,
  type Span,
  settle,
} from './reconciliation.queries.ts'

export interface ReconcileDeps {
  readonly db: Db
  readonly provider: PaymentProvider
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What moved beside the span and was booked in it is looked for so far before and after it. */
const OVERLAP_MS = 7 * DAY_MS
const EVERY_MS = 600_000

/** The provider's, which tests move. */
export const clockOf = (provider: PaymentProvider): Promise<Date> =>
  isEmbedded(provider) ? provider.now() : Promise.resolve(new Date())

async function listMoves({ provider }: ReconcileDeps, { from, until }: Span): Promise<BalanceMove[]> {
  const moves: BalanceMove[] = []
  for (let after: string | undefined; ; ) {
    const page = await provider.listBalance({ since: from, ...(after !== undefined && { after }) })
    moves.push(...page.filter(({ createdAt }) => createdAt < until))
    const last = page.at(-1)
    if (last === undefined || last.createdAt >= until) return moves
    after = last.id
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

const before = (at: Date) => new Date(at.getTime() - OVERLAP_MS)
const after = (at: Date) => new Date(at.getTime() + OVERLAP_MS)

async function look(deps: ReconcileDeps, span: Span, until = after(span.until)): Promise<ReturnType<typeof compare>> {
  const moves = await listMoves(deps, { from: before(span.from), until })
  await bookFees(deps, moves)
  return compare(moves, await listBooked(deps.db, deps.provider.livemode, span, moves.map(idOf)), span)
}

/** Compares our books with what the provider moved, and keeps what was found. Nothing is mended by itself. */
export async function reconcile(
  deps: ReconcileDeps,
  span: Span,
  origin: ReportRow['origin'],
): Promise<ReportRow | undefined> {
  const { db, provider } = deps
  const id = await insertReport(db, provider, { ...span, origin, ...(await look(deps, span)) })
  return id === undefined ? undefined : findReport(db, id)
}

/** Looks again at the days on which something differed: what was found stays open until both sides agree on them. */
export async function settleOpen(deps: ReconcileDeps): Promise<void> {
  const now = await clockOf(deps.provider)
  for (const { id, from_at: from, until_at: until } of await listOpen(deps.db, deps.provider)) {
    let { differences } = await look(deps, { from, until })
    // What was booked may move weeks later: a refund waits for as long as there is no money with the provider.
    if (differences.some(({ provider }) => provider === null))
      differences = (await look(deps, { from, until }, after(now))).differences
    if (differences.length === 0) await settle(deps.db, id)
  }
}

/** The midnight until which days are over for an hour, so that late events have come. */
const lastMidnight = (now: Date): Date => new Date(Math.floor((now.getTime() - HOUR_MS) / DAY_MS) * DAY_MS)

/** Compares the days since the last time and those still open, once a day; undefined when there is nothing to compare yet. */
export async function reconcileDays(deps: ReconcileDeps): Promise<ReportRow | undefined> {
  const { db, provider } = deps
  const from = await nextFrom(db, provider)
  const until = lastMidnight(await clockOf(provider))
  if (from === undefined || from >= until) return undefined
  // First: it is tried again with the new days, should the provider not answer.
  await settleOpen(deps)
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
