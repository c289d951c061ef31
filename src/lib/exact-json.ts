import { type Parsed, parseJson } from './parse-json.ts'

/** What a reviver and a replacer can do since 2025, and earlier in most engines; TypeScript does not know it yet. */
type Source = Readonly<{ source?: string }>
const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown }

/** Digits or an exponent of a number that a double might not hold. */
const LONG_NUMBER = /\d{16}|e\+?\d{3}/i
const WHOLE = /^-?\d+$/

const keepDigits = (_key: string, value: unknown, context?: Source): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && WHOLE.test(context?.source ?? '')
    ? BigInt(context?.source ?? '')
    : value

/** Reads JSON as parseJson does; whole numbers that a double would round are bigint, what no double reaches is refused. */
export function parseExactJson(text: string): Parsed {
  if (!LONG_NUMBER.test(text)) return parseJson(text)
  let isTooLarge = false
  const parsed = parseJson(text, (key, value, context?: Source) => {
    if (value === Infinity || value === -Infinity) isTooLarge = true
    return keepDigits(key, value, context)
  })
  return isTooLarge ? { ok: false, problem: 'must have numbers up to 1.8e308' } : parsed
}

/** JSON of a value in which there may be bigint, with all its digits. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'bigint') return part
    return rawJSON?.(String(part)) ?? Number(part)
  })
