import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createExpressions } from './expressions.ts'
import type { Json } from './json.ts'
import { matchesLinearly } from './linear-regexp.node.ts'
import type { Scope } from './scope.ts'

const expressions = createExpressions({ matches: matchesLinearly })
const render = (config: Json, scope: Scope = SCOPE) => expressions.compileTemplate(config).render(scope)

const SCOPE: Scope = {
  trigger: { name: 'Ada', total: 84.5, nothing: null, tags: ['a', 'b'] },
  steps: { fetch_order: { id: 7, total: 84.5, lines: [{ sku: 'x', qty: 2 }] } },
  item: { sku: 'x' },
  index: 1,
  vars: { currency: 'EUR' },
  run: { id: 'r1', startedAt: '2026-01-01T00:00:00.000Z' },
}

test.each<[Json, Json]>([
  ['{{ trigger.total }}', 84.5],
  ['  {{ trigger.total }}', '  84.5'],
  ['{{trigger.tags}}', ['a', 'b']],
  ['{{ trigger.nothing }}', null],
  ['[{{ trigger.nothing }}]', '[]'],
  ['{{ trigger.name }} pays {{ trigger.total + 1 }} {{ vars.currency }}: {{ true }}', 'Ada pays 85.5 EUR: true'],
  ['{{ trigger.tags }} {{ item }}', '["a","b"] {"sku":"x"}'],
  ['{{ index }}{{ run.id }}', '1r1'],
  ['{{ timestamp(run.startedAt) + duration("1h") }}', '2026-01-01T01:00:00.000Z'],
  ['{{ {"a": {"b": "}}"}} }}', { a: { b: '}}' } }],
  ['{{{"a": 1}}}', { a: 1 }],
  ["{{ '}}' + '\\'}}' }}!", "}}'}}!"],
  ['{{ r"\\}}" }}', '\\}}'],
  ['{{ """a "}} b""" }}', 'a "}} b'],
  ['{{ 1 // }} is the end of the last line', '1 is the end of the last line'],
  ['{{ 1 // it"s two\n + 1 }}', 2],
  ['{{ "{{" }}name}}', '{{name}}'],
  ['a } b }} c { d', 'a } b }} c { d'],
  [
    { url: 'https://x/{{ steps.fetch_order.id }}', n: [1, '{{ index }}'] },
    { url: 'https://x/7', n: [1, 1] },
  ],
  [{ '{{ key }}': true }, { '{{ key }}': true }],
])('%j becomes %j', (config, result) => {
  expect(render(config)).toEqual(result)
})

test.each<[Json, string, string]>([
  [
    { url: '{{ steps.fetch_order.totl }}' },
    'UNKNOWN_FIELD',
    'steps.fetch_order has no field "totl" (at setting url, character 22). It has: id, total, lines.',
  ],
  [
    { headers: { x: ['a {{ item.size }}'] } },
    'UNKNOWN_FIELD',
    'item has no field "size" (at setting headers.x.0, character 11). It has: sku.',
  ],
  [
    '{{ steps.fetch_order.lines.map(l, l.qtty) }}',
    'UNKNOWN_FIELD',
    'l has no field "qtty" (at character 37). It has: sku, qty.',
  ],
  [
    '{{ steps.fetch.id }}',
    'UNKNOWN_STEP',
    'There is no step "fetch" to read from here (at character 10). Steps here: fetch_order.',
  ],
  [
    '{{ order }}',
    'UNKNOWN_VARIABLE',
    'There is nothing called "order" here (at character 4). Expressions can read trigger, steps, item, index, vars and run.',
  ],
  [
    '{{ trigger.name + trigger.nothing }}',
    'TYPE_MISMATCH',
    '"+" does not work between text and null (at character 4).',
  ],
  [
    '{{ trigger.tags[2] }}',
    'INDEX_OUT_OF_RANGE',
    'No such key: index out of bounds, index 2 >= size 2 (at character 4).',
  ],
  ['{{ 1 / 0 }}', 'DIVISION_BY_ZERO', 'division by zero (at character 4).'],
  ['{{ trigger.name.shout() }}', 'UNKNOWN_FUNCTION', 'There is no function .shout() on a value (at character 4).'],
  [
    '{{ "a".matches(1) }}',
    'UNKNOWN_FUNCTION',
    'There is no function .matches() for a whole number on text (at character 4).',
  ],
  ['{{ has(trigger.__x.y) }}', 'UNKNOWN_FIELD', 'trigger has no field "__x" (at character 16).'],
  ['{{ math.floor("a") }}', 'UNKNOWN_FUNCTION', 'There is no function math.floor() for text (at character 4).'],
  [
    '{{ trigger.total ? 1 : 2 }}',
    'TYPE_MISMATCH',
    'Ternary condition must be true or false, got a number (at character 12).',
  ],
  ['ab {{ 1 + }}', 'SYNTAX_ERROR', 'The expression ends too early (at character 10).'],
  ['{{ trigger. }}', 'SYNTAX_ERROR', 'The expression ends too early: a name is needed (at character 12).'],
  ['{{ [1, 2 }}', 'SYNTAX_ERROR', 'The expression ends too early: "]" is needed (at character 9).'],
  ['{{ trigger.5 }}', 'SYNTAX_ERROR', 'A name is needed here, not a number (at character 12).'],
  ['{{ trigger.) }}', 'SYNTAX_ERROR', 'A name is needed here, not ")" (at character 12).'],
  ['{{ 1 + * 2 }}', 'SYNTAX_ERROR', '"*" cannot stand here (at character 8).'],
  [
    'ab {{ 1',
    'SYNTAX_ERROR',
    'This {{ is never closed by }} (at character 4). Write {{ "{{" }} for two braces as text.',
  ],
  [
    '{{ "a }}',
    'SYNTAX_ERROR',
    'This {{ is never closed by }} (at character 1). Write {{ "{{" }} for two braces as text.',
  ],
  ['{{}}', 'SYNTAX_ERROR', 'There is no expression between {{ and }} (at character 3).'],
])('%j fails with %s', (config, code, message) => {
  expect(() => render(config)).toThrow(expect.objectContaining({ code, message }))
})

test('an error says where in the expression and what is missing', () => {
  const config = { url: 'https://x/{{ steps.fetch_order.totl }}' }
  expect(() => render(config)).toThrow(
    expect.objectContaining({
      path: 'url',
      expression: 'steps.fetch_order.totl',
      range: { start: 18, end: 22 },
      offset: 13,
      missing: 'totl',
    }),
  )
})

test('the expressions of one config share a budget', () => {
  const trigger = Array.from({ length: 10_000 }, (_, index) => index)
  const config = (count: number) => Array<string>(count).fill('{{ trigger.filter(a, a > 1.0).size() }}')
  expect(render(config(5), { trigger })).toEqual(Array(5).fill(9998))
  expect(() => render(config(50), { trigger })).toThrow(expect.objectContaining({ code: 'COST_EXCEEDED' }))
})

test('a config without expressions is given back as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const config = JSON.parse(JSON.stringify(value))
      fc.pre(!JSON.stringify(config).includes('{{'))
      expect(render(config)).toBe(config)
    }),
  )
})

test('any value passes through an expression unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const trigger: Json = JSON.parse(JSON.stringify(value))
      expect(JSON.stringify(render({ a: '{{ trigger }}' }, { trigger }))).toBe(JSON.stringify({ a: trigger }))
    }),
  )
})

const TOKENS = [
  '{{',
  '}}',
  '{',
  '}',
  '"',
  "'",
  '\\',
  '//',
  '\n',
  ' ',
  'trigger',
  '.',
  'constructor',
  '__proto__',
  '(',
  ')',
  '[',
  ']',
  '1',
  '+',
  'map',
  ',',
  'x',
  'a',
]

test('whatever is written, an expression gives a value or an ExpressionError and never touches a prototype', () => {
  const before = Object.getOwnPropertyNames(Object.prototype).join()
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...TOKENS), { maxLength: 20 }), (tokens) => {
      try {
        const result = render(`{{ ${tokens.join('')} }}`, { trigger: JSON.parse('{"a": {"__proto__": {"x": 1}}}') })
        expect(typeof result).not.toBe('function')
      } catch (error) {
        expect(error).toMatchObject({ name: 'ExpressionError' })
      }
    }),
    { numRuns: 2000 },
  )
  expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before)
  expect({}).not.toHaveProperty('x')
})

const many = Array.from({ length: 300_000 }, (_, index) => index)

test('a list of a step that is taken as it is may be longer than one that an expression makes', () => {
  const scope: Scope = { steps: { fetch: { pages: [{ items: many }] } } }
  expect(render('{{ steps.fetch.pages[0].items }}', scope)).toHaveLength(300_000)
  expect(render({ items: '{{ steps["fetch"].pages[0].items }}' }, scope)).toHaveProperty('items.299999', 299_999)
  expect(() => render('{{ [steps.fetch.pages[0].items] }}', scope)).toThrow(
    'The result is too large: what an expression makes may have 250,000 values, and a text counts as one for each 32 characters. A list that is taken as it is, such as steps.fetch.body, may have 2,000,000; a loop works on the items of one',
  )
})

test('what is taken as it is counts together', () => {
  const scope: Scope = { steps: { fetch: many } }
  const config = (times: number) => Array<string>(times).fill('{{ steps.fetch }}')
  expect(render(config(6), scope)).toHaveLength(6)
  expect(() => render(config(7), scope)).toThrow(
    'The result is too large: what a step takes over from others may have 2,000,000 values',
  )
})
