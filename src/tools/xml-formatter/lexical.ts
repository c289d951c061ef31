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
const CHARACTER = `[${START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}]`
/** Productions 5 and 7 of XML 1.0, fifth edition. */
export const NAME = `[${START}]${CHARACTER}*`
export const NAME_TOKEN = `${CHARACTER}+`

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

/** Where the comment at `from` ends. */
export function commentEnd(xml: string, from: number): number {
  const end = find(xml, '--', { from: from + 4, start: from, what: 'comment' })
  if (xml[end + 2] !== '>') throw new XmlSyntaxError('A comment must not contain --', end)
  return end + 3
}

/** The name of the processing instruction at `from`, and where it ends. */
export function instructionEnd(xml: string, from: number): { target: string; end: number } {
  const target = nameAt(xml, from + 2)
  const end = find(xml, '?>', { from: from + 2, start: from, what: 'processing instruction' }) + 2
  if (target === '') throw new XmlSyntaxError('A processing instruction must have a name', from + 2)
  const next = from + 2 + target.length
  if (!/[ \t\r\n]/.test(xml[next] ?? '') && next !== end - 2) throw new XmlSyntaxError('Expected a space', next)
  return { target, end }
}

/** How an entity was declared: with its text, elsewhere, or elsewhere and not XML. */
export type EntityKind = 'internal' | 'external' | 'unparsed'
export type Entities = ReadonlyMap<string, EntityKind>

interface ReferenceRules {
  /** Undefined where others may be declared elsewhere. */
  readonly known: Entities | undefined
  readonly inAttribute?: boolean
}

function checkEntity(name: string, { known, inAttribute }: ReferenceRules): string | undefined {
  if (PREDEFINED.has(name) || !known) return undefined
  const kind = known.get(name)
  if (kind === undefined) return `The entity “${name}” is not declared`
  if (kind === 'unparsed') return `The entity “${name}” is not XML: only an attribute of type ENTITY may name it`
  return kind === 'external' && inAttribute ? `The entity “${name}” is external: no value may refer to it` : undefined
}

/** Every & must begin a reference to a character, or to an entity that is known. */
export function checkReferences(text: string, offset: number, rules: ReferenceRules): void {
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    REFERENCE_HERE.lastIndex = at
    const { decimal, hexadecimal, name } = REFERENCE_HERE.exec(text)?.groups ?? {}
    if (name !== undefined) {
      const problem = checkEntity(name, rules)
      if (problem !== undefined) throw new XmlSyntaxError(problem, offset + at)
      continue
    }
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    if (Number.isNaN(code)) throw new XmlSyntaxError('An ampersand must be written as &amp;', offset + at)
    if (code > 0x10ffff || FORBIDDEN.test(String.fromCodePoint(code)))
      throw new XmlSyntaxError('This reference is to no character of XML', offset + at)
  }
}
