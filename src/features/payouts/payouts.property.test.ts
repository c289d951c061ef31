import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { orRefused, PayoutLife, step } from './test-payout-life.ts'

// Random lives of creators who are paid: several processes at the same time, refunds and disputes before and after the
// payout, transfers that arrive, come back or are refused, answers and calls that are lost, processes that die, keys that
// are forgotten, events that come twice, late, in any order or never. At the end all that a creator was ever paid is what
// their sales have left them. MONEY_SEQUENCES and MONEY_SEED as in the property test of orders.

const SEQUENCES = Number(process.env.MONEY_SEQUENCES ?? 300)

let database: TestDatabase
const buyer = uuidv7()
beforeAll(async () => {
  database = await freshDatabase()
  await addPerson(buyer)
})
afterAll(() => database.drop())

const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows
const addPerson = (id: string) =>
  sql('insert into "user" (id, name, email) values ($1, $2, $3)', [id, 'Somebody', `${id}@example.com`])

/** Somebody whose account takes transfers, and a tool of theirs. */
async function aCreator(): Promise<{ readonly creator: string; readonly tool: string }> {
  const [creator, tool] = [uuidv7(), uuidv7()]
  await addPerson(creator)
  await sql(
    `insert into payee (user_id, provider, livemode, payee_id, country, ready, submitted, created_at, asked_at)
     values ($1, 'embedded', false, $2, 'US', true, true, now(), now())`,
    [creator, `acct_${creator}`],
  )
  await sql(
    `insert into tool (id, slug, title, description, category, owner_id, kind, price_cents)
     values ($1, $2, 'Tool', 'Tool', 'calculator', $3, 'config', 2000)`,
    [tool, `tool-${tool}`, creator],
  )
  return { creator, tool }
}

const payoutsOf = (creator: string) =>
  sql('select id, status, amount::int, transfer_id, reason from payout where creator_id = $1 order by id', [creator])

async function expectPaidOnce(life: PayoutLife): Promise<void> {
  const transfers = [...life.world.transfers.values()]
  expect(new Set(transfers.map(({ metadata }) => metadata.payoutId)).size).toBe(transfers.length)
  const known = transfers.map(({ id, amount, status, metadata }) => ({
    ...{ id: metadata.payoutId, amount, transfer_id: id },
    status: status === 'in_transit' ? 'sending' : status,
  }))
  const rows = (await payoutsOf(life.creator)).filter(({ transfer_id: id }) => id !== null)
  expect(rows.map(({ reason: _, ...row }) => row)).toEqual(
    known.toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1)),
  )
}

test(`${SEQUENCES} random lives of payouts pay everything once, and the books agree to the cent`, {
  timeout: 0,
}, async () => {
  const lives = fc.record({
    // Enough for a payout, or not.
    firstSale: fc.integer({ min: 99, max: 8000 }),
    steps: fc.array(step, { minLength: 8, maxLength: 40 }),
    backwards: fc.boolean(),
  })
  let lived = 0
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(lives, async ({ firstSale, steps, backwards }) => {
      const life = new PayoutLife(database, { ...(await aCreator()), buyer })
      await life.sell(firstSale, true)
      for (const one of steps) await orRefused(life.take(one))
      life.calmDown()
      await life.settleAll(backwards)
      const rows = await payoutsOf(life.creator)
      await life.settleAll(!backwards)
      expect(await payoutsOf(life.creator)).toEqual(rows)
      await expectPaidOnce(life)
      const [booked, atProvider] = await life.clearing()
      expect(booked).toBe(atProvider)
      for (const { status } of rows) reached.add(status)
      if (life.paid() > life.earned()) reached.add('owes')
      if (life.paidBesideDispute) reached.add('paid beside a dispute')
      await life.end(backwards)
      await expectPaidOnce(life)
      expect(life.paid()).toBe(life.earned())
      lived += 1
      if (lived % 50 === 0) expect(await checkBooks(database.db, new Date())).toEqual([])
    }),
    {
      numRuns: SEQUENCES,
      endOnFailure: process.env.MONEY_SEQUENCES !== undefined,
      ...(process.env.MONEY_SEED !== undefined && { seed: Number(process.env.MONEY_SEED) }),
    },
  )
  expect(await checkBooks(database.db, new Date())).toEqual([])
  // Lives in which nothing is ever paid, disputed or owed would prove little.
  expect([...reached].sort()).toEqual(['failed', 'owes', 'paid', 'paid beside a dispute', 'sending', 'skipped'])
})
