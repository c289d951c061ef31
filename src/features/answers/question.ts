import type { JsonObject } from '#src/sdk/index.ts'

/** What a search asks of a tool. */
export interface Question {
  readonly slug: string
  readonly input: JsonObject
  /** The question as it was understood, and its answer, which begins with = or ≈. */
  readonly text: (outputs: JsonObject) => string
  readonly show: (outputs: JsonObject) => string
  /** The answer is known without the tool, whose code is too much for the server. */
  readonly isKnown?: boolean
  /** Another answer tomorrow. */
  readonly isOfToday?: boolean
}

const DIGITS = 12
const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: DIGITS })

/** "= 84.5", "≈ 22.0462262185" */
export function equals(value: unknown): string {
  if (typeof value !== 'number') return `= ${String(value)}`
  const near = Number(value.toPrecision(DIGITS))
  const isReadable = near === 0 || (Math.abs(near) >= 1e-6 && Math.abs(near) < 1e15)
  return `${near === value ? '=' : '≈'} ${isReadable ? plain.format(near) : String(near)}`
}

export const UNSIGNED = String.raw`(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?`
/** One number as people type it: "1,234.5", "−3", ".5", "2e6". */
export const NUMBER = `[-−+]?${UNSIGNED}`
export const toValue = (text: string): number => Number(text.replaceAll(',', '').replace('−', '-'))

/** Without what politeness puts around a question. */
export const bare = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\s?=]+$/, '')
    .replace(/^(?:what(?:['’]s| is| are)|how much (?:is|are)|convert|calculate|compute)\s+/i, '')
