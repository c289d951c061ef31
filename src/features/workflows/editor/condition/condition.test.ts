import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import type { Json } from '#src/sdk/json.ts'
import { choicesOf, hasUnknown } from './choices.ts'
import {
  type Comparison,
  HOW,
  type How,
  isHalfWritten,
  lackOf,
  takesOther,
  templateOf,
  waysOf,
  withPart,
  withValue,
} from './comparisons.ts'
import { conditionOf } from './read-condition.ts'

const expressions = createExpressions({ matches: matchesLinearly })
const BODY = {
  bill: 84.5,
  count: 3,
  plan: 'gold',
  note: 'say "}}" twice\\',
  paid: true,
  tags: ['a', 'b'],
  years: ['2024', '2025'],
  sizes: [36, 38],
  nobody: null,
  'unit price': 100,
  address: { city: 'Wien' },
  none: [],
  word: '',
}
const NAMES = { trigger: { body: BODY }, steps: { later: undefined as unknown as Json }, vars: {}, run: { id: 'r' } }
const line = (value: string, how: How, other = ''): Comparison => ({ value, how, other })
const write = (...lines: Comparison[]) => templateOf({ joined: 'all', lines }, NAMES)
const evaluate = (template: string): Json => expressions.compileTemplate(template).render({ trigger: { body: BODY } })

describe('what lines say, and whether it is so', () => {
  test.each<[Comparison, string, boolean]>([
    [line('trigger.body.bill', 'above', '84'), '{{ trigger.body.bill > 84 }}', true],
    [line('trigger.body.bill', 'atLeast', '84.5'), '{{ trigger.body.bill >= 84.5 }}', true],
    [line('trigger.body.bill', 'below', '84.5'), '{{ trigger.body.bill < 84.5 }}', false],
    [line('trigger.body.bill', 'atMost', '-1'), '{{ trigger.body.bill <= -1 }}', false],
    [line('trigger.body.count', 'equals', '3'), '{{ trigger.body.count == 3 }}', true],
    [line('trigger.body.count', 'differs', ' 3 '), '{{ trigger.body.count != 3 }}', false],
    [line('trigger.body["unit price"]', 'equals', '100'), '{{ trigger.body["unit price"] == 100 }}', true],
    [line('trigger.body.plan', 'equals', 'gold'), '{{ trigger.body.plan == "gold" }}', true],
    [line('trigger.body.plan', 'equals', '3'), '{{ trigger.body.plan == "3" }}', false],
    [line('trigger.body.plan', 'contains', 'ol'), '{{ trigger.body.plan.contains("ol") }}', true],
    [line('trigger.body.plan', 'starts', '1'), '{{ trigger.body.plan.startsWith("1") }}', false],
    [line('trigger.body.plan', 'ends', 'old'), '{{ trigger.body.plan.endsWith("old") }}', true],
    [
      line('trigger.body.note', 'equals', 'say "}}" twice\\'),
      '{{ trigger.body.note == "say \\"}}\\" twice\\\\" }}',
      true,
    ],
    [line('trigger.body.tags', 'holds', 'b'), '{{ "b" in trigger.body.tags }}', true],
    [line('trigger.body.tags', 'filled'), '{{ size(trigger.body.tags) > 0 }}', true],
    [line('trigger.body.none', 'empty'), '{{ size(trigger.body.none) == 0 }}', true],
    [line('trigger.body.word', 'empty'), '{{ size(trigger.body.word) == 0 }}', true],
    [line('trigger.body.address', 'empty'), '{{ size(trigger.body.address) == 0 }}', false],
    [line('trigger.body.paid', 'true'), '{{ trigger.body.paid == true }}', true],
    [line('trigger.body.bill', 'false'), '{{ trigger.body.bill == false }}', false],
    [line('trigger.body.years', 'holds', '2024'), '{{ "2024" in trigger.body.years }}', true],
    [line('trigger.body.sizes', 'holds', '38'), '{{ 38 in trigger.body.sizes }}', true],
    [line('trigger.body.nobody', 'null'), '{{ trigger.body.nobody == null }}', true],
    [line('trigger.body.nobody', 'notNull'), '{{ trigger.body.nobody != null }}', false],
    [line('trigger.body.nobody', 'equals', '01010'), '{{ trigger.body.nobody == "01010" }}', false],
    [line('trigger.body.tip', 'there'), '{{ trigger.?body.?tip.hasValue() }}', false],
    [line('trigger.body.tip', 'missing'), '{{ !trigger.?body.?tip.hasValue() }}', true],
    [line('trigger.gone["a.b"].tip', 'missing'), '{{ !trigger.?gone[?"a.b"].?tip.hasValue() }}', true],
    [line('trigger.body["unit price"]', 'there'), '{{ trigger.?body[?"unit price"].hasValue() }}', true],
    [line('trigger.body.tags[1]', 'there'), '{{ trigger.?body.?tags[?1].hasValue() }}', true],
    [line('trigger.body.nobody.name', 'there'), '{{ trigger.?body.?nobody.?name.hasValue() }}', false],
  ])('%j', (one, template, isSo) => {
    expect(write(one)).toBe(template)
    expect(evaluate(template)).toBe(isSo)
    expect(conditionOf(template)).toMatchObject({ joined: 'all', lines: [{ value: one.value, how: one.how }] })
  })

  test('of a value that is not known, digits are a number and anything else is a text', () => {
    expect(write(line('steps.later.n', 'equals', '12'))).toBe('{{ steps.later.n == 12 }}')
    expect(write(line('steps.later.n', 'equals', '12a'))).toBe('{{ steps.later.n == "12a" }}')
    expect(lackOf(line('steps.later.n', 'above', 'x'), NAMES)).toBe('number')
  })

  test('lines are all so, or one of them; blank ones say nothing, and half-written ones are told apart', () => {
    const lines = [line('trigger.body.bill', 'above', '100'), line('', 'equals'), line('trigger.body.paid', 'true')]
    const both = '{{ trigger.body.bill > 100 && trigger.body.paid == true }}'
    expect(templateOf({ joined: 'all', lines }, NAMES)).toBe(both)
    expect(evaluate(both)).toBe(false)
    const one = '{{ trigger.body.bill > 100 || trigger.body.paid == true }}'
    expect(templateOf({ joined: 'any', lines }, NAMES)).toBe(one)
    expect(evaluate(one)).toBe(true)
    expect(conditionOf(one)?.joined).toBe('any')
    expect(templateOf({ joined: 'any', lines: [line('', 'equals')] }, NAMES)).toBeUndefined()
    expect(lines.map((each) => isHalfWritten(each, NAMES))).toEqual([false, false, false])
    expect(isHalfWritten(line('trigger.body.bill', 'above', '8o'), NAMES)).toBe(true)
    expect(isHalfWritten(line('trigger.body.bill', 'above'), NAMES)).toBe(true)
    expect(isHalfWritten(line('', 'above', '8'), NAMES)).toBe(true)
  })
})

describe('what lines cannot say', () => {
  test.each([
    '{{ trigger.body.bill + 1 > 2 }}',
    '{{ trigger.body.bill > 2 + 1 }}',
    '{{ trigger.body.bill > 1.5e3 }}',
    '{{ trigger.body.bill > 2u }}',
    '{{ trigger.body.bill > trigger.body.count }}',
    '{{ a.b == 1 && c.d == 2 || e.f == 3 }}',
    '{{ (a.b == 1) }}',
    '{{ a.size() == 0 }}',
    '{{ size(a.b) == 0.5 }}',
    '{{ a.b == "\\x41" }}',
    // A field of one line would lose the break.
    '{{ a.b == "two\\nlines" }}',
    '{{ a.b.contains("\\u000d") && c.d == 1 }}',
    '{{ a["\\x41"] == 1 }}',
    '{{ a.b.contains("x") == true }}',
    '{{ true == true }}',
    '{{ a.b == 1 }} ',
    ' {{ a.b == 1 }}',
    '{{ a.b == 1 }}{{ a.b == 1 }}',
    'a.b == 1',
    '{{ }}',
  ])('%s', (template) => {
    expect(conditionOf(template)).toBeUndefined()
  })
})

test.each<[string, Comparison[]]>([
  ["{{ a.b=='x' }}", [{ value: 'a.b', how: 'equals', other: 'x', isText: true, source: "a.b=='x'" }]],
  [
    '{{a[0].c>=100.0&&has( a.b )}}',
    [
      { value: 'a[0].c', how: 'atLeast', other: '100.0', source: 'a[0].c>=100.0' },
      { value: 'a.b', how: 'there', other: '', source: 'has( a.b )' },
    ],
  ],
  ['{{ 5 in a.b }}', [{ value: 'a.b', how: 'holds', other: '5', source: '5 in a.b' }]],
  ['{{ a.b }}', [{ value: 'a.b', how: 'true', other: '', source: 'a.b' }]],
  ['{{ !item }}', [{ value: 'item', how: 'false', other: '', source: '!item' }]],
  [
    '{{ a.?b[?"c.?d"].hasValue() }}',
    [{ value: 'a.b["c.?d"]', how: 'there', other: '', source: 'a.?b[?"c.?d"].hasValue()' }],
  ],
])('%s is read as it is meant', (template, lines) => {
  expect(conditionOf(template)?.lines).toEqual(lines)
})

test('a line that is not touched stays as it was written, whatever it says', () => {
  const read = conditionOf('{{ trigger.body.plan == "" && trigger.body.count == "3" && trigger.body.bill>5 }}')
  const [first, second, third] = read?.lines ?? []
  if (first === undefined || second === undefined || third === undefined) throw new Error('These are three lines')
  const lines = [first, second, withPart(third, { other: '6' })]
  expect(templateOf({ joined: 'all', lines }, NAMES)).toBe(
    '{{ trigger.body.plan == "" && trigger.body.count == "3" && trigger.body.bill > 6 }}',
  )
  // What is known of a value counts once its line is touched.
  expect(write(withPart(second, { how: 'above' }))).toBe('{{ trigger.body.count > 3 }}')
})

test('lines that are written are read as they were, whatever texts there are', () => {
  const values = fc.constantFrom(
    'trigger.body.bill',
    'trigger.body.plan',
    'trigger.body["a \\"b.c"]',
    'item',
    'steps.x[2].y',
  )
  const lines = fc.record({
    value: values,
    how: fc.constantFrom(...(Object.keys(HOW) as How[])),
    // All that a field of one line can hold.
    other: fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\n\r]/g, '')),
  })
  const joints = fc.constantFrom('all' as const, 'any' as const)
  fc.assert(
    fc.property(fc.array(lines, { minLength: 1, maxLength: 4 }), joints, (some, joined) => {
      const complete = some.filter(
        (one) => lackOf(one, NAMES) === undefined && !(one.value === 'item' && !isOfItem(one)),
      )
      const template = templateOf({ joined, lines: complete }, NAMES)
      fc.pre(template !== undefined)
      const read = conditionOf(template)
      expect(read?.lines.map(({ value, how }) => ({ value, how }))).toEqual(
        complete.map(({ value, how }) => ({ value, how })),
      )
      expect(read && templateOf(read, NAMES)).toBe(template)
      const touched = read?.lines.map(({ source: _, ...one }) => one) ?? []
      expect(templateOf({ joined, lines: touched }, NAMES)).toBe(template)
    }),
  )
})
/** Nothing can be missing that is no part of something. */
const isOfItem = ({ how }: Comparison) => how !== 'there' && how !== 'missing'

test('a value is looked at in the ways of what it is, and in the way that was chosen', () => {
  expect(waysOf(line('trigger.body.paid', 'true'), NAMES)).toEqual(['true', 'false', 'there', 'missing'])
  expect(waysOf(line('trigger.body.paid', 'above'), NAMES)).toEqual(['above', 'true', 'false', 'there', 'missing'])
  expect(waysOf(line('trigger.body.nobody', 'null'), NAMES)).toEqual([
    'equals',
    'differs',
    'null',
    'notNull',
    'there',
    'missing',
  ])
  expect(waysOf(line('item', 'equals'), NAMES)).not.toContain('there')
  expect(waysOf(line('steps.later.n', 'equals'), NAMES)).toHaveLength(Object.keys(HOW).length)
  expect(withValue(line('', 'equals'), 'trigger.body.paid', NAMES).how).toBe('true')
  expect(withValue(line('', 'equals'), 'trigger.body.bill', NAMES).how).toBe('equals')
  const above = line('trigger.body.bill', 'above', '5')
  expect(withValue(above, 'trigger.body.count', NAMES)).toMatchObject(line('trigger.body.count', 'above', '5'))
  expect(withValue(above, 'trigger.body.plan', NAMES).how).toBe('equals')
})

test('digits that were written as a text stay one where nothing else is known, and a number can become a text', () => {
  const [zip = line('', 'equals')] = conditionOf('{{ steps.later.zip == "1010" }}')?.lines ?? []
  expect(write(withPart(zip, { other: '1020' }))).toBe('{{ steps.later.zip == "1020" }}')
  const [code = line('', 'equals')] = conditionOf('{{ steps.later.code == 12 }}')?.lines ?? []
  expect(write(withPart(code, { other: 'gold' }))).toBe('{{ steps.later.code == "gold" }}')
})

test('a text that is ordered stays a text where nothing else is known, and is a number where that is known', () => {
  const [day = line('', 'equals')] = conditionOf('{{ steps.later.day >= "2026" }}')?.lines ?? []
  expect(write(withPart(day, { other: '2027' }))).toBe('{{ steps.later.day >= "2027" }}')
  const [nobody = line('', 'equals')] = conditionOf('{{ trigger.body.nobody < "b" }}')?.lines ?? []
  expect(write(withPart(nobody, { other: 'c' }))).toBe('{{ trigger.body.nobody < "c" }}')
  const [bill = line('', 'equals')] = conditionOf('{{ trigger.body.bill >= "2026" }}')?.lines ?? []
  expect(write(withPart(bill, { other: '2027' }))).toBe('{{ trigger.body.bill >= 2027 }}')
})

test.each([
  ['9007199254740991', true],
  ['-9007199254740991', true],
  ['1234567890123456', true],
  // One more is the same number for whoever counts in doubles.
  ['9007199254740993', false],
  ['12345678901234567', false],
  ['1234567890123456.5', false],
  ['123456789012345.5', true],
  ['0123', false],
])('%s is a number: %s', (digits, isNumber) => {
  const template = `{{ trigger.body.count == ${digits} }}`
  expect(lackOf(line('trigger.body.count', 'equals', digits), NAMES)).toBe(isNumber ? undefined : 'number')
  expect(write(line('steps.later.n', 'equals', digits))).toBe(
    `{{ steps.later.n == ${isNumber ? digits : JSON.stringify(digits)} }}`,
  )
  expect(conditionOf(template)?.lines[0]?.other).toBe(isNumber ? digits : undefined)
})

test('other values that are looked through on the way change nothing that was chosen', () => {
  const walk = (from: Comparison, ...values: string[]) =>
    values.reduce((now, value) => withValue(now, value, NAMES), from)
  const above = line('trigger.body.bill', 'above', '80')
  const passed = walk(above, 'trigger.body.plan', 'trigger.body.paid', 'trigger.body.count')
  expect(write(passed)).toBe('{{ trigger.body.count > 80 }}')
  expect(walk(above, 'trigger.body.plan', '', 'trigger.body.bill')).toMatchObject(above)
  const [zip = line('', 'equals')] = conditionOf('{{ steps.later.zip=="1010" }}')?.lines ?? []
  expect(write(walk(zip, 'trigger.body.bill', 'steps.later.zip'))).toBe('{{ steps.later.zip=="1010" }}')
  expect(write(walk(zip, 'trigger.body.bill', 'steps.later.code'))).toBe('{{ steps.later.code == "1010" }}')
  // What somebody chooses after the value is chosen.
  const chosen = withPart(walk(above, 'trigger.body.plan'), { how: 'contains' })
  expect(write(walk(chosen, 'trigger.body.note'))).toBe('{{ trigger.body.note.contains("80") }}')
})

test('what can be chosen is all that is known, lists as a whole, and large values as deep as there is room', () => {
  const { groups } = choicesOf({ ...NAMES, vars: { rate: 2, name: 'x' }, item: { sku: 'x' }, index: 0 })
  expect(groups.map(({ title }) => title)).toEqual(['Each item', 'What started it', 'Variables'])
  const trigger = groups[1]?.choices ?? []
  expect(trigger.map(({ value }) => value)).toContain('trigger.body["unit price"]')
  expect(trigger.map(({ value }) => value)).not.toContain('trigger.body.tags[0]')
  expect(trigger.find(({ value }) => value === 'trigger.body.bill')?.label).toBe('trigger.body.bill: 84.5')
  expect(hasUnknown(NAMES)).toBe(true)
  const wide = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [`f${n}`, { a: 1, b: 2, c: { d: 3 }, e: 4, g: 5 }]),
  )
  const [large] = choicesOf({ trigger: wide }).groups
  expect(large?.choices).toHaveLength(1 + 30 * 6)
  expect(takesOther('there')).toBe(false)
})

test('lists stay short, however many steps there are: the nearest come first, and it is said that there are more', () => {
  const fields = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`f${n}`, n]))
  const steps = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`s${n}`, fields]))
  const { groups, isCut } = choicesOf({ trigger: fields, item: fields, index: 0, steps, vars: { rate: 2, other: 3 } })
  expect(groups.flatMap(({ choices }) => choices).length).toBeLessThanOrEqual(800)
  expect(groups.map(({ title }) => title)).toEqual([
    ...['Each item', 'What started it', 'Step s0', 'Step s1', 'Step s2', 'Step s3', 'Variables'],
  ])
  expect(groups.at(-1)?.choices.map(({ value }) => value)).toEqual(['vars.rate', 'vars.other'])
  expect(isCut).toBe(true)
  expect(choicesOf({ ...NAMES, steps: { s0: fields } }).isCut).toBe(false)
})
