import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { textListTool } from './text-list-tool.tool.ts'

const run = (text: string, action: string, more = {}) => {
  const outcome = runTool(textListTool, { text, action, ...more })
  return outcome.ok ? outcome.outputs.result : outcome.error.details
}

// omni-tools, sort list tests.
test.each([
  ['7\n9\n2', { by: 'numeric', descending: true }, '9\n7\n2'],
  ['d\nn\n6\n9\n7\n5', { by: 'numeric' }, '5\n6\n7\n9\nd\nn'],
  ['10\n9\n-1.5\n1,000', { by: 'numeric' }, '-1.5\n9\n10\n1,000'],
  ['10\n9', { by: 'alphabet' }, '10\n9'],
  ['az\naa', {}, 'aa\naz'],
  ['b\nB\na\nA', {}, 'a\nA\nb\nB'],
  ['b\nB\na\nA', { ignoreCase: true }, 'a\nA\nb\nB'],
  ['B\nb', { ignoreCase: true }, 'B\nb'],
  ['Äpfel\nBirne\nApfel', {}, 'Apfel\nÄpfel\nBirne'],
  ['ddd\nd\nnfg\np', { by: 'length' }, 'd\np\nddd\nnfg'],
])('%j sorted with %j', (text, more, result) => {
  expect(run(text, 'sort', more)).toBe(result)
})

test.each([
  ['a\nb\na\nA', 'dedupe', {}, 'a\nb\nA'],
  ['a\nb\na\nA', 'dedupe', { ignoreCase: true }, 'a\nb'],
  ['a\nb\nc', 'reverse', {}, 'c\nb\na'],
  [' a \n\tb\n', 'trim', {}, 'a\nb'],
  ['a\n\nb', 'trim', { dropEmpty: true }, 'a\nb'],
  ['a\nb', 'number', {}, '1. a\n2. b'],
  ['a,b , c', 'reverse', {}, 'c, b, a'],
  ['a, b\nc', 'reverse', {}, 'c\na, b'],
  ['a\r\nb\r\n', 'reverse', {}, 'b\na'],
  ['', 'sort', {}, ''],
])('%j: %s %j', (text, action, more, result) => {
  expect(run(text, action, more)).toBe(result)
})

test('a shuffle keeps all items, and its order for a seed', () => {
  const text = [...Array(20).keys()].join('\n')
  const once = run(text, 'shuffle', { seed: 'x' })
  expect(once).toBe(run(text, 'shuffle', { seed: 'x' }))
  expect(once).not.toBe(run(text, 'shuffle', { seed: 'y' }))
  expect(run(String(once), 'sort', { by: 'numeric' })).toBe(text)
})

test('without a seed the order is drawn from the source of chance', () => {
  const text = [...Array(20).keys()].join('\n')
  const drawn = (byte: number) => {
    const world = { now: new Date(0), randomBytes: (count: number) => new Uint8Array(count).fill(byte) }
    const outcome = runTool(textListTool, { text, action: 'shuffle' }, world)
    return outcome.ok ? outcome.outputs.result : outcome.error.details
  }
  expect(drawn(0)).toBe(
    [...Array(19).keys()]
      .map((n) => n + 1)
      .concat(0)
      .join('\n'),
  )
  expect(drawn(1)).not.toBe(drawn(0))
  expect(run(text, 'shuffle')).not.toBe(run(text, 'shuffle'))
})

test('duplicates are counted', () => {
  const outcome = runTool(textListTool, { text: 'a\na\na\nb', action: 'dedupe' })
  expect(outcome.ok && outcome.outputs).toMatchObject({ count: 2, removed: 2 })
})
