import { expect, test } from 'vitest'
import { parseAnswer } from './protocol.ts'

test('an answer to the call is taken', () => {
  expect(parseAnswer('{"id":7,"ok":true,"outputs":{"total":3}}', 7)).toEqual({ ok: true, outputs: { total: 3 } })
  expect(
    parseAnswer('{"id":7,"ok":false,"error":{"code":"TOOL_ERROR","message":"no","line":2,"stack":"x"}}', 7),
  ).toEqual({ ok: false, error: { code: 'TOOL_ERROR', message: 'no', line: 2 } })
})

test('what a script has written comes along, if it is lines', () => {
  const answer = (console: unknown) =>
    parseAnswer(JSON.stringify({ id: 7, ok: false, error: { code: 'TOOL_ERROR', message: 'no', console } }), 7)
  const failed = { code: 'TOOL_ERROR', message: 'no' }
  expect(answer(['a', 'b'])).toEqual({ ok: false, error: { ...failed, console: ['a', 'b'] } })
  expect(answer(['a', 1])).toEqual({ ok: false, error: failed })
  expect(answer('a')).toEqual({ ok: false, error: failed })
  expect(answer(Array.from({ length: 300 }, () => 'a'))).toMatchObject({ error: { console: { length: 200 } } })
})

test('a message is cut', () => {
  const line = JSON.stringify({ id: 7, ok: false, error: { code: 'TOOL_ERROR', message: 'x'.repeat(501) } })
  expect(parseAnswer(line, 7)).toEqual({ ok: false, error: { code: 'TOOL_ERROR', message: 'x'.repeat(500) } })
})

test.each([
  ['another call', '{"id":6,"ok":true,"outputs":{}}'],
  ['no JSON', 'ready'],
  ['half a line', '{"id":7,"ok":true,"outp'],
  ['no object', '[7]'],
  ['null', 'null'],
  ['outputs that are no object', '{"id":7,"ok":true,"outputs":[1]}'],
  ['ok that is no boolean', '{"id":7,"ok":1,"outputs":{}}'],
  ['an unknown code', '{"id":7,"ok":false,"error":{"code":"ADMIN","message":"x"}}'],
  ['no message', '{"id":7,"ok":false,"error":{"code":"TOOL_ERROR"}}'],
  ['no error', '{"id":7,"ok":false}'],
])('%s is no answer', (_, line) => {
  expect(parseAnswer(line, 7)).toBeUndefined()
})
