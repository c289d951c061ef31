import { scan } from '#src/lib/expressions/scan.ts'

/** A part of a text that looks different: a whole {{ … }}, or something in it. */
export interface Stroke {
  readonly from: number
  readonly to: number
  readonly kind: 'pill' | 'brace' | 'text' | 'number' | 'function' | 'name' | 'open'
}

const TOKEN = /("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(\b\d+(?:\.\d+)?\b)|([A-Za-z_]\w*)(?=\s*\()|([A-Za-z_]\w*)/g

/** How a text with expressions is painted; what is outside of them stays plain. */
export function strokesOf(text: string): Stroke[] {
  return scan(text).flatMap((segment): Stroke[] => {
    if (segment.kind === 'text') return []
    if (segment.kind === 'unclosed') return [{ from: segment.offset, to: text.length, kind: 'open' }]
    const open = text.lastIndexOf('{{', segment.offset)
    const close = text.indexOf('}}', segment.offset + segment.source.length) + 2
    return [
      { from: open, to: close, kind: 'pill' },
      { from: open, to: open + 2, kind: 'brace' },
      ...tokensOf(segment.source, segment.offset),
      { from: close - 2, to: close, kind: 'brace' },
    ]
  })
}

function tokensOf(source: string, offset: number): Stroke[] {
  return [...source.matchAll(TOKEN)].map(([whole, text, number, called], at, all) => {
    const from = offset + (all[at]?.index ?? 0)
    const kind =
      text !== undefined ? 'text' : number !== undefined ? 'number' : called !== undefined ? 'function' : 'name'
    return { from, to: from + whole.length, kind }
  })
}
