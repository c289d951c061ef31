import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { base32 } from './base32.tool.ts'

const run = (action: string, text: string, more = {}) => {
  const outcome = runTool(base32, { action, text, ...more })
  return outcome.ok ? outcome.outputs.result : outcome.error.details
}

// RFC 4648, section 10.
test.each([
  ['', ''],
  ['f', 'MY======'],
  ['fo', 'MZXQ===='],
  ['foo', 'MZXW6==='],
  ['fooba', 'MZXW6YTB'],
])('%j is %s', (text, written) => {
  expect(run('encode', text)).toBe(written)
  expect(run('decode', written)).toBe(text)
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
