import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { may } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import {
  findAccount,
  findJournal,
  type JournalRow,
  listAccounts,
  listEventsAbout,
  listJournals,
  listLines,
  listPostings,
} from './ledger-explorer.queries.ts'
import {
  ACCOUNTS_PER_PAGE,
  type JournalLine,
  type LedgerJournal,
  ledgerExplorerContract,
  POSTINGS_PER_PAGE,
} from './ledger-explorer.schema.ts'

const toJournal = (row: JournalRow): Omit<JournalLine, 'amount'> => ({
  id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  livemode: row.livemode,
  source: {
    ...{ type: row.source_type, id: row.source_id, orderId: row.order_id },
    ...{ title: row.title, providerId: row.provider_id },
  },
})

async function readJournal(db: Db, id: string): Promise<LedgerJournal> {
  const row = await findJournal(db, id)
  assertFound(row, 'journal')
  const lines = await listLines(db, id)
  const events = row.provider_id === null ? [] : await listEventsAbout(db, row.provider_id)
  return {
    journal: { ...toJournal(row), amount: row.amount },
    lines: lines.map(({ posting_id: postingId, amount, ...account }) => ({ postingId, account, amount })),
    events: events.map(({ object_id: objectId, happened_at, handled_at, ...event }) => ({
      ...{ ...event, objectId, at: happened_at.toISOString(), handledAt: handled_at?.toISOString() ?? null },
    })),
  }
}

/** What a page holds, and the mark after which the next one begins. */
function paged<Row>(rows: readonly Row[], size: number, markOf: (row: Row) => string | number) {
  const page = rows.slice(0, size)
  const last = rows.length > size ? page.at(-1) : undefined
  return { page, cursor: last === undefined ? null : String(markOf(last)) }
}

export function ledgerExplorerRoutes({ db }: { readonly db: Db }): Route[] {
  return [
    route(ledgerExplorerContract.accounts, [may('payments.read')], async ({ query: { search, mode, cursor } }) => {
      const after = cursor === undefined ? undefined : Number(cursor)
      const rows = await listAccounts(db, { search, mode, after })
      const ours = rows.filter(({ owner }) => owner === null)
      const { page, cursor: next } = paged(rows.slice(ours.length), ACCOUNTS_PER_PAGE, ({ id }) => id)
      return { accounts: [...ours, ...page], cursor: next }
    }),
    route(ledgerExplorerContract.account, [may('payments.read')], async ({ params, query: { cursor } }) => {
      const account = await findAccount(db, Number(params.n))
      assertFound(account, 'account')
      const rows = await listPostings(db, account.id, cursor === undefined ? undefined : Number(cursor))
      const { page, cursor: next } = paged(rows, POSTINGS_PER_PAGE, ({ posting_id }) => posting_id)
      const postings = page.map((row) => ({
        ...{ id: row.posting_id, amount: row.amount, balance: row.balance, journal: toJournal(row) },
      }))
      return { account, postings, cursor: next }
    }),
    route(ledgerExplorerContract.journals, [may('payments.read')], async ({ query: { kind, mode, cursor } }) => {
      const rows = await listJournals(db, { kind, mode, before: cursor }, POSTINGS_PER_PAGE + 1)
      const { page, cursor: next } = paged(rows, POSTINGS_PER_PAGE, ({ id }) => id)
      return { journals: page.map((row) => ({ ...toJournal(row), amount: row.amount })), cursor: next }
    }),
    route(ledgerExplorerContract.journal, [may('payments.read')], ({ params }) => readJournal(db, params.id)),
  ]
}
