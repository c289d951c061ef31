import { expect, test } from 'vitest'
import { badge, json, listOf, table, text } from '#src/sdk/outputs.ts'
import { formatValue } from '#src/ui/outputs/format-value.ts'
import { byWidth, outputText, resultText, shownOutputs } from './outputs.ts'

const schema = {
  tip: badge('Tip', { format: 'money' }),
  total: badge('Total', { format: 'money', primary: true }),
  shares: table('Shares', { columns: [{ name: 'person', label: 'Person' }] }),
}

test('the primary output leads, the others keep their order, absent ones are left out', () => {
  const shown = shownOutputs(schema, { shares: [], tip: 1, total: 2, stranger: 3 })
  expect(shown.map(({ name }) => name)).toEqual(['total', 'tip', 'shares'])
  expect(shown.map(({ spec }) => spec.primary)).toEqual([true, false, false])
})

test('without a primary one the first that is there leads', () => {
  const shown = shownOutputs(schema, { shares: [], tip: 1 })
  expect(shown.map(({ name, spec }) => [name, spec.primary])).toEqual([
    ['tip', true],
    ['shares', false],
  ])
  expect(shownOutputs(schema, {})).toEqual([])
})

test('a plan of days takes the whole width, and the table beside it', () => {
  const plan = { minutes: badge('Minutes'), week: table('Week'), days: listOf('Days') }
  const split = byWidth(shownOutputs(plan, { minutes: 90, week: [], days: [{ day: 'Monday' }] }))
  expect(split.narrow.map(({ name }) => name)).toEqual(['minutes'])
  expect(split.wide.map(({ name }) => name)).toEqual(['week', 'days'])
  expect(byWidth(shownOutputs(plan, { minutes: 90, week: [], days: ['Monday'] })).wide).toEqual([])
})

test('a table is copied with tabs, a list by lines, the rest as JSON', () => {
  const rows = [
    { person: 1, total: 33.8 },
    { person: 2, total: 33.8, note: 'a\tb' },
  ]
  const columns = [
    { name: 'person', label: 'Person' },
    { name: 'total', label: 'Total' },
  ]
  expect(outputText({ name: 's', spec: table('Shares', { columns }), value: rows })).toBe(
    'Person\tTotal\n1\t33.8\n2\t33.8',
  )
  expect(outputText({ name: 's', spec: table('Shares'), value: [{ a: 1, b: 'x\ty\nz' }] })).toBe('a\tb\n1\tx y z')
  const pieces = [{ text: 'a' }, { text: 'b', mark: 1, group: 2 }]
  expect(outputText({ name: 'm', spec: text('Text', { format: 'marked' }), value: pieces })).toBe('ab')
  expect(outputText({ name: 'l', spec: listOf('List'), value: ['a', 'b'] })).toBe('a\nb')
  expect(outputText({ name: 'j', spec: json('JSON'), value: { a: [1] } })).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(outputText({ name: 'b', spec: badge('Valid'), value: false })).toBe('false')
  const bmi = { name: 'bmi', spec: badge('BMI', { format: 'rounded' }), value: 25.880571 }
  expect([formatValue(bmi.value, bmi.spec.format), outputText(bmi)]).toEqual(['25.88', '25.880571'])
})

test('the whole result has a line per output, unless code leads', () => {
  const numbers = shownOutputs(schema, { total: 101.4, tip: 16.9 })
  expect(resultText(numbers)).toBe('Total: 101.4\nTip: 16.9')
  const code = { result: text('Result', { format: 'code', primary: true }), valid: badge('Valid') }
  expect(resultText(shownOutputs(code, { result: '[\n  1\n]', valid: true }))).toBe('[\n  1\n]')
  expect(resultText(shownOutputs(code, { valid: false }))).toBe('Valid: false')
})
