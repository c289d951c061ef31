import { icons } from 'lucide-react'
import { expect, test } from 'vitest'
import { portsOf } from '#src/lib/graph/ports.ts'
import { isObject } from '#src/lib/json-object.ts'
import { misfits } from '#src/lib/json-schema-misfits.ts'
import { sampleOfSchema } from '#src/lib/json-schema-sample.ts'
import type { NodeDefinition } from '#src/sdk/define-node.ts'
import { CONTROLS, checkConfig, createNodes, nodeCatalog } from './index.ts'

const nodes = createNodes({ isPureTool: () => false })
const registry: Readonly<Record<string, NodeDefinition>> = nodes
const definitions = Object.values(registry)

test('every type stands under its own name', () => {
  expect(Object.keys(nodes)).toEqual(definitions.map(({ type }) => type))
})

test.each(definitions)('$type has an icon that exists', ({ icon }) => {
  const name = icon.replace(/(^|-)(\w)/g, (_match, _dash, letter: string) => letter.toUpperCase())
  expect(Object.keys(icons)).toContain(name)
})

test.each(nodeCatalog(nodes))(
  'the form of $type has a title, a description and a control for each setting',
  (entry) => {
    const { properties } = entry.configSchema
    for (const setting of Object.values(isObject(properties) ? properties : {}))
      expect(setting).toEqual(
        expect.objectContaining({
          title: expect.stringMatching(/^[A-Z]/),
          description: expect.stringMatching(/\.$/),
          control: expect.toSatisfy((control) => CONTROLS.includes(control)),
        }),
      )
  },
)

test('the catalogue lists what a node is', () => {
  expect(
    nodeCatalog(nodes).map(({ type, category, effect, ports }) => [type, category, effect, portsOf(ports, {}).join()]),
  ).toEqual([
    ['manual', 'trigger', 'pure', 'out'],
    ['webhook', 'trigger', 'pure', 'out'],
    ['schedule', 'trigger', 'pure', 'out'],
    ['form', 'trigger', 'pure', 'out'],
    ['error', 'trigger', 'pure', 'out'],
    ['feed', 'trigger', 'pure', 'out'],
    ['set', 'logic', 'pure', 'out'],
    ['if', 'logic', 'pure', 'true,false'],
    ['switch', 'logic', 'pure', 'otherwise'],
    ['filter', 'logic', 'pure', 'out'],
    ['loop', 'logic', 'pure', 'item,done'],
    ['merge', 'logic', 'pure', 'out'],
    ['stop', 'logic', 'pure', ''],
    ['note', 'note', 'pure', ''],
    ['tool', 'action', 'varies', 'out'],
    ['http', 'action', 'varies', 'out'],
    ['code', 'action', 'read', 'out'],
    ['ai', 'action', 'read', 'out'],
    ['mail', 'action', 'idempotent-write', 'out'],
    ['respond', 'action', 'pure', ''],
    ['wait', 'logic', 'read', 'out,expired'],
    ['approval', 'logic', 'idempotent-write', 'approved,rejected,expired'],
    ['workflow', 'action', 'write', 'out'],
  ])
})

test('a simulated run runs what only computes, and nothing that reaches further', () => {
  const kinds = Map.groupBy(definitions, ({ reaches }) => reaches)
  expect(kinds.get('outside')?.map(({ type }) => type)).toEqual(['http', 'ai', 'mail', 'approval', 'workflow'])
  expect(kinds.get('time')?.map(({ type }) => type)).toEqual(['wait'])
  // What changes something elsewhere reaches there, and what waits holds its run.
  for (const { type, effect, reaches, resume } of definitions) {
    const isSafe = resume === undefined && (typeof effect === 'function' || effect === 'pure' || effect === 'read')
    if (!isSafe) expect(`${type} ${reaches}`).not.toBe(`${type} nothing`)
  }
})

test('what stands for a step fits what the step gives', () => {
  const samples = new Map(definitions.map(({ type, output }) => [type, sampleOfSchema(output({}))]))
  for (const { type, output } of definitions) expect(misfits(output({}), samples.get(type) ?? null)).toEqual([])
  expect([samples.get('http'), samples.get('wait')]).toEqual([{ status: 200, headers: {}, body: null }, null])
  expect(samples.get('approval')).toEqual({ outcome: 'approved', byDeadline: true, decisions: [] })
  expect(samples.get('ai')).toMatchObject({ answer: 'Text' })
})

test('a published schema takes a template in the place of any value', () => {
  const entry = nodeCatalog(nodes).find(({ type }) => type === 'respond')
  expect(entry?.configSchema).toMatchObject({
    properties: {
      status: {
        title: 'Status',
        control: 'number',
        default: 200,
        anyOf: [
          { type: 'integer', minimum: 200, maximum: 599 },
          { type: 'string', pattern: '\\{\\{' },
        ],
      },
      headers: {
        default: {},
        anyOf: [
          {
            type: 'object',
            additionalProperties: {
              anyOf: [{ type: ['string', 'number', 'boolean'] }, { type: 'string', pattern: '\\{\\{' }],
            },
          },
          { type: 'string', pattern: '\\{\\{' },
        ],
      },
    },
    additionalProperties: false,
  })
})

test.each([
  ['http', { url: '{{ trigger.body.url }}', timeoutMs: '{{ vars.time }}', followRedirects: '{{ true }}' }, []],
  [
    'http',
    { url: 'https://a.example/{{ trigger.id }}', headers: { 'x-a': '{{ 1 }}' }, query: '{{ trigger.query }}' },
    [],
  ],
  ['http', { url: 'nowhere' }, [{ path: 'url', message: 'The URL must begin with http:// or https://' }]],
  ['if', { condition: '{{ trigger.yes }}' }, []],
  [
    'if',
    { condition: 'yes' },
    [
      {
        path: 'condition',
        message: 'The condition must be true or false; it is text. Write an expression between {{ and }}',
      },
    ],
  ],
  ['if', {}, [{ path: 'condition', message: 'The condition must be true or false; it is missing' }]],
  [
    'respond',
    { headers: { 'x-a': 'b\nc', 'x-b': '{{ 1 }}' } },
    [{ path: 'headers.x-a', message: 'A header value is one line of Latin-1 text' }],
  ],
  [
    'set',
    { value: 1, other: '{{ 2 }}' },
    [
      { path: 'value', message: 'There is no such setting' },
      { path: 'other', message: 'There is no such setting' },
    ],
  ],
  ['webhook', { respond: '{{ "now" }}' }, [{ path: 'respond', message: 'Answer must be one of: node, last, now' }]],
  ['schedule', { cron: '0 25 * * *' }, [{ path: 'cron', message: 'In the hour, 25 is not from 0 to 23.' }]],
  [
    'schedule',
    { timeZone: 'Mars/Olympus' },
    [{ path: 'timeZone', message: 'There is no such time zone: write UTC, or one such as Europe/Berlin' }],
  ],
  ['schedule', { mode: 'interval', cron: 'x', every: 10, unit: 'seconds' }, []],
  [
    'schedule',
    { mode: 'interval', every: 9, unit: 'seconds' },
    [{ path: 'every', message: 'From 10 seconds to 366 days' }],
  ],
  [
    'form',
    { fields: [{ name: 'a', label: 'A', type: 'select' }] },
    [{ path: 'fields.0.options', message: 'A select needs options' }],
  ],
  [
    'form',
    {
      fields: [
        { name: 'a', label: 'A' },
        { name: 'a', label: 'B' },
      ],
    },
    [{ path: 'fields', message: 'Two fields have the same name' }],
  ],
  ['webhook', { dedupe: 'body' }, [{ path: 'dedupeKey', message: 'Say where the value is' }]],
])('checkConfig: %s %j', (type, config, problems) => {
  const node = registry[type]
  expect(node && checkConfig(node, config)).toEqual(problems)
})

test('the schema of a config is JSON Schema 2020-12', () => {
  for (const { configSchema } of nodeCatalog(nodes)) {
    expect(configSchema.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
    expect(JSON.parse(JSON.stringify(configSchema))).toEqual(configSchema)
  }
})
