import { expect, test } from 'vitest'
import type { FieldSpec } from '#src/sdk/fields.ts'
import { isToolFieldShown, toolField, unknownInputs, versionOffer, withInput } from './tool-fields.ts'

const RATE: FieldSpec = { type: 'number', label: 'Rate', help: 'A year', unit: '%', required: true, min: 0, max: 100 }
const KIND: FieldSpec = {
  type: 'select',
  label: 'Kind',
  default: 'fixed',
  options: [{ value: 'fixed', label: 'Fixed' }],
}

test('a field of a tool becomes a setting of the step', () => {
  expect(toolField('rate', RATE)).toEqual({
    ...{ name: 'input.rate', title: 'Rate (%)', description: 'A year', control: 'number', required: true },
    ...{ minimum: 0, maximum: 100 },
  })
  expect(toolField('kind', KIND)).toEqual({
    ...{ name: 'input.kind', title: 'Kind', description: '', control: 'select', required: false },
    ...{ default: 'fixed', options: [{ value: 'fixed', label: 'Fixed' }] },
  })
})

test.each([
  ['as the default of the other says', {}, true],
  ['not for another choice', { kind: 'free' }, false],
  ['for an expression, which may become anything', { kind: '{{ trigger.kind }}' }, true],
])('a field is shown %s', (_, given, expected) => {
  const specs = { kind: KIND, rate: { ...RATE, showIf: { field: 'kind', in: ['fixed'] } } }
  expect(isToolFieldShown(specs.rate, specs, given)).toBe(expected)
})

test('an input that is cleared goes, and unknown ones are kept apart', () => {
  expect(withInput({ rate: 1, other: 2 }, 'rate', undefined)).toEqual({ other: 2 })
  expect(withInput({ other: 2 }, 'rate', 3)).toEqual({ other: 2, rate: 3 })
  expect(unknownInputs({ rate: RATE }, { rate: 1, other: 2 })).toEqual({ other: 2 })
})

test.each([
  [undefined, 'Stay with version 3'],
  [2, 'Use version 3'],
  [3, undefined],
  ['{{ vars.version }}', undefined],
])('a step that stays with version %s is offered: %s', (pinned, label) => {
  expect(versionOffer(pinned, 3)?.label).toBe(label)
})
