import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { jwtDecoder } from './jwt-decoder.tool.ts'

const run = (input: Record<string, string | number>): Record<string, unknown> => {
  const outcome = runTool(jwtDecoder, input)
  return outcome.ok ? outcome.outputs : { refused: outcome.error.details }
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Signed by OpenSSL. */
function token(header: object, payload: unknown, { hash = 'sha256', key = 'secret' } = {}): string {
  const signed = `${part(header)}.${part(payload)}`
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`
}

// The token that jwt.io shows.
const JWT_IO =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c'

test('the token of jwt.io', () => {
  expect(run({ token: `Bearer ${JWT_IO}\n`, secret: 'your-256-bit-secret' })).toMatchObject({
    payload: { sub: '1234567890', name: 'John Doe', iat: 1516239022 },
    signatureValid: true,
    expired: false,
    claims: [
      { claim: 'sub', value: '1234567890' },
      { claim: 'iat', value: '2018-01-18T01:30:22Z' },
    ],
  })
})

test('a signature whose last character was changed is not valid, also where that changes no byte', () => {
  const changed = [...'abdefghi'].map((last) => `${JWT_IO.slice(0, -1)}${last}`)
  const verdicts = changed.map((each) => run({ token: each, secret: 'your-256-bit-secret' }).signatureValid)
  expect(verdicts).toEqual(changed.map(() => false))
})

test.each([
  ['HS256', 'sha256'],
  ['HS384', 'sha384'],
  ['HS512', 'sha512'],
])('%s as OpenSSL signs it', (alg, hash) => {
  const signed = token({ alg }, { a: 'ü' }, { hash, key: 'ключ' })
  expect(run({ token: signed, secret: 'ключ' })).toMatchObject({ signatureValid: true, payload: { a: 'ü' } })
  expect(run({ token: signed, secret: 'ключ ' })).toMatchObject({ signatureValid: false })
})

test('not checked without a secret, or by an algorithm that is not known here', () => {
  expect(run({ token: JWT_IO })).not.toHaveProperty('signatureValid')
  const rsa = run({ token: token({ alg: 'RS256' }, {}), secret: 'secret' })
  expect(rsa).not.toHaveProperty('signatureValid')
  expect(rsa.signature).toContain('RS256')
})

test('none is never valid, in whatever letters and whatever the secret', () => {
  for (const alg of ['none', 'None', 'NONE'])
    expect(run({ token: token({ alg }, {}), secret: 'secret' })).toMatchObject({ signatureValid: false })
})

// RFC 7515, section 4.1.11: a token whose critical extensions are not understood is invalid.
test('critical extensions and a missing algorithm are not valid', () => {
  expect(run({ token: token({ alg: 'HS256', crit: ['b64'], b64: false }, {}), secret: 'secret' })).toMatchObject({
    signatureValid: false,
  })
  expect(run({ token: token({}, {}), secret: 'secret' })).toMatchObject({ signatureValid: false })
})

test.each([
  [99, 0, false],
  [100, 0, true],
  [100, 5, false],
  [105, 5, true],
])('exp 100 at %i with leeway %i: %s', (at, leewaySeconds, expired) => {
  expect(run({ token: token({ alg: 'HS256' }, { exp: 100 }), at, leewaySeconds })).toMatchObject({ expired })
})

test('nbf', () => {
  const signed = token({ alg: 'HS256' }, { nbf: 100 })
  expect(run({ token: signed, at: 99 })).toMatchObject({ notYetValid: true })
  expect(run({ token: signed, at: '1970-01-01T00:01:40Z' })).toMatchObject({ notYetValid: false })
})

test.each([
  'abc',
  'a.b',
  'a.b.c.d.e',
  '..',
  `${part({ alg: 'HS256' })}.${part('text')}.`,
  `${part(['x'])}.${part({})}.`,
  `${part({ alg: 'HS256' })}=.${part({})}.`,
  'eyJhbGciOiJIUzI1NiJ9.e30.a+b',
  '_w.e30.',
])('%s is refused', (broken) => {
  expect(run({ token: broken })).toMatchObject({ refused: [{ field: 'token' }] })
})

// RFC 8259, section 6: beyond 2^53 programs may not agree; X, Twitter IDs: 10765432100123456789 is one.
test('claims beyond 2^53 keep their digits', () => {
  const written =
    '{"sub":10765432100123456789,"iat":1516239022,"user":{"id":9007199254740993},"small":9007199254740991}'
  const outputs = run({ token: `${part({ alg: 'none' })}.${Buffer.from(written).toString('base64url')}.` })
  expect(outputs).toMatchObject({
    allDigits: ['sub: 10765432100123456789', 'user: {"id":9007199254740993}'],
    claims: [
      { claim: 'sub', value: '10765432100123456789' },
      { claim: 'iat', value: '2018-01-18T01:30:22Z' },
    ],
  })
  expect(run({ token: JWT_IO })).not.toHaveProperty('allDigits')
})

test('a secret that is none is refused', () => {
  expect(run({ token: JWT_IO, secretBase64url: '!' })).toMatchObject({ refused: [{ field: 'secretBase64url' }] })
  expect(run({ token: JWT_IO, secret: 'a', secretBase64url: 'YQ' })).toMatchObject({
    refused: [{ field: 'secretBase64url' }],
  })
  expect(run({ token: JWT_IO, at: 'soon' })).toMatchObject({ refused: [{ field: 'at' }] })
})

test('what the clock will change is said with its instant, and only of now', () => {
  const at = (now: number, more = {}) => {
    const input = { token: token({ alg: 'HS256' }, { nbf: 100, exp: 200 }), ...more }
    const outcome = runTool(jwtDecoder, input, { now: new Date(now * 1000), randomBytes: (n) => new Uint8Array(n) })
    return outcome.ok ? outcome.outputs : {}
  }
  const [begins, ends] = ['1970-01-01T00:01:40Z', '1970-01-01T00:03:20Z']
  expect(at(99)).toMatchObject({ notYetValid: true, validFrom: begins, expiresAt: ends })
  expect(at(100)).not.toHaveProperty('validFrom')
  expect(at(199)).toMatchObject({ expired: false, expiresAt: ends })
  expect(at(199, { leewaySeconds: 5 })).toMatchObject({ expiresAt: '1970-01-01T00:03:25Z' })
  expect(at(200)).toMatchObject({ expired: true })
  expect(at(200)).not.toHaveProperty('expiresAt')
  expect(at(150, { at: '150' })).not.toHaveProperty('expiresAt')
})
