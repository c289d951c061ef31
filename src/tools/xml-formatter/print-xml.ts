import type { Token } from './scan-xml.ts'

/** Deeply nested text grows with the square of its depth, so the printer stops at a limit. */
export class TooLongError extends Error {}

interface Layout {
  /** What stands before each line and for each level; undefined: everything in one line. */
  readonly indent: string | undefined
  /** Most characters of the answer; more throws TooLongError. */
  readonly maxLength: number
}

const isBlank = (text: string): boolean => !/[^ \t\r\n]/.test(text)
const isContent = ({ kind, text }: Token): boolean => kind === 'cdata' || (kind === 'text' && !isBlank(text))
const isPreserved = (token: Token): boolean => /\sxml:space=(["'])preserve\1/.test(token.text)

/** For each start tag whose element stays in one piece the index of its end tag: text must not get new white space. */
function piecesOf(tokens: readonly Token[]): Map<number, number> {
  const pieces = new Map<number, number>()
  const open: { start: number; isPiece: boolean; isLeaf: boolean }[] = []
  for (const [index, token] of tokens.entries()) {
    const around = open.at(-1)
    if (around && isContent(token)) around.isPiece = true
    if (around && token.kind !== 'close' && token.kind !== 'text') around.isLeaf = false
    if (token.kind === 'open') open.push({ start: index, isPiece: isPreserved(token), isLeaf: true })
    if (token.kind !== 'close') continue
    const closed = open.pop()
    if (closed && (closed.isPiece || closed.isLeaf)) pieces.set(closed.start, index)
  }
  return pieces
}

/** An element that holds nothing but a line break and spaces is empty. */
function pieceText(tokens: readonly Token[]): string {
  const [first, inner, last] = tokens
  const isEmpty = tokens.length === 3 && first && inner && isBlank(inner.text) && /[\r\n]/.test(inner.text)
  return isEmpty && !isPreserved(first) ? `${first.text}${last?.text}` : tokens.map(({ text }) => text).join('')
}

/** Each tag, comment and instruction on a line of its own; elements with text as they are. */
export function printXml(tokens: readonly Token[], { indent, maxLength }: Layout): string {
  const pieces = piecesOf(tokens)
  const lines: string[] = []
  let [depth, length] = [0, 0]
  const write = (text: string) => {
    length += text.length + 1 + depth * (indent?.length ?? 0)
    if (length > maxLength) throw new TooLongError()
    lines.push(indent === undefined ? text : indent.repeat(depth) + text)
  }
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    if (!token || token.kind === 'text') continue
    const end = pieces.get(index)
    if (end !== undefined) {
      write(pieceText(tokens.slice(index, end + 1)))
      index = end
      continue
    }
    if (token.kind === 'close') depth--
    write(token.text)
    if (token.kind === 'open') depth++
  }
  return lines.join(indent === undefined ? '' : '\n')
}
