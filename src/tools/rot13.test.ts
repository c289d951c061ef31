import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { rot13 } from './rot13.tool.ts'

const run = (text: string, variant = 'rot13', shift?: number) => {
  const outcome = runTool(rot13, { text, variant, shift })
  return outcome.ok ? outcome.outputs.result : outcome.error.details
}

test.each([
  ['AZaz', 'rot13', 'NMnm'],
  ['é1 ß', 'rot13', 'é1 ß'],
  ['0123456789', 'rot5', '5678901234'],
  ['A1', 'rot18', 'N6'],
  ['~! ', 'rot47', 'OP '],
])('%s by %s is %s', (text, variant, result) => {
  expect(run(text, variant)).toBe(result)
})

// Suetonius, The Life of Julius Caesar 56: D for A, and so on.
test('Caesar moves by three, and back', () => {
  expect(run('XYZ abc', 'caesar')).toBe('ABC def')
  expect(run('ABC def', 'caesar', -3)).toBe('XYZ abc')
  expect(run('a', 'caesar', 26)).toMatchObject([{ field: 'shift' }])
})

test('twice gives the text back', () => {
  const variant = fc.constantFrom('rot13', 'rot5', 'rot18', 'rot47')
  fc.assert(fc.property(fc.string(), variant, (text, how) => run(String(run(text, how)), how) === text))
})
