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

/** The letters of a font, by their places in it. */
function readFont(objects: Objects, id: string): string[] {
  const map = /\/ToUnicode (\d+)/.exec(objects.get(id) ?? '')?.[1] ?? ''
  const ranges = streamIn(objects.get(map) ?? '').matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/g)
  return [...ranges].flatMap(([, letters = '']) =>
    [...letters.matchAll(/<([0-9a-f ]+)>/g)].map(([, hex = '']) => lettersOf(hex.replaceAll(' ', ''))),
  )
}

/** The lines of a PDF from its top to its end; parts that stand beside each other have a bar between them. */
export function textOf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const lines: { y: string; text: string }[] = []
  for (const page of objects.values()) {
    const contents = /\/Type \/Page\n.*\/Contents (\d+)/s.exec(page)?.[1]
    if (contents === undefined) continue
    const resources = objects.get(/\/Resources (\d+)/.exec(page)?.[1] ?? '') ?? ''
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id = '']) => [name, readFont(objects, id)]),
    )
    const drawn = streamIn(objects.get(contents) ?? '').matchAll(/BT\n[\d. ]+ ([\d.]+) Tm\n\/(F\d+).*?\[(.*?)\] TJ/gs)
    for (const [, y = '', font, parts = ''] of drawn) {
      const letters = fonts.get(font) ?? []
      const hex = [...parts.matchAll(/<([0-9a-f]+)>/g)].map(([, part]) => part).join('')
      const text = [...hex.matchAll(/.{4}/g)].map(([place]) => letters[Number.parseInt(place, 16)]).join('')
      const last = lines.at(-1)
      if (last?.y === y) last.text += ` | ${text}`
      else lines.push({ y, text })
    }
  }
  return lines.map(({ text }) => text)
}
