import { expect, test } from 'vitest'
import { checkInput } from './check-input.ts'
import { type Field, string } from './fields.ts'

const messages = (field: Field, value: unknown): string[] => {
  const checked = checkInput([field], { [field.name]: value })
  return checked.ok ? [] : checked.errors.map(({ message }) => message)
}

test('a text fits its pattern as a whole, or the field says what its creator wrote', () => {
  const iban = string('iban', { label: 'IBAN', pattern: '[A-Z]{2}\\d+', patternMessage: 'Two letters, then digits' })
  expect(messages(iban, 'DE12')).toEqual([])
  expect(messages(iban, 'DE12 ')).toEqual(['Two letters, then digits'])
  expect(messages(string('code', { label: 'Code', pattern: '\\d' }), 'x')).toEqual(['Code must fit \\d'])
  expect(checkInput([iban], {})).toEqual({ ok: true, value: {} })
})
