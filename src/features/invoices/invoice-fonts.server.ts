import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import subsetFont from 'subset-font'
import { codePointOf, type FaceOf, type Family, familiesFor, isInRanges, isVisible } from './text-parts.ts'

export type Style = 'plain' | 'bold'

export interface InvoiceFonts {
  /** By the names of their faces. */
  readonly files: ReadonlyMap<string, Buffer>
  /** Of the plain face: how far letters reach above the line that they stand on, for a size of 1. */
  readonly ascent: number
  readonly faceOf: (style: Style) => FaceOf
}

const NAMES = { plain: 'DejaVuSans', bold: 'DejaVuSans-Bold' } as const

/** Latin, Greek and Cyrillic: those that a PDF brings by itself have Latin letters alone. */
async function readBase(style: Style): Promise<{ file: Buffer; font: Font; has: ReadonlySet<number> }> {
  const file = await readFile(fileURLToPath(new URL(`./fonts/${NAMES[style]}.ttf`, import.meta.url)))
  const font = create(file)
  return { file, font, has: new Set(font.characterSet) }
}

/** What says which signs are in which file of a family. */
const LISTS: Readonly<Record<Family, string>> = {
  sc: import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  jp: import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  kr: import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
}

/** A family comes in a hundred files; each has the signs of some ranges. */
async function readSlices(family: Family): Promise<[file: string, ranges: string][]> {
  const listed = JSON.parse(await readFile(fileURLToPath(LISTS[family]), 'utf8')) as Record<string, string>
  return Object.entries(listed).map(([name, ranges]) => {
    const file = `./files/noto-sans-${family}-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`
    return [fileURLToPath(new URL(file, LISTS[family])), ranges]
  })
}

/**
 * A font of these signs alone, with the weight of plain text. A PDF takes none of the packed files as they are: their
 * outlines are of all weights, and packed in a way that only browsers read.
 */
const cutOut = async (file: string, signs: ReadonlySet<string>): Promise<Buffer> =>
  subsetFont(await readFile(file), [...signs].join(''), {
    ...{ targetFormat: 'truetype', variationAxes: { wght: 400 }, keepFeatures: [] },
  })

/** A font that was cut down to nothing has its box for unknown signs alone, and no list of signs. */
function signsIn(file: Buffer): ReadonlySet<number> {
  const font = create(file)
  return new Set(font.numGlyphs > 1 ? font.characterSet : [])
}

/** Fonts for what the base has not, each cut down to what this text needs. What no family has stays in `wanted`. */
async function readOthers(text: string, wanted: Set<string>) {
  const files = new Map<string, Buffer>()
  const faces = new Map<number, string>()
  for (const family of familiesFor(text)) {
    if (wanted.size === 0) break
    for (const [file, ranges] of await readSlices(family)) {
      const signs = new Set([...wanted].filter((sign) => isInRanges(ranges, codePointOf(sign))))
      if (signs.size === 0) continue
      const font = await cutOut(file, signs)
      const has = signsIn(font)
      const face = `${family} ${files.size}`
      files.set(face, font)
      for (const sign of signs) {
        // The ranges of a file name some signs that it does not have.
        if (!has.has(codePointOf(sign))) continue
        faces.set(codePointOf(sign), face)
        wanted.delete(sign)
      }
    }
  }
  return { files, faces }
}

/** The fonts of a document with this text. Most need the base alone, and nothing else is read then. */
export async function readFonts(text: string): Promise<InvoiceFonts> {
  const [plain, bold] = await Promise.all([readBase('plain'), readBase('bold')])
  const signs = [...new Set(text.normalize('NFC'))].filter(isVisible)
  const wanted = new Set(signs.filter((sign) => !plain.has.has(codePointOf(sign))))
  const others = await readOthers(text, wanted)
  const base = { plain, bold }
  return {
    files: new Map([['plain', plain.file], ['bold', bold.file], ...others.files]),
    ascent: plain.font.ascent / plain.font.unitsPerEm,
    faceOf: (style) => (codePoint) => (base[style].has.has(codePoint) ? style : others.faces.get(codePoint)),
  }
}
