import { expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import type { Attempt } from './attempt.ts'
import { type Effects, graphOf, nodesWith } from './engine-fixture.ts'
import { interpret } from './interpreter.ts'
import { makePlan } from './plan.ts'
import type { Outcome, Runtime } from './walk.ts'

const compiler = createExpressions({ matches: matchesLinearly })
const trigger = { key: 'start', type: 'webhook' }
const value = (key: string, content: Json, more: object = {}) => ({
  ...{ key, type: 'value', config: { value: content } },
  ...more,
})
const effect = (key: string, name = '{{ string(item) }}') => ({ key, type: 'effect', config: { name } })
const each = (key: string, items: Json, more: object = {}) => ({ key, type: 'each', config: { items, ...more } })

interface Options {
  readonly effects?: Effects
  readonly runtime?: Partial<Runtime>
  readonly payload?: Json
}

function run(graph: Graph, { effects = async (name) => name, runtime = {}, payload = null }: Options = {}) {
  const plan = makePlan(graph, { kind: 'webhook' }, nodesWith(effects), compiler)
  const facts = { id: 'run-1', ownerId: 'ada', startedAt: '2026-01-02T03:04:05.000Z', payload }
  return interpret(plan, facts, {
    host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input },
    signal: new AbortController().signal,
    checkpoint: (_name, work) => work(),
    ...runtime,
  })
}

const log = ({ steps }: Outcome) =>
  steps.map(({ key, iteration, status }) => [iteration === undefined ? key : `${key}@${iteration}`, status])

test('the steps on the way "item" run for each item, and see it; what is behind sees the list of their results', async () => {
  const outcome = await run(
    graphOf(
      [
        trigger,
        value('rate', 3),
        each('loop', '{{ trigger }}'),
        value('times', '{{ item * steps.rate }}'),
        value('sum', '{{ steps.times + index }}'),
        value('after', '{{ steps.loop }}'),
      ],
      ['start > rate', 'rate > loop', 'loop.item > times', 'times > sum', 'loop.done > after'],
    ),
    { payload: [10, 20] },
  )
  expect(outcome).toMatchObject({ status: 'succeeded', output: [30, 61] })
  expect(log(outcome)).toEqual([
    ['start', 'succeeded'],
    ['rate', 'succeeded'],
    ['times@0', 'succeeded'],
    ['sum@0', 'succeeded'],
    ['times@1', 'succeeded'],
    ['sum@1', 'succeeded'],
    ['loop', 'succeeded'],
    ['after', 'succeeded'],
  ])
})

test('in a loop inside a loop the key of the outer one stands for what that is at', async () => {
  const outcome = await run(
    graphOf(
      [trigger, each('outer', [1, 2]), each('inner', ['a', 'b']), value('both', '{{ steps.outer.item }}{{ item }}')],
      ['start > outer', 'outer.item > inner', 'inner.item > both'],
    ),
  )
  expect(outcome.output).toEqual([
    ['1a', '1b'],
    ['2a', '2b'],
  ])
  expect(log(outcome)).toContainEqual(['both@1.0', 'succeeded'])
})

test('a turn sees nothing of the turn before it', async () => {
  const outcome = await run(
    graphOf(
      [
        trigger,
        each('loop', ['a', 'b']),
        { key: 'which', type: 'choose', config: { port: '{{ item }}' } },
        value('first', 1),
        value('seen', '{{ has(steps.first) }}'),
      ],
      ['start > loop', 'loop.item > which', 'which.a > first', 'which.b > seen', 'first > seen'],
    ),
  )
  expect(outcome.output).toEqual([true, false])
})

test('a failure in a turn names the step and the turn, and no turn begins after it', async () => {
  const seen: string[] = []
  const effects: Effects = async (name) => {
    seen.push(name)
    if (name === '2') throw new NodeError({ code: 'NO_STOCK', message: 'Sold out', permanent: true })
    return name
  }
  const graph = graphOf([trigger, each('loop', [1, 2, 3]), effect('buy')], ['start > loop', 'loop.item > buy'])
  const outcome = await run(graph, { effects })
  expect(outcome).toMatchObject({
    status: 'failed',
    error: { code: 'NO_STOCK', message: 'loop: Turn 1: buy: Sold out', nodeId: 'n_loop' },
  })
  expect(seen).toEqual(['1', '2'])
  expect(log(outcome)).toEqual([
    ['start', 'succeeded'],
    ['buy@0', 'succeeded'],
    ['buy@1', 'failed'],
    ['loop', 'failed'],
  ])
})

test('each turn has idempotency keys and checkpoints of its own', async () => {
  const keys: string[] = []
  const names: string[] = []
  await run(
    graphOf(
      [trigger, each('outer', [[1, 2], [3]]), each('inner', '{{ item }}'), effect('pay')],
      ['start > outer', 'outer.item > inner', 'inner.item > pay'],
    ),
    {
      effects: async (name, { idempotencyKey }) => {
        keys.push(idempotencyKey)
        return name
      },
      runtime: {
        checkpoint: (name, work) => {
          names.push(name)
          return work()
        },
      },
    },
  )
  expect(keys).toEqual(['run-1:n_pay:0.0', 'run-1:n_pay:0.1', 'run-1:n_pay:1.0'])
  expect(names).toEqual(['n_outer#1', 'n_inner@0#1', 'n_pay@0.0#1', 'n_pay@0.1#1', 'n_inner@1#1', 'n_pay@1.0#1'])
})

test('so many turns as asked for run at the same time, and the results keep the order of the items', async () => {
  let underWay = 0
  let most = 0
  const items = [0, 1, 2, 3, 4, 5, 6, 7]
  const effects: Effects = async (name) => {
    most = Math.max(most, ++underWay)
    for (let turn = Number(name); turn < items.length; turn++) await new Promise((done) => setImmediate(done))
    underWay--
    return name
  }
  const outcome = await run(
    graphOf([trigger, each('loop', items, { atOnce: 3 }), effect('call')], ['start > loop', 'loop.item > call']),
    { effects },
  )
  expect(outcome.output).toEqual(items.map(String))
  expect(most).toBe(3)
})

test('the first failure stops the other turns that are under way', async () => {
  const aborted: string[] = []
  const effects: Effects = (name, { signal }) => {
    if (name === '1') throw new NodeError({ code: 'NO_STOCK', message: 'Sold out', permanent: true })
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => {
        aborted.push(name)
        reject(new Error('aborted'))
      }),
    )
  }
  const graph = graphOf(
    [trigger, each('loop', [0, 1, 2], { atOnce: 3 }), effect('call')],
    ['start > loop', 'loop.item > call'],
  )
  const remembered: string[] = []
  const checkpoint: Runtime['checkpoint'] = async (name, work) => {
    const made = await work()
    remembered.push(name)
    return made
  }
  const outcome = await run(graph, { effects, runtime: { checkpoint } })
  expect(outcome.error).toMatchObject({ code: 'NO_STOCK', message: 'loop: Turn 1: call: Sold out' })
  expect(aborted).toEqual(['0', '2'])
  expect(log(outcome)).toEqual([
    ['start', 'succeeded'],
    ['call@1', 'failed'],
    ['call@0', 'cancelled'],
    ['call@2', 'cancelled'],
    ['loop', 'failed'],
  ])
  // After a crash the failure stops them again; what they were stopped with must not come first.
  expect(remembered).toEqual(['n_call@1#1', 'n_loop#1'])
})

test('of many turns the first ones and those that failed are told', async () => {
  const outcome = await run(
    graphOf(
      [
        trigger,
        each(
          'loop',
          Array.from({ length: 300 }, (_, index) => index),
          { goesOn: true },
        ),
        value('check', '{{ item < 250 ? 1 : 1 / (item - item) }}'),
      ],
      ['start > loop', 'loop.item > check'],
    ),
  )
  const told = outcome.steps.filter(({ key }) => key === 'check')
  expect(told.filter(({ status }) => status === 'succeeded').map(({ iteration }) => Number(iteration))).toEqual(
    Array.from({ length: 20 }, (_, index) => index),
  )
  expect(told.filter(({ status }) => status === 'failed').map(({ iteration }) => Number(iteration))).toEqual(
    Array.from({ length: 50 }, (_, index) => 250 + index),
  )
})

test('what turns do is not held against the size of the run, but what they give is', async () => {
  const loop = (length: number, give: Json) =>
    graphOf(
      [
        trigger,
        each(
          'loop',
          Array.from({ length }, () => 'x'),
        ),
        value('large', 'x'.repeat(500_000)),
        value('give', give),
      ],
      ['start > loop', 'loop.item > large', 'large > give'],
    )
  expect((await run(loop(100, 1))).status).toBe('succeeded')
  expect((await run(loop(100, '{{ steps.large }}'))).error?.code).toBe('RUN_TOO_LARGE')
})

test('a stop in a loop ends the whole run', async () => {
  const graph = graphOf(
    [
      trigger,
      each('loop', [1, 2]),
      { key: 'respond', type: 'respond', config: { body: '{{ item }}' } },
      value('after', 1),
    ],
    ['start > loop', 'loop.item > respond', 'loop.done > after'],
  )
  const outcome = await run(graph)
  expect(outcome.response).toEqual({ status: 200, headers: {}, body: 1 })
  expect(outcome.status).toBe('succeeded')
})

test('a disabled loop is passed by, with its body', async () => {
  const graph = graphOf(
    [trigger, { ...each('loop', [1]), disabled: true }, value('body', 1), value('after', 'after')],
    ['start > loop', 'loop.item > body', 'loop.done > after'],
  )
  const outcome = await run(graph)
  expect(outcome.output).toBe('after')
  expect(log(outcome)).toEqual([
    ['start', 'succeeded'],
    ['loop', 'skipped'],
    ['after', 'succeeded'],
  ])
})

test('a loop that is done is recalled as a whole', async () => {
  const seen: string[] = []
  const memory = new Map<string, Attempt>()
  const checkpoint: Runtime['checkpoint'] = async (name, work) => {
    const known = memory.get(name)
    const made = known ?? (await work())
    memory.set(name, made)
    return made
  }
  const effects: Effects = async (name) => {
    seen.push(name)
    return name
  }
  const graph = graphOf(
    [trigger, each('loop', [1, 2]), effect('pay'), value('after', '{{ steps.loop }}')],
    ['start > loop', 'loop.item > pay', 'loop.done > after'],
  )
  await run(graph, { effects, runtime: { checkpoint } })
  for (const name of memory.keys()) if (name.includes('@')) memory.delete(name)
  expect((await run(graph, { effects, runtime: { checkpoint } })).output).toEqual(['1', '2'])
  expect(seen).toEqual(['1', '2'])
})
