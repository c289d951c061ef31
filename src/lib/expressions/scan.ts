/** A piece of a config text: literal text, or the expression between {{ and }}. */
export type Segment =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'expression'
      /** Without the blanks around it. */
      readonly source: string
      /** Where the source begins in the text. */
      readonly offset: number
    }
  | {
      readonly kind: 'unclosed'
      /** What follows the {{ that nothing closes. */
      readonly source: string
      readonly offset: number
    }

export const hasExpression = (text: string): boolean => text.includes('{{')

/**
 * Splits a config text. `}}` inside a CEL text or map does not end the expression; in a comment it does.
 * A literal {{ is written {{ "{{" }}.
 */
export function scan(text: string): Segment[] {
  const segments: Segment[] = []
  let at = 0
  while (at < text.length) {
    const open = text.indexOf('{{', at)
    const literal = text.slice(at, open < 0 ? text.length : open)
    if (literal !== '') segments.push({ kind: 'text', text: literal })
    if (open < 0) break
    const close = closing(text, open + 2)
    segments.push(piece(text, open + 2, close))
    at = close === undefined ? text.length : close + 2
  }
  return segments
}

function piece(text: string, from: number, close: number | undefined): Segment {
  const inner = text.slice(from, close)
  const source = inner.trim()
  const offset = from + inner.length - inner.trimStart().length
  return close === undefined ? { kind: 'unclosed', source, offset: from - 2 } : { kind: 'expression', source, offset }
}

/** The position of the }} that ends an expression. */
function closing(text: string, from: number): number | undefined {
  let depth = 0
  let at = from
  while (at < text.length) {
    const character = text[at]
    if (character === '"' || character === "'") {
      at = afterText(text, at, character)
    } else if (character === '/' && text[at + 1] === '/') {
      at = afterComment(text, at)
    } else if (character === '}' && depth === 0) {
      return text[at + 1] === '}' ? at : undefined
    } else {
      if (character === '{') depth += 1
      if (character === '}') depth -= 1
      at += 1
    }
  }
  return undefined
}

/** A comment runs to the end of its line; on the last line it ends with the expression. */
function afterComment(text: string, at: number): number {
  const newline = text.indexOf('\n', at)
  const close = text.indexOf('}}', at)
  if (newline >= 0 && (close < 0 || newline < close)) return newline + 1
  return close < 0 ? text.length : close
}

function afterText(text: string, at: number, quote: string): number {
  const delimiter = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote
  let end = at + delimiter.length
  while (end < text.length && !text.startsWith(delimiter, end)) end += text[end] === '\\' ? 2 : 1
  return end + delimiter.length
}
