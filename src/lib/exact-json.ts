import { type Parsed, parseJson } from './parse-json.ts'

/** What a reviver and a replacer can do since 2025, and earlier in most engines; TypeScript does not know it yet. */
type Source = Readonly<{ source?: string }>
const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown }

const LONG_NUMBER = /\d{16}/
const WHOLE = /^-?\d+$/

const keepDigits = (_key: string, value: unknown, context?: Source): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && WHOLE.test(context?.source ?? '')
    ? BigInt(context?.source ?? '')
    : value

/** Reads JSON as parseJson does; whole numbers that a double would round are bigint. */
export const parseExactJson = (text: string): Parsed => parseJson(text, LONG_NUMBER.test(text) ? keepDigits : undefined)

/** JSON of a value in which there may be bigint, with all its digits. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'bigint') return part
    return rawJSON?.(String(part)) ?? Number(part)
  })
