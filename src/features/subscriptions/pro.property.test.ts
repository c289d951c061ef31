import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import {
  createEmbeddedProvider,
  type EmbeddedProvider,
} from '#src/features/payments/embedded/create-embedded.server.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { connect, type Database } from '#src/server/database.ts'
import { checkHistories } from './check-histories.server.ts'
import { ProLife, UnwantedChargeError } from './test-pro-life.ts'
import { paidOtherwise, whatCameAbout } from './test-pro-months.ts'
import { type Act, type Beginning, beginning, CARDS, type Doing, type Renewal, step } from './test-pro-steps.ts'

// Random lives of subscriptions, with tax: renewals during which money goes back, by the desk of the provider or by admins,
// is disputed, is cancelled, resumed or shared among creators, before the provider is asked, while it works, or after its
// answer was lost. Each payment has to have extended Pro or to have gone back, never both and never neither, each month has
// to be shared once as what is left of it says, and the books have to agree with the provider to the cent.

const SEQUENCES = Number(process.env.MONEY_SEQUENCES ?? 300)

let fettle: TestApp
let own: Database
let provider: EmbeddedProvider
let payer: Person
const creators = [uuidv7(), uuidv7()]
const tools = [uuidv7(), uuidv7()]
const admins = [uuidv7(), uuidv7()]
beforeAll(async () => {
  fettle = await startTestApp({ env: { ROLE: 'web', TAX_RATES: 'DE=19' } })
  own = connect({ url: fettle.database.url })
  provider = createEmbeddedProvider({ db: own.db, webhookSecret: 'x'.repeat(32), publicUrl: 'http://localhost:3000' })
  payer = await fettle.aPerson()
  await payer.send('PUT', '/api/billing/details', { name: 'Ada', address: '1 Heron Way', country: 'DE', taxId: '' })
  for (const id of [...creators, ...admins])
    await sql('insert into "user" (id, name, email) values ($1, $2, $3)', [id, 'Somebody', `${id}@example.com`])
  await sql(`update "user" set role = 'admin' where id = any($1)`, [admins])
  for (const [n, owner] of creators.entries())
    await sql(
      `insert into tool (id, slug, title, description, category, kind, owner_id, access_tier)
       values ($1, $2, 'A Pro tool', '', 'calculator', 'config', $3, 'pro')`,
      [tools[n], `pro-${n}`, owner],
    )
  // The books write the day by themselves, by the clock on the wall; here months pass by the clock of test money.
  await sql('alter table journal alter column at set default test_payments.clock()')
})
afterAll(async () => {
  await own.close()
  await fettle.stop()
})

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows

const clearing = async () => {
  const [row] = await sql(
    `select (select coalesce(sum(amount - fee), 0)::int from test_payments.balance_move) as provider,
            (select coalesce(sum(amount), 0)::int from posting join ledger_account account on account.id = account_id
              where account.kind = 'processor_clearing') as books`,
  )
  return [Number(row?.books), Number(row?.provider)] as const
}

const ALL = [
  ...['refund succeeded', 'refund failed', 'refund refused', 'refund by two admins'],
  ...['a month for 0', 'a month for 1', 'a month for 2', 'a month of debt'],
]

type Step = { readonly clock: Renewal } | { readonly act: Act }
interface Life {
  readonly beginning: Beginning
  readonly steps: Step[]
}

const byAdmins = (by: Doing<'admin_refunds'>['by'], cents?: 10_001): Step => ({
  act: { do: 'admin_refunds', which: 0, atOnce: 1, isOneCall: true, by, cents, cut: 'no' },
})
const byDesk = (heard: boolean): Step => ({ act: { do: 'refund', which: 0, part: false, heard } })
const later = (days: Renewal['days']): Step => ({ clock: { days, before: null, after: null, cut: 'no' } })
const begun = (more: Partial<Beginning>): Beginning => ({ card: CARDS.good, interval: 'month', used: [], ...more })

/** What chance leaves out now and then. */
const RARE: [Life][] = [
  // The desk is quicker.
  [{ beginning: begun({}), steps: [byDesk(false), byAdmins([0])] }],
  [{ beginning: begun({ interval: 'year', used: [0] }), steps: [byAdmins([0, 1], 10_001)] }],
  [{ beginning: begun({ card: CARDS.refundFails, used: [0, 1] }), steps: [byAdmins([0])] }],
  // It goes back after it was shared.
  [
    {
      beginning: begun({ used: [0] }),
      steps: [{ act: { do: 'cancel' } }, later(32), later(32), { act: { do: 'share', atOnce: 1 } }, byDesk(true)],
    },
  ],
]

test(`${SEQUENCES} random lives of subscriptions: each payment extends Pro or goes back`, { timeout: 0 }, async () => {
  const lives = fc.record({
    beginning,
    steps: fc.array(step, { minLength: 2, maxLength: 12 }),
  })
  let lived = 0
  await fc.assert(
    fc.asyncProperty(lives, async ({ beginning: first, steps }) => {
      await sql('update subscription set user_id = null, next_at = null where user_id is not null')
      const life = new ProLife({ fettle, db: own.db, provider, payer, creators, tools, admins })
      await life.begin(first)
      for (const one of steps) await ('clock' in one ? life.clock(one.clock) : life.act(one.act))
      await life.settle()
      const { taken, booked, neitherOrBoth, extended, periods } = await life.payments()
      expect(booked).toEqual(taken)
      expect(neitherOrBoth).toEqual([])
      expect(extended).toBe(periods)
      expect(await life.wrongRefunds()).toEqual([])
      await life.end()
      // What a warning hides would be a charge that should not have been made.
      expect(life.warnings.filter((problem) => problem instanceof UnwantedChargeError)).toEqual([])
      const [books, atProvider] = await clearing()
      expect(books).toBe(atProvider)
      lived += 1
      if (lived % 25 === 0) expect(await checkBooks(own.db, new Date())).toEqual([])
    }),
    {
      numRuns: SEQUENCES,
      examples: RARE,
      endOnFailure: process.env.MONEY_SEQUENCES !== undefined,
      ...(process.env.MONEY_SEED !== undefined && { seed: Number(process.env.MONEY_SEED) }),
    },
  )
  expect(await checkBooks(own.db, new Date())).toEqual([])
  expect(await checkHistories(own.db, new Date())).toEqual([])
  expect(await paidOtherwise(fettle.database)).toEqual([])
  // Lives in which none of it comes about would prove little. A few lives have not all of it.
  if (SEQUENCES >= 100) expect(await whatCameAbout(fettle.database)).toEqual(expect.arrayContaining(ALL))
})
