import { describe, expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesHere } from './browser-pattern.ts'
import { firstItemOf, hasOpenBrace, suggestionsAt } from './complete.ts'
import { strokesOf } from './paint.ts'
import { tryExpression } from './try-expression.ts'

const NAMES = {
  trigger: { body: { total: 12.5, 'unit price': 3 } },
  steps: { order: { items: [{ sku: 'a' }], note: 'late' } },
  vars: { rate: 2 },
}
const at = (text: string) => {
  const position = text.indexOf('|')
  return suggestionsAt(text.replace('|', ''), position, NAMES)
}
const labels = (text: string) =>
  at(text)
    ?.options.filter(({ isFunction }) => !isFunction)
    .map(({ label }) => label)
const functionsAt = (text: string) =>
  at(text)
    ?.options.filter(({ isFunction }) => isFunction)
    .map(({ label }) => label)

describe('suggestions', () => {
  test.each([
    ['outside of braces', 'st|', undefined],
    ['behind them', '{{ 1 }} st|', undefined],
    ['in a quoted text', '{{ "st| }}', undefined],
    ['in a number', '{{ 1| }}', undefined],
    ['behind the dot of a number', '{{ steps.order.total * 1.| }}', undefined],
    ['names of the scope', '{{ st| }}', ['trigger', 'steps', 'vars']],
    ['the steps before', '{{ steps.| }}', ['order']],
    ['fields of an output', '{{ steps.order.| }}', ['items', 'note']],
    ['positions of a list', '{{ 1 + steps.order.items.|', ['[0]']],
    ['fields of an item', '{{ steps.order.items[0].s|', ['sku']],
    ['a name that cannot follow a dot', '{{ trigger.body.| }}', ['total', '["unit price"]']],
    ['in the second expression', '{{ 1 }} and {{ vars.|', ['rate']],
    ['a name that is not in scope', '{{ x.| }}', []],
  ])('%s', (_, text, expected) => {
    expect(labels(text)).toEqual(expected)
  })
  test.each([
    ['steps.order.total ', false],
    ['{"a": 1', true],
    ['{"a": 1} ', false],
    ['{"a": {"b": 1}', true],
    ['"{" + "\\"{"', false],
  ])('whether a } is one of %j itself: %s', (before, expected) => {
    expect(hasOpenBrace(before)).toBe(expected)
  })
  test('they take the place of the word that is begun', () => {
    expect(at('{{ steps.order.no|')?.from).toBe('{{ steps.order.'.length)
  })
  test('functions that fit the value, with their signatures', () => {
    expect(functionsAt('{{ steps.order.note.|')).toContain('split(')
    expect(functionsAt('{{ steps.order.note.|')).not.toContain('sum(')
    expect(functionsAt('{{ steps.order.items.|')).toContain('map(')
    expect(functionsAt('{{ math.|')).toContain('round(')
    expect(at('{{ size|')?.options.find(({ label }) => label === 'size(')?.detail).toBe(
      'size(text | list | map | bytes) → int',
    )
  })
  test('the first item of a list that is named or written down', () => {
    expect(firstItemOf('{{ steps.order.items }}', NAMES)).toEqual({ sku: 'a' })
    expect(firstItemOf([7, 8], NAMES)).toBe(7)
    expect(firstItemOf('{{ steps.order.items.filter(x, true) }}', NAMES)).toBe(undefined)
  })
})

test('a pill is the whole expression, and its parts are painted', () => {
  expect(strokesOf('Hi {{ size("a") + 2 }}!').map(({ from, to, kind }) => [kind, from, to])).toEqual([
    ['pill', 3, 22],
    ['brace', 3, 5],
    ['function', 6, 10],
    ['text', 11, 14],
    ['number', 18, 19],
    ['brace', 20, 22],
  ])
  expect(strokesOf('{{ st')).toEqual([{ from: 0, to: 5, kind: 'open' }])
})

describe('trying', () => {
  const expressions = createExpressions({ matches: matchesHere })
  const scope = {
    values: { trigger: { total: 12.5 }, steps: { order: { items: [{ sku: 'a' }, { sku: 'b' }] } }, vars: {} },
    types: { steps: { order: {}, later: {} }, vars: { type: 'object', properties: {} } },
  }
  const tried = (text: string, list?: string) => tryExpression(expressions, { text, list }, scope)
  test('works it out with the data at hand', () => {
    expect(tried('{{ trigger.total * 2 }}')).toEqual({ remarks: [], result: '25' })
    expect(tried('{{ steps.order.items.map(x, x.sku) }}')).toEqual({ remarks: [], result: '["a","b"]' })
    expect(tried('{{ "ada@example.com".matches("^ada") }}')).toEqual({ remarks: [], result: 'true' })
  })
  test('says what is wrong and where', () => {
    expect(tried('x {{ steps.ordr }}').remarks).toEqual([
      {
        severity: 'error',
        message: expect.stringContaining('ordr'),
        from: 11,
        to: 15,
      },
    ])
    expect(tried('{{ vars.rate }}').remarks.map(({ severity }) => severity)).toEqual(['error'])
    expect(tried('{{ 1 + }}').remarks.map(({ severity }) => severity)).toEqual(['error'])
    expect(tried('{{ "a".matches("(?=b)") }}').remarks.map(({ severity }) => severity)).toEqual(['error'])
  })
  test('warns of a division that drops the fraction, and gives the result all the same', () => {
    const { remarks, result } = tried('{{ 7 / 2 }}')
    expect(remarks.map(({ severity, message }) => [severity, message])).toEqual([
      ['warning', 'Dividing whole numbers drops the fraction: 7 / 2 is 3. Write 7.0 / 2, or double(…), for 3.5.'],
    ])
    expect(result).toBe('3')
  })
  test('a field that the data lacks is no mistake of the expression itself', () => {
    expect(tried('{{ trigger.totl }}').remarks.map(({ severity, from, to }) => [severity, from, to])).toEqual([
      ['data', 11, 15],
    ])
  })
  test('a step that has not run yet is no mistake at all', () => {
    expect(tried('{{ steps.later.x }}')).toEqual({ remarks: [] })
  })
  test('in a list the first item is at hand', () => {
    expect(tried('{{ item.sku + string(index) }}', '{{ steps.order.items }}')).toEqual({ remarks: [], result: '"a0"' })
    expect(tried('{{ item.sku }}', '[]')).toEqual({ remarks: [] })
    expect(tried('{{ item.sku }}').remarks.map(({ severity }) => severity)).toEqual(['error'])
  })
  test('of a long result the beginning is shown', () => {
    expect(
      tried('{{ [1,2,3,4,5,6,7,8,9].map(x, "0123456789012345678901234567890123456789012345678") }}').result,
    ).toHaveLength(401)
  })
})
