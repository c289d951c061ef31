import {
  afterSpace,
  checkCharacters,
  checkReferences,
  commentEnd,
  type Entities,
  find,
  instructionEnd,
  nameAt,
  XmlSyntaxError,
} from './lexical.ts'
import { scanDoctype } from './scan-doctype.ts'

export type TokenKind = 'open' | 'close' | 'empty' | 'text' | 'cdata' | 'comment' | 'instruction' | 'doctype'
/** The text is as it was written; only the white space between attributes is one space. */
export interface Token {
  readonly kind: TokenKind
  readonly text: string
}

const DECLARATION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])1\.[0-9]+\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(["'])[A-Za-z][A-Za-z0-9._-]*\2)?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(["'])(?:yes|no)\3)?[ \t\r\n]*\?>$/
const STANDALONE = /[ \t\r\n]standalone[ \t\r\n]*=[ \t\r\n]*["']yes/

/** The tokens of an XML document (XML 1.0, fifth edition), checked for well-formedness. No DTD elsewhere is read. */
class Scanner {
  readonly tokens: Token[] = []
  private readonly xml: string
  private readonly open: { name: string; offset: number }[] = []
  private at: number
  private hasRoot = false
  private hasDoctype = false
  private isStandalone = false
  /** Undefined where a DTD elsewhere may declare more. */
  private entities: Entities | undefined = new Map()

  constructor(xml: string) {
    this.xml = xml
    this.at = xml.startsWith('\uFEFF') ? 1 : 0
  }

  scan(): Token[] {
    const start = this.at
    while (this.at < this.xml.length) this.scanToken(start)
    const unclosed = this.open.at(-1)
    if (unclosed) throw new XmlSyntaxError(`The element ${unclosed.name} has no end tag`, unclosed.offset)
    if (!this.hasRoot) throw new XmlSyntaxError('There is no element', this.xml.length)
    return this.tokens
  }

  private scanToken(start: number): void {
    const begins = (text: string) => this.xml.startsWith(text, this.at)
    if (!begins('<')) this.scanText()
    else if (begins('<?')) this.scanInstruction(start)
    else if (begins('<!--')) this.scanComment()
    else if (begins('<![CDATA[')) this.scanCdata()
    else if (begins('<!DOCTYPE')) this.scanDoctype()
    else if (begins('</')) this.scanEndTag()
    else this.scanStartTag()
  }

  private push(kind: TokenKind, end: number, text = this.xml.slice(this.at, end)): void {
    checkCharacters(this.xml.slice(this.at, end), this.at)
    this.tokens.push({ kind, text })
    this.at = end
  }

  private scanText(): void {
    const next = this.xml.indexOf('<', this.at)
    const end = next < 0 ? this.xml.length : next
    const text = this.xml.slice(this.at, end)
    if (this.open.length === 0) {
      const outside = /[^ \t\r\n]/.exec(text)
      if (outside) throw new XmlSyntaxError('Text must be within the root element', this.at + outside.index)
    }
    const closing = text.indexOf(']]>')
    if (closing >= 0) throw new XmlSyntaxError(']]> must be written as ]]&gt;', this.at + closing)
    checkReferences(text, this.at, { known: this.entities })
    this.push('text', end)
  }

  private scanInstruction(start: number): void {
    const { target, end } = instructionEnd(this.xml, this.at)
    if (target.toLowerCase() === 'xml') {
      const text = this.xml.slice(this.at, end)
      if (this.at !== start) throw new XmlSyntaxError('The XML declaration must be the very first', this.at)
      if (!DECLARATION.test(text)) throw new XmlSyntaxError('This is no XML declaration', this.at)
      this.isStandalone = STANDALONE.test(text)
    }
    this.push('instruction', end)
  }

  private scanComment(): void {
    this.push('comment', commentEnd(this.xml, this.at))
  }

  private scanCdata(): void {
    if (this.open.length === 0) throw new XmlSyntaxError('CDATA must be within the root element', this.at)
    this.push('cdata', find(this.xml, ']]>', { from: this.at + 9, start: this.at, what: 'CDATA section' }) + 3)
  }

  private scanDoctype(): void {
    if (this.hasDoctype || this.hasRoot)
      throw new XmlSyntaxError('There must be one DOCTYPE at most, before the root element', this.at)
    const { end, entities, isElsewhere } = scanDoctype(this.xml, this.at)
    this.entities = isElsewhere && !this.isStandalone ? undefined : entities
    this.hasDoctype = true
    this.push('doctype', end)
  }

  private scanEndTag(): void {
    const name = nameAt(this.xml, this.at + 2)
    const opened = this.open.pop()
    if (!opened) throw new XmlSyntaxError(`This end tag ends no element`, this.at)
    if (opened.name !== name) throw new XmlSyntaxError(`Expected the end tag of ${opened.name}`, this.at)
    const end = afterSpace(this.xml, this.at + 2 + name.length)
    if (this.xml[end] !== '>') throw new XmlSyntaxError('Expected >', end)
    this.push('close', end + 1, `</${name}>`)
  }

  private scanStartTag(): void {
    const offset = this.at
    const name = nameAt(this.xml, offset + 1)
    if (name === '') throw new XmlSyntaxError('Expected a name; a < in text must be written as &lt;', offset + 1)
    if (this.hasRoot && this.open.length === 0) throw new XmlSyntaxError('There must be one root element only', offset)
    const { attributes, end } = this.scanAttributes(offset + 1 + name.length)
    const isEmpty = this.xml[end] === '/'
    if (isEmpty && this.xml[end + 1] !== '>') throw new XmlSyntaxError('Expected >', end + 1)
    this.hasRoot = true
    if (!isEmpty) this.open.push({ name, offset })
    const text = `<${[name, ...attributes].join(' ')}${isEmpty ? '/>' : '>'}`
    this.push(isEmpty ? 'empty' : 'open', end + (isEmpty ? 2 : 1), text)
  }

  /** The attributes as they were written, and where the > or /> stands. */
  private scanAttributes(from: number): { attributes: string[]; end: number } {
    const names = new Set<string>()
    const attributes: string[] = []
    for (let end = from; ; ) {
      const at = afterSpace(this.xml, end)
      const next = this.xml[at]
      if (next === '>' || next === '/') return { attributes, end: at }
      if (next === undefined) throw new XmlSyntaxError('This tag has no end', this.at)
      const name = nameAt(this.xml, at)
      if (name === '') throw new XmlSyntaxError('Expected the name of an attribute', at)
      if (at === end) throw new XmlSyntaxError('Expected a space before the attribute', at)
      if (names.has(name)) throw new XmlSyntaxError(`The attribute ${name} is there twice`, at)
      names.add(name)
      const value = this.scanValue(name, at + name.length)
      attributes.push(`${name}=${value.text}`)
      end = value.end
    }
  }

  private scanValue(name: string, from: number): { text: string; end: number } {
    const equals = afterSpace(this.xml, from)
    if (this.xml[equals] !== '=') throw new XmlSyntaxError(`The attribute ${name} must have a value`, equals)
    const start = afterSpace(this.xml, equals + 1)
    const quote = this.xml[start] ?? ''
    if (quote !== '"' && quote !== "'") throw new XmlSyntaxError('A value must stand in quotes', start)
    const end = find(this.xml, quote, { from: start + 1, start, what: 'value' })
    const value = this.xml.slice(start + 1, end)
    const less = value.indexOf('<')
    if (less >= 0) throw new XmlSyntaxError('A < in a value must be written as &lt;', start + 1 + less)
    checkReferences(value, start + 1, { known: this.entities, inAttribute: true })
    return { text: `${quote}${value}${quote}`, end: end + 1 }
  }
}

/** Throws XmlSyntaxError at the first thing that is not well-formed. */
export const scanXml = (xml: string): Token[] => new Scanner(xml).scan()

/** 1-based line and column; a line ends with LF, CR or both, and a column is one character (code point). */
export function positionOf(xml: string, offset: number): { line: number; column: number } {
  const lines = xml
    .slice(0, offset)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|[\n\r]/)
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
}
