import { expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { z } from '#src/lib/zod.ts'
import { defineNode } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { chainOf, graphOf, nodesWith } from './engine-fixture.ts'
import { interpret } from './interpreter.ts'
import { makePlan } from './plan.ts'
import type { Outcome } from './walk.ts'

const logic = {
  ...{ version: 1, title: '', description: '', icon: 'box' },
  category: 'logic',
  ports: ['out'],
  reaches: 'nothing',
  effect: 'pure',
  output: () => ({}),
} as const

/** Runs once two steps have led to it, and gives what they gave. */
const gate = defineNode({
  ...{ ...logic, type: 'gate', config: z.strictObject({}) },
  join: () => 2,
  run: ({ arrivals }) => ({ output: arrivals.map(({ key, output }) => [key, output]) }),
})
const end = defineNode({
  ...{ ...logic, type: 'end', config: z.strictObject({ status: z.enum(['succeeded', 'failed']) }) },
  run: (_context, { status }) => ({ output: 'the end', end: { status, message: 'Enough' } }),
})
const each = defineNode({
  ...{ ...logic, type: 'each', config: z.strictObject({ items: z.array(z.json()), give: z.string() }) },
  templates: { give: 'per-item' },
  run: ({ evaluate }, { items }) => ({ output: items.map((item, index) => evaluate('give', { item, index })) }),
})
const cases = defineNode({
  ...{ ...logic, type: 'cases', config: z.strictObject({ cases: z.array(z.strictObject({ id: z.string() })) }) },
  ports: { each: 'cases', otherwise: 'otherwise' },
  run: (_context, { cases: [first] }) => ({ output: null, port: first?.id ?? 'otherwise' }),
})
const question = defineNode({
  ...{ ...logic, type: 'question', config: z.strictObject({ is: z.boolean() }) },
  ports: ['yes', 'no'],
  run: (_context, { is }) => ({ output: is, port: is ? 'yes' : 'no' }),
})
const note = defineNode({
  ...{ ...logic, type: 'note', config: z.strictObject({}) },
  category: 'note',
  run: () => ({ output: null }),
})
const forked = nodesWith(async (name) => name)
const nodes = { ...forked, ...(forked.each && { turns: forked.each }), gate, end, each, cases, question, note }
const compiler = createExpressions({ matches: matchesLinearly })

function run(graph: Graph, payload: Json = null): Promise<Outcome> {
  const facts = { id: 'run-1', ownerId: 'ada', startedAt: '2026-01-02T03:04:05.000Z', payload }
  return interpret(makePlan(graph, { kind: 'webhook' }, nodes, compiler), facts, {
    host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input },
    signal: new AbortController().signal,
    checkpoint: (_name, work) => work(),
  })
}

const trigger = { key: 'start', type: 'webhook' }
const value = (key: string, content: Json) => ({ key, type: 'value', config: { value: content } })
const statuses = ({ steps }: Outcome) => Object.fromEntries(steps.map(({ key, status }) => [key, status]))

test('a step that waits for two runs when two have led to it, and sees which', async () => {
  const graph = graphOf(
    [
      trigger,
      value('a', 1),
      value('b', 2),
      { key: 'c', type: 'choose', config: { port: 'a' } },
      { key: 'gate', type: 'gate' },
    ],
    ['start > a', 'start > b', 'start > c', 'a > gate', 'b > gate', 'c.b > gate'],
  )
  expect((await run(graph)).output).toEqual([
    ['a', 1],
    ['b', 2],
  ])
})

test('a step that waits for two is skipped when only one leads to it', async () => {
  const graph = graphOf(
    [trigger, value('a', 1), { key: 'c', type: 'choose', config: { port: 'a' } }, { key: 'gate', type: 'gate' }],
    ['start > a', 'start > c', 'a > gate', 'c.b > gate'],
  )
  expect(statuses(await run(graph))).toEqual({ start: 'succeeded', a: 'succeeded', c: 'succeeded', gate: 'skipped' })
})

test.each([
  ['succeeded', 'the end', null],
  ['failed', null, { code: 'STOPPED', message: 'Enough', nodeId: 'n_end', key: 'end' }],
])('a step may end the run as %s, whatever would follow', async (status, output, error) => {
  const outcome = await run(chainOf([trigger, { key: 'end', type: 'end', config: { status } }, value('after', 1)]))
  expect(outcome).toMatchObject({ status, output, error })
  expect(statuses(outcome)).toEqual({ start: 'succeeded', end: 'succeeded', after: 'skipped' })
})

const wait = { key: 'wait', type: 'pause', config: { ms: 3_600_000 } }
const beside = (other: { key: string; type: string; config?: { [key: string]: Json } }, edges: string[]) =>
  graphOf([trigger, wait, other, value('after', 1)], [...edges, 'wait > after'])

test.each([[['start > wait', 'start > end']], [['start > end', 'start > wait']]])(
  'a step may end the run while another branch waits, in whatever order the two are connected: %j',
  async (edges) => {
    const outcome = await run(beside({ key: 'end', type: 'end', config: { status: 'succeeded' } }, edges))
    expect(outcome).toMatchObject({ status: 'succeeded', output: 'the end' })
    expect(statuses(outcome)).toMatchObject({ end: 'succeeded', after: 'skipped' })
  },
)

test('a step that only computes and fails ends the run while another branch waits', async () => {
  const outcome = await run(beside({ key: 'bad', type: 'broken' }, ['start > wait', 'start > bad']))
  expect(outcome).toMatchObject({ status: 'failed', error: { code: 'BROKEN', key: 'bad' } })
  expect(statuses(outcome)).toMatchObject({ wait: 'cancelled', bad: 'failed' })
})

test('after a failure the run goes on behind a loop, and by the way for what fits no case', async () => {
  const loop = { key: 'loop', type: 'turns', config: { items: '{{ trigger.nothing }}' }, onError: 'continue' } as const
  const graph = graphOf(
    [trigger, loop, value('turn', 1), value('after', '{{ steps.loop.error.code }}')],
    ['start > loop', 'loop.item > turn', 'loop.done > after'],
  )
  expect((await run(graph, {})).output).toBe('EXPRESSION_FAILED')
  const plan = { key: 'plan', type: 'cases', config: { cases: '{{ trigger.nothing }}' }, onError: 'continue' } as const
  const switched = graphOf([trigger, plan, value('rest', 'rest')], ['start > plan', 'plan.otherwise > rest'])
  expect((await run(switched, {})).output).toBe('rest')
})

test('after a failure nobody goes on where only the result says which way', async () => {
  const question = {
    key: 'ask',
    type: 'question',
    config: { is: '{{ trigger.nothing }}' },
    onError: 'continue',
  } as const
  const graph = graphOf([trigger, question, value('a', 1), value('b', 2)], ['start > ask', 'ask.yes > a', 'ask.no > b'])
  expect(await run(graph, {})).toMatchObject({ status: 'failed', error: { code: 'EXPRESSION_FAILED', key: 'ask' } })
})

test('a setting may be evaluated for each item, and the log shows how it is written', async () => {
  const config = { items: '{{ trigger.prices }}', give: '{{ item * trigger.rate + double(index) }}' }
  const { output, steps } = await run(chainOf([trigger, { key: 'all', type: 'each', config }]), {
    prices: [10, 20],
    rate: 2,
  })
  expect(output).toEqual([20, 41])
  expect(steps[1]?.input).toEqual({ items: [10, 20], give: '{{ item * trigger.rate + double(index) }}' })
})

test('what fails for one item names the place', async () => {
  const config = { items: [{ n: 1 }, {}], give: 'No. {{ item.n }}' }
  const { error } = await run(chainOf([trigger, { key: 'all', type: 'each', config }]))
  expect(error).toMatchObject({ code: 'EXPRESSION_FAILED', path: 'give' })
  expect(error?.message).toMatch(/^all: .*"n".* \(at setting give, character /)
})

test('all items together have one budget', async () => {
  const items = Array.from({ length: 300 }, (_, index) => index)
  const give = '{{ trigger.map(x, x + item).size() }}'
  const { error } = await run(
    chainOf([trigger, { key: 'all', type: 'each', config: { items, give } }]),
    Array.from({ length: 5000 }, (_, index) => index),
  )
  expect(error?.message).toMatch(/^all: This expression takes more than .* units of work \(at setting give, /)
})

test('the ways out of a step come from its config', async () => {
  const graph = graphOf(
    [trigger, { key: 'plan', type: 'cases', config: { cases: [{ id: 'gold' }] } }, value('a', 1), value('b', 2)],
    ['start > plan', 'plan.gold > a', 'plan.otherwise > b'],
  )
  expect(statuses(await run(graph))).toMatchObject({ a: 'succeeded', b: 'skipped' })
  const off = { ...graph, nodes: graph.nodes.map((node) => ({ ...node, disabled: node.type === 'cases' })) }
  expect(statuses(await run(off))).toMatchObject({ a: 'skipped', b: 'succeeded' })
})

test('a note is no part of a run', async () => {
  expect(statuses(await run(graphOf([{ key: 'note', type: 'note' }, trigger], [])))).toEqual({ start: 'succeeded' })
})
