import { expect, test } from 'vitest'
import { multipart } from './multipart.ts'

const parsed = async ({ type, body }: { type: string; body: string }) =>
  [...(await new Response(body, { headers: { 'content-type': type } }).formData())].map(([name, value]) => [
    name,
    String(value),
  ])

test('another implementation reads the same fields', async () => {
  const fields = [
    ['name', 'Grüße'],
    ['tag', 'a'],
    ['tag', 'b\r\nc'],
    ['n', 1.5],
    ['quoted"', '--'],
  ] as const
  expect(await parsed(multipart(fields, 'run-1:node-1:0'))).toEqual([
    ['name', 'Grüße'],
    ['tag', 'a'],
    ['tag', 'b\r\nc'],
    ['n', '1.5'],
    ['quoted"', '--'],
  ])
})

test('no value can end its part, and a repeated request is the same', async () => {
  const plain = multipart([['a', 'x']], 'run-1')
  const fields = [['a', `x\r\n--fettle-run1\r\nContent-Disposition: form-data; name="admin"\r\n\r\n1`]] as const
  expect(plain.type).toBe('multipart/form-data; boundary=fettle-run1')
  const hostile = multipart(fields, 'run-1')
  expect(hostile.type).toBe('multipart/form-data; boundary=fettle-run1-2')
  expect(await parsed(hostile)).toEqual(fields)
  expect(multipart(fields, 'run-1')).toEqual(hostile)
})
