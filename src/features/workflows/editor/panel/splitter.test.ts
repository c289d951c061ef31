import { expect, test } from 'vitest'
import { afterKey, EVEN, keptWidths, withWidth } from './splitter.ts'

test.each([
  ['input', 'ArrowRight', { input: 32, output: 30 }],
  ['input', 'ArrowLeft', { input: 28, output: 30 }],
  ['output', 'ArrowLeft', { input: 30, output: 32 }],
  ['output', 'ArrowRight', { input: 30, output: 28 }],
  ['input', 'Home', { input: 15, output: 30 }],
  ['input', 'End', { input: 45, output: 30 }],
  ['input', 'Enter', { input: 0, output: 30 }],
  ['input', 'x', undefined],
] as const)('the splitter of the %s pane takes %s', (side, key, expected) => {
  expect(afterKey(EVEN, side, key)).toEqual(expected)
})

test('a pane that is out of sight comes back at Enter or wider, beside the other as it is', () => {
  const away = { input: 0, output: 60 }
  expect(afterKey(away, 'input', 'Enter')).toEqual({ input: 15, output: 60 })
  expect(afterKey(away, 'input', 'ArrowRight')).toEqual({ input: 15, output: 60 })
})

test('the settings keep a quarter whatever is dragged', () => {
  expect(withWidth({ input: 15, output: 20 }, 'input', 90)).toEqual({ input: 55, output: 20 })
})

test.each([
  [null, EVEN],
  ['what', EVEN],
  ['{"input":20,"output":40}', { input: 20, output: 40 }],
  ['{"input":99,"output":-4}', { input: 60, output: 15 }],
  ['{"input":55,"output":15}', { input: 55, output: 15 }],
  ['{"input":0,"output":60}', { input: 0, output: 60 }],
  ['{"input":30,"output":0}', { input: 30, output: 0 }],
  ['{"input":"wide"}', EVEN],
])('%s was kept', (text, expected) => {
  expect(keptWidths(text)).toEqual(expected)
})
