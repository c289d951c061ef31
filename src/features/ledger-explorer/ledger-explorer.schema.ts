import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const ACCOUNTS_PER_PAGE = 50
export const POSTINGS_PER_PAGE = 50
export const LEDGER_MODES = ['live', 'test'] as const

/** Debits are positive, credits negative, as in docs/money.md. */
const Cents = z.int()
const Owner = z.object({
  id: z.uuid(),
  /** Null once they have left: the books stay. */
  name: z.string().nullable(),
  email: z.string().nullable(),
})

const Account = z.object({
  id: z.int(),
  kind: z.string(),
  /** Null for ours. */
  owner: Owner.nullable(),
  livemode: z.boolean(),
  balance: Cents,
  postings: z.int(),
})
export type LedgerAccount = z.infer<typeof Account>

/** Where a journal comes from. */
const Source = z.object({
  type: z.string(),
  id: z.uuid(),
  /** The order that it belongs to; null for a month of Pro, a payout and what else belongs to no order. */
  orderId: z.uuid().nullable(),
  /** What was bought. */
  title: z.string().nullable(),
  /** The payment, refund, dispute, transfer or movement at the provider; null for a month of Pro. */
  providerId: z.string().nullable(),
})
export type JournalSource = z.infer<typeof Source>

const JournalLine = z.object({
  id: z.uuid(),
  kind: z.string(),
  at: z.string(),
  livemode: z.boolean(),
  /** What it moves: the sum of its debits. */
  amount: Cents,
  source: Source,
})
export type JournalLine = z.infer<typeof JournalLine>

const Posting = z.object({
  id: z.int(),
  amount: Cents,
  /** Of the account, with this posting. */
  balance: Cents,
  journal: JournalLine.omit({ amount: true }),
})
export type LedgerPosting = z.infer<typeof Posting>

export const LedgerJournal = z.object({
  journal: JournalLine,
  lines: z.array(
    z.object({ postingId: z.int(), account: Account.omit({ balance: true, postings: true }), amount: Cents }),
  ),
  /** What the provider told of its source, and when it was acted on. */
  events: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      objectId: z.string(),
      at: z.string(),
      handledAt: z.string().nullable(),
    }),
  ),
})
export type LedgerJournal = z.infer<typeof LedgerJournal>

const FOR_ADMINS = ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const
const Mode = z.enum(LEDGER_MODES).optional()
const Number15 = z.string().regex(/^\d{1,15}$/)

export const ledgerExplorerContract = {
  accounts: endpoint({
    method: 'GET',
    path: '/api/admin/ledger/accounts',
    summary: 'Accounts of the books with their balances: ours, then those of people',
    query: z.strictObject({
      /** Kind of account, or part of its owner's name or email address, or their id. */
      search: z.string().trim().max(200).optional(),
      mode: Mode,
      cursor: Number15.optional(),
    }),
    answer: z.object({ accounts: z.array(Account), cursor: z.string().nullable() }),
    errors: FOR_ADMINS,
  }),
  account: endpoint({
    method: 'GET',
    path: '/api/admin/ledger/accounts/:n',
    summary: 'Postings of an account, the newest first, each with the balance that it left',
    params: z.strictObject({ n: Number15 }),
    query: z.strictObject({ cursor: Number15.optional() }),
    answer: z.object({ account: Account, postings: z.array(Posting), cursor: z.string().nullable() }),
    errors: [...FOR_ADMINS, 'NOT_FOUND'],
  }),
  journals: endpoint({
    method: 'GET',
    path: '/api/admin/ledger/journals',
    summary: 'Journals of the books, the newest first',
    query: z.strictObject({ kind: z.string().max(40).optional(), mode: Mode, cursor: z.uuid().optional() }),
    answer: z.object({ journals: z.array(JournalLine), cursor: z.string().nullable() }),
    errors: FOR_ADMINS,
  }),
  journal: endpoint({
    method: 'GET',
    path: '/api/admin/ledger/journals/:id',
    summary: 'One journal: its postings, and the order and the events that it comes from',
    params: z.strictObject({ id: z.uuid() }),
    answer: LedgerJournal,
    errors: [...FOR_ADMINS, 'NOT_FOUND'],
  }),
}
