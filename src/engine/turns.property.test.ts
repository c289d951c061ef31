import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { defineNode, type Join } from '#src/sdk/define-node.ts'
import type { Attempt } from './attempt.ts'
import { nodesWith } from './engine-fixture.ts'
import { interpret } from './interpreter.ts'
import { RunParked } from './parked.ts'
import { makePlan, type Plan } from './plan.ts'
import { fail, split } from './random-graph-fixture.ts'
import type { Outcome, Runtime } from './walk.ts'

/** The same with a side effect, which takes its time. */
let begun: string[] = []
const pauses = [0, 1, 2, 3, 4]
const slow = defineNode({
  ...split,
  type: 'slow',
  reaches: 'nothing',
  effect: 'write',
  run: async ({ idempotencyKey }, { terms }) => {
    begun.push(idempotencyKey)
    const rest = (begun.length * 7) % pauses.length
    for (let turn = 0; turn < rest; turn++) await new Promise((done) => setImmediate(done))
    const sum = terms.reduce((total, term) => total + term, 1)
    return { output: sum, port: sum % 2 === 0 ? 'even' : 'odd' }
  },
})
const TURNS = 3
/** The sum of what its body gives. */
const loop = defineNode({
  ...split,
  type: 'loop',
  ports: ['item', 'even', 'odd'],
  bodyPort: 'item',
  run: async ({ body }) => {
    const turns = await Promise.all([...Array(TURNS).keys()].map((index) => body.run({ item: null, index })))
    const sum = turns.reduce((total, turn) => total + (turn.kind === 'done' ? Number(turn.output) : 0), 0)
    return { output: sum, port: sum % 2 === 0 ? 'even' : 'odd' }
  },
})
const nodes = { ...nodesWith(async () => null), split, fail, slow, loop }
const compiler = createExpressions({ matches: matchesLinearly })

interface Spec {
  readonly kind: 'split' | 'slow' | 'loop' | 'fail'
  readonly disabled: boolean
  readonly onError: 'continue' | 'branch'
  readonly join: Join
  /** Edges from earlier nodes; -1 is the trigger. */
  readonly from: readonly { readonly source: number; readonly port: string }[]
}

const PORTS = ['even', 'odd', 'out', 'error']

const specs: fc.Arbitrary<Spec[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('split' as const, 'slow' as const, 'slow' as const, 'loop' as const, 'fail' as const),
      disabled: fc.boolean(),
      onError: fc.constantFrom('continue' as const, 'branch' as const),
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

const counts = (spec: Spec | undefined) => spec !== undefined && spec.kind !== 'fail'
const keyOf = (index: number) => (index < 0 ? 'start' : `s${index}`)
const term = (key: string) => `{{ has(steps.${key}) && steps.${key} != null ? steps.${key} : 0 }}`

function graphFrom(all: readonly Spec[], order: readonly number[]): Graph {
  const numbers = (spec: Spec) =>
    spec.from.filter(({ source }) => counts(all[source])).map(({ source }) => term(keyOf(source)))
  return Graph.parse({
    nodes: [
      { id: 'start', key: 'start', type: 'webhook', name: 'start' },
      ...order.map((index) => {
        const spec = all[index]
        if (spec === undefined) throw new Error('no such node')
        const { kind: type, disabled, onError, join } = spec
        return {
          id: keyOf(index),
          key: keyOf(index),
          name: keyOf(index),
          type,
          disabled,
          onError,
          config: { terms: numbers(spec), join },
        }
      }),
      ...all.flatMap((spec, index) => (spec.kind === 'loop' ? [bodyOf(index, numbers(spec))] : [])),
    ],
    edges: [
      ...all.flatMap(({ from }, index) =>
        from.map(({ source, port }) => ({ from: keyOf(source), port, to: keyOf(index) })),
      ),
      ...all.flatMap(({ kind }, index) =>
        kind === 'loop' ? [{ from: keyOf(index), port: 'item', to: `b${index}` }] : [],
      ),
    ],
  })
}

/** What a loop repeats: it counts the turn too. */
const bodyOf = (index: number, terms: string[]) => ({
  ...{ id: `b${index}`, key: `b${index}`, name: 'body', type: 'slow' },
  config: { terms: ['{{ index }}', ...terms], join: 'any' },
})

type Visit = { readonly status: 'succeeded' | 'failed' | 'skipped'; readonly port?: string; readonly count: number }

/** The rules again, as a definition by recursion instead of a walk. */
function reference(all: readonly Spec[]): Visit[] {
  const known: Visit[] = []
  const portOf = (source: number) => (source < 0 ? 'out' : known[source]?.port)
  for (const spec of all) {
    const sources = [...new Set(spec.from.map(({ source }) => source))]
    const arrived = sources.filter((source) =>
      spec.from.some((edge) => edge.source === source && portOf(source) === edge.port),
    ).length
    const needed = typeof spec.join === 'number' ? spec.join : { any: 1, all: sources.length }[spec.join]
    const isReached = arrived >= (spec.disabled ? 1 : needed) && arrived > 0
    const sum = spec.from.reduce(
      (total, { source }) => total + (counts(all[source]) ? (known[source]?.count ?? 0) : 0),
      1,
    )
    const turns = [...Array(TURNS).keys()]
    const count = spec.kind === 'loop' ? turns.reduce((total, turn) => total + turn + sum, 0) : sum
    if (!isReached) known.push({ status: 'skipped', count: 0 })
    else if (spec.disabled) known.push({ status: 'skipped', port: spec.kind === 'fail' ? 'out' : 'even', count: 0 })
    else if (spec.kind === 'fail')
      known.push({ status: 'failed', port: spec.onError === 'branch' ? 'error' : 'out', count: 0 })
    else known.push({ status: 'succeeded', port: count % 2 === 0 ? 'even' : 'odd', count })
  }
  return known
}

const listed = specs.chain((all) =>
  fc.tuple(fc.constant(all), fc.shuffledSubarray([...all.keys()], { minLength: all.length })),
)

const walk = (plan: Plan, checkpoint: Runtime['checkpoint']) =>
  interpret(
    plan,
    { id: 'run', ownerId: 'ada', startedAt: '2026-01-01T00:00:00.000Z', payload: null },
    {
      host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input },
      signal: new AbortController().signal,
      checkpoint,
    },
  )

function expectAsTheRulesSay(all: readonly Spec[], outcome: Outcome): void {
  expect(outcome.status).toBe('succeeded')
  const outside = outcome.steps.filter(({ iteration }) => iteration === undefined)
  const steps = new Map(outside.map((step) => [step.key, step]))
  expect(steps.size).toBe(all.length + 1)
  for (const [index, { status, count }] of reference(all).entries()) {
    const step = steps.get(keyOf(index))
    expect(step?.status).toBe(status)
    if (status === 'succeeded') expect(step?.output).toBe(count)
  }
}

test('any graph runs as the rules say, in whatever order its nodes are listed and its branches come to their ends', async () => {
  await fc.assert(
    fc.asyncProperty(listed, async ([all, order]) => {
      const plan = makePlan(graphFrom(all, order), { kind: 'webhook' }, nodes, compiler)
      expectAsTheRulesSay(all, await walk(plan, (_name, work) => work()))
    }),
    { numRuns: 300 },
  )
})

test('a run that ends anywhere and begins again does nothing twice but what was in flight', async () => {
  await fc.assert(
    fc.asyncProperty(listed, fc.nat(20), async ([all, order], before) => {
      const plan = makePlan(graphFrom(all, order), { kind: 'webhook' }, nodes, compiler)
      const memory = new Map<string, Attempt>()
      const keepUntil = (most: number) => async (name: string, work: () => Promise<Attempt>) => {
        const known = memory.get(name)
        if (known !== undefined) return known
        const made = await work()
        if (memory.size >= most) throw new RunParked()
        memory.set(name, made)
        return made
      }
      begun = []
      await walk(plan, keepUntil(before)).catch((error: unknown) => expect(error).toBeInstanceOf(RunParked))
      // What other branches were still doing when the process ended.
      for (let turn = 0; turn < 10; turn++) await new Promise((done) => setImmediate(done))
      const done = [...memory.keys()].filter((name) => !name.includes('#2'))
      begun = []
      expectAsTheRulesSay(all, await walk(plan, keepUntil(Number.POSITIVE_INFINITY)))
      expect(new Set(begun).size).toBe(begun.length)
      for (const name of done) {
        const [step = ''] = name.split('#')
        const [node = '', turn = '0'] = step.split('@')
        expect(begun).not.toContain(`run:${node}:${turn}`)
      }
    }),
    { numRuns: 200 },
  )
})
