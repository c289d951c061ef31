import { expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import type { StepRecord } from './engine.ts'
import { chainOf, type Effects, graphOf, nodesWith } from './engine-fixture.ts'
import { cancelled } from './failures.ts'
import { interpret } from './interpreter.ts'
import { makePlan } from './plan.ts'
import type { Outcome, Runtime } from './walk.ts'

const compiler = createExpressions({ matches: matchesLinearly })
const trigger = { key: 'start', type: 'webhook' }
const effect = (key: string, more: object = {}) => ({ key, type: 'effect', config: { name: key }, ...more })

interface Options {
  readonly payload?: Json
  readonly effects?: Effects
  readonly runtime?: Partial<Runtime>
}

function run(graph: Graph, { payload = null, effects = async (name) => name, runtime = {} }: Options = {}) {
  const plan = makePlan(graph, { kind: 'webhook' }, nodesWith(effects), compiler)
  const facts = { id: 'run-1', ownerId: 'ada', startedAt: '2026-01-02T03:04:05.000Z', payload }
  return interpret(plan, facts, {
    host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input },
    signal: new AbortController().signal,
    checkpoint: (_name, work) => work(),
    ...runtime,
  })
}

const statuses = ({ steps }: Outcome) => Object.fromEntries(steps.map(({ key, status }) => [key, status]))
const value = (key: string, content: Json, more: object = {}) => ({
  key,
  type: 'value',
  config: { value: content },
  ...more,
})

test('expressions see the trigger, earlier steps and the run', async () => {
  const graph = chainOf([
    trigger,
    value('first', { n: '{{ trigger.n + 1 }}' }),
    value('second', '{{ steps.first.n * 2 }} at {{ run.startedAt }} in {{ run.id }}'),
  ])
  const outcome = await run(graph, { payload: { n: 20 } })
  expect(outcome.output).toBe('42 at 2026-01-02T03:04:05.000Z in run-1')
})

test('only the way that was taken runs, and what both ways lead to runs once', async () => {
  const graph = graphOf(
    [
      trigger,
      { key: 'which', type: 'choose', config: { port: '{{ trigger }}' } },
      value('left', 'left'),
      value('right', 'right'),
      value('after_right', 1),
      value('join', '{{ has(steps.left) ? steps.left : steps.right }}'),
    ],
    ['start > which', 'which.a > left', 'which.b > right', 'right > after_right', 'left > join', 'after_right > join'],
  )
  const left = await run(graph, { payload: 'a' })
  expect(left.output).toBe('left')
  expect(statuses(left)).toEqual({
    start: 'succeeded',
    which: 'succeeded',
    left: 'succeeded',
    right: 'skipped',
    after_right: 'skipped',
    join: 'succeeded',
  })
  expect((await run(graph, { payload: 'b' })).output).toBe('right')
})

test('a disabled step is passed by and has the value null', async () => {
  const graph = chainOf([trigger, value('off', 1, { disabled: true }), value('end', '{{ steps.off == null }}')])
  const outcome = await run(graph)
  expect(outcome.output).toBe(true)
  expect(statuses(outcome)).toEqual({ start: 'succeeded', off: 'skipped', end: 'succeeded' })
})

test('a step that nothing leads to is skipped', async () => {
  const outcome = await run(graphOf([trigger, value('alone', 1)], []))
  expect(statuses(outcome)).toEqual({ start: 'succeeded', alone: 'skipped' })
})

test('a missing field fails its step and names the place', async () => {
  const outcome = await run(chainOf([trigger, value('total', { sum: '{{ trigger.totl }}' })]), {
    payload: { total: 1 },
  })
  expect(outcome.status).toBe('failed')
  expect(outcome.error).toMatchObject({ code: 'EXPRESSION_FAILED', nodeId: 'n_total', key: 'total' })
  expect(outcome.error?.message).toMatch(/^total: .*totl.*value\.sum/)
})

test.each([
  ['a template that does not compile', value('bad', '{{ 1 + }}'), 'EXPRESSION_FAILED', /^bad: /],
  [
    'a config that does not fit',
    { key: 'bad', type: 'choose', config: { port: '{{ 1 }}' } },
    'INVALID_CONFIG',
    /^bad: port: /,
  ],
  [
    'an unknown type',
    { key: 'bad', type: 'teleport' },
    'UNKNOWN_NODE',
    /^bad: There is no step type "teleport" in version 1$/,
  ],
  ['an error that nobody foresaw', effect('bad'), 'NODE_CRASHED', /^bad: This step failed unexpectedly$/],
])('%s fails its own step', async (_title, node, code, message) => {
  const outcome = await run(chainOf([trigger, node]), {
    effects: () => Promise.reject(new TypeError('x of undefined')),
  })
  expect(outcome.status).toBe('failed')
  expect(outcome.error).toMatchObject({ code, message: expect.stringMatching(message), key: 'bad' })
  expect(statuses(outcome)).toEqual({ start: 'succeeded', bad: 'failed' })
})

test('what nobody foresaw is kept for developers, not shown in the message', async () => {
  const outcome = await run(chainOf([trigger, effect('bad')]), {
    effects: () => Promise.reject(new TypeError('x of undefined')),
  })
  expect(outcome.error?.technical).toMatch(/^TypeError: x of undefined\n/)
})

test('after a failure the run goes on by the ordinary way when the step says so', async () => {
  const graph = chainOf([
    trigger,
    { key: 'bad', type: 'broken', onError: 'continue' },
    value('end', '{{ steps.bad.error.code }}'),
  ])
  const outcome = await run(graph)
  expect(outcome).toMatchObject({ status: 'succeeded', output: 'BROKEN' })
  expect(statuses(outcome)).toEqual({ start: 'succeeded', bad: 'failed', end: 'succeeded' })
})

test('a pure step is not tried again', async () => {
  const retry = { max: 3, backoff: 'constant', baseMs: 60_000 } as const
  const outcome = await run(chainOf([trigger, { key: 'bad', type: 'broken', retry }]))
  expect(outcome.steps[1]).toMatchObject({ status: 'failed', attempts: 1 })
})

test('the first respond step answers', async () => {
  const graph = graphOf(
    [
      trigger,
      { key: 'one', type: 'respond', config: { status: 201, body: 1 } },
      { key: 'two', type: 'respond', config: { status: 202, body: 2 } },
    ],
    ['start > one', 'start > two'],
  )
  const outcome = await run(graph)
  expect(outcome).toMatchObject({ response: { status: 201, headers: {}, body: 1 }, output: 1 })
})

test('the one who waits is answered early only when side effects follow', async () => {
  const early: Json[] = []
  const runtime = { onEarlyResponse: async ({ body }: { body: Json }) => void early.push(body) }
  const answer = (key: string) => ({ key, type: 'respond', config: { body: key } })
  await run(graphOf([trigger, answer('a'), value('end', 1)], ['start > a', 'start > end']), { runtime })
  expect(early).toEqual([])
  await run(graphOf([trigger, answer('b'), effect('mail')], ['start > b', 'start > mail']), { runtime })
  expect(early).toEqual(['b'])
})

test('checkpoints have the same names in each repetition, and a recalled one is not run again', async () => {
  const names: string[] = []
  const graph = chainOf([trigger, effect('pay'), value('mid', 1), effect('mail')])
  const recalled = { ok: true, startedAt: 0, durationMs: 5, output: 'recalled', port: 'out' } as const
  const outcome = await run(graph, {
    effects: (name) => Promise.reject(new Error(`${name} was run again`)),
    runtime: {
      checkpoint: async (name) => {
        names.push(name)
        return recalled
      },
    },
  })
  expect(names).toEqual(['n_pay#1', 'n_mail#1'])
  expect(outcome).toMatchObject({ status: 'succeeded', output: 'recalled' })
})

test('a run stops before its next step when its signal fires', async () => {
  const abort = new AbortController()
  const effects = async (name: string) => {
    abort.abort(cancelled)
    return name
  }
  const outcome = await run(chainOf([trigger, effect('one'), effect('two')]), {
    effects,
    runtime: { signal: abort.signal },
  })
  expect(outcome).toMatchObject({ status: 'cancelled', error: { code: 'CANCELLED' } })
  expect(statuses(outcome).two).toBeUndefined()
})

test('each change of a step is told', async () => {
  const told: string[] = []
  const onStep = ({ key, status, attempts }: StepRecord) => told.push(`${key} ${status} ${attempts}`)
  let count = 0
  const effects = async () => {
    count++
    if (count === 1) throw Object.assign(new Error('busy'), { code: 'BUSY' })
    return count
  }
  const retry = { max: 1, backoff: 'constant', baseMs: 0 } as const
  await run(chainOf([trigger, effect('call', { retry })]), { effects, runtime: { onStep } })
  expect(told).toEqual(['start succeeded 1', 'call running 1', 'call waiting 1', 'call running 2', 'call succeeded 2'])
})

test('a run whose steps hold too much together fails, and the step that was too much keeps nothing', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `copy${index}`)
  const graph = chainOf([trigger, ...names.map((name) => value(name, '{{ trigger }}'))])
  const outcome = await run(graph, { payload: 'x'.repeat(2_000_000) })
  expect(outcome).toMatchObject({ status: 'failed', error: { code: 'RUN_TOO_LARGE', key: 'copy7' } })
  expect(outcome.steps.at(-1)).toMatchObject({ key: 'copy7', status: 'failed', input: null, output: null })
})

test('what a branch has done is remembered, in whichever moment another one ends the run', async () => {
  const graph = graphOf([trigger, effect('pay'), effect('mail')], ['start > pay', 'start > mail'])
  const seen = new Set<string | undefined>()
  for (let later = 0; later < 80; later++) {
    const [pay, mail] = [Promise.withResolvers<Json>(), Promise.withResolvers<Json>()]
    const kept = new Set<string>()
    const outcome = run(graph, {
      effects: (name) => (name === 'pay' ? pay : mail).promise,
      runtime: {
        async checkpoint(name, work) {
          const made = await work()
          kept.add(name)
          return made
        },
      },
    })
    await new Promise(setImmediate)
    mail.reject(new NodeError({ code: 'REFUSED', message: 'No', permanent: true }))
    for (let turn = 0; turn < later; turn++) await Promise.resolve()
    pay.resolve('paid')
    const { pay: status } = statuses(await outcome)
    seen.add(status)
    expect([later, status, kept.has('n_pay#1')]).toEqual([later, status, status === 'succeeded'])
  }
  expect([...seen]).toEqual(['succeeded', 'cancelled'])
})
