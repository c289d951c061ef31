import { expect, test } from 'vitest'
import { adviceFor, failedLine } from './advice.ts'

test.each([
  [
    'an expression leads to where it stands',
    { code: 'EXPRESSION_FAILED', message: 'steps.a has no field "b" (at setting headers.accept, character 4).' },
    'headers.accept',
  ],
  [
    'so does one of before, in other words',
    { code: 'EXPRESSION_FAILED', message: 'steps.a has no field "b" (at config url, character 4).' },
    'url',
  ],
  ['a refused request leads to its address', { code: 'HTTP_STATUS', message: 'Answered 503' }, 'url'],
  ['what a tool says leads to its input', { code: 'TOOL_ERROR', message: 'No such unit' }, 'input'],
  ['a failure of the server leads nowhere', { code: 'RUN_LOST', message: 'Lost' }, undefined],
  ['nor does one that nobody knows', { code: 'SOMETHING', message: 'What' }, undefined],
])('%s', (_, error, field) => {
  expect(adviceFor(error).field).toBe(field)
})

test('it always says what to do, and never what the machine says', () => {
  expect(adviceFor({ code: 'TYPE_ERROR', message: 'undefined is not a function' }).text).toBe(
    'Compare the input of the step with what it needs, then retry from here.',
  )
})

test('a call that could not be made leads to its address', () => {
  expect(adviceFor({ code: 'EGRESS_DNS', message: 'Ask: There is no host a.test' }).field).toBe('url')
})

test('code that failed says in which line', () => {
  const failed = { code: 'CODE_ERROR', message: 'Shape it: TypeError: x is not a function (line 3)' }
  expect(failedLine(failed)).toBe(3)
  expect(adviceFor(failed).field).toBe('code')
  expect(failedLine({ ...failed, code: 'HTTP_STATUS' })).toBeUndefined()
  expect(failedLine({ ...failed, message: 'Shape it: no' })).toBeUndefined()
})
