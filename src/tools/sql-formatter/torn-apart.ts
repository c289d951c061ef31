import { type Dialect, LONG_OPERATORS, operatorsOf } from './dialects.ts'

/** Words that may touch a text in quotes without being its prefix: 'a'as b, date'2026-01-31'. */
const MAY_TOUCH_QUOTES: ReadonlySet<string> = new Set(
  'all and as asc between by case collate comment cross date default desc distinct else end escape except fetch for from full group having ilike in inner intersect interval into is join left like limit minus not offset on or order outer over partition regexp return returning right rlike select set similar then time timestamp to union using values when where window with xor'.split(
    ' ',
  ),
)
const SIGNS = '[-+*/<>=~!@#%^&|?:$¬]'
const SIGNS_BEFORE = new RegExp(`${SIGNS}+$`)
const SIGNS_AFTER = new RegExp(`^${SIGNS}+`)
/** What may follow an operator at once: signs of a number, and the beginning of a variable or a place for a value. */
const BEGINS_OPERAND = /^[-+~!]*(?:@{1,2}|#{1,2}|[:$%]|\?.*)?$/
const OPERAND_BEFORE = /[\p{L}\w)\]"'`]$/u
/** As much of the text around a place as decides about it. */
const CONTEXT = 40

export interface Reading {
  readonly dialect: Dialect
  /** By the person: then signs that mean many things, as ? and @, mean what they do in that dialect. */
  readonly isChosen: boolean
}

function tearsOperator(before: string, after: string, { dialect, isChosen }: Reading): boolean {
  const left = SIGNS_BEFORE.exec(before)?.[0] ?? ''
  const right = SIGNS_AFTER.exec(after)?.[0] ?? ''
  if (left === '' || right === '' || left.endsWith('*/') || /^(?:--|\/\*)/.test(right)) return false
  const own = operatorsOf(dialect)
  const isTorn = (operator: string): boolean => {
    const at = (left + right).indexOf(operator, Math.max(0, left.length - operator.length + 1))
    return at >= 0 && at < left.length && (!isChosen || !/[?@#%$]/.test(operator) || own.includes(operator))
  }
  return LONG_OPERATORS.some(isTorn) || !(left.endsWith('?') || BEGINS_OPERAND.test(right))
}

/** Of @x, @@x, #x, :x, $x, and of %s and %(x)s where no operand touches the %, which would make it a remainder. */
function tearsPrefix(before: string, after: string, { dialect, isChosen }: Reading): boolean {
  const sign = /(?:@{1,2}|#{1,2}|[:$%])$/.exec(before)?.[0]
  if (sign === undefined) return false
  const hasOperand = OPERAND_BEFORE.test(before.slice(0, -sign.length))
  if (sign === '%') return !hasOperand && /^(?:\(\w+\))?[sdfi]\b/.test(after)
  if (hasOperand && isChosen && operatorsOf(dialect).includes(sign)) return false
  return /^[\p{L}\w"'`[{]/u.test(after)
}

/** Of names such as emp# and a$b, and numbers such as 1.5. */
function tearsWord(before: string, after: string, { dialect, isChosen }: Reading): boolean {
  if (!/[\p{L}\w.$]$/u.test(before)) return false
  if (/^[\p{L}\w.$]/u.test(after)) return true
  const sign = /^(?:@{1,2}|#{1,2})(?=[\p{L}\w\s,;).]|$)/u.exec(after)?.[0]
  return sign !== undefined && !(isChosen && operatorsOf(dialect).includes(sign))
}

/** Of E'\n', r'\d', U&'\0061', _utf8'a', and of texts whose end is read wrongly: 'it''s'. */
function tearsQuoted(before: string, after: string): boolean {
  if (/\bu&?$/i.test(before) && /^&?['"]/.test(after)) return true
  const isQuoteBefore = /['"]$/.test(before)
  const isQuoteAfter = /^['"]/.test(after)
  if (isQuoteBefore && isQuoteAfter) return true
  const word = isQuoteAfter ? /[\p{L}\w]+$/u.exec(before) : isQuoteBefore ? /^[\p{L}\w]+/u.exec(after) : null
  return word !== null && !MAY_TOUCH_QUOTES.has(word[0].toLowerCase())
}

const isTorn = (before: string, after: string, reading: Reading): boolean =>
  tearsQuoted(before, after) ||
  tearsPrefix(before, after, reading) ||
  tearsWord(before, after, reading) ||
  tearsOperator(before, after, reading)

const isJoined = (before: string, after: string): boolean =>
  (SIGNS_BEFORE.test(before) && SIGNS_AFTER.test(after)) ||
  (/[\p{L}\w"'`]$/u.test(before) && /^[\p{L}\w"'`]/u.test(after))

/** The rest of a line is a comment in MySQL, and an operand of PostgreSQL where the line goes on. */
const mayEndComment = (before: string): boolean =>
  /(?:^|\s)#\s/.test(before.slice(before.lastIndexOf('\n') + 1).replace(/'[^']*'/g, ''))

interface Squeezed {
  readonly letters: string
  /** White space, by how many letters stand before it. */
  readonly gaps: ReadonlyMap<number, string>
}

function squeezed(text: string): Squeezed {
  const words: string[] = []
  const gaps = new Map<number, string>()
  let length = 0
  for (const [, gap = '', word = ''] of text.matchAll(/(\s*)(\S+)/g)) {
    if (gap !== '' && length > 0) gaps.set(length, gap)
    words.push(word)
    length += word.length
  }
  return { letters: words.join(''), gaps }
}

/** Where in `given` each letter stands, counted without white space. */
const placesOf = (given: string): number[] => Array.from(given.matchAll(/[^\s]/g), ({ index }) => index)

/**
 * Where in the text its layout differs in more than white space between two words: something is torn apart, run together
 * or changed. Undefined where all is well.
 */
export function tornAt(given: string, result: string, reading: Reading): number | undefined {
  const [from, to] = [squeezed(given), squeezed(result)]
  const places = placesOf(given)
  if (from.letters.toLowerCase() !== to.letters.toLowerCase()) {
    const differs = Array.from(places, (_, n) => from.letters[n]?.toLowerCase() !== to.letters[n]?.toLowerCase())
    return places[Math.max(0, differs.indexOf(true))]
  }
  const added = [...to.gaps.keys()].filter((letter) => !from.gaps.has(letter))
  for (const letter of added) {
    const at = places[letter] ?? 0
    if (isTorn(given.slice(Math.max(0, at - CONTEXT), at), given.slice(at, at + CONTEXT), reading)) return at
  }
  const asksLines = !reading.isChosen && operatorsOf(reading.dialect).includes('#')
  for (const [letter, gap] of from.gaps) {
    const at = places[letter] ?? 0
    const start = at - gap.length
    const kept = to.gaps.get(letter)
    if (kept === undefined && isJoined(given.slice(Math.max(0, start - CONTEXT), start), given.slice(at, at + CONTEXT)))
      return at
    if (asksLines && gap.includes('\n') && !kept?.includes('\n') && mayEndComment(given.slice(0, start))) return at
  }
  return undefined
}

/** The text around a place, up to the next white space: what would be torn. */
export function pieceAround(given: string, at: number): string {
  const before = /\S*\s?$/.exec(given.slice(Math.max(0, at - CONTEXT), at))?.[0] ?? ''
  const after = /^\S*/.exec(given.slice(at, at + CONTEXT))?.[0] ?? ''
  return before + after
}
