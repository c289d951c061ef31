import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#src/lib/ids.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { checkBooks, listChecks } from './checks.queries.ts'
import { charge } from './journals.ts'
import { balancesOf, postJournal } from './ledger.queries.ts'
import { sharesOf } from './shares.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const aSale = (more: object = {}) => ({
  ...{ id: uuidv7(), amount: 999, creatorShare: 700, claimed: 0, creatorId: uuidv7(), livemode: true },
  ...{ released: false, ...more },
})
const sql = (text: string, values: unknown[] = []) => database.pool.query(text, values)
const post = async (sale: ReturnType<typeof aSale>) =>
  database.db.transaction().execute((transaction) => postJournal(transaction, charge(sale, sharesOf(sale.amount))))

test('a charge is written once, however often it is heard of', async () => {
  const sale = aSale()
  expect([await post(sale), await post(sale)]).toEqual([true, false])
  expect(await balancesOf(database.db, sale.creatorId, true)).toEqual(new Map([['creator_pending', 700]]))
  expect(await balancesOf(database.db, sale.creatorId, false)).toEqual(new Map())
})

test.each([
  'update journal set at = now()',
  'delete from journal',
  'truncate journal cascade',
  'update posting set amount = amount + 1',
  'delete from posting',
  'truncate posting',
  "update ledger_account set kind = 'dispute_fees'",
  'delete from ledger_account',
  'truncate ledger_account cascade',
])('%s is refused', async (statement) => {
  await post(aSale())
  await expect(sql(statement)).rejects.toMatchObject({ code: '42501' })
})

const lines = (amounts: readonly number[]) =>
  JSON.stringify(amounts.map((amount, at) => ({ kind: at === 0 ? 'processor_clearing' : 'platform_revenue', amount })))
const postRaw = (amounts: readonly number[]) =>
  sql('select post_journal($1, $2, $3, $4, false, $5)', [uuidv7(), 'charge', 'sale', uuidv7(), lines(amounts)])

test.each([
  { what: 'does not sum to zero', amounts: [100, -99] },
  { what: 'has no postings', amounts: [] },
])('a journal that $what is refused when it is committed', async ({ amounts }) => {
  await expect(postRaw(amounts)).rejects.toMatchObject({ code: '23514' })
})

test('nothing can be added to a journal later, not even what sums to zero', async () => {
  await post(aSale())
  const later = `insert into posting (journal_id, account_id, amount, currency, livemode)
    select journal_id, account_id, amount, currency, livemode from posting
    union all select journal_id, account_id, -amount, currency, livemode from posting`
  await expect(sql(later)).rejects.toMatchObject({ code: '42501' })
})

test('test money and real money have no journal in common', async () => {
  await post(aSale({ livemode: true }))
  const mixed = database.db.transaction().execute(async (transaction) => {
    const journal = await transaction
      .insertInto('journal')
      .values({
        id: uuidv7(),
        kind: 'charge',
        source_type: 'sale',
        source_id: uuidv7(),
        currency: 'usd',
        livemode: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const account = await transaction
      .selectFrom('ledger_account')
      .select('id')
      .where('livemode', '=', true)
      .limit(1)
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('posting')
      .values({ journal_id: journal.id, account_id: account.id, amount: 1, currency: 'usd', livemode: false })
      .execute()
  })
  await expect(mixed).rejects.toMatchObject({ code: '23503' })
})

test('a kept balance that was touched is found, and a rule that holds has no findings', async () => {
  const owner = aSale()
  await post(owner)
  await checkBooks(database.db, new Date())
  expect((await listChecks(database.db)).find(({ name }) => name === 'balances')).toMatchObject({ findings: 0 })
  await sql(
    `update ledger_balance set amount = amount - 1
      where account_id = (select id from ledger_account where owner_id = $1)`,
    [owner.creatorId],
  )
  await checkBooks(database.db, new Date())
  const { rows } = await sql('select id from ledger_account where owner_id = $1', [owner.creatorId])
  expect((await listChecks(database.db)).find(({ name }) => name === 'balances')).toMatchObject({
    ...{ findings: 1, sample: `creator_pending ${rows[0].id}` },
  })
})

test('twenty who write at once leave the sum of all', async () => {
  const sale = aSale()
  await Promise.all(Array.from({ length: 20 }, () => post({ ...sale, id: uuidv7() })))
  expect((await balancesOf(database.db, sale.creatorId, true)).get('creator_pending')).toBe(14_000)
  const { rows } = await sql('select coalesce(sum(amount), 0)::int as sum from posting')
  expect(rows).toEqual([{ sum: 0 }])
})
