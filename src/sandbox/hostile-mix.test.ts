import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox } from './pool.ts'
import type { Sandbox } from './sandbox.ts'
import { testBundle } from './test-bundle.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = createSandbox({ bundleDir: await testBundle(), log: () => undefined })
}, 60_000)
afterAll(() => sandbox.stop())

/** One of each way to be a nuisance. */
const HOSTILE = [
  ['for (;;) {}', 'TIME_LIMIT'],
  ['const all = []; for (;;) all.push(new Array(100000).fill(1))', 'MEMORY_LIMIT'],
  ["return { text: 'x'.repeat(10_000_000) }", 'OUTPUT_LIMIT'],
  ['const again = () => again(); again()', 'TOOL_ERROR'],
  ["return { hit: /^(a+)+$/.test('a'.repeat(40) + 'b') }", 'TIME_LIMIT'],
  ['Object.prototype.toJSON = () => 1; Array.prototype.push = null; throw new Error("spoilt")', 'TOOL_ERROR'],
  ['return new Promise(() => {})', 'TOOL_ERROR'],
  ['for (;;) await null', 'TIME_LIMIT'],
  ["return (() => {}).constructor('return process')()", 'TOOL_ERROR'],
  ['while (true) { try { (function f() { f() })() } catch {} }', 'TIME_LIMIT'],
] as const

const honest = (n: number) =>
  sandbox.run({ source: 'const run = ({ n }) => ({ square: n * n })', input: { n }, account: `honest ${n % 20}` })

/** Short where time is what runs out, so that the test is; never where a slow machine would make it another failure. */
const LIMITED = {
  TIME_LIMIT: { ms: 40 },
  MEMORY_LIMIT: { memoryBytes: 4 * 1024 * 1024 },
  OUTPUT_LIMIT: {},
  TOOL_ERROR: {},
}

const hostile = ([body, code]: (typeof HOSTILE)[number], n: number) =>
  sandbox.run({
    source: `async function run(input) { ${body} }`,
    input: {},
    account: `hostile ${n % 5}`,
    limits: LIMITED[code],
  })

async function answerTo(n: number): Promise<unknown> {
  const attack = n % 10 === 0 ? HOSTILE[(n / 10) % HOSTILE.length] : undefined
  const outcome = await (attack === undefined ? honest(n) : hostile(attack, n))
  return outcome.ok ? outcome.outputs : outcome.error.code
}
const expected = (n: number) => (n % 10 === 0 ? HOSTILE[(n / 10) % HOSTILE.length]?.[1] : { square: n * n })

test('among a thousand runs, one in ten hostile, every honest one gets its own answer', async () => {
  // A hundred at a time: on a slow machine, a thousand would wait for longer than a call may.
  for (let from = 0; from < 1000; from += 100) {
    const batch = Array.from({ length: 100 }, (_, at) => from + at)
    expect(await Promise.all(batch.map(answerTo))).toEqual(batch.map(expected))
  }
}, 120_000)
