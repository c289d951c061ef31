import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import subsetFont from 'subset-font'
import type { Logger } from '#src/server/log.ts'
import { codePointOf, type FaceOf, type Family, familiesFor, isInRanges, isVisible, rangesOf } from './text-parts.ts'

export type Style = 'plain' | 'bold'

export interface InvoiceFonts {
  /** By the names of their faces. */
  readonly files: ReadonlyMap<string, Buffer>
  /** Of the plain face: how far letters reach above the line that they stand on, for a size of 1. */
  readonly ascent: number
  readonly faceOf: (style: Style) => FaceOf
}

const NAMES = { plain: 'DejaVuSans', bold: 'DejaVuSans-Bold' } as const

type Read = (file: string) => Promise<Buffer>
type Log = Pick<Logger, 'warn'>

/** Read once for all documents. What could not be read is tried again. */
function kept<T>(read: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => {
    found ??= read().catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }
}

/** Latin, Greek and Cyrillic: those that a PDF brings by itself have Latin letters alone. */
async function readBase(read: Read, style: Style): Promise<{ file: Buffer; font: Font; has: ReadonlySet<number> }> {
  const file = await read(fileURLToPath(new URL(`./fonts/${NAMES[style]}.ttf`, import.meta.url)))
  const font = create(file)
  return { file, font, has: new Set(font.characterSet) }
}

/** What says which signs are in which file of a family. */
const LISTS: Readonly<Record<Family, string>> = {
  sc: import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  jp: import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  kr: import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
}

interface Slice {
  readonly file: string
  readonly ranges: ReturnType<typeof rangesOf>
}

/** A family comes in a hundred files; each has the signs of some ranges. */
async function readSlices(read: Read, family: Family): Promise<Slice[]> {
  const listed = JSON.parse((await read(fileURLToPath(LISTS[family]))).toString()) as Record<string, string>
  return Object.entries(listed).map(([name, ranges]) => {
    const file = `./files/noto-sans-${family}-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`
    return { file: fileURLToPath(new URL(file, LISTS[family])), ranges: rangesOf(ranges) }
  })
}

/** A font that was cut down to nothing has its box for unknown signs alone, and no list of signs. */
function signsIn(file: Buffer): ReadonlySet<number> {
  const font = create(file)
  return new Set(font.numGlyphs > 1 ? font.characterSet : [])
}

/**
 * A font of these signs alone, with the weight of plain text. A PDF takes none of the packed files as they are: their
 * outlines are of all weights, and packed in a way that only browsers read.
 */
async function cutOut(packed: Buffer, signs: ReadonlySet<string>) {
  const font = await subsetFont(packed, [...signs].join(''), {
    ...{ targetFormat: 'truetype', variationAxes: { wght: 400 }, keepFeatures: [] },
  })
  return { font, has: signsIn(font) }
}

/** Each takes some 15 ms. Names and addresses need twenty; one of rare signs alone would need all 350. */
const MOST_FILES = 50

interface Shelf {
  readonly read: Read
  readonly slices: Readonly<Record<Family, () => Promise<readonly Slice[]>>>
  readonly log: Log
}

/**
 * Fonts for what the base has not, each cut down to what this text needs. What no family has stays in `wanted`, as does
 * what is in a broken file: an invoice with a question mark is better than none.
 */
async function readOthers({ read, slices, log }: Shelf, text: string, wanted: Set<string>) {
  const files = new Map<string, Buffer>()
  const faces = new Map<number, string>()
  const orWarn = <T>(work: Promise<T>, broken: string): Promise<T | undefined> =>
    work.catch((err: unknown) => {
      log.warn({ err, font: broken }, 'A font of invoices could not be used')
      return undefined
    })
  let tries = 0
  for (const family of familiesFor(text)) {
    if (wanted.size === 0) break
    for (const { file, ranges } of (await orWarn(slices[family](), family)) ?? []) {
      const signs = new Set([...wanted].filter((sign) => isInRanges(ranges, codePointOf(sign))))
      if (signs.size === 0) continue
      if (tries === MOST_FILES) return { files, faces }
      tries += 1
      const cut = await orWarn(
        read(file).then((packed) => cutOut(packed, signs)),
        file,
      )
      if (cut === undefined) continue
      const face = `${family} ${files.size}`
      files.set(face, cut.font)
      for (const sign of signs) {
        // The ranges of a file name some signs that it does not have.
        if (!cut.has.has(codePointOf(sign))) continue
        faces.set(codePointOf(sign), face)
        wanted.delete(sign)
      }
    }
  }
  return { files, faces }
}

/** Most documents need the base alone, and nothing else is read then. */
export function createFontReader(read: Read = readFile) {
  const readBoth = kept(async () => ({ plain: await readBase(read, 'plain'), bold: await readBase(read, 'bold') }))
  const slices = {
    sc: kept(() => readSlices(read, 'sc')),
    jp: kept(() => readSlices(read, 'jp')),
    kr: kept(() => readSlices(read, 'kr')),
  }
  /** The fonts of a document with this text. */
  return async function readFonts(text: string, log: Log): Promise<InvoiceFonts> {
    const base = await readBoth()
    const { plain, bold } = base
    const signs = [...new Set(text.normalize('NFC'))].filter(isVisible)
    const wanted = new Set(signs.filter((sign) => !plain.has.has(codePointOf(sign))))
    const others = await readOthers({ read, slices, log }, text, wanted)
    return {
      files: new Map([['plain', plain.file], ['bold', bold.file], ...others.files]),
      ascent: plain.font.ascent / plain.font.unitsPerEm,
      faceOf: (style) => (codePoint) => (base[style].has.has(codePoint) ? style : others.faces.get(codePoint)),
    }
  }
}

export const readFonts = createFontReader()
