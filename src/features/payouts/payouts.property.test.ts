import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyRefund } from '#src/features/checkout/refunds.server.ts'
import { insertSale, setFee, setIntent, setPaid, setReleased } from '#src/features/checkout/sales.queries.ts'
import { type Till, toBooked } from '#src/features/checkout/till.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import { charge, release } from '#src/features/ledger/journals.ts'
import { postJournal } from '#src/features/ledger/ledger.queries.ts'
import { sharesOf } from '#src/features/ledger/shares.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { AppError } from '#src/server/http/app-error.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { plan, send } from './pay-out.server.ts'
import { followPayout, sendDue } from './payout-chores.server.ts'
import { mondayOf } from './payout-rules.ts'
import { DiedError, TransferWorld } from './test-transfer-world.ts'

// Random lives of creators who are paid: several processes at the same time, refunds in between, transfers that arrive,
// come back or are refused, answers and calls that are lost, processes that die, keys that are forgotten, events that
// come twice, late, in any order or never. MONEY_SEQUENCES and MONEY_SEED as in the property test of orders.

const SEQUENCES = Number(process.env.MONEY_SEQUENCES ?? 300)
const MINUTE_MS = 60_000

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

const oneOf = fc.nat({ max: 20 })
const atOnce = fc.integer({ min: 1, max: 3 })
const does = <Name extends string, More extends object>(weight: number, name: Name, more: fc.Arbitrary<More>) => ({
  weight,
  arbitrary: more.map((given) => ({ do: name, ...given })),
})
const nothing = fc.constant({})
const step = fc.oneof(
  does(5, 'sell', fc.record({ cents: fc.integer({ min: 99, max: 5000 }) })),
  does(3, 'refund', fc.record({ which: oneOf, cents: fc.integer({ min: 1, max: 3000 }) })),
  does(5, 'ask', fc.record({ atOnce })),
  does(2, 'week', fc.record({ atOnce })),
  does(3, 'chore', fc.record({ atOnce, minutes: fc.constantFrom(0, 1, 3) })),
  does(2, 'arrive', fc.record({ which: oneOf })),
  does(2, 'bounce', fc.record({ which: oneOf })),
  does(4, 'deliver', fc.record({ which: oneOf, keep: fc.boolean(), atOnce })),
  does(1, 'lose_event', fc.record({ which: oneOf })),
  does(
    3,
    'mishap',
    fc.record({ kind: fc.constantFrom('answer_lost' as const, 'call_lost' as const, 'caller_dies' as const) }),
  ),
  does(1, 'forget_keys', nothing),
  // Our own money goes to our bank, and the provider has too little left for the next payout.
  does(1, 'sweep_out', nothing),
  does(1, 'hold', nothing),
  does(1, 'lift', nothing),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What is refused, and dies, is part of life; anything else is a bug. */
const orRefused = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    const isLife = error instanceof AppError || error instanceof DiedError
    if (!isLife && !(error instanceof Error && error.name === 'ProviderUnavailableError')) throw error
  })
const times = (count: number, work: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, () => orRefused(work())))

class Life {
  readonly world = new TransferWorld()
  readonly problems: unknown[] = []
  /** Of intents: what is left to give back. */
  readonly #left = new Map<string, number>()
  /** What left the provider for our own bank, which the books leave out. */
  sweptOut = 0
  now = Date.now()
  readonly till: Till = {
    db: database.db,
    provider: this.world.provider,
    queueMail: () => Promise.resolve(),
    log: { warn: (problem: unknown) => void this.problems.push(problem) },
    now: () => new Date(this.now),
  }
  readonly creator: string
  readonly #tool: string
  constructor({ creator, tool }: { readonly creator: string; readonly tool: string }) {
    this.creator = creator
    this.#tool = tool
  }

  #pick<T>(things: Iterable<T>, at: number): T | undefined {
    const all = [...things]
    return all[at % Math.max(1, all.length)]
  }

  async take(step: Step): Promise<unknown> {
    const { world, till, creator } = this
    const transfer = 'which' in step ? this.#pick(world.transfers.keys(), step.which) : undefined
    switch (step.do) {
      case 'sell':
        return this.#sell(step.cents)
      case 'refund':
        return this.#refund(step.which, step.cents)
      case 'ask':
        return times(step.atOnce, () => this.#pay(null))
      case 'week':
        this.now += 7 * 1440 * MINUTE_MS
        return times(step.atOnce, () => this.#pay(mondayOf(till.now()).toISOString().slice(0, 10)))
      case 'chore':
        this.now += step.minutes * MINUTE_MS
        return times(step.atOnce, () => sendDue(till))
      case 'arrive':
        return transfer && world.arrive(transfer)
      case 'bounce':
        return transfer && world.bounce(transfer)
      case 'deliver':
        return this.#deliver(step)
      case 'lose_event':
        return world.events.splice(step.which % Math.max(1, world.events.length), 1)
      case 'mishap':
        return world.mishaps.push(step.kind)
      case 'forget_keys':
        return world.forgetKeys()
      case 'sweep_out': {
        const out = Math.max(0, world.balance)
        this.sweptOut += out
        world.balance -= out
        return
      }
      case 'hold':
        return sql(
          `insert into payout_hold (id, creator_id, reason, placed_at) values ($1, $2, 'Why', now()) on conflict do nothing`,
          [uuidv7(), creator],
        )
      case 'lift':
        return sql(
          `update payout_hold set lifted_at = now(), lifted_because = 'Fine' where creator_id = $1 and lifted_at is null`,
          [creator],
        )
    }
  }

  async #pay(period: string | null): Promise<void> {
    const planned = await plan(this.till, this.creator, period)
    if (planned !== undefined) await send(this.till, planned.id)
  }

  /** A sale that was paid and whose hold is over. */
  async #sell(amount: number): Promise<void> {
    const at = this.till.now()
    const shares = sharesOf(amount)
    const intentId = `pi_${uuidv7()}`
    await database.db.transaction().execute(async (transaction) => {
      const sale = await insertSale(transaction, {
        kind: 'purchase',
        ...{ buyerId: buyer, toolId: this.#tool, creatorId: this.creator, amount, discount: 0, coupon: null, at },
        ...{
          tax: 0,
          taxRate: '',
          creatorShare: shares.creator,
          livemode: false,
          provider: 'embedded',
          address: '192.0.2.1',
        },
      })
      await setIntent(transaction, sale.id, 'cus', intentId)
      await setPaid(transaction, sale, at)
      await setFee(transaction, sale.id, 0)
      await setReleased(transaction, sale.id, at)
      // Whoever buys it again has left meanwhile: nobody has a tool twice.
      await transaction.updateTable('sale').set({ buyer_id: null }).where('id', '=', sale.id).execute()
      await postJournal(transaction, charge(toBooked(sale), shares))
      await postJournal(transaction, release(toBooked(sale)))
    })
    this.#left.set(intentId, amount)
    this.world.balance += amount
  }

  async #refund(which: number, cents: number): Promise<void> {
    const intentId = this.#pick(this.#left.keys(), which)
    const amount = Math.min(cents, this.#left.get(intentId ?? '') ?? 0)
    if (intentId === undefined || amount === 0) return
    this.#left.set(intentId, (this.#left.get(intentId) ?? 0) - amount)
    this.world.balance -= amount
    await applyRefund(this.till, { id: `re_${uuidv7()}`, intentId, amount, status: 'succeeded', metadata: {} })
  }

  async #deliver({ which, keep, atOnce: count }: Extract<Step, { do: 'deliver' }>): Promise<void> {
    const at = which % Math.max(1, this.world.events.length)
    const id = keep ? this.world.events[at] : this.world.events.splice(at, 1)[0]
    if (id !== undefined) await times(count, () => followPayout(this.till, 'transfer', id))
  }

  /** Everything that was begun is asked about, and everything that the provider knows is heard. */
  async settleAll(backwards: boolean): Promise<void> {
    const all = [...this.world.transfers.keys()]
    for (const id of backwards ? all.toReversed() : all) await followPayout(this.till, 'transfer', id)
    await sendDue(this.till)
  }

  /** What our books say that the provider has of this life, and what it has itself. */
  async clearing(): Promise<[number, number]> {
    const [row] = await sql(
      `select coalesce(sum(posting.amount), 0)::int as sum from posting
         join ledger_account account on account.id = posting.account_id and account.kind = 'processor_clearing'
         join journal on journal.id = posting.journal_id
         left join sale_refund refund on refund.id = journal.source_id
         left join payout on payout.id = journal.source_id
         left join sale on sale.id in (journal.source_id, refund.sale_id)
        where $1 in (sale.creator_id, payout.creator_id)`,
      [this.creator],
    )
    return [row.sum, this.world.balance + this.sweptOut]
  }
}

const payoutsOf = (creator: string) =>
  sql('select id, status, amount::int, transfer_id, reason from payout where creator_id = $1 order by id', [creator])

async function expectPaidOnce(life: Life): Promise<void> {
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
  const lives = fc.record({ steps: fc.array(step, { minLength: 8, maxLength: 40 }), backwards: fc.boolean() })
  let lived = 0
  const reached = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(lives, async ({ steps, backwards }) => {
      const life = new Life(await aCreator())
      for (const one of steps) await orRefused(life.take(one))
      life.world.mishaps.length = 0
      // Whoever asked last has had its time.
      life.now += 5 * MINUTE_MS
      await life.settleAll(backwards)
      const rows = await payoutsOf(life.creator)
      await life.settleAll(!backwards)
      expect(await payoutsOf(life.creator)).toEqual(rows)
      await expectPaidOnce(life)
      const [booked, atProvider] = await life.clearing()
      expect(booked).toBe(atProvider)
      for (const { status } of rows) reached.set(status, (reached.get(status) ?? 0) + 1)
      // What is on its way still would be asked about by the next life, whose provider does not know it.
      for (const id of life.world.transfers.keys()) life.world.arrive(id)
      await life.settleAll(false)
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
  // Lives in which nothing is ever paid would prove little.
  expect([...reached.keys()].sort()).toEqual(['failed', 'paid', 'sending', 'skipped'])
})
