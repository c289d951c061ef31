import TurndownService from 'turndown'

/** What else CommonMark reads in a text: the beginning of a tag, a character reference, a marker with nothing behind it. */
const MORE: readonly (readonly [RegExp, string])[] = [
  [/<(?=[a-z/!?])/gi, '\\<'],
  [/&(?=#?\w+;)/g, '\\&'],
  [/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'],
  [/^(?:\+|#{1,6})(?=\s|$)/, '\\$&'],
]

/** The text with a backslash before each sign that Markdown would read. */
export const escaped = (text: string): string =>
  MORE.reduce(
    (result, [sign, written]) => result.replace(sign, written),
    TurndownService.prototype.escape.call(undefined, text),
  )
