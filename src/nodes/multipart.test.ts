import { expect, test } from 'vitest'
import { multipart } from './multipart.ts'

const parsed = async ({ type, body }: ReturnType<typeof multipart>) =>
  [...(await new Response(new Uint8Array(Buffer.from(body)), { headers: { 'content-type': type } }).formData())].map(
    ([name, value]) => [name, String(value)],
  )

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

test('files keep their bytes, their names and their types beside fields', async () => {
  const content = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const { type, body } = multipart(
    [
      ['name', 'Ada'],
      ['cv', { name: 'Lebens"lauf_ü.pdf', type: 'application/pdf', content }],
    ],
    'run-1',
  )
  expect(body).toBeInstanceOf(Uint8Array)
  const form = await new Response(new Uint8Array(Buffer.from(body)), { headers: { 'content-type': type } }).formData()
  expect(form.get('name')).toBe('Ada')
  const file = form.get('cv') as File
  expect([file.name, file.type]).toEqual(['Lebens"lauf_ü.pdf', 'application/pdf'])
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(content)
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
