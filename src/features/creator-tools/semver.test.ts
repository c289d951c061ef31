import { expect, test } from 'vitest'
import { nextSemver, releaseOf, suggestBump } from './semver.ts'
import type { FieldDraft, OutputDraft } from './tool-content.schema.ts'

const bill: FieldDraft = { name: 'bill', type: 'number', label: 'Bill' }
const choice: FieldDraft = { name: 'unit', type: 'select', label: 'Unit', options: [{ value: 'm', label: 'Metres' }] }
const total: OutputDraft = {
  name: 'total',
  type: 'number',
  renderer: 'badge',
  label: 'Total',
  expression: 'input.bill',
}

interface Before {
  fields?: FieldDraft[]
  outputs?: OutputDraft[]
}

test.each<[string, Before, Before, string, string[]]>([
  ['nothing', {}, {}, 'patch', []],
  ['another label', { fields: [bill] }, { fields: [{ ...bill, label: 'Sum' }] }, 'patch', []],
  ['another expression', { outputs: [total] }, { outputs: [{ ...total, expression: '1' }] }, 'patch', []],
  ['a new input', {}, { fields: [bill] }, 'minor', ['The input “bill” is new']],
  [
    'a new input without which nothing runs',
    {},
    { fields: [{ ...bill, required: true }] },
    'major',
    ['The input “bill” is new and required'],
  ],
  [
    'a new input with a default',
    {},
    { fields: [{ ...bill, required: true, default: 1 }] },
    'minor',
    ['The input “bill” is new'],
  ],
  [
    'an input with a pattern',
    { fields: [{ name: 'code', type: 'string', label: 'Code' }] },
    { fields: [{ name: 'code', type: 'string', label: 'Code', pattern: '\\d+' }] },
    'major',
    ['The input “code” takes less than before'],
  ],
  ['an input that is gone', { fields: [bill] }, {}, 'major', ['The input “bill” is gone']],
  [
    'an input of another type',
    { fields: [bill] },
    { fields: [{ ...bill, type: 'string' }] },
    'major',
    ['The input “bill” is string instead of number'],
  ],
  [
    'an input that must be there now',
    { fields: [bill] },
    { fields: [{ ...bill, required: true }] },
    'major',
    ['The input “bill” is now required'],
  ],
  [
    'a narrower input',
    { fields: [bill] },
    { fields: [{ ...bill, min: 0 }] },
    'major',
    ['The input “bill” takes less than before'],
  ],
  [
    'a required input that was asked for only with some values of another',
    { fields: [{ ...bill, required: true, showIf: { field: 'unit', in: ['m'] } }] },
    { fields: [{ ...bill, required: true, showIf: { field: 'unit', in: ['m', 'ft'] } }] },
    'major',
    ['The input “bill” is now required in more cases', 'The input “bill” is shown by another rule'],
  ],
  [
    'a rule that shows an input more rarely',
    { fields: [{ ...bill, required: true }] },
    { fields: [{ ...bill, required: true, showIf: { field: 'unit', in: ['m'] } }] },
    'minor',
    ['The input “bill” is shown by another rule'],
  ],
  [
    'a smaller file',
    { fields: [{ name: 'text', type: 'file', label: 'Text', maxBytes: 100 }] },
    { fields: [{ name: 'text', type: 'file', label: 'Text', maxBytes: 99 }] },
    'major',
    ['The input “text” takes less than before'],
  ],
  [
    'a spelling that is not understood any more',
    { fields: [{ ...choice, aliases: { metre: 'm', meter: 'm' } }] },
    { fields: [{ ...choice, aliases: { metre: 'm' } }] },
    'major',
    ['The input “unit” takes less than before'],
  ],
  [
    'a choice that is still there, but not where it was',
    { fields: [{ ...choice, optionsBy: { field: 'kind', options: { a: choice.options ?? [], b: [] } } }] },
    { fields: [{ ...choice, optionsBy: { field: 'kind', options: { a: [], b: choice.options ?? [] } } }] },
    'major',
    ['The input “unit” no longer offers m'],
  ],
  ['a wider input', { fields: [{ ...bill, max: 10 }] }, { fields: [bill] }, 'patch', []],
  [
    'another default',
    { fields: [bill] },
    { fields: [{ ...bill, default: 5 }] },
    'minor',
    ['The input “bill” has another default'],
  ],
  [
    'a choice that is gone',
    { fields: [choice] },
    { fields: [{ ...choice, options: [] }] },
    'major',
    ['The input “unit” no longer offers m'],
  ],
  [
    'one more choice',
    { fields: [choice] },
    { fields: [{ ...choice, options: [...(choice.options ?? []), { value: 'ft', label: 'Feet' }] }] },
    'minor',
    ['The input “unit” offers more choices'],
  ],
  ['an output that is gone', { outputs: [total] }, {}, 'major', ['The output “total” is gone']],
  [
    'an output of another type',
    { outputs: [total] },
    { outputs: [{ ...total, type: 'string' }] },
    'major',
    ['The output “total” is string instead of number'],
  ],
  ['a new output', {}, { outputs: [total] }, 'minor', ['The output “total” is new']],
  [
    'the gravest first',
    { fields: [bill] },
    { outputs: [total] },
    'major',
    ['The input “bill” is gone', 'The output “total” is new'],
  ],
])('%s', (_, before, after, bump, reasons) => {
  const none = { fields: [], outputs: [] }
  expect(suggestBump({ ...none, ...before }, { ...none, ...after })).toEqual({ bump, reasons })
})

test.each([
  [null, 'major', '1.0.0'],
  ['1.2.3', 'patch', '1.2.4'],
  ['1.2.3', 'minor', '1.3.0'],
  ['1.2.3', 'major', '2.0.0'],
  ['9.9.9', 'patch', '9.9.10'],
] as const)('after %s, a %s version is %s', (before, bump, after) => {
  expect(nextSemver(before, bump)).toBe(after)
})

test('a version that goes back is named as it would be published: by what is different in it', () => {
  const before = { semver: '1.1.0', content: { fields: [bill, choice], outputs: [] } }
  expect(releaseOf(before, { fields: [bill], outputs: [] })).toEqual({
    ...{ bump: 'major', semver: '2.0.0', reasons: ['The input “unit” is gone'] },
  })
  expect(releaseOf(before, before.content)).toEqual({ bump: 'patch', semver: '1.1.1', reasons: [] })
  expect(releaseOf({ ...before, semver: null }, before.content).semver).toBe('1.0.1')
})
