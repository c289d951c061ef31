import { expect, test } from 'vitest'
import type { Names } from '../expression/complete.ts'
import { type Comparison, isHalfWritten, templateOf, withPart, withValue } from './comparisons.ts'
import { asWritten, changeLine, isUnfinished, type Lines, linesOf, removeLine, withLine } from './lines.ts'

const NAMES: Names = { trigger: { bill: 84.5, plan: 'gold', paid: true, total: 3 } }

function read(template: string): Lines {
  const lines = linesOf(template)
  if (lines === undefined) throw new Error('Lines can show it')
  return lines
}
/** As the page does it: what has changed is written, and lines are as written from then on. */
const edit = (lines: Lines, at: number, change: (line: Comparison) => Comparison): Lines => {
  const line = lines.lines[at]
  if (line === undefined) throw new Error('There is no such line')
  return asWritten(changeLine(lines, line, change(line)), NAMES)
}
const remove = (lines: Lines, at: number): Lines => {
  const line = lines.lines[at]
  if (line === undefined) throw new Error('There is no such line')
  return asWritten(removeLine(lines, line), NAMES)
}
const choose = (value: string) => (line: Comparison) => withValue(line, value, NAMES)
const write = (other: string) => (line: Comparison) => withPart(line, { other })

const BOTH = '{{ trigger.bill > 100 && trigger.paid == true }}'

test('a new line does not count until it is whole, and holds nothing back', () => {
  const more = asWritten(withLine(read(BOTH)).lines, NAMES)
  const begun = edit(more, 2, choose('trigger.plan'))
  expect(templateOf(begun, NAMES)).toBe(BOTH)
  const changed = edit(begun, 0, write('200'))
  expect(templateOf(changed, NAMES)).toBe('{{ trigger.bill > 200 && trigger.paid == true }}')
  expect(templateOf(remove(changed, 0), NAMES)).toBe('{{ trigger.paid == true }}')
  expect(isUnfinished(changed, NAMES)).toBe(true)
  const whole = edit(changed, 2, write('gold'))
  expect(templateOf(whole, NAMES)).toBe('{{ trigger.bill > 200 && trigger.paid == true && trigger.plan == "gold" }}')
  expect(isUnfinished(whole, NAMES)).toBe(false)
})

test('a line of the condition that is half-written counts as it was, and the others are changed beside it', () => {
  const half = edit(read(BOTH), 0, write('8o'))
  expect(templateOf(half, NAMES)).toBe(BOTH)
  const without = edit(half, 1, (line) => withPart(line, { how: 'false' }))
  expect(templateOf(without, NAMES)).toBe('{{ trigger.bill > 100 && trigger.paid == false }}')
  expect(templateOf({ ...without, joined: 'any' }, NAMES)).toBe('{{ trigger.bill > 100 || trigger.paid == false }}')
  expect(templateOf(edit(without, 0, write('80')), NAMES)).toBe('{{ trigger.bill > 80 && trigger.paid == false }}')
  expect(templateOf(remove(half, 0), NAMES)).toBe('{{ trigger.paid == true }}')
})

test('no line is lost on the way to another value', () => {
  const passed = edit(read(BOTH), 1, choose(''))
  expect(templateOf(passed, NAMES)).toBe(BOTH)
  expect(passed.lines.map((line) => isHalfWritten(line, NAMES))).toEqual([false, true])
  expect(templateOf(edit(passed, 1, choose('trigger.paid')), NAMES)).toBe(BOTH)
  const walked = edit(edit(read(BOTH), 0, choose('trigger.plan')), 0, choose('trigger.total'))
  expect(templateOf(walked, NAMES)).toBe('{{ trigger.total > 100 && trigger.paid == true }}')
  // What counts meanwhile is what was written last, not what was there first.
  expect(templateOf(edit(walked, 0, choose('')), NAMES)).toBe('{{ trigger.total > 100 && trigger.paid == true }}')
  const added = edit(withLine(read('{{ trigger.bill > 100 }}')).lines, 1, choose('trigger.paid'))
  expect(templateOf(edit(added, 1, choose('')), NAMES)).toBe(BOTH)
})

test('a line that is written stays so, whatever is known of its value later', () => {
  const unknown: Names = { trigger: undefined }
  const lines = asWritten(read('{{ trigger.zip==1010 && trigger.bill > 5 }}'), unknown)
  const [, second] = lines.lines
  if (second === undefined) throw new Error('These are two lines')
  const changed = asWritten(changeLine(lines, second, withPart(second, { other: '6' })), unknown)
  const called: Names = { trigger: { zip: '1010', bill: 'a lot' } }
  expect(templateOf(changed, called)).toBe('{{ trigger.zip==1010 && trigger.bill > 6 }}')
  expect(isUnfinished(changed, called)).toBe(false)
})

test('the last line that is removed gives way to a blank one, which says nothing', () => {
  const blank = remove(read('{{ trigger.paid }}'), 0)
  expect(blank.lines).toMatchObject([{ value: '', how: 'equals', other: '' }])
  expect(templateOf(blank, NAMES)).toBeUndefined()
  expect(linesOf('{{ trigger.bill * 2 > 100 }}')).toBeUndefined()
  expect(linesOf(true)).toBeUndefined()
})
