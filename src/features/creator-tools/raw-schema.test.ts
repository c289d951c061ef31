import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIELD_TYPES } from '#src/sdk/field-types.ts'
import { RENDERERS } from '#src/sdk/outputs.ts'
import { fromRaw, toRaw } from './raw-schema.ts'
import { tileContent } from './test-content.ts'
import { OUTPUT_TYPES } from './tool-content.schema.ts'

const name = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,9}$/)
const text = fc.string({ maxLength: 20 })
// What is named __proto__ is left out wherever JSON comes in, and means nothing here.
const json = fc
  .jsonValue({ maxDepth: 2 })
  .filter((value) => !JSON.stringify(value).includes('__proto__'))
  .map((value) => JSON.parse(JSON.stringify(value)))
const choices = fc.array(fc.record({ value: text, label: text }), { maxLength: 3 })

const field = fc.record(
  {
    name,
    type: fc.constantFrom(...FIELD_TYPES),
    label: text,
    help: text,
    placeholder: text,
    required: fc.boolean(),
    default: json,
    hidden: fc.boolean(),
    min: fc.integer(),
    max: fc.integer(),
    step: fc.integer({ min: 1 }),
    integer: fc.boolean(),
    minLength: fc.nat(),
    maxLength: fc.nat(),
    pattern: text,
    patternMessage: text,
    options: choices,
    optionsBy: fc.record({ field: name, options: fc.dictionary(name, choices) }),
    aliases: fc.dictionary(name, text),
    showIf: fc.record({ field: name, in: fc.array(json, { maxLength: 2 }) }),
    unit: text,
    presets: fc.array(fc.integer(), { maxLength: 3 }),
    takesJson: fc.boolean(),
    secret: fc.boolean(),
    maxBytes: fc.integer({ min: 1, max: 1_000_000 }),
    picker: fc.constant('colour'),
    swapWith: name,
    section: text,
  },
  { requiredKeys: ['name', 'type', 'label'], noNullPrototype: true },
)
const output = fc.record(
  {
    name,
    label: text,
    renderer: fc.constantFrom(...RENDERERS),
    type: fc.constantFrom(...OUTPUT_TYPES),
    expression: text,
    help: text,
    format: fc.constantFrom('money', 'percent'),
    columns: fc.array(fc.record({ name, label: text }), { maxLength: 2 }),
    primary: fc.boolean(),
  },
  { requiredKeys: ['name', 'label', 'renderer', 'type', 'expression'], noNullPrototype: true },
)
const unique = { maxLength: 5, selector: ({ name: one }: { name: string }) => one }

test('inputs and outputs go to JSON and back without loss, in their order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(field, unique), fc.uniqueArray(output, unique), (fields, outputs) => {
      const raw = toRaw({ fields, outputs })
      expect(fromRaw(raw ?? '')).toEqual({ ok: true, value: { fields, outputs } })
    }),
  )
})

test.each([
  ['{', /JSON/],
  ['[]', /^The document: /],
  ['{"input": {}}', /^output: /],
  ['{"input": {"a": {"type": "colour", "label": "A"}}, "output": {}}', /^input\.a\.type: /],
  ['{"input": {"a": {"type": "text", "label": "A", "colour": 1}}, "output": {}}', /^input\.a: /],
  [
    '{"input": {"a": {"type": "text", "label": "A"}, "a": {"type": "url", "label": "B"}}, "output": {}}',
    /^“a” is there twice$/,
  ],
  ['{"input": {"__proto__": {"type": "text", "label": "A"}}, "output": {}}', /^“__proto__” can be no name$/],
  [
    '{"input": {"a": {"type": "text", "label": "A", "default": {"b": 1, "b": 2}}}, "output": {}}',
    /^“b” is there twice$/,
  ],
  [
    '{"input": {"a": {"type": "number", "label": "A", "max": 12345678901234567890}}, "output": {}}',
    /more digits than are kept$/,
  ],
  ['{"input": {"a": {"type": "number", "label": "A", "max": 1e400}}, "output": {}}', /more digits than are kept$/],
  ['{"input": {"1": {"type": "text", "label": "A"}}, "output": {}}', /^Names begin with a letter$/],
])('%s is refused with its place', (text_, message) => {
  const result = fromRaw(text_)
  expect(result).toEqual({ ok: false, message: expect.stringMatching(message) })
})

test('there is no JSON of names that are missing or given twice', () => {
  const [area] = tileContent.fields
  expect(toRaw({ fields: [area, area] as never, outputs: [] })).toBeUndefined()
  expect(toRaw({ fields: [{ ...area, name: '' }] as never, outputs: [] })).toBeUndefined()
})
