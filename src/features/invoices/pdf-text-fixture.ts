import { inflateSync } from 'node:zlib'

// Reads back what pdfkit has drawn: it names each letter by its place in a font, and says in that font which letter it is.

type Objects = ReadonlyMap<string, string>

const objectsOf = (pdf: Buffer): Objects =>
  new Map(
    [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)].map(([, id = '', body = '']) => [id, body]),
  )

const streamIn = (body: string): string =>
  inflateSync(Buffer.from(/stream\n(.*)\nendstream/s.exec(body)?.[1] ?? '', 'latin1')).toString('latin1')

/** "0041" → "A", and two letters that are drawn as one: "00660069" → "fi". A box is drawn for what the font has not. */
const lettersOf = (hex: string): string => (hex === '0000' ? '□' : Buffer.from(hex, 'hex').swap16().toString('utf16le'))

interface Font {
  /** By their places in it. */
  readonly letters: readonly string[]
  /** In thousandths of the size. */
  readonly widths: readonly number[]
}

function readFont(objects: Objects, id: string): Font {
  const body = objects.get(id) ?? ''
  const map = /\/ToUnicode (\d+)/.exec(body)?.[1] ?? ''
  const ranges = streamIn(objects.get(map) ?? '').matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/g)
  const letters = [...ranges].flatMap(([, all = '']) =>
    [...all.matchAll(/<([0-9a-f ]+)>/g)].map(([, hex = '']) => lettersOf(hex.replaceAll(' ', ''))),
  )
  const descendant = objects.get(/\/DescendantFonts \[(\d+)/.exec(body)?.[1] ?? '') ?? ''
  const widths = /\/W \[0 \[([^\]]*)\]\]/.exec(descendant)?.[1] ?? ''
  return { letters, widths: widths.split(' ').map(Number) }
}

/** What `[<0001> 21.9 <0002>]` draws, and how wide it is for a size of 1: numbers between letters bring them closer. */
function readParts({ letters, widths }: Font, parts: string): { readonly text: string; readonly width: number } {
  let [text, width] = ['', 0]
  for (const [, hex = '', closer] of parts.matchAll(/<([0-9a-f]+)>|(-?[\d.]+)/g)) {
    const places = [...hex.matchAll(/.{4}/g)].map(([place]) => Number.parseInt(place, 16))
    text += places.map((place) => letters[place]).join('')
    width += places.reduce((sum, place) => sum + (widths[place] ?? 0), -Number(closer ?? 0)) / 1000
  }
  return { text, width }
}

/** The lines of a PDF from its top to its end; parts that stand beside each other have a bar between them. */
export function textOf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const lines: { y: string; text: string; end: number }[] = []
  for (const page of objects.values()) {
    const contents = /\/Type \/Page\n.*\/Contents (\d+)/s.exec(page)?.[1]
    if (contents === undefined) continue
    const resources = objects.get(/\/Resources (\d+)/.exec(page)?.[1] ?? '') ?? ''
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id = '']) => [name, readFont(objects, id)]),
    )
    const drawn = streamIn(objects.get(contents) ?? '').matchAll(
      /BT\n1 0 0 1 ([\d.]+) ([\d.]+) Tm\n\/(F\d+) ([\d.]+) Tf\n\[(.*?)\] TJ/g,
    )
    for (const [, x, y = '', name, size, parts = ''] of drawn) {
      const { text, width } = readParts(fonts.get(name) ?? { letters: [], widths: [] }, parts)
      const end = Number(x) + width * Number(size)
      const last = lines.at(-1)
      if (last?.y !== y) lines.push({ y, text, end })
      else Object.assign(last, { text: last.text + (Math.abs(last.end - Number(x)) < 0.01 ? text : ` | ${text}`), end })
    }
  }
  return lines.map(({ text }) => text)
}
