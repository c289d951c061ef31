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
const note = defineNode({
  ...{ ...logic, type: 'note', config: z.strictObject({}) },
  category: 'note',
  run: () => ({ output: null }),
})
const nodes = { ...nodesWith(async (name) => name), gate, end, each, cases, note }
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
