import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { hmacGenerator } from './hmac-generator.tool.ts'

const run = (input: Record<string, string>) => {
  const outcome = runTool(hmacGenerator, input)
  return outcome.ok ? outcome.outputs.hex : outcome.error.details
}

// RFC 4231, sections 4.2 to 4.8.
test.each([
  ['0b'.repeat(20), '4869205468657265', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  ['aa'.repeat(20), 'dd'.repeat(50), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
  [
    '0102030405060708090a0b0c0d0e0f10111213141516171819',
    'cd'.repeat(50),
    '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  ],
])('key %s', (key, text, hex) => {
  expect(run({ key, keyEncoding: 'hex', text, encoding: 'hex', algorithm: 'sha256' })).toBe(hex)
  expect(run({ key: `{"hex":"${key}"}`, text, encoding: 'hex', algorithm: 'HMAC-SHA256' })).toBe(hex)
})

// RFC 2202, section 3, test cases 2 and 6.
test('SHA-1', () => {
  expect(run({ key: 'Jefe', text: 'what do ya want for nothing?', algorithm: 'sha1' })).toBe(
    'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79',
  )
  const text = 'Test Using Larger Than Block-Size Key - Hash Key First'
  expect(run({ key: 'aa'.repeat(80), keyEncoding: 'hex', text, algorithm: 'sha1' })).toBe(
    'aa4ae5e15272d00e95705637ce8a3b55ed402112',
  )
})

// Wikipedia, HMAC: the code of nothing with no key.
test('no key and no text', () => {
  expect(run({ key: '', text: '', algorithm: 'sha256' })).toBe(
    'b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad',
  )
})

test('what is not hexadecimal is refused at its field', () => {
  expect(run({ key: '{"hex": "0g"}', text: '' })).toMatchObject([{ field: 'key' }])
  expect(run({ key: 'a', keyEncoding: 'hex', text: '' })).toMatchObject([{ field: 'key' }])
  expect(run({ key: '', text: 'a', encoding: 'hex' })).toMatchObject([{ field: 'text' }])
})

// RFC 4231, test case 1.
test('a key and a text of bytes may be sent as objects', () => {
  const input = { key: { hex: '0b'.repeat(20) }, text: 'Hi There', algorithm: 'sha256' }
  const outputs = { hex: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7' }
  expect(runTool(hmacGenerator, input)).toMatchObject({ ok: true, outputs })
  for (const text of [{ hex: '4869205468657265' }, { base64: 'SGkgVGhlcmU=' }, '{"hex": "4869205468657265"}'])
    expect(runTool(hmacGenerator, { ...input, text })).toMatchObject({ ok: true, outputs })
  expect(runTool(hmacGenerator, { ...input, text: { hex: '0g' } })).toMatchObject({
    error: { details: [{ field: 'text' }] },
  })
})
