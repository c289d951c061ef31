import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { issueMissing } from '#src/features/invoices/issue-invoices.server.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { typed, VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { aTool } from './checkout-fixture.ts'
import { handleProviderEvent } from './provider-events.server.ts'

let fettle: TestApp
let ada: Person
/** Has a tool for $9.99. */
let bob: Person
let tool: string
beforeAll(async () => {
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true', TAX_RATES: 'DE=19, AT=20' } })
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  ;[ada, bob] = [await fettle.aPerson(), await fettle.aPerson()]
  tool = await aTool(fettle, bob, { cents: 999 })
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
const from = (person: Person) => ({ 'x-forwarded-for': `198.51.${person.name.replace('Person ', '')}.3` })
const buy = (person: Person) => person.post('/api/marketplace/purchase', { fxnId: tool }, from(person))
const livesIn = (person: Person, country: string) =>
  person.send('PUT', '/api/billing/details', { name: 'Ada', address: '1 Heron Way', country, taxId: '' })

async function bought(person: Person, card = VISA): Promise<string> {
  const { body } = await buy(person)
  await person.post('/api/payments/confirm', { clientSecret: body.clientSecret, card }, from(person))
  const answered = await person.get(`/api/purchases/${body.orderId}`)
  expect(answered.body).toMatchObject({ purchase: { hasAccess: true, amount: 1189, tax: 190, taxRate: 'DE 19 %' } })
  return String(body.orderId)
}

const postingsOf = (orderId: string) =>
  sql(
    `select journal.kind as journal, account.kind as account, posting.amount from posting
       join journal on journal.id = posting.journal_id join ledger_account account on account.id = posting.account_id
      where journal.kind <> 'fee'
        and (journal.source_id = $1 or journal.source_id in (select id from sale_refund where sale_id = $1))
      order by posting.id`,
    [orderId],
  )

test('who lives where tax is configured pays it on top, and the creator’s share is of the price', async () => {
  await livesIn(ada, 'DE')
  const orderId = await bought(ada)
  expect(await postingsOf(orderId)).toEqual([
    { journal: 'charge', account: 'processor_clearing', amount: 1189 },
    { journal: 'charge', account: 'creator_pending', amount: -700 },
    { journal: 'charge', account: 'platform_revenue', amount: -299 },
    { journal: 'charge', account: 'tax_payable', amount: -190 },
  ])
  expect((await bob.get('/api/earnings')).body).toMatchObject({
    totals: { gross: 999, share: 700, platformFees: 299 },
    sales: [{ amount: 1189, tax: 190, share: 700, platformFee: 299 }],
  })
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})

test('refunds give the tax back in proportion, and a full one all of it; the documents say so', async () => {
  await livesIn(ada, 'DE')
  const orderId = await bought(ada)
  await bob.post(`/api/earnings/${orderId}/refund`, { amount: 500, reason: '' })
  await bob.post(`/api/earnings/${orderId}/refund`, { reason: '' })
  expect((await postingsOf(orderId)).slice(4)).toEqual([
    { journal: 'refund', account: 'creator_pending', amount: 294 },
    { journal: 'refund', account: 'platform_revenue', amount: 127 },
    { journal: 'refund', account: 'processor_clearing', amount: -500 },
    { journal: 'refund', account: 'tax_payable', amount: 79 },
    { journal: 'refund', account: 'creator_pending', amount: 406 },
    { journal: 'refund', account: 'platform_revenue', amount: 172 },
    { journal: 'refund', account: 'processor_clearing', amount: -689 },
    { journal: 'refund', account: 'tax_payable', amount: 111 },
  ])
  await issueMissing({
    ...{ db: fettle.database.db, seller: { name: 'Fettle', address: '', country: '', taxId: '' } },
  })
  expect(
    await sql('select kind, lines, amount, tax, tax_rate from invoice where user_id = $1 order by id', [ada.id]),
  ).toMatchObject([
    { kind: 'invoice', lines: [{ amount: 999 }], amount: 1189, tax: 190, tax_rate: 'DE 19 %' },
    { kind: 'credit_note', lines: [{ amount: -421 }], amount: -500, tax: -79, tax_rate: 'DE 19 %' },
    { kind: 'credit_note', lines: [{ amount: -578 }], amount: -689, tax: -111, tax_rate: 'DE 19 %' },
  ])
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})

test('a refund that its bank sends back has its credit note taken back, and a second one gives the tax back again', async () => {
  await livesIn(ada, 'DE')
  const orderId = await bought(ada, typed('4000 0000 0000 5126'))
  const seller = { name: 'Fettle', address: '', country: '', taxId: '' }
  const writeDocuments = () => issueMissing({ db: fettle.database.db, seller })
  await bob.post(`/api/earnings/${orderId}/refund`, { reason: '' })
  const [refund] = await sql('select provider_refund_id as id from sale_refund where sale_id = $1', [orderId])
  const heard = () => handleProviderEvent(fettle.parts.till, 'refund', refund.id)
  await writeDocuments()
  const { body } = await ada.get(`/api/purchases/${orderId}`)
  const { invoiceId } = body.purchase as { invoiceId: string }
  const url = `/api/billing/${invoiceId}/pdf`
  const pdf = async () => (await fettle.app.inject({ url, headers: { cookie: ada.cookie() } })).rawPayload
  const given = await pdf()
  expect(await pdf()).toEqual(given)
  await (fettle.parts.payments as EmbeddedProvider).moveClock(7200)
  await heard()
  await writeDocuments()
  expect(await pdf()).not.toEqual(given)
  await bob.post(`/api/earnings/${orderId}/refund`, { reason: '' })
  await writeDocuments()
  await writeDocuments()
  const documents = await sql(
    'select number, kind, amount::int, tax::int from invoice where user_id = $1 order by id',
    [ada.id],
  )
  expect(documents).toMatchObject([
    { kind: 'invoice', amount: 1189, tax: 190 },
    { kind: 'credit_note', amount: -1189, tax: -190 },
    { kind: 'reversal', number: expect.stringMatching(/^TEST-V-\d{4}-000001$/), amount: 1189, tax: 190 },
    { kind: 'credit_note', amount: -1189, tax: -190 },
  ])
  const { invoice } = (await ada.get(`/api/billing/${invoiceId}`)).body as { invoice: { creditNotes: object[] } }
  expect(invoice.creditNotes).toMatchObject([
    { kind: 'credit_note', amount: -1189 },
    { kind: 'reversal', amount: 1189 },
    { kind: 'credit_note', amount: -1189 },
  ])
})

test('where a country has a rate, nobody buys before theirs is known; one without a rate pays none', async () => {
  expect((await buy(ada)).body).toMatchObject({ error: { code: 'COUNTRY_REQUIRED' } })
  const { body: asked } = await ada.post('/api/subscription', {
    ...{ interval: 'month', trial: false },
    consent: (await import('#src/features/subscriptions/pro-consent.ts')).PRO_CONSENT,
  })
  expect(asked).toMatchObject({ error: { code: 'COUNTRY_REQUIRED' } })
  await livesIn(ada, 'FR')
  expect((await buy(ada)).body).toMatchObject({ amount: 999, tax: 0, taxRate: '' })
})

test('another country before the payment is another order', async () => {
  await livesIn(ada, 'DE')
  await buy(ada)
  await livesIn(ada, 'AT')
  expect((await buy(ada)).body).toMatchObject({ amount: 1199, tax: 200, taxRate: 'AT 20 %' })
  expect(await sql('select status, tax from sale where buyer_id = $1 order by id', [ada.id])).toEqual([
    { status: 'canceled', tax: 190 },
    { status: 'open', tax: 200 },
  ])
})

test('Pro costs its tax too, on the form and on the invoice', async () => {
  await livesIn(ada, 'DE')
  const { PRO_CONSENT } = await import('#src/features/subscriptions/pro-consent.ts')
  const { body } = await ada.post('/api/subscription', { interval: 'month', trial: false, consent: PRO_CONSENT })
  expect(body).toMatchObject({ amount: 1071, tax: 171, taxRate: 'DE 19 %' })
  await ada.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA }, from(ada))
  expect((await ada.get('/api/subscription')).body).toMatchObject({
    ...{ hasPro: true, subscription: { nextCharge: { amount: 1071 } } },
  })
  expect(await sql('select lines, amount, tax, tax_rate from invoice where user_id = $1', [ada.id])).toMatchObject([
    { lines: [{ amount: 900 }], amount: 1071, tax: 171, tax_rate: 'DE 19 %' },
  ])
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})
