import { expect, test } from 'vitest'
import { counted, exactOrMore, toolsFound } from './count-text.ts'

test.each([
  [0, '0 runs'],
  [1, '1 run'],
  [2, '2 runs'],
  [1234, '1,234 runs'],
  [99_999, '99,999 runs'],
  [100_000, '100K runs'],
  [1_000_000, '1M runs'],
  [1_250_000, '1.3M runs'],
])('%i is read as "%s"', (count, text) => {
  expect(counted(count, 'run')).toBe(text)
})

test('a plural may be irregular', () => {
  expect(counted(2, 'entry', 'entries')).toBe('2 entries')
  expect(counted(1, 'entry', 'entries')).toBe('1 entry')
})

test.each([
  [999, false, '999'],
  [1000, false, '1,000'],
  [1000, true, '1,000+'],
])('%i, capped %s: "%s"', (count, capped, text) => {
  expect(exactOrMore(count, capped)).toBe(text)
})

test.each([
  [0, false, '0 tools found'],
  [1, false, '1 tool found'],
  [8, false, '8 tools found'],
  [1000, false, '1,000 tools found'],
  [1000, true, '1,000+ tools found'],
])('%i results, capped %s: "%s"', (total, capped, text) => {
  expect(toolsFound(total, capped)).toBe(text)
})
