import { repeat } from '#src/engine/repeat.ts'
import { bankMove, providerFee } from '#src/features/ledger/journals.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import { isEmbedded } from '#src/features/payments/embedded/create-embedded.server.ts'
import type { BalanceMove, PaymentProvider } from '#src/features/payments/provider.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import {
  type Balance,
  type Booked,
  balancesAt,
  compare,
  idOf,
  isForeign,
  isOurs,
  netOf,
  sumDifferences,
  withoutMove,
} from './compare.ts'
import {
  balanceOf,
  findOpening,
  findReport,
  insertMove,
  insertReport,
  listBooked,
  listNoted,
  listOpen,
  nextFrom,
  type ReportRow,
  type Span,
  settle,
  sumClearing,
} from './reconciliation.queries.ts'
import { balanceGap } from './reconciliation.schema.ts'

export interface ReconcileDeps {
  readonly db: Db
  readonly provider: PaymentProvider
  readonly log: Pick<Logger, 'warn'>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What moved beside the span and was booked in it is looked for so far before and after it. */
const OVERLAP_MS = 7 * DAY_MS
/** And so far before it, what has not moved near it. */
const FAR_MS = 90 * DAY_MS
const EVERY_MS = 600_000
const FOREVER = new Date(8.64e15)

/** The provider's, which tests move. */
export const clockOf = (provider: PaymentProvider): Promise<Date> =>
  isEmbedded(provider) ? provider.now() : Promise.resolve(new Date())

async function listMoves(
  { provider }: Pick<ReconcileDeps, 'provider'>,
  { from, until }: Span,
  keeps: (move: BalanceMove) => boolean = () => true,
): Promise<BalanceMove[]> {
  const moves: BalanceMove[] = []
  for (let after: string | undefined; ; ) {
    const page = await provider.listBalance({ since: from, ...(after !== undefined && { after }) })
    moves.push(...page.filter((move) => move.createdAt < until && keeps(move)))
    const last = page.at(-1)
    if (last === undefined || last.createdAt >= until) return moves
    after = last.id
  }
}

/** Of a movement that belongs to nobody's payment; once, however often it is listed. False: that was done already. */
export const bookOurs = (
  { db, provider }: ReconcileDeps,
  move: BalanceMove,
  as: 'fee' | 'bank' | 'noted',
  onBooked: (transaction: Db) => Promise<void> = () => Promise.resolve(),
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const id = await insertMove(transaction, provider, move)
    if (id === undefined) return false
    if (as !== 'noted')
      await postJournal(transaction, (as === 'fee' ? providerFee : bankMove)(id, netOf(move), provider.livemode))
    await onBooked(transaction)
    return true
  })

/** Nothing else tells of what the provider charges for itself, and of what goes to our own bank. */
async function bookAllOurs(deps: ReconcileDeps, moves: readonly BalanceMove[]): Promise<void> {
  for (const move of moves)
    if ((move.kind === 'fee' || move.kind === 'bank') && !isForeign(move)) await bookOurs(deps, move, move.kind)
}

const before = (at: Date, ms = OVERLAP_MS) => new Date(at.getTime() - ms)
const after = (at: Date) => new Date(at.getTime() + OVERLAP_MS)

/** Leaves out what is part of the opening balance: booked as well, it would count twice. */
async function keptOf({ db, provider }: ReconcileDeps, span: Span): Promise<(move: BalanceMove) => boolean> {
  const { from } = (await findOpening(db, provider)) ?? span
  return (move) => !isOurs(move) || move.createdAt >= from
}

/** The movements of what is booked and has none nearby: news may come, and money may move, weeks later. */
async function listFar(deps: ReconcileDeps, from: Date, moves: readonly BalanceMove[], booked: readonly Booked[]) {
  const wanted = new Set(withoutMove(moves, booked).map(({ providerId }) => providerId))
  if (wanted.size === 0) return []
  const known = new Set(moves.map(({ id }) => id))
  const isWanted = (move: BalanceMove) => wanted.has(idOf(move)) && !known.has(move.id)
  return listMoves(deps, { from: before(from, FAR_MS), until: FOREVER }, isWanted)
}

async function look(deps: ReconcileDeps, span: Span): Promise<ReturnType<typeof compare>> {
  const { from, until } = span
  const moves = await listMoves(deps, { from: before(from), until: after(until) }, await keptOf(deps, span))
  await bookAllOurs(deps, moves)
  const booked = await listBooked(deps.db, deps.provider.livemode, span, moves.map(idOf))
  const ofSpan = booked.filter(({ at }) => at >= from && at < until)
  const noted = await listNoted(deps.db, deps.provider, moves.filter(isForeign).map(idOf))
  const open = moves.filter(({ id }) => !noted.has(id))
  return compare([...open, ...(await listFar(deps, from, moves, ofSpan))], booked, span)
}

/** So often, when money moves between two questions to the provider. */
const QUIET_TRIES = 5

/** What it has listed since then, and the balance that this comes to; undefined when it never stands still. */
async function readStill({ provider }: Pick<ReconcileDeps, 'provider'>, from: Date) {
  for (let tries = 0; tries < QUIET_TRIES; tries += 1) {
    const balance = await provider.readBalance()
    const moves = await listMoves({ provider }, { from, until: FOREVER })
    if (balance === (await provider.readBalance())) return { moves, balance }
  }
  return undefined
}

/** Both balances at the end of the span; undefined when money moves whenever the provider is asked. */
async function compareBalances(deps: ReconcileDeps, span: Span): Promise<Balance | undefined> {
  const { db, provider } = deps
  const known = (await findOpening(db, provider))?.opening
  const since = known === undefined ? span.from : span.until
  const still = await readStill(deps, before(since))
  if (still === undefined) return undefined
  const moves = still.moves.filter(await keptOf(deps, span))
  await bookAllOurs(deps, moves)
  const { books, booked } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => ({
      books: await sumClearing(transaction, provider.livemode),
      booked: await listBooked(transaction, provider.livemode, { from: since }, moves.map(idOf)),
    }))
  const all = [...moves, ...(await listFar(deps, since, moves, booked))]
  const both = balancesAt(span.until, { provider: still.balance, books }, all, booked)
  // What differs line by line was not there before the books began.
  const opening = known ?? both.provider - both.books - sumDifferences(compare(all, booked, span).differences)
  return { ...both, opening }
}

/** Compares our books with what the provider moved, and keeps what was found. Nothing is mended by itself. */
export async function reconcile(
  deps: ReconcileDeps,
  span: Span,
  origin: ReportRow['origin'],
): Promise<ReportRow | undefined> {
  const { db, provider } = deps
  const found = await look(deps, span)
  const balance = await compareBalances(deps, span)
  const id = await insertReport(db, provider, { ...span, origin, ...found, balance })
  return id === undefined ? undefined : findReport(db, id)
}

/** Looks again at the days on which something differed: what was found stays open until both sides agree on them. */
export async function settleOpen(deps: ReconcileDeps): Promise<void> {
  for (const { id, from_at: from, until_at: until } of await listOpen(deps.db, deps.provider))
    try {
      const { differences } = await look(deps, { from, until })
      if (differences.length === 0) await settle(deps.db, id)
    } catch (err) {
      // The other ones, and the days that nobody has compared yet, do not wait for it.
      deps.log.warn({ err, report: id }, 'The days of an open report could not be compared again')
    }
}

/** One of a kind not known here, or in another currency, which the provider lists within the span. */
export async function findOther(deps: ReconcileDeps, span: Span, moveId: string): Promise<BalanceMove | undefined> {
  const moves = await listMoves(deps, span, await keptOf(deps, span))
  return moves.find((move) => move.id === moveId && (move.kind === 'other' || isForeign(move)))
}

/** The midnight until which days are over for an hour, so that late events have come. */
const lastMidnight = (now: Date): Date => new Date(Math.floor((now.getTime() - HOUR_MS) / DAY_MS) * DAY_MS)

/** Compares the days since the last time and those still open, once a day; undefined when there is nothing to compare yet. */
export async function reconcileDays(deps: ReconcileDeps): Promise<ReportRow | undefined> {
  const { db, provider } = deps
  const from = await nextFrom(db, provider)
  const until = lastMidnight(await clockOf(provider))
  if (from === undefined || from >= until) return undefined
  const report = await reconcile(deps, { from, until }, 'daily')
  await settleOpen(deps)
  return report
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startReconciling = (deps: ReconcileDeps & { readonly log: Logger }): (() => Promise<void>) =>
  repeat(
    'Comparing the books with the payment provider',
    EVERY_MS,
    async () => {
      const report = await reconcileDays(deps)
      const gap = report === undefined ? 0 : balanceGap({ balance: balanceOf(report) })
      if (report !== undefined && (report.found > 0 || gap !== 0))
        deps.log.error(
          { report: report.id, found: report.found, gap },
          'The payment provider moved other money than our books say',
        )
    },
    deps.log,
  )
