import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import type { InvoiceEntry } from './invoices.schema.ts'
import { issueMissing } from './issue-invoices.server.ts'
import { textOf } from './pdf-text-fixture.ts'

let fettle: TestApp
let buyer: Person
let creator: Person
let orderId: string
const seller = { name: 'Fettle Ltd', address: 'Bench 1\n10115 Berlin', country: 'Germany', taxId: 'DE123456789' }
const HEAD = [
  ...['A test: no money has moved.', 'From', 'Fettle Ltd', 'Bench 1', '10115 Berlin', 'Germany', 'Tax id: DE123456789'],
  ...['To', 'Ада Λάβλεϊς', 'Straße 5', 'Germany', 'Tax id: DE 987654321', 'Description | Amount'],
]

beforeAll(async () => {
  // Its own chores would write the documents before the test does.
  fettle = await startTestApp({ env: { ROLE: 'web', TAX_RATES: 'DE=19' } })
  ;[buyer, creator] = [await fettle.aPerson(), await fettle.aPerson()]
  const details = { name: 'Ада Λάβλεϊς', address: 'Straße 5', country: 'DE', taxId: 'DE 987654321' }
  await buyer.send('PUT', '/api/billing/details', details)
  const { body } = await buyer.post('/api/marketplace/purchase', {
    fxnId: await aTool(fettle, creator, { cents: 999 }),
  })
  await buyer.post('/api/payments/confirm', { clientSecret: body.clientSecret, card: VISA })
  orderId = String(body.orderId)
  await buyer.get(`/api/purchases/${orderId}`)
  // Half an hour before the next day begins in UTC.
  await write(`update sale set paid_at = '2026-03-04T23:30:00Z' where id = $1`)
})
afterAll(() => fettle.stop())

async function write(change: string): Promise<void> {
  await fettle.database.pool.query(change, [orderId])
  await issueMissing({ db: fettle.database.db, seller })
}
const documents = async () => (await buyer.get('/api/billing')).body.invoices as readonly InvoiceEntry[]
/** The only document of a kind, as its buyer reads it. */
async function read(kind: InvoiceEntry['kind']): Promise<{ readonly number: string; readonly lines: string[] }> {
  const found = (await documents()).filter((one) => one.kind === kind)
  expect(found).toHaveLength(1)
  const url = `/api/billing/${found[0]?.id}/pdf`
  const { rawPayload } = await fettle.app.inject({ url, headers: { cookie: buyer.cookie() } })
  return { number: String(found[0]?.number), lines: textOf(rawPayload) }
}

test('the PDF of an invoice says who sold what to whom, when, its tax and its total', async () => {
  const { number, lines } = await read('invoice')
  expect(number).toMatch(/^TEST-\d{4}-000001$/)
  expect(lines).toEqual([
    ...[`Invoice ${number}`, 'Issued on 4 March 2026', ...HEAD],
    ...['“Doubler”, personal licence | $9.99', 'Tax (DE 19 %) | $1.90', 'Total in US dollars | $11.89'],
  ])
})

test('the PDF of a credit note says what is given back and of which invoice, and that invoice says so from then on', async () => {
  await creator.post(`/api/earnings/${orderId}/refund`, { amount: 500, reason: '' })
  await write(`update sale_refund set ended_at = '2026-03-09T12:00:00Z' where sale_id = $1`)
  const [invoice, note] = [await read('invoice'), await read('credit_note')]
  expect(note.number).toMatch(/^TEST-C-2026-000001$/)
  expect(note.lines).toEqual([
    ...[`Credit note ${note.number}`, 'Issued on 9 March 2026', `Corrects invoice ${invoice.number}`, ...HEAD],
    ...[`Refund of ${invoice.number} | −$4.21`, 'Tax (DE 19 %) | −$0.79', 'Total in US dollars | −$5.00'],
  ])
  expect(invoice.lines.slice(-3)).toEqual([
    'Total in US dollars | $11.89',
    `Credit note ${note.number} of 9 March 2026 | −$5.00`,
    'Left in US dollars | $6.89',
  ])
})
