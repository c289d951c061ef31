import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { connect, type Database } from '#src/server/database.ts'
import { drawInvoice } from './draw-invoice.server.ts'
import { issue, type NewInvoice } from './invoices.queries.ts'
import type { Invoice } from './invoices.schema.ts'
import { issueMissing } from './issue-invoices.server.ts'

let fettle: TestApp
let own: Database
let buyer: Person
let stranger: Person

beforeAll(async () => {
  fettle = await startTestApp()
  own = connect({ url: fettle.database.url })
  buyer = await fettle.aPerson()
  stranger = await fettle.aPerson()
})
afterAll(async () => {
  await own.close()
  await fettle.stop()
})

const seller = { name: 'Fettle', address: 'Bench 1\n10115 Berlin', country: 'Germany', taxId: 'DE123456789' }
const anInvoice = (given: Partial<NewInvoice> = {}): NewInvoice => ({
  ...{ kind: 'invoice', userId: buyer.id, corrects: null, seller, amount: 900, tax: 0, taxRate: '', livemode: false },
  source: { type: 'subscription', id: crypto.randomUUID() },
  lines: [{ text: 'Fettle Pro, one month', amount: 900 }],
  at: new Date('2026-03-04T05:06:07Z'),
  ...given,
})
const issued = (invoice: NewInvoice, ends: 'commit' | 'rollback' = 'commit') =>
  own.db.transaction().execute(async (transaction) => {
    const number = await issue(transaction, invoice)
    if (ends === 'rollback') throw new Error('rolled back')
    return number
  })

test('numbers of a series have no gap and no double, however many are issued at once and however many fail', async () => {
  const at = new Date('2031-01-01T00:00:00Z')
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) => issued(anInvoice({ at }), index % 3 === 0 ? 'rollback' : 'commit')),
  )
  const numbers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(numbers.toSorted()).toEqual(
    Array.from({ length: 40 }, (_, index) => `TEST-F-2031-${String(index + 1).padStart(6, '0')}`),
  )
})

test('what was paid has one invoice, real money another series, and each year begins anew', async () => {
  const at = new Date('2032-06-01T00:00:00Z')
  const invoice = anInvoice({ at })
  const both = await Promise.all([issued(invoice), issued(invoice)])
  expect(both).toEqual(['TEST-F-2032-000001', 'TEST-F-2032-000001'])
  expect(await issued(anInvoice({ at, livemode: true }))).toBe('F-2032-000001')
  expect(await issued(anInvoice({ at: new Date('2033-01-01T00:00:00Z') }))).toBe('TEST-F-2033-000001')
})

test('an invoice stays as it was issued; the name of its buyer comes later, once', async () => {
  await issued(anInvoice())
  const { body } = await buyer.get('/api/billing')
  const [latest] = body.invoices as { id: string }[]
  const id = String(latest?.id)
  const read = async () => (await buyer.get(`/api/billing/${id}`)).body.invoice as Invoice
  expect(await read()).toMatchObject({ seller, buyer: null, amount: 900, corrects: null, creditNotes: [] })
  const details = { name: 'Ада Λάβλεϊς', address: 'Straße 1', country: 'de', taxId: 'DE 1' }
  const saved = await buyer.send('PUT', '/api/billing/details', details)
  expect([saved.status, saved.body.details]).toEqual([200, { ...details, country: 'DE' }])
  await buyer.send('PUT', '/api/billing/details', { ...details, name: 'Somebody else' })
  expect((await read()).buyer?.name).toBe('Ада Λάβλεϊς')
  for (const change of [`set amount = 1`, `set buyer = '{}'`, `set number = 'X'`])
    await expect(fettle.database.pool.query(`update invoice ${change} where id = $1`, [id])).rejects.toThrow(
      'UPDATE of an invoice is refused',
    )
  await expect(fettle.database.pool.query(`delete from invoice`)).rejects.toThrow('DELETE of an invoice is refused')
})

test('a country that is none is refused once, and one that was stored before that was asked is still shown', async () => {
  const details = { name: 'Ada', address: 'Road 1', country: 'UK', taxId: '' }
  const refused = await buyer.send('PUT', '/api/billing/details', details)
  const message = 'Enter the two letters of your country, like DE or US'
  expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ field: 'country', message }] } } })
  await fettle.database.pool.query(`update billing_details set country = 'UK' where user_id = $1`, [buyer.id])
  expect(await buyer.get('/api/billing')).toMatchObject({ status: 200, body: { details: { country: 'UK' } } })
})

test('somebody else’s is not found, and noted', async () => {
  const [mine] = (await buyer.get('/api/billing')).body.invoices as { id: string }[]
  const id = String(mine?.id)
  const asStranger = { remoteAddress: '2606:4700:0:7::99', headers: { cookie: stranger.cookie() } }
  for (const path of [`/api/billing/${id}`, `/api/billing/${id}/pdf`]) {
    expect((await fettle.app.inject({ url: path, ...asStranger })).statusCode, path).toBe(404)
    expect((await fettle.visitor().get(path)).status, path).toBe(401)
  }
  expect((await stranger.get(`/api/billing/${crypto.randomUUID()}/pdf`)).status).toBe(404)
  const { rows } = await fettle.database.pool.query(
    `select actor_id, target, address from audit_entry where action = 'invoice.refused'`,
  )
  const noted = { actor_id: stranger.id, target: `invoice ${id}`, address: '2606470000000007::/64' }
  expect(rows).toEqual(Array(2).fill(noted))
  expect((await stranger.get('/api/billing')).body).toEqual({ details: null, invoices: [], cursor: null })
})

test('older invoices are on further pages, none twice and none left out, also those of one moment', async () => {
  const collector = await fettle.aPerson()
  const numbers: string[] = []
  for (let index = 0; index < 120; index += 1) {
    // Twenty have the same time, and so has where a page ends.
    const at = new Date(Date.UTC(2034, 0, 1 + Math.floor(index / 20)))
    numbers.push(await issued(anInvoice({ userId: collector.id, at })))
  }
  type Page = { invoices: { number: string }[]; cursor: string | null }
  const pageAt = async (query: string) => (await collector.get(`/api/billing${query}`)).body as unknown as Page
  const pages = [await pageAt('')]
  for (let cursor = pages[0]?.cursor; cursor; cursor = pages.at(-1)?.cursor)
    pages.push(await pageAt(`?cursor=${cursor}`))
  expect(pages.map(({ invoices }) => invoices.length)).toEqual([50, 50, 20])
  expect(pages.flatMap(({ invoices }) => invoices.map(({ number }) => number))).toEqual(numbers.toReversed())
  expect((await collector.get('/api/billing?cursor=x')).status).toBe(400)
})

test('the PDF is the same each time, and has letters of three alphabets', async () => {
  const [mine] = (await buyer.get('/api/billing')).body.invoices as { id: string }[]
  const { invoice } = (await buyer.get(`/api/billing/${mine?.id}`)).body as { invoice: Invoice }
  const log = { warn: () => undefined }
  const [first, second] = [await drawInvoice(invoice, log), await drawInvoice(invoice, log)]
  expect(first.subarray(0, 8).toString('latin1')).toBe('%PDF-1.3')
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(hash(second)).toBe(hash(first))
  expect(hash(await drawInvoice({ ...invoice, amount: invoice.amount + 1 }, log))).not.toBe(hash(first))
  const { headers, status } = await buyer.get(`/api/billing/${mine?.id}/pdf`)
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'application/pdf',
    `attachment; filename="${invoice.number}.pdf"`,
  ])
})

test('a hundred sales whose document cannot be written do not keep another from its own', async () => {
  const tool = await aTool(fettle, stranger, { cents: 999 })
  const sell = (receipts: readonly (string | null)[], paidAt: string) =>
    fettle.database.pool.query(
      `insert into sale (id, tool_id, creator_id, status, amount, creator_share, livemode, provider, receipt_number, paid_at)
       select gen_random_uuid(), $1, gen_random_uuid(), 'paid', 999, 700, false, 'embedded', receipt, $3
         from unnest($2::text[]) receipt`,
      [tool, receipts, paidAt],
    )
  await sell(Array(100).fill(null), '2034-01-01')
  await sell(['TEST-R-2034-000001'], '2034-01-02')
  const written = async () =>
    (await fettle.database.pool.query(`select 1 from invoice where number = 'TEST-R-2034-000001'`)).rowCount
  const leftOut = new Set<string>()
  const deps = { db: own.db, seller }
  await expect(issueMissing(deps, leftOut)).rejects.toThrow('100 documents could not be written')
  expect([await written(), leftOut.size]).toEqual([0, 100])
  await issueMissing(deps, leftOut)
  expect([await written(), leftOut.size]).toEqual([1, 0])
})
