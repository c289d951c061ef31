import type { Limits } from '#src/sdk/sandbox-limits.ts'
import type { RunFailureCode, Sandbox, SandboxOutcome } from './sandbox.ts'

/** One of each way to be a nuisance: what `run` does, and how it ends. */
export const HOSTILE = [
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
] as const satisfies readonly (readonly [body: string, code: RunFailureCode])[]

const ONE_IN = 10

interface MixOptions {
  readonly sandbox: Sandbox
  readonly limitsOf?: (code: RunFailureCode) => Partial<Limits>
}

/** Run `n` of a mix: one in ten is hostile, from one of five accounts; the others are from twenty other ones. */
export function runOfMix(n: number, { sandbox, limitsOf = () => ({}) }: MixOptions) {
  const attack = n % ONE_IN === 0 ? HOSTILE[(n / ONE_IN) % HOSTILE.length] : undefined
  const run = (): Promise<SandboxOutcome> =>
    attack === undefined
      ? sandbox.run({ source: 'const run = ({ n }) => ({ square: n * n })', input: { n }, account: `honest ${n % 20}` })
      : sandbox.run({
          source: `async function run(input) { ${attack[0]} }`,
          input: {},
          account: `hostile ${(n / ONE_IN) % 5}`,
          limits: limitsOf(attack[1]),
        })
  return { run, isHostile: attack !== undefined, expected: attack?.[1] ?? { square: n * n } }
}

export const answerOf = (outcome: SandboxOutcome): unknown => (outcome.ok ? outcome.outputs : outcome.error.code)
