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

test.each([
  ['https://api.test/v1?page=2&api_key=abc123#top', 'https://api.test/v1?page=2&api_key=[redacted]#top'],
  ['GET /v1?access_token=abc&page=2', 'GET /v1?access_token=[redacted]&page=2'],
  ['see <a href="https://a.test/?token=abc">', 'see <a href="https://a.test/?token=[redacted]">'],
  ['grant_type=x&client_secret=abc', 'grant_type=x&client_secret=[redacted]'],
  ['postgres://ada:pa%40ss@db.test/app', 'postgres://ada:[redacted]@db.test/app'],
  ['https://ada@a.test/?tokens=3&monkey=1', 'https://ada@a.test/?tokens=3&monkey=1'],
  ['https://a.test:8080/x@y?a=b', 'https://a.test:8080/x@y?a=b'],
  ['{{ a == b && token == c }}', '{{ a == b && token == c }}'],
])('in the address %s secrets are hidden', (text, shown) => {
  expect(redact({ list: [text] })).toEqual({ list: [shown] })
})

test('a long text with many half addresses takes no long time', () => {
  const text = 'https://a:?x&'.repeat(100_000)
  expect(redact(text)).toBe(text)
})

test('the original is untouched, and a property named __proto__ stays a property', () => {
  const original = JSON.parse('{"__proto__": {"a": 1}, "password": "x"}')
  expect(JSON.stringify(redact(original))).toBe('{"__proto__":{"a":1},"password":"[redacted]"}')
  expect(original.password).toBe('x')
})
