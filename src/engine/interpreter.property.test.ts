import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Join } from '#src/sdk/define-node.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { nodesWith } from './engine-fixture.ts'
import { interpret } from './interpreter.ts'
import { makePlan } from './plan.ts'
import { fail, split } from './random-graph-fixture.ts'

/** What the steps with side effects of one run did, in the order of time. */
interface Diary {
  readonly begun: string[]
  readonly ended: string[]
}
let diary: Diary = { begun: [], ended: [] }

/** Fails as often as its name says: "s3 2" twice. Other steps may begin meanwhile. */
async function flakyEffect(name: string) {
  const [key = '', failures] = name.split(' ')
  diary.begun.push(key)
  await Promise.resolve()
  if (diary.begun.filter((each) => each === key).length <= Number(failures))
    throw new NodeError({ code: 'BUSY', message: 'busy', permanent: false })
  diary.ended.push(key)
  return key
}
const nodes = { ...nodesWith(flakyEffect), split, fail }
const compiler = createExpressions({ matches: matchesLinearly })

interface Spec {
  readonly kind: 'split' | 'fail' | 'flaky' | 'wait'
  readonly disabled: boolean
  readonly onError: 'continue' | 'branch' | 'stop'
  readonly join: Join
  /** Of a flaky step: how often it fails, and how often it is tried again. */
  readonly failures: number
  readonly retries: number
  /** Edges from earlier nodes; -1 is the trigger. */
  readonly from: readonly { readonly source: number; readonly port: string }[]
}

const PORTS = ['even', 'odd', 'out', 'error']

const specs: fc.Arbitrary<Spec[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...(['split', 'split', 'split', 'fail', 'flaky', 'flaky', 'wait'] as const)),
      disabled: fc.constantFrom(true, false, false),
      onError: fc.constantFrom(...(['continue', 'continue', 'branch', 'branch', 'branch', 'stop'] as const)),
      failures: fc.nat(3),
      retries: fc.nat(3),
      join: fc.constantFrom<Join>('any', 'any', 'all', 1, 2, 3),
      from: fc.array(fc.record({ source: fc.nat(1000), port: fc.constantFrom(...PORTS) }), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((drafts) =>
    drafts.map((draft, index) => ({
      ...draft,
      from: draft.from.map(({ source, port }) => {
        const earlier = (source % (index + 1)) - 1
        return { source: earlier, port: earlier < 0 ? 'out' : port }
      }),
    })),
  )

const keyOf = (index: number) => (index < 0 ? 'start' : `s${index}`)
const term = (key: string) => `{{ has(steps.${key}) && steps.${key} != null ? steps.${key} : 0 }}`

function typeOf({ kind, join, failures, retries }: Spec, key: string, terms: readonly string[]) {
  if (kind === 'wait') return { type: 'pause', config: { ms: 0 } }
  if (kind !== 'flaky') return { type: kind, config: { terms, join } }
  const retry = { max: retries, backoff: 'constant', baseMs: 0 }
  return { type: 'effect', config: { name: `${key} ${failures}` }, retry }
}

function graphFrom(all: readonly Spec[], order: readonly number[]): Graph {
  const numbers = (spec: Spec) =>
    spec.from.filter(({ source }) => all[source]?.kind === 'split').map(({ source }) => term(keyOf(source)))
  return Graph.parse({
    nodes: [
      { id: 'start', key: 'start', type: 'webhook', name: 'start' },
      ...order.map((index) => {
        const spec = all[index]
        if (spec === undefined) throw new Error('no such node')
        const { disabled, onError } = spec
        const key = keyOf(index)
        return { id: key, key, name: key, disabled, onError, ...typeOf(spec, key, numbers(spec)) }
      }),
    ],
    edges: all.flatMap(({ from }, index) =>
      from.map(({ source, port }) => ({ from: keyOf(source), port, to: keyOf(index) })),
    ),
  })
}

type Visit = {
  readonly status: 'succeeded' | 'failed' | 'skipped'
  /** Undefined where nothing goes on. */
  readonly port?: string | undefined
  readonly count: number
  readonly attempts?: number
  readonly stops?: boolean
}

const failed = (onError: Spec['onError'], attempts: number): Visit => ({
  status: 'failed',
  port: { branch: 'error', continue: 'out', stop: undefined }[onError],
  count: 0,
  attempts,
  stops: onError === 'stop',
})

/** The rules again, as a definition by recursion instead of a walk. */
function reference(all: readonly Spec[]): Visit[] {
  const known: Visit[] = []
  const portOf = (source: number) => (source < 0 ? 'out' : known[source]?.port)
  for (const spec of all) {
    const { kind, onError, failures, retries } = spec
    // Only a step that waits for several asks how many; the others go on after any.
    const join = kind === 'split' || kind === 'fail' ? spec.join : 'any'
    const sources = [...new Set(spec.from.map(({ source }) => source))]
    const arrived = sources.filter((source) =>
      spec.from.some((edge) => edge.source === source && portOf(source) === edge.port),
    ).length
    const needed = typeof join === 'number' ? join : { any: 1, all: sources.length }[join]
    const isReached = arrived >= (spec.disabled ? 1 : needed) && arrived > 0
    const sum = spec.from.reduce(
      (total, { source }) => total + (all[source]?.kind === 'split' ? (known[source]?.count ?? 0) : 0),
      1,
    )
    if (!isReached) known.push({ status: 'skipped', count: 0 })
    else if (spec.disabled) known.push({ status: 'skipped', port: kind === 'split' ? 'even' : 'out', count: 0 })
    else if (kind === 'fail') known.push(failed(onError, 1))
    else if (kind === 'wait') known.push({ status: 'succeeded', port: 'out', count: 0, attempts: 1 })
    else if (kind === 'flaky' && failures > retries) known.push(failed(onError, retries + 1))
    else if (kind === 'flaky') known.push({ status: 'succeeded', port: 'out', count: 0, attempts: failures + 1 })
    else known.push({ status: 'succeeded', port: sum % 2 === 0 ? 'even' : 'odd', count: sum, attempts: 1 })
  }
  return known
}

/** No step with a side effect begins before those that lead to it are done. */
function expectOrder(
  all: readonly Spec[],
  visits: readonly Visit[],
  { begun, ended }: Diary,
  times: readonly string[],
) {
  expect(new Set(begun).size).toBe(times.length)
  for (const [index, { from }] of all.entries())
    for (const { source, port } of from) {
      if (visits[source]?.port !== port || visits[source]?.status !== 'succeeded') continue
      if (!begun.includes(keyOf(index)) || !begun.includes(keyOf(source))) continue
      expect(ended).toContain(keyOf(source))
      expect(begun.lastIndexOf(keyOf(source))).toBeLessThan(begun.indexOf(keyOf(index)))
    }
}

test('any graph runs as the rules say, in whatever order its nodes are listed', { timeout: 300_000 }, async () => {
  const listed = specs.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray([...all.keys()], { minLength: all.length })),
  )
  await fc.assert(
    fc.asyncProperty(listed, async ([all, order]) => {
      diary = { begun: [], ended: [] }
      const plan = makePlan(graphFrom(all, order), { kind: 'webhook' }, nodes, compiler)
      const facts = { id: 'run', ownerId: 'ada', startedAt: '2026-01-01T00:00:00.000Z', payload: null }
      const outcome = await interpret(plan, facts, {
        host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input },
        signal: new AbortController().signal,
        checkpoint: (_name, work) => work(),
      })
      const visits = reference(all)
      const isStopped = visits.some(({ stops }) => stops)
      expect(outcome.status).toBe(isStopped ? 'failed' : 'succeeded')
      const steps = new Map(outcome.steps.map((step) => [step.key, step]))
      if (!isStopped) expect(steps.size).toBe(all.length + 1)
      for (const [index, { status, count, attempts = 0 }] of visits.entries()) {
        const step = steps.get(keyOf(index))
        // What would have come after the end, or was broken off by it.
        if (isStopped && (step === undefined || step.status === 'cancelled' || step.status === 'skipped')) continue
        expect([step?.status, step?.attempts]).toEqual([status, attempts])
        if (status === 'succeeded' && all[index]?.kind === 'split') expect(step?.output).toBe(count)
      }
      const flaky = visits.flatMap(({ attempts }, index) =>
        attempts && all[index]?.kind === 'flaky' ? [keyOf(index)] : [],
      )
      expectOrder(all, visits, diary, isStopped ? [...new Set(diary.begun)] : flaky)
    }),
    // More in `npm run chaos`.
    { numRuns: Number(process.env.CHAOS_GRAPHS ?? 300), seed: Number(process.env.CHAOS_SEED ?? Date.now()) },
  )
})
