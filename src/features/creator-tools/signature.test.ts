import { expect, test } from 'vitest'
import { contentFromSignature, parseSignature } from './signature.ts'

test.each([
  ['function tip(bill, percent = 20) {}', 'tip', ['bill', 'percent']],
  ['export async function f<T>(a: Map<string, T>, b?: number): Promise<void> {', 'f', ['a', 'b']],
  ['const area = (width: number, height: number) => width * height', 'area', ['width', 'height']],
  ['def loan(principal: float, years: int = 30) -> float:', 'loan', ['principal', 'years']],
  ['def method(self, x): pass', 'method', ['x']],
  ['function none() {}', 'none', []],
])('%s', (text, name, parameters) => {
  const signature = parseSignature(text)
  expect([signature?.name, signature?.parameters.map((one) => one.name)]).toEqual([name, parameters])
})

test.each(['', 'x + 1', 'function open(a, b'])('%j is no function', (text) => {
  expect(contentFromSignature(text)).toBeUndefined()
})

test('each parameter is an input, of the type that it is declared or looks like', () => {
  const content = contentFromSignature(
    `function price(amount: number, size: 'small' | 'large', taxRate = 19, isGift = false, tags: string[], note?: string) {}`,
  )
  expect(content?.title).toBe('Price')
  expect(content?.fields).toEqual([
    { name: 'amount', type: 'number', label: 'Amount', required: true },
    {
      name: 'size',
      type: 'select',
      label: 'Size',
      required: true,
      options: [
        { value: 'small', label: 'Small' },
        { value: 'large', label: 'Large' },
      ],
    },
    { name: 'taxRate', type: 'number', label: 'Tax rate', default: 19 },
    { name: 'isGift', type: 'checkbox', label: 'Is gift', default: false },
    { name: 'tags', type: 'list', label: 'Tags', required: true },
    { name: 'note', type: 'string', label: 'Note' },
  ])
  expect(content?.source).toContain(
    'return { result: price(input.amount, input.size, input.taxRate, input.isGift, input.tags, input.note) };',
  )
})

test('of another language only the inputs are taken', () => {
  expect(contentFromSignature('def half(x: float) -> float:\n  return x / 2')?.source).not.toContain('def')
})

test('what has a default, or may be nothing, may be left out', () => {
  const python =
    'def f(xs: list[str] = None, mode: Literal["a", "b"] = "a", n: Optional[int] = None, m: int | None, q: int):'
  expect(contentFromSignature(python)?.fields).toEqual([
    { name: 'xs', type: 'list', label: 'Xs' },
    {
      ...{ name: 'mode', type: 'select', label: 'Mode', default: 'a' },
      options: [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'B' },
      ],
    },
    { name: 'n', type: 'number', label: 'N' },
    { name: 'm', type: 'number', label: 'M' },
    { name: 'q', type: 'number', label: 'Q', required: true },
  ])
  expect(
    contentFromSignature('function f(when = Date.now(), size: number | undefined, who = null) {}')?.fields,
  ).toEqual([
    { name: 'when', type: 'string', label: 'When' },
    { name: 'size', type: 'number', label: 'Size' },
    { name: 'who', type: 'string', label: 'Who' },
  ])
})

test('what is exported is a script without exports', () => {
  expect(contentFromSignature('export type A = number\nexport default async function f(a: A) {}')?.source).toMatch(
    /^type A = number\nasync function f\(a: A\) {}\n/,
  )
})
