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

test('half of a surrogate pair is refused', () => {
  expect(run('encode', '\uDC00')).toMatchObject([{ field: 'text' }])
})

// RFC 4648, section 9: 14 fb 9c 03 d9 7e is FPucA9l+.
test('bytes that are no text are encoded, and decoded to a file', () => {
  const outputsOf = (input: Record<string, unknown>) => {
    const outcome = runTool(base64, input)
    return outcome.ok ? outcome.outputs : outcome.error.details
  }
  for (const text of [{ hex: '14fb9c03d97e' }, { base64: 'FPucA9l+' }, '{"hex": "14 fb 9c 03 d9 7e"}'])
    expect(outputsOf({ text })).toMatchObject({ result: 'FPucA9l+', bytes: 6 })
  expect(outputsOf({ text: 'FPucA9l-', action: 'decode' })).toEqual({
    file: 'data:application/octet-stream;base64,FPucA9l+',
    bytes: 6,
    hex: '14 fb 9c 03 d9 7e',
  })
  expect(outputsOf({ text: { hex: '0g' } })).toMatchObject([{ field: 'text' }])
})

// PNG specification (W3C, 2003), section 5.2; PDF 32000-1:2008, section 7.5.2.
test.each([
  ['89504e470d0a1a0a', 'image/png'],
  ['255044462d312e370aff', 'application/pdf'],
  ['00ff', 'application/octet-stream'],
])('a file that begins with %s is %s', (hex, type) => {
  const text = Buffer.from(hex, 'hex').toString('base64')
  expect(runTool(base64, { action: 'decode', text })).toMatchObject({
    outputs: { file: `data:${type};base64,${text}` },
  })
})

test('a million characters take no time to speak of', () => {
  const begin = performance.now()
  expect(run('decode', String(run('encode', 'x'.repeat(700_000))))).toHaveLength(700_000)
  expect(performance.now() - begin).toBeLessThan(4000)
})
