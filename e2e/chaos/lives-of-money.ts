import { runCommand } from '../../scripts/lib/run-command.ts'
import { randomFrom } from './random.ts'
import type { Result } from './result.ts'

// Every rule of the books looks at the whole database, so that lives in one of their own cost the square of their number.
// Batches have a database each: the run as a whole takes an hour instead of a day.

interface Kind {
  readonly name: string
  readonly file: string
}

const BATCHES = 40
const LIVES_EACH = 250

const kinds: readonly Kind[] = [
  { name: 'orders', file: 'src/features/checkout/money.property.test.ts' },
  { name: 'payouts', file: 'src/features/payouts/payouts.property.test.ts' },
  { name: 'Pro', file: 'src/features/subscriptions/pro.property.test.ts' },
]

interface Batch extends Kind {
  readonly seed: number
}

function batchesOf(seed: number): Batch[] {
  const random = randomFrom(seed)
  return kinds.flatMap((kind) =>
    Array.from({ length: BATCHES }, () => ({ ...kind, seed: Math.floor(random() * 2 ** 31) })),
  )
}

/** Random lives of orders, payouts and Pro; `atOnce` batches run beside each other, on a core each. */
export async function livesOfMoney({ seed, atOnce }: { seed: number; atOnce: number }): Promise<Result> {
  const batches = batchesOf(seed)
  const wrong: string[] = []
  let runs = 0
  let ended = 0
  const next = batches.values()
  async function work(): Promise<void> {
    for (const batch of next) {
      const began = performance.now()
      const problem = await live(batch)
      if (problem === undefined) runs += LIVES_EACH
      else wrong.push(problem)
      ended += 1
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      const outcome = problem === undefined ? 'good' : `WRONG\n${problem}`
      console.log(`  ${ended}/${batches.length} ${LIVES_EACH} of ${batch.name} in ${seconds} s: ${outcome}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { item: 'lives of money', runs, kills: 0, repeats: 0, wrong, lost: [], note: 'orders, payouts and Pro' }
}

/** What went wrong, and the command that does it again. */
async function live({ file, seed }: Batch): Promise<string | undefined> {
  const env = { MONEY_SEED: String(seed), MONEY_SEQUENCES: String(LIVES_EACH) }
  const { passed, output } = await runCommand([process.execPath, 'node_modules/vitest/vitest.mjs', 'run', file], env)
  if (passed) return undefined
  return `MONEY_SEED=${seed} MONEY_SEQUENCES=${LIVES_EACH} node node_modules/vitest/vitest.mjs run ${file}\n${output}`
}
