import { expect, test } from 'vitest'
import { createNodes, nodeCatalog } from '#src/nodes/index.ts'
import { fieldsOf, isShown, misfitOf, settingOf } from './config-fields.ts'

const catalog = nodeCatalog(createNodes({ isPureTool: () => true }))
const fieldsOfType = (type: string) => fieldsOf(catalog.find((entry) => entry.type === type)?.configSchema ?? {})
const named = (type: string, name: string) => fieldsOfType(type).filter((field) => field.name === name)

test('a form has the settings of the schema in their order', () => {
  expect(fieldsOfType('http').map(({ name, control }) => `${name}: ${control}`)).toEqual([
    'method: select',
    'url: text',
    'query: keyvalue',
    'headers: keyvalue',
    'auth: select',
    'username: text',
    'authName: text',
    'secret: secret',
    'bodyKind: select',
    'body: json',
    'responseKind: select',
    'timeoutMs: number',
    'followRedirects: switch',
    'failFromStatus: number',
    'paging: select',
    'pageItems: expression',
    'cursor: expression',
    'pageParameter: text',
    'firstPage: number',
    'maxPages: number',
  ])
  expect(
    fieldsOfType('http')
      .filter(({ required }) => required)
      .map(({ name }) => name),
  ).toEqual(['url'])
})

test('a schema without properties has no settings', () => {
  expect(fieldsOf({ type: 'object' })).toEqual([])
})

test('a setting that is not written has its default', () => {
  const [timeout] = named('http', 'timeoutMs')
  expect(timeout && settingOf(timeout, {})).toBe(30_000)
  expect(timeout && settingOf(timeout, { timeoutMs: 5 })).toBe(5)
})

test.each([
  [{}, false],
  [{ bodyKind: 'none' }, false],
  [{ bodyKind: 'json' }, true],
  [{ bodyKind: '{{ trigger.kind }}' }, true],
])('with %j the body is shown: %j', (config, shown) => {
  const [body] = named('http', 'body')
  expect(body && isShown(body, fieldsOfType('http'), config)).toBe(shown)
})

const FIELD = {
  name: 'n',
  title: 'Tries',
  description: '',
  control: 'number' as const,
  required: true,
  minimum: 1,
  maximum: 9,
}
test.each([
  [undefined, 'Tries is required'],
  [0, 'Tries must be at least 1'],
  [10, 'Tries must be at most 9'],
  [5, undefined],
  ['{{ vars.tries }}', undefined],
])('%s is told before publishing: %s', (value, message) => {
  expect(misfitOf(FIELD, value)).toBe(message)
})
