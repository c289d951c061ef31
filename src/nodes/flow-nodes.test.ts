import { expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import type { NodeContext } from '#src/sdk/define-node.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { checkConfig } from './check-config.ts'
import { filter } from './filter.node.ts'
import { merge } from './merge.node.ts'
import { note } from './note.node.ts'
import { stop } from './stop.node.ts'
import { switchNode } from './switch.node.ts'
import { parseAndRun } from './test-context.ts'

const { compileTemplate } = createExpressions({ matches: matchesLinearly })

/** Evaluates what the config has at a path, as the engine does. */
const evaluateIn =
  (config: JsonObject, trigger: JsonObject = {}): NodeContext['evaluate'] =>
  (path, scope) => {
    const value = path.split('.').reduce<unknown>((part, name) => Reflect.get(Object(part), name), config)
    return compileTemplate(value as string, path).render({ trigger, ...scope })
  }

const plans = {
  value: 'gold',
  cases: [
    { id: 'none', name: 'No order', when: '{{ !has(trigger.total) }}' },
    { id: 'large', when: '{{ trigger.total > 100.0 }}' },
    { id: 'gold', name: 'Gold', equals: 'gold' },
    { id: 'silver', name: 'Silver', equals: '{{ "sil" + "ver" }}' },
    { id: 'same', equals: { a: [1, '{{ 2 }}'] } },
  ],
}

test.each([
  ['the first that fits', 'gold', {}, 'none', 'No order'],
  ['what follows it is not evaluated', { a: [1, 2] }, {}, 'none', 'No order'],
  ['a condition', 'gold', { total: 101 }, 'large', 'large'],
  ['a value', 'gold', { total: 1 }, 'gold', 'Gold'],
  ['a calculated value', 'silver', { total: 1 }, 'silver', 'Silver'],
  ['a value that is an object', { a: [1, 2] }, { total: 1 }, 'same', 'same'],
  ['none of them', 'bronze', { total: 1 }, 'otherwise', 'otherwise'],
])('switch takes %s', async (_title, value, trigger, port, name) => {
  const config = { ...plans, value }
  expect(await parseAndRun(switchNode, config, { evaluate: evaluateIn(config, trigger) })).toEqual({
    output: { case: port, name, value },
    port,
  })
})

test('switch refuses a condition that is neither true nor false', async () => {
  const config = { cases: [{ id: 'a', when: '{{ 1 }}' }] }
  await expect(parseAndRun(switchNode, config, { evaluate: evaluateIn(config) })).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message: 'cases.0.when: The condition must be true or false; it is a number',
  })
})

test.each([
  [{ cases: [] }, [{ path: 'cases', message: 'Add a case' }]],
  [{ cases: '{{ trigger.cases }}' }, [{ path: 'cases', message: 'Cases must be a list' }]],
  [
    { cases: [{ id: 'a', equals: 1, when: true }, { id: 'b' }] },
    [
      { path: 'cases.0', message: 'Give either a value or a condition' },
      { path: 'cases.1', message: 'Give either a value or a condition' },
    ],
  ],
  [{ cases: [{ id: 'otherwise', equals: 1 }] }, [{ path: 'cases.0.id', message: 'This id is taken' }]],
  [
    { cases: [{ id: '{{ a }}', equals: 1 }] },
    [
      {
        path: 'cases.0.id',
        message: 'Use lower-case letters, digits and underscores; begin with a letter',
      },
    ],
  ],
  [
    {
      cases: [
        { id: 'a', equals: 1 },
        { id: 'a', equals: 2 },
      ],
    },
    [{ path: 'cases', message: 'Each case needs an id of its own' }],
  ],
  [{ value: '{{ trigger.plan }}', cases: [{ id: 'a', equals: '{{ trigger.wanted }}' }] }, []],
])('switch with %j', (config, problems) => {
  expect(checkConfig(switchNode, config)).toEqual(problems)
})

test.each([
  ['{{ item.total > 10.0 }}', [{ total: 30 }, { total: 20 }]],
  ['{{ index == 1 }}', [{ total: 5 }]],
  ['{{ item.total > trigger.least }}', [{ total: 30 }]],
  ['{{ false }}', []],
])('filter keeps what %s says', async (keep, kept) => {
  const config = { items: [{ total: 30 }, { total: 5 }, { total: 20 }], keep }
  const evaluate = evaluateIn(config, { least: 25 })
  expect(await parseAndRun(filter, config, { evaluate })).toEqual({ output: kept })
})

test('filter lets others be served while it goes through a long list', async () => {
  const config = { items: Array.from({ length: 5000 }, (_, index) => index), keep: '{{ item < 2.0 }}' }
  let served = 0
  const timer = setInterval(() => served++, 0)
  expect(await parseAndRun(filter, config, { evaluate: evaluateIn(config) })).toEqual({ output: [0, 1] })
  clearInterval(timer)
  expect(served).toBeGreaterThan(0)
})

test('filter stops when the run is cancelled', async () => {
  const config = { items: [1, 2], keep: true }
  const signal = AbortSignal.abort(new Error('cancelled'))
  await expect(parseAndRun(filter, config, { signal, evaluate: () => true })).rejects.toThrow('cancelled')
})

test.each([
  [{ items: { a: 1 }, keep: true }, 'The items must be a list; they are an object'],
  [{ keep: true }, 'The items must be a list; they are missing'],
  [{ items: Array.from({ length: 100_001 }, () => 0), keep: true }, 'A list may have 100,000 items'],
])('filter refuses items that are no list, or too long a one', (config, message) => {
  expect(filter.config.safeParse(config).error?.issues[0]?.message).toBe(message)
})

const arrivals = [
  { key: 'a', output: { n: 1 } },
  { key: 'c', output: 3 },
]

test.each([
  [{}, { a: { n: 1 }, c: 3 }],
  [{ give: 'list' }, [{ n: 1 }, 3]],
  [{ give: 'first' }, { n: 1 }],
])('merge with %j gives what led here', async (config, output) => {
  expect(await parseAndRun(merge, config, { arrivals })).toEqual({ output })
})

test.each([
  [{}, 'all'],
  [{ wait: 'all', count: 2 }, 'all'],
  [{ wait: 'any' }, 'any'],
  [{ wait: 'some', count: 2 }, 2],
  [{ wait: 'some' }, 1],
])('merge with %j waits for %s', (config, join) => {
  expect(merge.join?.(config)).toBe(join)
})

test('how many a merge waits for is known before a run', () => {
  expect(checkConfig(merge, { wait: '{{ trigger.wait }}', count: '{{ 2 }}', give: '{{ "list" }}' })).toEqual([
    { path: 'wait', message: 'Go on after must be one of: all, any, some' },
    { path: 'count', message: 'How many must be a number' },
  ])
})

test.each([
  [{}, 'succeeded', '', 'The run was stopped by its workflow'],
  [{ status: 'failed', message: 'No stock' }, 'failed', 'No stock', 'No stock'],
])('stop with %j ends the run', async (config, status, message, reason) => {
  expect(await parseAndRun(stop, config)).toEqual({ output: { status, message }, end: { status, message: reason } })
})

test('a note has no ways out', () => {
  expect(note.ports).toEqual([])
})
