import LineBreaker from 'linebreak'
import { graphemesOf } from './text-parts.ts'

/** Where Unicode lets a line end: after spaces and hyphens, and between most signs of Chinese, Japanese and Korean. */
function piecesOf(paragraph: string): string[] {
  const breaker = new LineBreaker(paragraph)
  const pieces: string[] = []
  let from = 0
  for (let found = breaker.nextBreak(); found !== null; found = breaker.nextBreak()) {
    pieces.push(paragraph.slice(from, found.position))
    from = found.position
  }
  return pieces
}

/** The lines of a text that are at most so wide. A word that is wider by itself is broken anywhere. */
export function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  const isTooWide = (line: string) => widthOf(line.trimEnd()) > width
  const wrap = (paragraph: string): string[] => {
    const lines: string[] = []
    let line = ''
    for (const piece of piecesOf(paragraph).flatMap((one) => (isTooWide(one) ? graphemesOf(one) : [one]))) {
      if (line !== '' && isTooWide(line + piece)) {
        lines.push(line.trimEnd())
        line = ''
      }
      line += piece
    }
    return [...lines, line.trimEnd()]
  }
  return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap(wrap)
}
