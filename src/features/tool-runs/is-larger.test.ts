import { expect, test } from 'vitest'
import { isLarger } from './is-larger.ts'

const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)

test.each([
  ['a text', { text: 'a'.repeat(1000) }, true],
  ['a short text', { text: 'a'.repeat(900) }, false],
  ['texts together', { a: 'a'.repeat(500), b: 'b'.repeat(500) }, true],
  ['a list of long texts', { list: Array(10).fill('a'.repeat(100)) }, true],
  ['a list of many numbers', { list: Array(1000).fill(7) }, true],
  ['a list of few', { list: Array(900).fill(7) }, false],
  ['a file', { file: { base64: 'a'.repeat(1000), name: 'x' } }, true],
  ['lists in lists, however deep', { json: deep }, true],
  ['nothing', {}, false],
  ['what is no text', { a: null, b: true, c: 5 }, false],
])('%s', (_, input, expected) => {
  expect(isLarger(input, 999)).toBe(expected)
})
