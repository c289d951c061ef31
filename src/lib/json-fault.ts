export interface JsonFault {
  readonly at: number
  /** Counts from 1. */
  readonly line: number
  readonly message: string
}

/** What ends the reading at the first fault. */
class Unreadable extends Error {
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

const BLANK = /[ \t\n\r]*/y
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none of them in a text
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y

/** Where a text stops being JSON; browsers say it in words of their own, and not all say where. */
export function jsonFault(text: string): JsonFault | undefined {
  try {
    readAll(text)
    return undefined
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const { at, message } = error
    return { at, message, line: text.slice(0, at).split('\n').length }
  }
}

function readAll(text: string): void {
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found === null) return false
    at += found[0].length
    return true
  }
  const fail = (message: string): never => {
    throw new Unreadable(at, at >= text.length ? `The text ends too early: ${message}` : message)
  }
  const next = (character: string): boolean => {
    take(BLANK)
    if (text[at] !== character) return false
    at += 1
    return true
  }
  const needText = (what: string): void => {
    take(BLANK)
    if (!take(TEXT))
      fail(text[at] === '"' ? 'this text in quotes has no proper end' : `${what} in double quotes is needed`)
  }
  const list = (end: string, item: () => void): void => {
    if (next(end)) return
    for (;;) {
      item()
      if (next(end)) return
      if (!next(',')) fail(`a comma or ${end} is needed`)
    }
  }
  const value = (): void => {
    if (next('{'))
      list('}', () => {
        needText('a name')
        if (!next(':')) fail('a colon is needed')
        value()
      })
    else if (next('[')) list(']', value)
    else if (text[at] === '"') needText('a text')
    else if (!take(LITERAL)) fail('a value is needed')
  }
  value()
  take(BLANK)
  if (at < text.length) fail('nothing more can follow here')
}
