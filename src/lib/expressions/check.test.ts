import { expect, test } from 'vitest'
import { z } from '../zod.ts'
import { createExpressions } from './expressions.ts'
import { matchesLinearly } from './linear-regexp.node.ts'

const expressions = createExpressions({ matches: matchesLinearly })

const order = z.toJSONSchema(
  z.object({
    id: z.string(),
    total: z.number(),
    note: z.string().nullable().optional(),
    paid: z.boolean(),
    lines: z.array(z.object({ sku: z.string(), qty: z.int() })),
    tags: z.record(z.string(), z.string()),
    'content-type': z.string(),
  }),
)
const checker = expressions.createChecker({ steps: { order, other: order, open: undefined }, trigger: order })
const found = (source: string) =>
  checker
    .checkExpression(source, { upstream: new Set(['order', 'open']) })
    .map(({ code, range }) => [code, source.slice(range.start, range.end)])

test.each([
  'steps.order.total + 1 > 3',
  'steps.order.total == 3 && steps.order.total in [1, 2]',
  'steps.order.lines.map(l, l.qty * 2)',
  'steps.order.lines[0].qty / 2',
  'steps.order.lines[steps.order.total]',
  'steps.order.tags.anything',
  'steps.order["content-type"]',
  'steps.order.note.size()',
  'steps.order.?nothing.orValue("x") + steps.?open.orValue("")',
  'steps.order.?total.orValue(1)',
  'has(steps.order.nothing)',
  'steps.order == steps.order || steps.order == {"id": "1"} || steps.order.id == null',
  'steps.order.map(key, key).size() + size(steps.order)',
  '"id" in steps.order',
  'steps.order.paid ? steps.order.id : null',
  'steps.order.paid ? 1 : 2.5',
  'steps.order.lines + [{"sku": "x"}]',
  'steps.open.what.ever + 1',
  'vars.anything + run.id + run.startedAt',
  'timestamp(run.startedAt).getHours()',
  'trigger.total',
])('%s is right', (source) => {
  expect(found(source)).toEqual([])
})

test.each([
  ['steps.order.totl', 'UNKNOWN_FIELD', 'totl'],
  ['steps.order.lines.filter(l, l.qtty > 1).size()', 'UNKNOWN_FIELD', 'qtty'],
  ['steps["order"]["totl"]', 'UNKNOWN_FIELD', '"totl"'],
  ['{"a": steps.order}.a.totl', 'UNKNOWN_FIELD', 'totl'],
  ['run.now', 'UNKNOWN_FIELD', 'now'],
  ['steps.ordr.id', 'UNKNOWN_STEP', 'ordr'],
  ['has(steps.ordr.id)', 'UNKNOWN_STEP', 'ordr'],
  ['[1].map(x, steps["ordr"].id)', 'UNKNOWN_STEP', '"ordr"'],
  ['steps.constructor', 'UNKNOWN_STEP', 'constructor'],
  ['steps.other.id', 'STEP_NOT_UPSTREAM', 'other'],
  ['item.id', 'UNKNOWN_VARIABLE', 'item'],
  ['order.id', 'UNKNOWN_VARIABLE', 'order'],
  ['1 + true', 'TYPE_MISMATCH', '1 + true'],
  ['"a" + steps.order.lines', 'TYPE_MISMATCH', '"a" + steps.order.lines'],
  ['steps.order.id == 3', 'TYPE_MISMATCH', 'steps.order.id == 3'],
  ['steps.order.total > "3"', 'TYPE_MISMATCH', 'steps.order.total > "3"'],
  ['steps.order.lines.filter(l, l.qty)', 'TYPE_MISMATCH', 'qty'],
  ['steps.order.total.upperAscii()', 'UNKNOWN_FUNCTION', 'steps.order.total.upperAscii()'],
  ['steps.order.id.matches("(?=x)")', 'INVALID_PATTERN', '"(?=x)"'],
  ['7 / 2', 'INTEGER_DIVISION', '7 / 2'],
  ['1.0 + size(steps.order.lines) / 2', 'INTEGER_DIVISION', 'size(steps.order.lines) / 2'],
  ['steps.order.', 'SYNTAX_ERROR', ''],
])('%s: %s at %s', (source, code, part) => {
  expect(found(source)).toEqual([[code, part]])
})

test('a problem names the place, and what there is instead', () => {
  const config = { url: 'https://x', headers: { accept: 'a {{ steps.order.totl }} {{ 1 / 2 }} {{' } }
  expect(expressions.checkTemplate(config, { steps: { order } })).toEqual([
    {
      severity: 'error',
      code: 'UNKNOWN_FIELD',
      message: 'steps.order has no field "totl". It has: id, total, note, paid, lines, tags, content-type.',
      path: 'headers.accept',
      expression: 'steps.order.totl',
      range: { start: 12, end: 16 },
      offset: 5,
      missing: 'totl',
    },
    expect.objectContaining({ severity: 'warning', code: 'INTEGER_DIVISION', offset: 28 }),
    expect.objectContaining({ severity: 'error', code: 'SYNTAX_ERROR', offset: 37, range: { start: 0, end: 2 } }),
  ])
})

test('item and index exist where the scope declares them', () => {
  const scope = {
    steps: {},
    item: { type: 'object', properties: { sku: { type: 'string' } } },
    index: { type: 'integer' },
  }
  expect(expressions.checkTemplate('{{ item.sku + index }}', scope)).toEqual([])
  expect(expressions.checkTemplate('{{ item.qty }}', scope)).toMatchObject([{ code: 'UNKNOWN_FIELD', missing: 'qty' }])
})

test('an object that allows further fields is open', () => {
  const open = z.toJSONSchema(z.looseObject({ a: z.string() }))
  expect(expressions.checkTemplate('{{ steps.s.b }}', { steps: { s: open } })).toEqual([])
})

test('referenced steps come from the syntax, not from text that looks alike', () => {
  const config = {
    a: 'steps.text {{ steps.plain.x + steps["quoted"].y }} {{ "steps.literal" }}',
    b: [
      '{{ has(steps.tested.x) }}',
      '{{ [1].map(x, steps.inner) }}',
      '{{ steps.?optional }}',
      '{{ other.steps.field }}',
    ],
    c: '{{ steps.broken + }}',
  }
  expect([...expressions.referencedSteps(config)].toSorted()).toEqual([
    'inner',
    'optional',
    'plain',
    'quoted',
    'tested',
  ])
})
