import { expect, test } from 'vitest'
import { failureText } from './failure-texts.ts'

test.each([
  ['TOOL_ERROR', 'Its code threw an error'],
  ['', 'In a visitor’s browser, which does not say why'],
  ['NEW_CODE', 'The run could not be carried out'],
])('%s reads %s', (code, text) => {
  expect(failureText(code)).toBe(text)
})
