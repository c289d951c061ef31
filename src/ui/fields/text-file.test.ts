import { expect, test } from 'vitest'
import { byteText, readAnyFile, readTextFile } from './text-file.ts'

const file = (name: string, content: string | Uint8Array<ArrayBuffer>, type = '') => new File([content], name, { type })

test('sizes are decimal, as file managers show them', () => {
  expect([999, 1000, 1_500_000].map(byteText)).toEqual(['999 B', '1 kB', '1.5 MB'])
})

test.each([
  ['a.json', 'application/json'],
  ['a.csv', 'text/csv'],
  ['Makefile', ''],
])('the text of %s (%s)', async (name, type) => {
  expect(await readTextFile(file(name, '{"a": "ü"}', type), 100)).toEqual({ content: '{"a": "ü"}' })
})

test('what is too large is refused by name and size', async () => {
  expect(await readTextFile(file('a.json', 'x'.repeat(1500)), 1000)).toEqual({
    problem: 'a.json has 1,500 bytes; at most 1 kB are allowed',
  })
  expect(await readTextFile(file('a.json', 'x'.repeat(1000)), 1000)).toMatchObject({ content: expect.anything() })
})

test.each([
  ['a picture', file('a.png', 'x', 'image/png')],
  ['an archive that calls itself text', file('a.txt', 'PK\0\0', 'text/plain')],
  ['Latin-1', file('a.txt', Uint8Array.of(0x66, 0xfc, 0x72), 'text/plain')],
])('%s is refused', async (_, refused) => {
  expect(await readTextFile(refused, 1000)).toEqual({ problem: expect.stringContaining('is not a text file') })
})

test('a byte order mark is a part of the text, so that its bytes stay what they were', async () => {
  const content = '\ufeffabc'
  expect(await readTextFile(file('a.txt', content), 100)).toEqual({ content })
  expect(await readAnyFile(file('a.txt', content), 100)).toEqual({ content })
})

// RFC 4648, section 9: 14 fb 9c 03 d9 7e is FPucA9l+.
test('a file of any kind is text where it can be, and else its bytes', async () => {
  expect(await readAnyFile(file('a.bin', Uint8Array.of(0x14, 0xfb, 0x9c, 0x03, 0xd9, 0x7e)), 100)).toEqual({
    content: '{"base64": "FPucA9l+"}',
  })
  expect(await readAnyFile(file('a.png', 'ü', 'image/png'), 100)).toEqual({ content: 'ü' })
  expect(await readAnyFile(file('a.txt', '{"hex": "00"}'), 100)).toEqual({
    content: '{"base64": "eyJoZXgiOiAiMDAifQ=="}',
  })
  expect(await readAnyFile(file('a.pdf', 'x'.repeat(101)), 100)).toMatchObject({ problem: expect.anything() })
})
