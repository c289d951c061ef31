import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { urlEncoder } from './url-encoder.tool.ts'

const run = (action: string, text: string, more = {}) => {
  const outcome = runTool(urlEncoder, { action, text, ...more })
  return outcome.ok ? outcome.outputs.result : outcome.error.details
}

// CyberChef and it-tools, tests of URL encoding; ECMA-262, encodeURI.
test.each([
  ['', {}, ''],
  ['a_b', {}, 'a_b'],
  ['a_b', { encodeAllSpecial: true }, 'a%5Fb'],
  ["!'()*~", {}, "!'()*~"],
  ["!'()*~", { mode: 'form' }, '%21%27%28%29*%7E'],
  ['first value+second value', { mode: 'form' }, 'first+value%2Bsecond+value'],
  ['https://a.example/b c?d=é#f', { mode: 'address' }, 'https://a.example/b%20c?d=%C3%A9#f'],
  ['a/b?c=d&e', {}, 'a%2Fb%3Fc%3Dd%26e'],
  ['😀', {}, '%F0%9F%98%80'],
])('%s %j is %s', (text, more, result) => {
  expect(run('encode', text, more)).toBe(result)
})

test.each([
  ['Hello%20world%21', {}, 'Hello world!'],
  ['Hello%20world!', {}, 'Hello world!'],
  ['+', {}, '+'],
  ['+', { mode: 'form' }, ' '],
  ['%c2%a3', {}, '£'],
])('%s %j is %s', (text, more, result) => {
  expect(run('decode', text, more)).toBe(result)
})

test.each([
  ['valid%20then%2', 'Text must have two hexadecimal digits behind each %, not “%2”'],
  ['100% sure', 'Text must have two hexadecimal digits behind each %, not “% s”'],
  ['%C3%28', 'Text must be percent-encoded UTF-8'],
])('%s is refused', (text, message) => {
  expect(run('decode', text)).toEqual([{ field: 'text', message }])
})

test('half a character cannot be encoded', () => {
  expect(run('encode', '\uD800')).toMatchObject([{ field: 'text' }])
})

// ECMA-262, decodeURI: escapes of ; / ? : @ & = + $ , # stay.
test('a whole address leads where it led', () => {
  const text = 'https://a.example/b%20c/%2F?q=a%26b%3Dc%23d&e=%C3%A9'
  expect(run('decode', text, { mode: 'address' })).toBe('https://a.example/b c/%2F?q=a%26b%3Dc%23d&e=é')
  expect(run('decode', '%26%2F%23')).toBe('&/#')
})
