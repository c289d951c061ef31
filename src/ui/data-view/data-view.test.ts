import { describe, expect, test } from 'vitest'
import type { Json } from '#src/sdk/json.ts'
import { countText, inferSchema, kindsText, type SchemaField } from './infer-schema.ts'
import { expressionAt, keyOf, previewOf, templateAt, valueAtPath } from './json-paths.ts'
import { jsonRows, schemaRows, searchRows, searchSchema } from './json-rows.ts'
import { cellOf, cellPath, columnsOf, listsIn, placeInTable, rowsWith } from './table-model.ts'
import { nextSort, orderOf } from './table-order.ts'
import { movedBy, scrollTo, visibleWindow } from './visible-window.ts'

const ORDER: Json = {
  id: 7,
  items: [
    { sku: 'a', price: 2.5 },
    { sku: 'b', price: null, note: 'late' },
    { sku: 3, price: 4 },
  ],
}

describe('places', () => {
  test.each([
    ['the value itself', [], 'steps.order'],
    ['names and positions', ['items', 1, 'sku'], 'steps.order.items[1].sku'],
    ['a name with a blank', ['unit price'], 'steps.order["unit price"]'],
    ['a name with a quote', ['a"b'], 'steps.order["a\\"b"]'],
    ['a word of the language', ['in'], 'steps.order["in"]'],
    ['a name that begins with a digit', ['2nd'], 'steps.order["2nd"]'],
  ])('%s', (_, path, expression) => {
    expect(expressionAt('steps.order', path)).toBe(expression)
    expect(templateAt('steps.order', path)).toBe(`{{ ${expression} }}`)
  })
  test('the value there, and undefined where there is none', () => {
    expect(valueAtPath(ORDER, ['items', 1, 'note'])).toBe('late')
    expect(valueAtPath(ORDER, ['items', 9, 'note'])).toBe(undefined)
    expect(valueAtPath(ORDER, ['constructor'])).toBe(undefined)
  })
  test.each([
    ['x', '"x"'],
    [null, 'null'],
    [[1], '1 item'],
    [{}, '0 fields'],
    ['y'.repeat(200), `"${'y'.repeat(120)}"…`],
  ] as const)('in short: %j', (value, text) => {
    expect(previewOf(value as Json)).toBe(text)
  })
})

describe('schema', () => {
  const lines = ({ name, fields, ...field }: SchemaField): string[] => [
    `${name} ${kindsText(field)} ${countText(field)} @${keyOf(field.path)}`.replaceAll('  ', ' '),
    ...fields.flatMap(lines),
  ]
  test('all items count, with what kinds they have and how often they are there', () => {
    expect(lines(inferSchema(ORDER))).toEqual([
      ' object @[]',
      'id number @["id"]',
      'items list @["items"]',
      'each item object 3 times @["items",0]',
      'sku text 2 · number 1 3 times @["items",0,"sku"]',
      'price number 2 · null 1 3 times @["items",0,"price"]',
      'note text in 1 of 3 @["items",1,"note"]',
    ])
  })
  test('its lines are open until they are shut, and a search keeps what leads to a field', () => {
    const schema = inferSchema(ORDER)
    expect(
      schemaRows(schema, 'trigger', new Set(['["items"]'])).map(({ name, open, text }) => [name, open, text]),
    ).toEqual([
      ['trigger', true, 'object'],
      ['id', undefined, '7'],
      ['items', false, 'list'],
    ])
    expect(schemaRows(schema, 'trigger', new Set()).at(-1)?.text).toBe('text · in 1 of 3 · first "late"')
    const found = searchSchema(schema, 'NOTE')
    expect(found && schemaRows(found, 'trigger', new Set()).map(({ name }) => name)).toEqual([
      'trigger',
      'items',
      'each item',
      'note',
    ])
    expect(searchSchema(schema, 'nowhere')).toBe(undefined)
  })
})

describe('lines of JSON', () => {
  test('two levels are open by themselves, a long list is not', () => {
    expect(jsonRows(ORDER, 'x', new Set()).map(({ name, text, open }) => [name, text, open])).toEqual([
      ['x', '2 fields', true],
      ['id', '7', undefined],
      ['items', '3 items', true],
      ['0', '2 fields', false],
      ['1', '3 fields', false],
      ['2', '2 fields', false],
    ])
    const long = { list: Array.from({ length: 101 }, (_, at) => at) }
    expect(jsonRows(long, 'x', new Set())).toHaveLength(2)
    expect(jsonRows(long, 'x', new Set(['["list"]']))).toHaveLength(103)
  })
  test('a search finds names and values, keeps what they lie in, and counts', () => {
    const { rows, found } = searchRows(ORDER, 'x', 'late')
    expect(rows.map(({ key }) => key)).toEqual(['[]', '["items"]', '["items",1]', '["items",1,"note"]'])
    expect(found).toBe(1)
    expect(searchRows(ORDER, 'x', 'sku').found).toBe(3)
    expect(searchRows(ORDER, 'x', 'nothing')).toEqual({ rows: [], found: 0 })
  })
})

describe('table', () => {
  test('the longest list comes first, and its columns are those of all items', () => {
    const lists = listsIn({ few: [1], deep: ORDER })
    expect(lists.map(({ path }) => path)).toEqual([['deep', 'items'], ['few']])
    expect(columnsOf(lists[0]?.list ?? [])).toEqual(['sku', 'price', 'note'])
    expect(columnsOf([1, { a: 1 }])).toEqual(['', 'a'])
  })
  test('a cell is a place in the value', () => {
    const [place] = listsIn(ORDER)
    expect(place && cellPath(place, 1, 'note')).toEqual(['items', 1, 'note'])
    expect(placeInTable(['items', 1, 'note'], { path: ['items'] }, ['sku', 'note'])).toEqual({ item: 1, column: 1 })
    expect(placeInTable(['id'], { path: ['items'] }, ['sku', 'note'])).toEqual({ item: 0, column: 0 })
    expect(cellOf({ a: 1 }, 'b')).toBe(undefined)
    expect(cellOf('text', '')).toBe('text')
  })
  test('rows are found by what their cells show', () => {
    expect(rowsWith([{ a: 'Ada' }, { a: 'Bob' }, { b: 'ada' }, { c: [{ d: 'ada' }] }], 'ada')).toEqual([0, 2, 3])
    // Neither the end of a long text nor the last of many fields has a cell that shows it.
    const wide = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, n]))
    expect(rowsWith([{ text: `${'x'.repeat(500)}end` }, { ...wide, f59: 'end' }, { end: 1 }], 'END')).toEqual([0, 1])
    expect(columnsOf([wide])).toHaveLength(60)
  })
})

describe('order of a table', () => {
  const list = [
    { a: 'Item 10', n: 2 },
    { a: 'Item 9' },
    { a: 'Item 9', n: null },
    { a: 7, n: -1 },
    { b: true },
    { a: [1], n: 10 },
  ]
  test.each([
    ['a', false, [3, 1, 2, 0, 5, 4]],
    ['a', true, [5, 0, 1, 2, 3, 4]],
    ['n', false, [3, 0, 5, 1, 2, 4]],
    ['n', true, [5, 0, 3, 1, 2, 4]],
    ['b', false, [4, 0, 1, 2, 3, 5]],
    ['none', true, [0, 1, 2, 3, 4, 5]],
  ])('by %s, falling: %s', (column, falls, expected) => {
    expect(orderOf(list, { column, falls })).toEqual(expected)
  })
  test('words stand in order as people count and spell them', () => {
    const words = ['b', 'File 10', 'É', 'file 9', 'e', 'F']
    const order = orderOf(words, { column: '', falls: false })
    expect(order.map((at) => words[at])).toEqual(['b', 'e', 'É', 'F', 'file 9', 'File 10'])
  })
  test('a press on a head sorts up, then down, then as it was; another head begins anew', () => {
    const up = nextSort(undefined, '[]', 'a')
    expect(up).toEqual({ list: '[]', column: 'a', falls: false })
    const down = nextSort(up, '[]', 'a')
    expect(down).toEqual({ list: '[]', column: 'a', falls: true })
    expect(nextSort(down, '[]', 'a')).toBeUndefined()
    expect(nextSort(down, '[]', 'b')).toEqual({ list: '[]', column: 'b', falls: false })
    expect(nextSort(down, '["other"]', 'a')).toEqual({ list: '["other"]', column: 'a', falls: false })
  })
})

describe('window', () => {
  test.each([
    ['at the top', { scrollTop: 0, height: 280, count: 10_000 }, { first: 0, end: 18 }],
    ['in the middle', { scrollTop: 28_000, height: 280, count: 10_000 }, { first: 992, end: 1018 }],
    ['at the end', { scrollTop: 279_720, height: 280, count: 10_000 }, { first: 9982, end: 10_000 }],
    ['of nothing', { scrollTop: 0, height: 280, count: 0 }, { first: 0, end: 0 }],
    ['scrolled beyond what is left', { scrollTop: 9000, height: 280, count: 3 }, { first: 2, end: 3 }],
  ])('%s', (_, scrolled, expected) => {
    expect(visibleWindow({ rowHeight: 28, ...scrolled })).toEqual(expected)
  })
  test.each([
    [0, 0],
    [5, undefined],
    [20, 308],
  ])('row %i is scrolled to %s', (row, top) => {
    expect(scrollTo(row, { scrollTop: 28, height: 280, rowHeight: 28 })).toBe(top)
  })
  test.each([
    ['ArrowDown', 4, 5],
    ['PageDown', 4, 9],
    ['End', 4, 9],
    ['ArrowUp', 0, 0],
    ['x', 4, undefined],
  ])('%s from %i leads to %s', (key, at, next) => {
    expect(movedBy(key, at, 10, 8)).toBe(next)
  })
})

test('ten thousand items are looked at in a moment', () => {
  const items = Array.from({ length: 10_000 }, (_, at) => ({ id: at, name: `Item ${at}`, tags: ['a', 'b'] }))
  const schema = inferSchema({ items })
  expect(schema.fields[0]?.fields[0]?.fields.map(({ name, count }) => [name, count])).toEqual([
    ['id', 10_000],
    ['name', 10_000],
    ['tags', 10_000],
  ])
  expect(searchRows({ items }, 'x', 'Item 999').found).toBe(11)
})
