import { expect, test } from 'vitest'
import { redact } from './redact.ts'

test.each([
  'authorization',
  'Authorization',
  'Proxy-Authorization',
  'cookie',
  'Set-Cookie',
  'X-API-Key',
  'apiKey',
  'api_key',
  'APIKEY',
  'password',
  'newPassword',
  'client_secret',
  'clientSecret',
  'access-token',
  'privateKey',
  'credentials',
])('%s is a secret', (name) => {
  expect(redact({ [name]: 'abc' })).toEqual({ [name]: '[redacted]' })
})

test.each(['tokens', 'maxTokens', 'secretary', 'passwordless', 'key', 'api', 'cookies', 'author'])(
  '%s is not a secret',
  (name) => {
    expect(redact({ [name]: 'abc' })).toEqual({ [name]: 'abc' })
  },
)

test('secrets are found at any depth, and what tells nothing stays', () => {
  expect(
    redact({ list: [{ headers: { cookie: 'a=1', accept: '*/*' } }], hasPassword: true, token: null, secret: { a: 1 } }),
  ).toEqual({
    list: [{ headers: { cookie: '[redacted]', accept: '*/*' } }],
    hasPassword: true,
    token: null,
    secret: '[redacted]',
  })
})

test('the original is untouched, and a property named __proto__ stays a property', () => {
  const original = JSON.parse('{"__proto__": {"a": 1}, "password": "x"}')
  expect(JSON.stringify(redact(original))).toBe('{"__proto__":{"a":1},"password":"[redacted]"}')
  expect(original.password).toBe('x')
})
