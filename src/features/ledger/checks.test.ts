import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { releaseShares } from '#src/features/checkout/money-chores.server.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { checkHistories } from '#src/features/subscriptions/check-histories.server.ts'
import { PRO_CONSENT } from '#src/features/subscriptions/pro-consent.ts'
import { checkBooks, listChecks } from './checks.queries.ts'

// A rule that finds nothing may be one that looks at nothing: each of these breaks once, past what guards the tables.
let fettle: TestApp
let creator: Person
let buyer: Person
beforeAll(async () => {
  fettle = await startTestApp({ env: { ROLE: 'web', TAX_RATES: 'DE=19' } })
  creator = await aRanked(fettle, { role: 'user' })
  buyer = await fettle.aPerson()
  await buyer.send('PUT', '/api/billing/details', { name: 'Ada', address: '1 Heron Way', country: 'DE', taxId: '' })
  const fxnId = await aTool(fettle, creator, { cents: 2000 })
  const pay = async (path: string, body: object) => {
    const form = (await buyer.post(path, body)).body
    await buyer.post('/api/payments/confirm', { clientSecret: form.clientSecret, card: VISA })
    return form.orderId
  }
  await buyer.get(`/api/purchases/${await pay('/api/marketplace/purchase', { fxnId })}`)
  await pay('/api/subscription', { interval: 'month', trial: false, consent: PRO_CONSENT })
  await buyer.get('/api/subscription')
  await sql("update sale set paid_at = paid_at - interval '8 days'")
  await releaseShares(fettle.parts.till)
  const { url } = (await creator.post('/api/payouts/onboarding', { country: 'us' })).body
  await creator.post('/api/payments/onboarding', { token: String(url).split('#token=')[1], bank: 'pays' })
  await creator.get('/api/payouts')
  const { status } = await creator.post('/api/payouts', {})
  if (status !== 200) throw new Error(`The payout answered ${status}`)
})
afterAll(() => fettle.stop())

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
/** Past triggers, as only somebody with the rights of the database's owner could. */
const force = (text: string) => sql(`begin; set local session_replication_role = replica; ${text}; commit`)
const brokenNow = async () =>
  (await checkBooks(fettle.parts.till.db, new Date())).map((finding) => finding.slice(0, finding.indexOf(':')))

const RESERVED = "journal_id = (select id from journal where kind = 'payout_reserved')"

const NOWHERE = '00000000-0000-7000-8000-000000000001'
const PLATFORM_OF_SALE = `journal_id = (select id from journal where kind = 'charge' and source_type = 'sale')
  and account_id = (select id from ledger_account where kind = 'platform_revenue')`
const A_CENT = (from: number) =>
  `json_build_array(json_build_object('kind', 'creator_available', 'owner', (select creator_id from sale), 'amount', ${from}),
                    json_build_object('kind', 'platform_revenue', 'amount', ${-from}))`

const BREAKS = [
  {
    breaks: ['journals'],
    by: `insert into journal (id, kind, source_type, source_id, currency, livemode)
         values ('${NOWHERE}', 'fee', 'sale', '${NOWHERE}', 'usd', false)`,
    undo: `delete from journal where id = '${NOWHERE}'`,
  },
  {
    breaks: ['journals', 'all accounts', 'balances', 'shares'],
    by: `update posting set amount = amount - 1 where ${PLATFORM_OF_SALE}`,
    undo: `update posting set amount = amount + 1 where ${PLATFORM_OF_SALE}`,
  },
  {
    breaks: ['shares', 'creators'],
    by: 'update sale set creator_share = creator_share + 1',
    undo: 'update sale set creator_share = creator_share - 1',
  },
  {
    breaks: ['claims'],
    by: 'update sale set claimed = claimed + 1',
    undo: 'update sale set claimed = claimed - 1',
  },
  {
    // Past triggers the kept balances do not follow, so that they break too.
    breaks: ['balances', 'creators'],
    by: `select post_journal(gen_random_uuid(), 'refund', 'refund', '${NOWHERE}', false, ${A_CENT(1)})`,
    undo: `select post_journal(gen_random_uuid(), 'refund_failed', 'refund', '${NOWHERE}', false, ${A_CENT(-1)})`,
  },
  {
    breaks: ['holds'],
    by: `insert into sale_dispute (id, sale_id, provider_dispute_id, amount, creator_part, fee, reason)
         select '${NOWHERE}', id, 'dp_nowhere', 1, 0, 0, 'fraudulent' from sale; update sale set claimed = claimed + 1`,
    undo: 'delete from sale_dispute; update sale set claimed = claimed - 1',
  },
  {
    breaks: ['creators', 'holds'],
    by: `insert into sale_dispute (id, sale_id, provider_dispute_id, amount, creator_part, fee, reason)
         select '${NOWHERE}', id, 'dp_nowhere', 1, 1, 0, 'fraudulent' from sale; update sale set claimed = claimed + 1`,
    undo: 'delete from sale_dispute; update sale set claimed = claimed - 1',
  },
  {
    breaks: ['one order', 'sales counted'],
    by: `insert into sale (id, buyer_id, tool_id, creator_id, status, amount, creator_share, livemode, provider,
                           coupon_code, discount, receipt_number, paid_at)
         select '${NOWHERE}', buyer_id, tool_id, creator_id, 'paid', 0, 0, livemode, provider, 'GIFT', 2000, 'X-1', now()
           from sale`,
    undo: `delete from sale where id = '${NOWHERE}'`,
  },
  {
    breaks: ['sales counted'],
    by: 'update tool set test_sales_count = test_sales_count + 1 where slug = (select slug from tool limit 1)',
    undo: 'update tool set test_sales_count = (select count(*) from sale where tool_id = tool.id and stands)',
  },
  {
    breaks: ['coupons'],
    by: `insert into coupon (id, owner_id, code, percent, test_uses, starts_at)
         select '${NOWHERE}', creator_id, 'NOBODY', 10, 1, now() from sale`,
    undo: 'delete from coupon',
  },
  {
    breaks: ['receipts'],
    by: 'update receipt_series set last = last + 1',
    undo: 'update receipt_series set last = last - 1',
  },
  {
    breaks: ['receipts'],
    by: "update sale set receipt_number = 'X-' || receipt_number",
    undo: 'update sale set receipt_number = substr(receipt_number, 3)',
  },
  {
    breaks: ['payouts', 'amounts of payouts'],
    by: 'update payout set amount = amount + 1',
    undo: 'update payout set amount = amount - 1',
  },
  {
    breaks: ['balances', 'payouts', 'amounts of payouts', 'money for payouts'],
    by: `update posting set amount = amount + sign(amount) where ${RESERVED}`,
    undo: `update posting set amount = amount - sign(amount) where ${RESERVED}`,
  },
  {
    breaks: ['Pro', 'periods of Pro'],
    by: 'update subscription_order set amount = amount + 1',
    undo: 'update subscription_order set amount = amount - 1',
  },
  {
    breaks: ['periods of Pro'],
    by: `update subscription_order
            set unwanted = true, ends_at = starts_at, paid_at = paid_at - interval '2 days' where status = 'paid'`,
    undo: `update subscription_order set unwanted = false, ends_at = starts_at + interval '1 month',
             paid_at = paid_at + interval '2 days' where unwanted`,
  },
  {
    breaks: ['tax'],
    by: "update ledger_account set kind = 'dispute_fees' where kind = 'tax_payable'",
    undo: "update ledger_account set kind = 'tax_payable' where kind = 'dispute_fees'",
  },
  {
    breaks: ['invoices'],
    by: 'update invoice_series set last = last + 1',
    undo: 'update invoice_series set last = last - 1',
  },
  {
    breaks: ['events'],
    by: `insert into provider_event (source, id, type, object_id, livemode, happened_at, next_at)
         values ('embedded', 'evt_given_up', 'refund.created', 're_x', false, now(), null)`,
    undo: "delete from provider_event where id = 'evt_given_up'",
  },
  {
    breaks: ['provider'],
    by: `insert into reconciliation (id, source, livemode, origin, from_at, until_at, totals, found, differences)
         values (gen_random_uuid(), 'embedded', false, 'daily', now() - interval '1 day', now(), '[]', 1, '[]')`,
    undo: 'delete from reconciliation',
  },
]

test.each(BREAKS)('$breaks are found to be broken', async ({ breaks, by, undo }) => {
  expect(await brokenNow()).toEqual([])
  await force(by)
  expect(await brokenNow()).toEqual(breaks)
  await force(undo)
  expect(await brokenNow()).toEqual([])
})

test('every rule is among those that break here', async () => {
  const rules = (await listChecks(fettle.parts.till.db)).map(({ name }) => name).filter((name) => name !== 'histories')
  expect(new Set(BREAKS.flatMap(({ breaks }) => breaks))).toEqual(new Set(rules))
})

test.each([
  {
    what: 'a date that does not follow from the history',
    by: "update subscription set access_until = access_until + interval '1 day'",
    undo: "update subscription set access_until = access_until - interval '1 day'",
  },
  {
    what: 'a history that the rules do not allow',
    by: `insert into subscription_event (subscription_id, seq, at, kind, data)
         select id, 99, now(), 'trial_started', '{"trialEnd": "2099-01-01T00:00:00Z"}' from subscription`,
    undo: 'delete from subscription_event where seq = 99',
  },
])('$what is found', async ({ by, undo }) => {
  const { db } = fettle.parts.till
  const [{ id }] = await sql('select id from subscription')
  expect(await checkHistories(db, new Date())).toEqual([])
  await force(by)
  expect(await checkHistories(db, new Date())).toEqual([id])
  await force(undo)
  expect(await checkHistories(db, new Date())).toEqual([])
  expect(await sql("select findings from money_check where name = 'histories'")).toEqual([{ findings: 0 }])
})
