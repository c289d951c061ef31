export interface TextPart {
  readonly text: string
  readonly isLink: boolean
  /** Where in the whole it begins. */
  readonly at: number
}

/** "See https://a.example/b now" → "See ", the address, " now" */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const [index, piece] of text.split(/(https?:\/\/\S+)/).entries()) {
    if (piece !== '') parts.push({ text: piece, isLink: index % 2 === 1, at })
    at += piece.length
  }
  return parts
}
