import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { base32 } from './base32.tool.ts'

const run = (action: string, text: string, more = {}) => {
  const outcome = runTool(base32, { action, text, ...more })
  return outcome.ok ? outcome.outputs.result : outcome.error.details
}

// RFC 4648, section 10.
test.each([
  ['', '', ''],
  ['f', 'MY======', 'CO======'],
  ['fo', 'MZXQ====', 'CPNG===='],
  ['foo', 'MZXW6===', 'CPNMU==='],
  ['foob', 'MZXW6YQ=', 'CPNMUOG='],
  ['fooba', 'MZXW6YTB', 'CPNMUOJ1'],
  ['foobar', 'MZXW6YTBOI======', 'CPNMUOJ1E8======'],
])('%j is %s', (text, ...written) => {
  for (const [index, alphabet] of ['base32', 'base32hex'].entries()) {
    const padded = written[index] ?? ''
    const bare = padded.replaceAll('=', '')
    expect(run('encode', text, { alphabet })).toBe(padded)
    expect(run('encode', text, { alphabet, padding: false })).toBe(bare)
    expect(run('decode', padded, { alphabet })).toBe(text)
    expect(run('decode', bare, { alphabet })).toBe(text)
  }
})

test('all texts come back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('base32', 'base32hex'), (text, alphabet) => {
      expect(run('decode', String(run('encode', text, { alphabet })), { alphabet })).toBe(text)
    }),
  )
})

test('what people paste is read', () => {
  expect(run('decode', 'mzxw 6ytb-oi')).toBe('foobar')
  expect(run('encode', 'foobar', { padding: false })).toBe('MZXW6YTBOI')
  expect(run('decode', 'CPNMUOJ1E8======', { alphabet: 'base32hex' })).toBe('foobar')
})

// RFC 4648, section 3.5: MZ is the byte of MY and two bits that are not zero.
test.each(['M', 'MZX', 'MZXW6Y', 'MZXW6Y1=', 'MY=====', '74======', 'MZ======', 'MZ'])('%s is refused', (text) => {
  expect(run('decode', text)).toMatchObject([{ field: 'text' }])
})
