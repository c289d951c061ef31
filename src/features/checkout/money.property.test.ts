import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueMissing } from '#src/features/invoices/issue-invoices.server.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { OrderLife, SELLER } from './test-order-life.ts'
import { beginning, step } from './test-order-steps.ts'
import { inClearing, openOrTwice, ordersOf, sumDocuments, whatCameAbout, withoutSecond } from './test-order-truth.ts'

// Random lives of orders and tips: buyers who click at the same time, with coupons of few uses, with tax or without, banks
// that decline, disputes, refunds by buyers, creators and admins, refunds that fail, a tool that moderators remove, events
// that come twice, late, in any order or never, answers that are lost, callers who die, keys that are forgotten, and any of
// these while another one is on its way. At the end the books have to agree with the provider to the cent, with the
// invoices, and with every rule that production is watched by. MONEY_SEQUENCES says how many lives; 300 without it.
// MONEY_SEED takes the choices of an earlier run.

const SEQUENCES = Number(process.env.MONEY_SEQUENCES ?? 300)
const MINUTE_MS = 60_000

let database: TestDatabase
const creator = uuidv7()
const buyers = [uuidv7(), uuidv7(), uuidv7()]
const admins = [uuidv7(), uuidv7()]
beforeAll(async () => {
  database = await freshDatabase()
  for (const id of [creator, ...buyers, ...admins])
    await sql('insert into "user" (id, name, email) values ($1, $2, $3)', [id, 'Somebody', `${id}@example.com`])
  await sql(`update "user" set role = 'admin' where id = any($1)`, [admins])
  for (const [n, country] of ['DE', 'US', 'FR'].entries())
    await sql("insert into billing_details (user_id, name, address, country) values ($1, 'Ada', '1 Heron Way', $2)", [
      ...[buyers[n], country],
    ])
})
afterAll(() => database.drop())

const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows

async function aTool(cents: number): Promise<string> {
  const id = uuidv7()
  await sql(
    `insert into tool (id, slug, title, description, category, owner_id, kind, price_cents)
     values ($1, $2, 'Tool', 'Tool', 'calculator', $3, 'config', $4)`,
    [id, `tool-${id}`, creator, cents],
  )
  await sql("insert into tool_version (tool_id, version, input_schema, output_schema) values ($1, 1, '{}', '{}')", [id])
  return id
}

/** Of this tool alone, each for two buyers: half the price, all of it, and 5 dollars off. */
async function someCoupons(tool: string): Promise<void> {
  await sql('update coupon set ended_at = now() where ended_at is null')
  for (const [code, percent, cents] of [
    ['HALF', 50, null],
    ['GIFT', 100, null],
    ['LEAST', null, 500],
  ])
    await sql(
      `insert into coupon (id, owner_id, code, tool_id, percent, cents_off, max_uses, starts_at)
       values ($1, $2, $3, $4, $5, $6, 2, now())`,
      [uuidv7(), creator, code, tool, percent, cents],
    )
}

/** Nobody is taxed in France. */
const RATES = new Map([
  ['DE', 19_000],
  ['US', 8875],
])

const ALL = [
  ...['removal', 'provider', 'buyer', 'creator', 'admin', 'two admins'].map((who) => `refund by ${who}`),
  ...['refund of a tip', 'dispute of a tip', 'paid for a removed tool', 'a buyer took it back'],
  ...['before', 'after'].map((when) => `died ${when} the provider heard of it`),
]

test(`${SEQUENCES} random lives of orders end with books that agree to the cent`, { timeout: 0 }, async () => {
  const lives = fc.record({
    price: fc.constantFrom(99, 100, 333, 999, 1001, 12_345),
    taxed: fc.constantFrom(true, true, false),
    steps: fc.array(step, { minLength: 5, maxLength: 40 }),
    beginning,
    backwards: fc.boolean(),
  })
  let lived = 0
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(lives, async ({ price, taxed, beginning: first, steps, backwards }) => {
      const [forSale, free] = [await aTool(price), await aTool(0)]
      const tools = [forSale, free]
      const life = new OrderLife(database, { creator, buyers, admins, forSale, free }, taxed ? RATES : new Map())
      await someCoupons(forSale)
      for (const one of [...first, ...steps]) await life.take(one)
      // Past the time after which an event counts as lost. What follows is one moment: with more time, orders would end.
      life.now += 20 * MINUTE_MS
      await life.settleAll(backwards)
      const orders = await ordersOf(database, tools)
      // Heard of once more, in the other order: nothing changes.
      await life.settleAll(!backwards)
      expect(await ordersOf(database, tools)).toEqual(orders)
      expect(await inClearing(database, tools)).toBe(life.world.balance)
      await life.end(backwards)
      expect(await inClearing(database, tools)).toBe(life.world.balance)
      await issueMissing({ db: database.db, seller: SELLER })
      const [written, due] = await sumDocuments(database, tools)
      expect(written).toBe(due)
      expect(await openOrTwice(database, tools, life.world)).toEqual([])
      expect(await withoutSecond(database, tools)).toEqual([])
      // The sweep looks at a hundred at a time: what is left open here would keep those of the next life waiting.
      await sql("update sale set status = 'canceled' where tool_id = any($1) and status = 'open'", [tools])
      for (const one of life.reached) reached.add(one)
      lived += 1
      if (lived % 25 === 0) expect(await checkBooks(database.db, new Date())).toEqual([])
    }),
    {
      numRuns: SEQUENCES,
      ...(process.env.MONEY_SEED !== undefined && { seed: Number(process.env.MONEY_SEED) }),
      endOnFailure: process.env.MONEY_SEQUENCES !== undefined,
    },
  )
  expect(await checkBooks(database.db, new Date())).toEqual([])
  // Lives in which none of it comes about would prove little. A few lives have not all of it.
  if (SEQUENCES >= 100) expect([...reached, ...(await whatCameAbout(database))]).toEqual(expect.arrayContaining(ALL))
})
