import { expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { graphFaults } from '../workflow-file.ts'
import { importN8n, isN8n } from './import-n8n.ts'
import { FIXTURES } from './n8n.fixture.ts'
import { translateExpression, translateText } from './n8n-expression.ts'
import { n8nOf } from './n8n-parts.fixture.ts'

const TYPES = new Set([
  'webhook',
  'manual',
  'schedule',
  'set',
  'if',
  'switch',
  'http',
  'code',
  'merge',
  'loop',
  'wait',
  'respond',
  'note',
])
const imported = (about: string, types = TYPES) => {
  const fixture = FIXTURES.find((one) => one.about === about)
  const result = importN8n(fixture?.workflow ?? {}, types)
  if (!result.ok) throw new Error(result.problems[0]?.message)
  return { ...result, nodes: new Map(result.file.graph.nodes.map((node) => [node.name, node])) }
}
const wiring = ({ nodes, edges }: Graph) => {
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name
  return edges.map(({ from, port, to }) => `${nameOf(from)}.${port} > ${nameOf(to)}`)
}

test.each(FIXTURES)('$about: $mapped of all steps are understood, and the graph is sound', ({ workflow, mapped }) => {
  expect(isN8n(workflow)).toBe(true)
  const result = importN8n(workflow, TYPES)
  if (!result.ok) throw new Error(result.problems[0]?.message)
  expect([result.report.mapped, result.report.total]).toEqual(mapped)
  expect(graphFaults(Graph.parse(result.file.graph))).toEqual([])
  const expressions = createExpressions({ matches: matchesLinearly })
  for (const node of result.file.graph.nodes) if (node.type !== 'code') expressions.compileTemplate(node.config)
  const noted = new Set(result.report.notes.map(({ node }) => node))
  for (const { name, disabled } of result.file.graph.nodes) if (disabled) expect(noted).toContain(name)
})

test('the mapping rate over all fixtures', () => {
  const sum = (at: 0 | 1) => FIXTURES.reduce((total, { mapped }) => total + mapped[at], 0)
  expect(FIXTURES.length).toBeGreaterThanOrEqual(20)
  expect(`${sum(0)} of ${sum(1)} steps`).toBe('81 of 91 steps')
})

test('conditions, ports and data that is led on', () => {
  const { file, nodes } = imported('if with both ways')
  expect(nodes.get('If')?.config).toEqual({ condition: '{{ steps.hook.body.n > 5.0 }}' })
  expect(nodes.get('No')?.config).toEqual({ values: { is: '{{ steps.hook.body.n }}' } })
  expect(wiring(file.graph)).toEqual(['Hook.out > If', 'If.true > Yes', 'If.false > No'])
})

test('old conditions', () => {
  expect(imported('if of version 1, any of two').nodes.get('If')?.config).toEqual({
    condition: '{{ (steps.hook.body.a.contains("x")) || (steps.hook.body.n < 3.0) }}',
  })
})

test('cases of a switch and its otherwise', () => {
  const { file, nodes } = imported('switch of today with an otherwise')
  expect(nodes.get('Switch')?.config).toEqual({
    cases: [{ id: 'case_1', name: 'Pro', when: '{{ steps.hook.body.plan == "pro" }}' }],
  })
  expect(wiring(file.graph)).toEqual(['Hook.out > Switch', 'Switch.case_1 > Pro', 'Switch.otherwise > Other'])
})

test('requests, retries and the way for errors', () => {
  const { file, nodes } = imported('http with form fields, retried, with a way for errors')
  expect(nodes.get('Call')).toMatchObject({
    config: { method: 'PUT', url: 'https://api.example.com/{{ vars.region }}', bodyKind: 'form', body: { a: 'b' } },
    onError: 'branch',
    retry: { max: 3, backoff: 'constant', baseMs: 1000 },
  })
  expect(wiring(file.graph)).toEqual(['Daily.out > Call', 'Call.error > Failed'])
  expect(imported('http with query, headers and JSON').nodes.get('Set')?.config).toEqual({
    values: { id: '{{ steps.call.body.id }}' },
  })
})

test('times', () => {
  expect(imported('a sticky note').nodes.get('Daily')?.config).toEqual({ mode: 'cron', cron: '30 7 * * *' })
  expect(imported('the first cron node, with seconds').nodes.get('Cron')?.config).toEqual({
    mode: 'cron',
    cron: '15 10 * * 1',
  })
})

test('what is not understood stays as a disabled note, without its credentials, and a circle is opened', () => {
  const { nodes, report } = imported('a service that we do not know')
  expect(nodes.get('Slack')).toMatchObject({
    type: 'note',
    disabled: true,
    config: { text: 'n8n-nodes-base.slack of n8n\n{\n  "text": "hi"\n}' },
  })
  expect(report.notes).toEqual([
    { node: 'Daily', message: 'The time zone is not in the file: the times are those of UTC now' },
    { node: 'Slack', message: 'Nodes of the type n8n-nodes-base.slack are not understood' },
  ])
  const circle = importN8n(
    n8nOf(
      [
        ['A', 'set'],
        ['B', 'set'],
      ],
      ['A > B', 'B > A'],
    ),
    TYPES,
  )
  expect(circle).toMatchObject({
    file: { graph: { edges: [{ port: 'out' }] } },
    report: { notes: [{ node: 'B', message: 'The way back to "A" is left out' }] },
  })
})

test('a loop has a turn for each item, and its way back is none', () => {
  const { file, nodes, report } = imported('a loop over items')
  expect(report.notes).toEqual([
    { node: 'Daily', message: 'The time zone is not in the file: the times are those of UTC now' },
    { node: 'Told', message: "id: this expression is not translated: {{ $('Loop').item.json.id }}" },
  ])
  const body = 'dyn(steps.orders.body)'
  expect(nodes.get('Loop')).toMatchObject({
    type: 'loop',
    disabled: false,
    config: { items: `{{ type(${body}) == list ? ${body} : dyn([steps.orders.body]) }}` },
  })
  expect(nodes.get('Big')?.config).toEqual({ condition: '{{ steps.loop.item.total > 5.0 }}' })
  expect(nodes.get('Ship')?.config).toMatchObject({ url: 'https://api.example.com/ship/{{ steps.loop.item.id }}' })
  expect(wiring(file.graph)).toEqual([
    'Daily.out > Orders',
    'Orders.out > Loop',
    'Loop.done > Told',
    'Loop.item > Big',
    'Big.true > Ship',
  ])
})

test('batches, loops of old versions, and what is beyond a loop', () => {
  expect(imported('a loop over batches of ten').report.notes).toContainEqual({
    node: 'Batches',
    message: 'Batches became turns of one item each; they had 10',
  })
  const { file, nodes, report } = imported('a loop of the first version in another one, which begins again')
  expect(nodes.get('Each')?.config).toEqual({ values: { a: '{{ steps.inner.item.b }} of {{ steps.outer.item.c }}' } })
  expect(wiring(file.graph)).toEqual([
    'Hook.out > Outer',
    'Outer.item > Inner',
    'Inner.item > Each',
    'Inner.done > End',
  ])
  expect(report.notes).toEqual([{ node: 'Inner', message: 'Beginning again in the middle is not taken over' }])
})

test('the last step answers, and the report says how that differs', () => {
  const { nodes, report } = imported('the last node answers')
  expect(nodes.get('Hook')).toMatchObject({ disabled: false, config: { methods: ['POST'], respond: 'last' } })
  expect(report.notes).toEqual([
    {
      node: 'Call',
      message: 'The answer of the webhook is all that this step gives, what it was before is its body',
    },
  ])
  expect(imported('the last node answers with a list').report.notes).toEqual([
    {
      node: 'Hook',
      message: 'The answer is what the last step gives, not allEntries: use a Respond step for anything else',
    },
  ])
})

test('settings: the time zone is that of its times, and what ends a run; the workflow for failures is named', () => {
  const { file, nodes, report } = imported('settings of a workflow')
  expect(nodes.get('Daily')?.config).toEqual({ mode: 'cron', cron: '30 7 * * *', timeZone: 'Europe/Berlin' })
  expect(file.graph.settings).toEqual({ timeoutMs: 90_000 })
  const withSettings = (settings: object) => importN8n(n8nOf([], [], settings), TYPES)
  const failures = 'The workflow for failures is not taken over: import it as well, and choose it in the settings'
  expect(report.notes).toEqual([{ node: 'Settings', message: failures }])
  expect(withSettings({ timezone: 'Mars/Olympus', executionTimeout: 172_800 })).toMatchObject({
    file: { graph: { settings: { timeoutMs: 86_400_000 } } },
    report: {
      notes: [
        { node: 'Settings', message: 'A run ends after 24 hours here; it had 172800 seconds' },
        { node: 'Settings', message: 'The time zone Mars/Olympus is not known here' },
      ],
    },
  })
  expect(withSettings({ timezone: 'DEFAULT', executionTimeout: -1, errorWorkflow: 'DEFAULT' })).toMatchObject({
    file: { graph: { settings: {} } },
    report: { notes: [] },
  })
  expect(importN8n({ ...n8nOf([]), settings: 'none' }, TYPES)).toMatchObject({ ok: true })
})

test('a step of a type that this server does not have is disabled', () => {
  const { nodes, report } = imported('two branches merged', new Set(['webhook', 'set']))
  expect(nodes.get('Merge')).toMatchObject({ type: 'merge', disabled: true })
  expect(report.notes).toEqual([{ node: 'Merge', message: 'There is no step of the type merge here' }])
})

test('two nodes of one name, and what has no nodes, are refused', () => {
  expect(
    importN8n(
      n8nOf([
        ['A', 'set'],
        ['A', 'set'],
      ]),
      TYPES,
    ),
  ).toEqual({
    ok: false,
    problems: [{ path: 'nodes', message: 'Two nodes are called "A"' }],
  })
  expect(importN8n({ nodes: [1], connections: {} }, TYPES)).toMatchObject({
    ok: false,
    problems: [{ path: 'nodes.0' }],
  })
  expect(importN8n(n8nOf([['A\u0000', 'set']]), TYPES)).toMatchObject({
    ok: false,
    problems: [{ path: 'nodes.0.name' }],
  })
})

test('a file that is made to keep the server busy is refused at once', () => {
  const names = Array.from({ length: 1000 }, (_, n) => `Wait ${n}`)
  const chain = n8nOf(
    names.map((name) => [name, 'wait', { amount: `=${'{{'.repeat(500)}` }] as const),
    names.slice(1).map((name, n) => `${names[n]} > ${name}`),
  )
  expect(importN8n(chain, TYPES)).toMatchObject({ ok: true, report: { mapped: 0, total: 1000 } })
  const many = Array.from({ length: 3001 }, () => 'Wait 0 > Wait 1')
  expect(
    importN8n(
      n8nOf(
        [
          ['Wait 0', 'wait'],
          ['Wait 1', 'wait'],
        ],
        many,
      ),
      TYPES,
    ),
  ).toEqual({
    ok: false,
    problems: [{ path: 'connections', message: 'There are more than 3000 connections' }],
  })
})

const around = { input: 'steps.a', dataOf: (name: string) => (name === 'B' ? 'steps.b.body' : undefined) }
test.each([
  ['$json.x', 'steps.a.x'],
  ['$json["a b"][0].c', 'steps.a["a b"][0].c'],
  ['$json.n >= 2 && !$json.off', 'steps.a.n >= 2.0 && !steps.a.off'],
  ["$json.s === 'it\\'s'", 'steps.a.s == "it\'s"'],
  ['$json.s.includes("x") ? 1.5 : null', 'steps.a.s.contains("x") ? 1.5 : null'],
  ["$('B').first().json.c", 'steps.b.body.c'],
  ['$node["B"].json.c', 'steps.b.body.c'],
  ['$input.item.json.d', 'steps.a.d'],
  ['$execution.id', 'run.id'],
  ['"$json.x"', '"$json.x"'],
  ["$('C').item.json.c", undefined],
  ['$now', undefined],
  ['$json.x.length', undefined],
  ['$json.x?.y', undefined],
  ['$json.x.map(y => y)', undefined],
  ['process.env.SECRET', undefined],
  ['constructor.constructor("x")()', undefined],
  ['`a`', undefined],
  ['', undefined],
])('%s is %s', (source, expected) => {
  expect(translateExpression(source, around)).toBe(expected)
})

test('text around expressions, and braces that are text', () => {
  expect(translateText('=a {{ $json.x }} b {{ $vars.y }}', around)).toBe('a {{ steps.a.x }} b {{ vars.y }}')
  expect(translateText('a {{ b', around)).toBe('a {{ "{{" }} b')
  expect(translateText('={{ $now }}', around)).toBe(undefined)
})
