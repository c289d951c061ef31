import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { textToBinary } from './text-to-binary.tool.ts'

const run = (action: string, text: string, separator = 'space') => {
  const outcome = runTool(textToBinary, { action, text, separator })
  return outcome.ok ? outcome.outputs.result : outcome.error.details
}
const problem = (message: string) => [{ field: 'text', message }]

// it-tools, text to binary tests.
test('UTF-8 bytes', () => {
  expect(run('encode', 'hello', 'none')).toBe('0110100001100101011011000110110001101111')
  expect(run('encode', 'café')).toBe('01100011 01100001 01100110 11000011 10101001')
  expect(run('encode', '😀')).toBe('11110000 10011111 10011000 10000000')
  expect(run('encode', 'ab', 'comma')).toBe('01100001, 01100010')
})

// it-tools, text to binary tests: the text is cleaned before it is decoded.
test('only digits count', () => {
  expect(run('decode', '  01000 001garbage')).toBe('A')
  expect(run('decode', '01000001,01000010\n01000011')).toBe('ABC')
  expect(run('decode', '')).toBe('')
})

test('what is no text is refused', () => {
  expect(run('decode', '010000011')).toEqual(problem('Text must be whole bytes of 8 digits: 1 are left over'))
  expect(run('decode', '1')).toEqual(problem('Text must be whole bytes of 8 digits: 1 are left over'))
  expect(run('decode', '11111111')).toEqual(problem('Text must be the bytes of a text in UTF-8'))
  expect(run('decode', '01000002')).toEqual(problem('Text must be binary: only the digits 0 and 1'))
  expect(run('encode', '\uD800')).toEqual(problem('Text must not have half of a surrogate pair'))
})

test('every text comes back', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => run('decode', String(run('encode', text))) === text))
})
