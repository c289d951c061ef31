import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { createFontReader } from './invoice-fonts.server.ts'
import { partsOf } from './text-parts.ts'

/** Reads as it does in the product, but for files that are broken, and says what was read and what was warned of. */
function aReader(isBroken: (file: string) => boolean = () => false) {
  const read: string[] = []
  const warned: string[] = []
  const readFonts = createFontReader(async (file) => {
    read.push(file)
    return isBroken(file) ? Buffer.from('no font') : readFile(file)
  })
  const log = { warn: ({ font }: { readonly font: string }) => void warned.push(basename(font)) }
  const drawn = async (text: string) => {
    const { faceOf } = await readFonts(text, log)
    return partsOf(text, faceOf('plain'))
      .map((part) => part.text)
      .join('')
  }
  const times = (end: string) => read.filter((file) => file.endsWith(end)).length
  return { readFonts: (text: string) => readFonts(text, log), drawn, times, warned }
}

test('what all documents share is read once, and what no font has costs no further reading', async () => {
  const { drawn, times } = aReader()
  const hieroglyphs = Array.from({ length: 700 }, (_, at) => String.fromCodePoint(0x1_30_00 + at)).join('')
  for (let document = 0; document < 3; document += 1) expect(await drawn(hieroglyphs)).toBe('?'.repeat(700))
  expect([times('.ttf'), times('unicode.json'), times('.woff2')]).toEqual([2, 3, 0])
})

test('a text of rare signs alone takes no more than fifty files of fonts', async () => {
  const { readFonts, times } = aReader()
  const many = Array.from({ length: 700 }, (_, at) => String.fromCodePoint(0x4e_00 + at * 29)).join('')
  expect((await readFonts(many)).files.size).toBe(2 + 50)
  expect(times('.woff2')).toBe(50)
})

test('a broken file leaves its signs to the next family, else as question marks, and is told of', async () => {
  const one = aReader((file) => file.endsWith('sc-116-wght-normal.woff2'))
  expect(await one.drawn('Ada 王 1')).toBe('Ada 王 1')
  expect(one.warned).toEqual(['noto-sans-sc-116-wght-normal.woff2'])
  const all = aReader((file) => file.endsWith('.woff2'))
  expect(await all.drawn('Ada 王 1')).toBe('Ada ? 1')
  expect(all.warned.map((name) => name.slice(0, 12))).toEqual(['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'])
})

test('a family whose list is broken is left out, and looked for again by the next document', async () => {
  const broken = new Set(['sc'])
  const { drawn, times, warned } = aReader((file) => broken.has('sc') && file.endsWith('noto-sans-sc/unicode.json'))
  expect(await drawn('王')).toBe('王')
  expect(warned).toEqual(['sc'])
  broken.clear()
  expect(await drawn('王')).toBe('王')
  expect([warned, times('noto-sans-sc/unicode.json'), times('noto-sans-jp/unicode.json')]).toEqual([['sc'], 2, 1])
})
