import { expect, test } from 'vitest'
import {
  asQuestions,
  linesOf,
  newQuestion,
  titleOf,
  typeOf,
  withLimit,
  withLines,
  withoutGaps,
  withType,
} from './questions.ts'

const email = { name: 'email', label: 'Email', type: 'email', required: true }

test('questions are read from whatever the config holds', () => {
  expect(asQuestions([email, 'x', null, [], {}])).toEqual([email, {}])
  expect([asQuestions(undefined), asQuestions('{{ trigger }}')]).toEqual([[], []])
  expect([typeOf({}), typeOf({ type: 'colour' }), typeOf(email)]).toEqual(['text', 'text', 'email'])
  expect([titleOf({ label: ' ' }, 1), titleOf(email, 0)]).toEqual(['Question 2', 'Email'])
})

test('a new question has a name of its own', () => {
  expect(newQuestion([email, { name: 'question_1' }])).toEqual({
    ...{ name: 'question_2', label: '', type: 'text', required: false },
  })
})

test('another kind of answer keeps what fits it', () => {
  const number = { name: 'n', label: 'N', type: 'number', min: 1, max: 8 }
  expect(withType(number, 'number')).toEqual(number)
  expect(withType(number, 'select')).toEqual({ name: 'n', label: 'N', type: 'select', options: ['First', 'Second'] })
  expect(withType({ ...email, options: ['a'] }, 'select')).toEqual({ ...email, type: 'select', options: ['a'] })
  expect(withType({ ...email, options: ['a'] }, 'text')).toEqual({ ...email, type: 'text' })
})

test.each([
  ['8', { name: 'n', min: 8 }],
  [' -0.5 ', { name: 'n', min: -0.5 }],
  ['', { name: 'n' }],
  ['many', { name: 'n' }],
])('a limit of "%s"', (text, question) => {
  expect(withLimit({ name: 'n', min: 3 }, 'min', text)).toEqual(question)
})

test('choices are lines', () => {
  expect(linesOf({ options: ['a', 'b'] })).toBe('a\nb')
  expect(withLines({ name: 'n' }, 'a\nb\n')).toEqual({ name: 'n', options: ['a', 'b', ''] })
  expect(withoutGaps({ options: ['a', ' ', 'b', ''] })).toEqual({ options: ['a', 'b'] })
  expect(withoutGaps({ name: 'n' })).toEqual({ name: 'n' })
})
