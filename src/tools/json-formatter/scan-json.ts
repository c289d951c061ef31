export type TokenKind = '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'number' | 'literal'
/** The text of a token is exactly what was written: number spelling and escapes stay. */
export interface Token {
  readonly kind: TokenKind
  readonly text: string
}

/** What RFC 8259 does not allow, at an offset in UTF-16 code units. */
export class JsonSyntaxError extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.name = 'JsonSyntaxError'
    this.offset = offset
  }
}

const WHITESPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that RFC 8259 section 7 forbids
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' }

/** Where a sticky pattern that starts at `from` ends; `from` itself when it does not match. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

const isDigit = (character: string | undefined) => character !== undefined && character >= '0' && character <= '9'

const SPACE = 0x20

/** Where the white space that starts at `from` ends. Most tokens follow each other without any. */
const afterSpace = (text: string, from: number): number =>
  text.charCodeAt(from) > SPACE ? from : endOf(WHITESPACE, text, from)

function scanString(text: string, start: number): number {
  let at = start + 1
  for (;;) {
    at = endOf(PLAIN_CHARACTERS, text, at)
    if (at >= text.length) throw new JsonSyntaxError('This string has no closing quote', text.length)
    if (text[at] === '"') return at + 1
    if (text[at] !== '\\') throw new JsonSyntaxError('A control character in a string must be written as an escape', at)
    const end = endOf(ESCAPE, text, at)
    if (end === at) throw new JsonSyntaxError('This escape is not one that JSON knows', at + 1)
    at = end
  }
}

function scanNumber(text: string, start: number): number {
  const end = endOf(NUMBER, text, start)
  if (end === start) throw new JsonSyntaxError('Expected a digit after the minus sign', start + 1)
  const next = text[end]
  const written = text.slice(start, end)
  if (isDigit(next)) throw new JsonSyntaxError('A number must not start with 0', end)
  if (next === '.' && /^[-0-9]+$/.test(written))
    throw new JsonSyntaxError('Expected a digit after the decimal point', end + 1)
  if ((next === 'e' || next === 'E') && /^[-.0-9]+$/.test(written)) {
    const sign = text[end + 1] === '-' || text[end + 1] === '+' ? 1 : 0
    throw new JsonSyntaxError('Expected a digit in the exponent', end + 1 + sign)
  }
  return end
}

function scanLiteral(text: string, start: number, word: string): number {
  for (let index = 0; index < word.length; index++)
    if (text[start + index] !== word[index]) throw new JsonSyntaxError(`Expected ${word}`, start + index)
  return start + word.length
}

type Mark = Exclude<TokenKind, 'string' | 'number' | 'literal'>

/** Tokens that are always the same: a large text has them a million times. */
const MARKS: Readonly<Record<Mark, Token>> = {
  '{': { kind: '{', text: '{' },
  '}': { kind: '}', text: '}' },
  '[': { kind: '[', text: '[' },
  ']': { kind: ']', text: ']' },
  ':': { kind: ':', text: ':' },
  ',': { kind: ',', text: ',' },
}

/** What begins at this character. */
function kindAt(text: string, offset: number): TokenKind {
  const character = text[offset] ?? ''
  switch (character) {
    case '{':
    case '}':
    case '[':
    case ']':
    case ':':
    case ',':
      return character
    case '"':
      return 'string'
    default:
      if (character === '-' || isDigit(character)) return 'number'
      if (Object.hasOwn(LITERALS, character)) return 'literal'
      throw new JsonSyntaxError(unexpected(character), offset)
  }
}

function tokenAt(kind: TokenKind, text: string, start: number): Token {
  switch (kind) {
    case 'string':
      return { kind, text: text.slice(start, scanString(text, start)) }
    case 'number':
      return { kind, text: text.slice(start, scanNumber(text, start)) }
    case 'literal':
      return { kind, text: text.slice(start, scanLiteral(text, start, LITERALS[text[start] ?? ''] ?? '')) }
    default:
      return MARKS[kind]
  }
}

function unexpected(character: string): string {
  if (character === '\ufeff') return 'JSON text must not start with a byte order mark'
  if (character === "'") return 'Expected double quotes'
  if (character === '/') return 'JSON has no comments'
  return `Unexpected ${JSON.stringify(character)}`
}

type Expecting = 'value' | 'value or ]' | 'name or }' | 'name' | ':' | ', or }' | ', or ]' | 'the end'

const MESSAGES: Readonly<Record<Expecting, string>> = {
  value: 'Expected a value',
  'value or ]': 'Expected a value or ]',
  'name or }': 'Expected a name in double quotes or }',
  name: 'Expected a name in double quotes',
  ':': 'Expected : after the name',
  ', or }': 'Expected , or }',
  ', or ]': 'Expected , or ]',
  'the end': 'Expected nothing after the value',
}

/** The grammar of RFC 8259 with an explicit stack, so that no depth overflows ours. */
class Grammar {
  private readonly open: ('{' | '[')[] = []
  expecting: Expecting = 'value'
  private afterComma = false

  /** Throws when such a token may not come next. */
  accept(kind: TokenKind, offset: number): void {
    const { expecting } = this
    const trailing = this.afterComma && (kind === ']' || kind === '}')
    this.afterComma = kind === ','
    if (!this.advance(kind))
      throw new JsonSyntaxError(trailing ? `There must be no comma before ${kind}` : MESSAGES[expecting], offset)
  }

  private advance(kind: TokenKind): boolean {
    switch (this.expecting) {
      case 'value':
        return this.beginValue(kind)
      case 'value or ]':
        return kind === ']' ? this.close() : this.beginValue(kind)
      case 'name or }':
        return kind === '}' ? this.close() : this.beginMember(kind)
      case 'name':
        return this.beginMember(kind)
      case ':':
        return kind === ':' && this.expect('value')
      case ', or }':
        return kind === '}' ? this.close() : kind === ',' && this.expect('name')
      case ', or ]':
        return kind === ']' ? this.close() : kind === ',' && this.expect('value')
      case 'the end':
        return false
    }
  }

  private expect(next: Expecting): true {
    this.expecting = next
    return true
  }

  private beginMember(kind: TokenKind): boolean {
    return kind === 'string' && this.expect(':')
  }

  private beginValue(kind: TokenKind): boolean {
    switch (kind) {
      case '{':
        this.open.push(kind)
        return this.expect('name or }')
      case '[':
        this.open.push(kind)
        return this.expect('value or ]')
      case 'string':
      case 'number':
      case 'literal':
        return this.endValue()
      default:
        return false
    }
  }

  private close(): true {
    this.open.pop()
    return this.endValue()
  }

  private endValue(): true {
    const around = this.open.at(-1)
    return this.expect(around === undefined ? 'the end' : around === '{' ? ', or }' : ', or ]')
  }
}

/** The tokens of a JSON text (RFC 8259, strictly). Throws JsonSyntaxError. */
export function scanJson(text: string): Token[] {
  const tokens: Token[] = []
  const grammar = new Grammar()
  let at = afterSpace(text, 0)
  while (at < text.length) {
    const kind = kindAt(text, at)
    grammar.accept(kind, at)
    const token = tokenAt(kind, text, at)
    tokens.push(token)
    at = afterSpace(text, at + token.text.length)
  }
  if (grammar.expecting !== 'the end')
    throw new JsonSyntaxError(`${MESSAGES[grammar.expecting]}, but the text ends here`, text.length)
  return tokens
}

/** 1-based line and column; a line ends with LF, CR or both, and a column is one character (code point). */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|[\n\r]/)
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
}
