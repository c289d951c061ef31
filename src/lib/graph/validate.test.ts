import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createExpressions } from '../expressions/expressions.ts'
import { matchesLinearly } from '../expressions/linear-regexp.node.ts'
import { anyGraph, graphOf, step } from './graph.fixture.ts'
import type { Graph, GraphNode } from './graph.schema.ts'
import { type NodeCatalog, validateGraph } from './validate.ts'

const expressions = createExpressions({ matches: matchesLinearly })
const schema = (properties: Record<string, string>) => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(properties).map(([name, type]) => [name, { type }])),
})
const catalog: NodeCatalog = {
  start: {
    title: 'Start',
    version: 1,
    ports: ['out'],
    category: 'trigger',
    checkConfig: () => [],
    outputSchema: () => schema({ total: 'number' }),
  },
  set: {
    title: 'Set',
    version: 1,
    ports: ['out'],
    category: 'logic',
    checkConfig: ({ bad }) => (bad === undefined ? [] : [{ path: 'bad', message: 'There is no such setting' }]),
    outputSchema: () => schema({ id: 'string' }),
  },
  if: { title: 'If', version: 1, ports: ['true', 'false'], category: 'logic', checkConfig: () => [] },
  switch: {
    ...{ title: 'Switch', version: 1, category: 'logic', checkConfig: () => [] },
    ports: { each: 'cases', otherwise: 'otherwise' },
  },
  filter: {
    ...{ title: 'Filter', version: 1, ports: ['out'], category: 'logic', checkConfig: () => [] },
    templates: { keep: 'per-item', once: 'later', code: 'never' },
  },
  merge: {
    ...{ title: 'Merge', version: 1, ports: ['out'], category: 'logic', checkConfig: () => [] },
    join: ({ count }) => (typeof count === 'number' ? count : 'all'),
  },
  loop: {
    ...{
      title: 'Loop',
      version: 1,
      ports: ['item', 'done'],
      bodyPort: 'item',
      category: 'logic',
      checkConfig: () => [],
    },
    templates: { while: 'per-item', until: 'after-turn' },
    outputSchema: () => ({ type: 'object', properties: { results: { type: 'array' } } }),
  },
  call: {
    ...{ title: 'Call', version: 1, ports: ['out'], category: 'action', checkConfig: () => [] },
    triedOnce: 'Try the other one again.',
  },
  note: { title: 'Note', version: 1, ports: [], category: 'note', checkConfig: () => [] },
}
const start = step('start', { type: 'start' })
const problems = (graph: Graph) => validateGraph(graph, catalog, expressions)
const found = (graph: Graph) =>
  problems(graph).map(({ code, nodeId }) => (nodeId === undefined ? code : `${code} ${nodeId}`))

test('a sound graph has no problems', () => {
  const check = step('check', { type: 'if', config: { condition: '{{ trigger.total > steps.start.total }}' } })
  const last = step('last', { config: { value: '{{ steps.a.id }}' } })
  expect(
    problems(graphOf([start, 'a', check, last], ['start a', 'a check', 'check.true last', 'check.false last'])),
  ).toEqual([])
})

test.each<[string, Graph, string[]]>([
  ['no trigger', graphOf(['a']), ['TRIGGER_MISSING']],
  ['two triggers', graphOf([start, step('more', { type: 'start' })]), ['SEVERAL_TRIGGERS more']],
  ['an unknown type', graphOf([start, step('a', { type: 'constructor' })], ['start a']), ['UNKNOWN_NODE_TYPE a']],
  [
    'a version that is not there yet',
    graphOf([start, step('a', { version: 2 })], ['start a']),
    ['UNKNOWN_NODE_VERSION a'],
  ],
  ['a key that cannot be written', graphOf([start, step('in')], ['start in']), ['UNUSABLE_KEY in']],
  ['a repeated id', graphOf([start, 'a', step('b', { id: 'a' })], ['start a']), ['DUPLICATE_ID a']],
  ['a repeated key', graphOf([start, 'a', step('a', { id: 'b' })], ['start a', 'a b']), ['DUPLICATE_KEY b']],
  ['an edge to nowhere', graphOf([start], ['start gone']), ['EDGE_TO_NOWHERE start']],
  ['an edge from nowhere', graphOf([start, 'a'], ['start a', 'gone a']), ['EDGE_TO_NOWHERE a']],
  [
    'an unknown port',
    graphOf([start, 'a'], ['start a', 'a.true start']),
    ['UNKNOWN_PORT a', 'EDGE_INTO_TRIGGER start', 'CYCLE a'],
  ],
  ['an error port that is not used', graphOf([start, 'a', 'b'], ['start a', 'a.error b']), ['UNKNOWN_PORT a']],
  ['a node that nothing leads to', graphOf([start, 'a']), ['UNREACHABLE a']],
  ['a wrong config', graphOf([start, step('a', { config: { bad: 1 } })], ['start a']), ['INVALID_CONFIG a']],
  [
    'a wrong config that is disabled',
    graphOf([start, step('a', { config: { bad: '{{' }, disabled: true })], ['start a']),
    [],
  ],
])('%s', (_name, graph, expected) => {
  expect(found(graph)).toEqual(expected)
})

test('a node that branches on errors has an error port', () => {
  expect(found(graphOf([start, step('a', { onError: 'branch' }), 'b'], ['start a', 'a.error b']))).toEqual([])
})

test.each<[GraphNode['onError'], string]>([
  ['branch', '{{ steps.a.error.message }}'],
  ['branch', '{{ steps.a["error"]["code"] }}'],
  ['continue', '{{ has(steps.a.error) ? steps.a.error.code : steps.a.id }}'],
])('what a step that fails leaves can be read: %s, %s', (onError, text) => {
  const last = step('last', { config: { value: text } })
  const edges = ['start a', onError === 'branch' ? 'a.error last' : 'a last']
  expect(problems(graphOf([start, step('a', { onError }), last], edges))).toEqual([])
  expect(problems(graphOf([start, step('a'), last], ['start a', 'a last']))).toMatchObject([{ code: 'UNKNOWN_FIELD' }])
})

test.each<[string, GraphNode['onError'], string[]]>([
  ['going on', 'continue', ['NO_WAY_ONWARDS ask']],
  ['an error way', 'branch', []],
  ['ending the run', 'stop', []],
])('a question that fails has no answer to go on by: %s', (_name, onError, expected) => {
  const ask = step('ask', { type: 'if', onError })
  expect(found(graphOf([start, ask, 'a'], ['start ask', 'ask.true a']))).toEqual(expected)
})

const plan = step('plan', { type: 'switch', config: { cases: [{ id: 'gold' }, { id: 'silver' }] } })
const joined = (count: number) => step('merge', { type: 'merge', config: { count } })

test.each<[string, Graph, string[]]>([
  ['a way for each case', graphOf([start, plan, 'a'], ['start plan', 'plan.silver a', 'plan.otherwise a']), []],
  ['no otherwise', graphOf([start, plan, 'a'], ['start plan', 'plan.gold a']), ['OTHERWISE_MISSING plan']],
  [
    'a case that is gone',
    graphOf([start, plan, 'a'], ['start plan', 'plan.bronze a', 'plan.otherwise a']),
    ['UNKNOWN_PORT plan'],
  ],
  ['two of two', graphOf([start, 'a', 'b', joined(2)], ['start a', 'start b', 'a merge', 'b merge']), []],
  [
    'three of two',
    graphOf([start, 'a', 'b', joined(3)], ['start a', 'start b', 'a merge', 'b merge']),
    ['JOIN_TOO_MANY merge'],
  ],
  ['a note of its own', graphOf([start, 'a', step('note', { type: 'note', config: { text: '{{' } })], ['start a']), []],
  [
    'a note among the steps',
    graphOf([start, step('note', { type: 'note' }), 'a'], ['start note', 'note a']),
    ['EDGE_INTO_NOTE note', 'UNKNOWN_PORT note'],
  ],
])('%s: %j', (_name, graph, expected) => {
  expect(found(graph)).toEqual(expected)
})

test.each([
  [{ keep: '{{ item.total > 1.0 && index < 3.0 }}' }, []],
  [{ once: '{{ item }}' }, ['UNKNOWN_VARIABLE once']],
  [{ code: '{{ nothing' }, []],
  [{ keep: '{{ items }}' }, ['UNKNOWN_VARIABLE keep']],
  [{ keep: '{{ index + "a" }}', once: '{{ steps.gone }}' }, ['UNKNOWN_STEP once']],
])('%j may name the item only where there is one', (config, expected) => {
  const graph = graphOf([start, step('filter', { type: 'filter', config })], ['start filter'])
  expect(problems(graph).map(({ code, path }) => `${code} ${path}`)).toEqual(expected)
})

test('a cycle is named', () => {
  const graph = graphOf([start, 'a', 'b'], ['start a', 'a b', 'b a'])
  expect(problems(graph)).toMatchObject([{ code: 'CYCLE', message: expect.stringMatching(/(a → b → a|b → a → b)$/) }])
})

const chain = (config: Record<string, string>) =>
  graphOf(
    [start, 'a', step('b', { config }), step('c'), step('off', { disabled: true })],
    ['start off', 'off a', 'a b', 'b c'],
  )

test.each([
  ['{{ steps.a.id }}', []],
  ['{{ steps.start.total + trigger.total }}', []],
  ['{{ steps.gone.id }}', ['UNKNOWN_STEP']],
  ['{{ steps.c.id }}', ['STEP_NOT_UPSTREAM']],
  ['{{ steps.b.id }}', ['STEP_NOT_UPSTREAM']],
  ['{{ steps.off.id }}', ['STEP_NOT_UPSTREAM']],
  ['{{ steps.a.idd }}', ['UNKNOWN_FIELD']],
  ['{{ trigger.totl }}', ['UNKNOWN_FIELD']],
  ['{{ 1 / 2 }}', ['INTEGER_DIVISION']],
])('%s in a step: %j', (value, codes) => {
  expect(problems(chain({ value })).map(({ code }) => code)).toEqual(codes)
})

test('a problem says which node, which config value and which part of its text', () => {
  expect(problems(chain({ url: 'https://x/{{ steps.a.idd }}' }))).toEqual([
    {
      severity: 'error',
      code: 'UNKNOWN_FIELD',
      message: 'steps.a has no field "idd". It has: id.',
      nodeId: 'b',
      path: 'url',
      range: { start: 21, end: 24 },
    },
  ])
})

test('deleting a step that others read is an error, renaming its label is not', () => {
  const graph = chain({ value: '{{ steps.a.id }}' })
  const renamed = { ...graph, nodes: graph.nodes.map((node) => ({ ...node, name: `${node.name} renamed` })) }
  expect(found(renamed)).toEqual([])
  const without = { ...graph, nodes: graph.nodes.filter((node) => node.id !== 'a'), edges: [] }
  expect(found(without)).toContain('UNKNOWN_STEP b')
})

test('errors come before warnings', () => {
  const severities = problems(
    graphOf([start, step('a', { config: { x: '{{ 1 / 2 }}' } }), step('b', { config: { x: '{{ y }}' } })]),
  )
  expect(severities.map(({ severity }) => severity)).toEqual(['error', 'warning', 'warning', 'warning'])
})

test('validation answers for any graph', () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      for (const problem of problems(graph)) expect(problem.message).not.toBe('')
    }),
    { numRuns: 300 },
  )
})

const loop = (key: string, config: Graph['nodes'][number]['config'] = {}) => step(key, { type: 'loop', config })
const says = (key: string, expression: string) => step(key, { config: { value: `{{ ${expression} }}` } })

test.each<[string, Graph, string[]]>([
  ['a loop with nothing to repeat', graphOf([start, loop('l'), 'a'], ['start l', 'l.done a']), ['LOOP_BODY_MISSING l']],
  [
    'a way into a loop from outside',
    graphOf([start, loop('l'), 'a', 'b'], ['start l', 'l.item a', 'start b', 'b a']),
    ['LOOP_ENTERED a'],
  ],
  [
    'a step both in a loop and behind it',
    graphOf([start, loop('l'), 'a'], ['start l', 'l.item a', 'l.done a']),
    ['LOOP_ENTERED a'],
  ],
  [
    'a way out of an inner loop into what follows it',
    graphOf([start, loop('o'), loop('i'), 'a', 'b'], ['start o', 'o.item i', 'i.item a', 'i.done b', 'a b']),
    ['LOOP_ENTERED b'],
  ],
  [
    'item and index outside of loops',
    graphOf([start, loop('l'), 'a', says('b', 'item')], ['start l', 'l.item a', 'l.done b']),
    ['UNKNOWN_VARIABLE b'],
  ],
  [
    'a step of the loop named behind it',
    graphOf([start, loop('l'), 'a', says('b', 'steps.a.id')], ['start l', 'l.item a', 'l.done b']),
    ['STEP_NOT_UPSTREAM b'],
  ],
  [
    'the results of a loop named in it',
    graphOf([start, loop('l'), says('a', 'steps.l.results')], ['start l', 'l.item a']),
    ['UNKNOWN_FIELD a'],
  ],
  [
    'a step of the loop in the condition before a turn',
    graphOf([start, loop('l', { while: '{{ steps.a.id == "" }}' }), 'a'], ['start l', 'l.item a']),
    ['STEP_NOT_UPSTREAM l'],
  ],
])('loops: %s', (_name, graph, expected) => {
  expect(found(graph)).toEqual(expected)
})

test('a time limit of a loop is said to be none', () => {
  const graph = graphOf([start, { ...loop('l'), timeoutMs: 5000 }, 'a'], ['start l', 'l.item a'])
  const told = {
    severity: 'warning',
    code: 'LOOP_TIME_LIMIT',
    nodeId: 'l',
    message: 'The time limit of "l" is not kept, as it is a loop: limit the steps in it, or the whole run',
  }
  expect(problems(graph)).toEqual([told])
  const off = { ...loop('l'), timeoutMs: 5000, disabled: true }
  expect(problems(graphOf([start, off, 'a'], ['start l', 'l.item a']))).toEqual([])
})

test.each([{ retry: { max: 2, backoff: 'constant', baseMs: 1000 } as const }, { timeoutMs: 5000 }])(
  'of a step that is tried once, what it says of trying again or of a limit is said to be none',
  (handling) => {
    const call = step('c', { type: 'call' })
    const told = {
      severity: 'warning',
      code: 'TRIED_ONCE',
      nodeId: 'c',
      message: '"c" is not tried again and has no time limit of its own. Try the other one again.',
    }
    expect(problems(graphOf([start, { ...call, ...handling }], ['start c']))).toEqual([told])
    expect(problems(graphOf([start, { ...call, ...handling, disabled: true }], ['start c']))).toEqual([])
    expect(problems(graphOf([start, call], ['start c']))).toEqual([])
  },
)

test('what is in scope in loops', () => {
  const outer = loop('o', { until: '{{ item == 1 && steps.b.id == "" && steps.o.index > 2 }}' })
  const inner = loop('i', { while: '{{ index < 3 && steps.a.id == "" }}' })
  const a = says('a', 'item.x + index + steps.o.item')
  const b = says('b', 'steps.o.index + steps.i.results.size()')
  const c = says('c', 'steps.o.results.size()')
  const d = says('d', 'steps.i.item.y + steps.o.item.z + index')
  const graph = graphOf(
    [start, outer, a, inner, d, b, c],
    ['start o', 'o.item a', 'a i', 'i.item d', 'i.done b', 'o.done c'],
  )
  expect(problems(graph)).toEqual([])
})
