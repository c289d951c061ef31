import type { Token, TokenKind } from './scan-json.ts'

/** Deeply nested text grows with the square of its depth, so the printer stops at a limit. */
export class TooLongError extends Error {}

/** Without any whitespace between tokens. */
export const minify = (tokens: readonly Token[]): string => tokens.map((token) => token.text).join('')

interface Layout {
  /** Spaces per level. */
  readonly indent: number
  /** Most characters of the answer; more throws TooLongError. */
  readonly maxLength: number
}

/** One member or element per line; empty objects and arrays stay on one line. */
export function format(tokens: readonly Token[], { indent, maxLength }: Layout): string {
  const parts: string[] = []
  let [depth, length] = [0, 0]
  const breaks: string[] = []
  const write = (text: string) => {
    length += text.length
    if (length > maxLength) throw new TooLongError()
    parts.push(text)
  }
  const newLine = () => {
    if (length + depth * indent > maxLength) throw new TooLongError()
    const line = breaks[depth] ?? `\n${' '.repeat(depth * indent)}`
    breaks[depth] = line
    write(line)
  }
  let follows: TokenKind | undefined
  for (const { kind, text } of tokens) {
    const isClosing = kind === '}' || kind === ']'
    const isEmpty = isClosing && (follows === '{' || follows === '[')
    if (isClosing) depth--
    if ((isClosing && !isEmpty) || (!isClosing && (follows === '{' || follows === '['))) newLine()
    write(kind === ':' ? ': ' : text)
    if (kind === '{' || kind === '[') depth++
    if (kind === ',') newLine()
    follows = kind
  }
  return parts.join('')
}

interface Member {
  readonly name: string
  readonly parts: (Token | SortedObject)[]
}
interface SortedObject {
  readonly members: Member[]
}

const isToken = (part: Token | SortedObject): part is Token => 'kind' in part
const byName = (a: Member, b: Member): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

/** The same tokens with the members of every object in the order of their names; equal names keep their order. */
export function sortMembers(tokens: readonly Token[]): Token[] {
  const root: (Token | SortedObject)[] = []
  const open: ({ object: SortedObject; parts: (Token | SortedObject)[] } | 'array')[] = []
  let parts = root
  let startsMember = false
  for (const token of tokens) {
    const around = open.at(-1)
    if (startsMember && around !== undefined && around !== 'array' && token.kind === 'string') {
      parts = [token]
      around.object.members.push({ name: JSON.parse(token.text), parts })
    } else if (token.kind === '{') {
      const object: SortedObject = { members: [] }
      parts.push(object)
      open.push({ object, parts })
    } else if (token.kind === '}' && around !== undefined && around !== 'array') {
      parts = around.parts
      open.pop()
    } else if (around === undefined || around === 'array' || token.kind !== ',') {
      parts.push(token)
      if (token.kind === '[') open.push('array')
      if (token.kind === ']') open.pop()
    }
    startsMember = token.kind === '{' || (token.kind === ',' && around !== 'array')
  }
  return flatten(root)
}

const COMMA: Token = { kind: ',', text: ',' }

function flatten(root: readonly (Token | SortedObject)[]): Token[] {
  const tokens: Token[] = []
  const waiting = root.toReversed()
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (isToken(part)) {
      tokens.push(part)
      continue
    }
    waiting.push({ kind: '}', text: '}' })
    const members = part.members.toSorted(byName)
    for (const [index, member] of members.toReversed().entries()) {
      if (index > 0) waiting.push(COMMA)
      for (const piece of member.parts.toReversed()) waiting.push(piece)
    }
    waiting.push({ kind: '{', text: '{' })
  }
  return tokens
}
