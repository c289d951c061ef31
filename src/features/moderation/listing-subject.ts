interface ListingParts {
  readonly title: string
  readonly description: string
  /** Its number, and what changed in it. */
  readonly version: string
  readonly code: string
}

const BLANK_LINE = '\n\n'
const withoutBlankLines = (text: string): string => text.replaceAll(/\n\s*\n/g, '\n')

/** A listing as a case keeps it. A creator's own blank lines go, or words would be taken for code and stay folded away. */
export const toSubject = ({ title, description, version, code }: ListingParts): string =>
  [...[title, description, version].map(withoutBlankLines), ...(code === '' ? [] : [code])].join(BLANK_LINE)

/** The words of a listing and its code, of a case's text. */
export function fromSubject(subject: string): { readonly words: string; readonly code: string } {
  const parts = subject.split(BLANK_LINE)
  const words = parts.slice(0, 3).filter((part) => part !== '')
  return { words: words.join(BLANK_LINE), code: parts.slice(3).join(BLANK_LINE) }
}
