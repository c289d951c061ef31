import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { base64 } from './base64.tool.ts'

const run = (action: string, text: string, urlSafe = false) => {
  const outcome = runTool(base64, { action, text, urlSafe })
  return outcome.ok ? outcome.outputs.result : outcome.error.details
}

// RFC 4648, section 10; omni-tools and it-tools, Base64 tests.
test.each([
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foobar', 'Zm9vYmFy'],
  ['\n', 'Cg=='],
  ['!@#$%^&*()_+-=', 'IUAjJCVeJiooKV8rLT0='],
  ['lorem ipsum', 'bG9yZW0gaXBzdW0='],
  ['✓ à la mode', '4pyTIMOgIGxhIG1vZGU='],
])('%j is %s', (text, written) => {
  expect(run('encode', text)).toBe(written)
  expect(run('decode', written)).toBe(text)
})

test('what people paste is read', () => {
  expect(run('encode', 'a', true)).toBe('YQ')
  expect(run('decode', 'PDw8Pz8_Pz8_Pz8-Pj4')).toBe('<<<????????>>>')
  expect(run('decode', 'data:text/plain;charset=utf-8;base64,bG9yZW0gaXBzdW0=')).toBe('lorem ipsum')
  expect(run('decode', ' Zm9v\n YmFy ')).toBe('foobar')
})

test.each(['a', 'é', 'Zg=', 'Zg==Zg==', 'data:image/jpeg;notbase64,lorem'])('%s is refused', (text) => {
  expect(run('decode', text)).toMatchObject([{ field: 'text' }])
})

test('bytes that are no text are refused', () => {
  expect(run('decode', '//79')).toEqual([
    { field: 'text', message: 'Text must be the Base64 of a text in UTF-8; its bytes begin with ff fe fd' },
  ])
  expect(run('encode', '\uDC00')).toMatchObject([{ field: 'text' }])
})

test('a million characters take no time to speak of', () => {
  const begin = performance.now()
  expect(run('decode', String(run('encode', 'x'.repeat(700_000))))).toHaveLength(700_000)
  expect(performance.now() - begin).toBeLessThan(4000)
})
