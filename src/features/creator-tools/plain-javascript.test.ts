import { expect, test } from 'vitest'
import { plainJavaScript } from './plain-javascript.server.ts'

test.each([
  ['function add(a: number, b: number = 2): number { return a + b }', 'function add(a, b = 2) { return a + b }'],
  ['function first<T>(all: readonly T[]): T | undefined { return all[0] }', 'function first(all) { return all[0] }'],
  ['const f = (x: unknown) => (x as number) + 1', 'const f = (x) => (x) + 1'],
  ['interface Box { w: number }\nfunction area({ w }: Box) { return w * w }', 'function area({ w }) { return w * w }'],
])('%s', (source, expected) => {
  const plain = plainJavaScript(source)
  expect(plain.length).toBe(source.length)
  const words = (text: string) => text.replaceAll(/\s/g, '')
  expect(words(plain)).toBe(words(expected))
})

test.each([
  'function run(input) { return { less: input.a < input.b > (input.c) } }',
  'const area = (w, h = 2) => w * h\n\n\tfunction run() {}\n',
  'enum Size { small }\nfunction run() { return Size.small }',
  'function run( {',
  '',
])('%j stays as it is', (source) => {
  expect(plainJavaScript(source)).toBe(source)
})
