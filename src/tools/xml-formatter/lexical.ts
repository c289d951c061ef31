/** What XML 1.0 does not allow, at an offset in UTF-16 code units. */
export class XmlSyntaxError extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.name = 'XmlSyntaxError'
    this.offset = offset
  }
}

const START =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}'
/** Production 5 of XML 1.0, fifth edition. */
export const NAME = `[${START}][${START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}]*`

const NAME_HERE = new RegExp(NAME, 'uy')
const SPACE_HERE = /[ \t\r\n]*/y
const REFERENCE_HERE = new RegExp(`&(?:#(?<decimal>[0-9]+)|#x(?<hexadecimal>[0-9A-Fa-f]+)|(?<name>${NAME}));`, 'uy')
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
const PREDEFINED = new Set(['lt', 'gt', 'amp', 'apos', 'quot'])

/** The name at `from`; empty where there is none. */
export function nameAt(xml: string, from: number): string {
  NAME_HERE.lastIndex = from
  return NAME_HERE.exec(xml)?.[0] ?? ''
}

export function afterSpace(xml: string, from: number): number {
  SPACE_HERE.lastIndex = from
  SPACE_HERE.test(xml)
  return SPACE_HERE.lastIndex
}

/** Where `end` stands at or after `from`. Throws where it does not. */
export function find(xml: string, end: string, { from, start, what }: { from: number; start: number; what: string }) {
  const found = xml.indexOf(end, from)
  if (found < 0) throw new XmlSyntaxError(`This ${what} has no end`, start)
  return found
}

export function checkCharacters(text: string, offset: number): void {
  const forbidden = FORBIDDEN.exec(text)
  if (!forbidden) return
  const code = forbidden[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  throw new XmlSyntaxError(`The character U+${code} is not allowed in XML`, offset + forbidden.index)
}

/** Every & must begin a reference to a character, or to an entity that is known; `undefined` knows all. */
export function checkReferences(text: string, offset: number, entities: ReadonlySet<string> | undefined): void {
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    REFERENCE_HERE.lastIndex = at
    const { decimal, hexadecimal, name } = REFERENCE_HERE.exec(text)?.groups ?? {}
    if (name !== undefined) {
      if (!PREDEFINED.has(name) && entities && !entities.has(name))
        throw new XmlSyntaxError(`The entity “${name}” is not declared`, offset + at)
      continue
    }
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    if (Number.isNaN(code)) throw new XmlSyntaxError('An ampersand must be written as &amp;', offset + at)
    if (code > 0x10ffff || FORBIDDEN.test(String.fromCodePoint(code)))
      throw new XmlSyntaxError('This reference is to no character of XML', offset + at)
  }
}
