import { expect, test } from 'vitest'
import type { Json } from '#src/sdk/json.ts'
import { formsOf, hideSecrets } from './secret-forms.ts'

const secret = 'p&ss "wörd"\n+/9~4f2'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hide = (value: Json, ...secrets: string[]) =>
  hideSecrets(value, (secrets.length > 0 ? secrets : [secret]).map(formsOf))

test.each([
  ['as it is', `a ${secret} b`, 'a [redacted] b'],
  ['twice', `${secret}${secret}`, '[redacted][redacted]'],
  ['inside JSON', JSON.stringify({ key: secret }), '{"key":"[redacted]"}'],
  ['inside JSON inside JSON', JSON.stringify(JSON.stringify([secret])), '"[\\"[redacted]\\"]"'],
  ['in a path', `https://x.test/${encodeURIComponent(secret)}?a=1`, 'https://x.test/[redacted]?a=1'],
  ['in a path, in small letters', encodeURIComponent(secret).toLowerCase(), '[redacted]'],
  ['in a form', `k=${new URLSearchParams({ k: secret }).toString().slice(2)}&x=1`, 'k=[redacted]&x=1'],
  ['in hexadecimal', Buffer.from(secret).toString('hex').toUpperCase(), '[redacted]'],
  ['in markup', secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;'), '[redacted]'],
  ['in base64', `Token ${base64(secret)}.`, 'Token [redacted].'],
  ['in base64 for addresses', Buffer.from(secret).toString('base64url'), '[redacted]'],
  ['after one byte in base64', `Basic ${base64(`:${secret}`)}`, 'Basic [redacted]'],
  ['after two bytes in base64', base64(`a:${secret}`), '[redacted]'],
  ['after many and before more in base64', base64(`user-of-mine:${secret} and so on`), '[redacted]'],
])('it is hidden %s', (_, text, expected) => {
  expect(hide(text)).toBe(expected)
})

test('it is hidden in base64 for addresses where that has other signs, wherever it begins', () => {
  const signs = '>>>???~~~>>>'
  for (const before of ['', 'a', 'ab']) {
    const written = Buffer.from(before + signs).toString('base64url')
    expect(written).not.toBe(base64(before + signs))
    expect(hide(written, signs)).toBe('[redacted]')
  }
})

test('it is hidden at any depth, in names and as a number, and what has none of it is the same', () => {
  const value = { list: [{ text: secret }], [`x-${secret}`]: true, port: 12345678, other: 12345679, none: null }
  expect(hide(value, secret, '12345678')).toEqual({
    list: [{ text: '[redacted]' }],
    'x-[redacted]': true,
    port: '[redacted]',
    other: 12345679,
    none: null,
  })
})

test('a part of it stays, and so does a property that is named __proto__', () => {
  const value = JSON.parse(`{"__proto__": {"a": ${JSON.stringify(secret.slice(0, -1))}}}`)
  expect(JSON.stringify(hide(value))).toBe(JSON.stringify(value))
})

test('of two secrets, one of which begins like the other, both are hidden', () => {
  expect(hide('long-secret-1 long-secret-12', 'long-secret-1', 'long-secret-12')).toBe('[redacted] [redacted]')
})
