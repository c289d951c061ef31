import type { Receiver } from '#src/features/receivers/receivers.schema.ts'
import type { ValueKind } from '#src/features/receivers/takes.ts'
import type { Json } from '#src/sdk/json.ts'
import { outputText, type ShownOutput } from './outputs.ts'

/** One part of a result as other tools may take it: the kinds that it is, the most telling first. */
export interface Sendable {
  readonly name: string
  readonly label: string
  readonly forms: readonly { readonly kind: ValueKind; readonly value: Json }[]
}

const COLOUR =
  /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(?:rgb|hsl)a?\([^()]+\)|(?:hwb|lab|lch|oklab|oklch)\([^()]+\))$/i
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const NUMBER = /^-?\d+(?:\.\d+)?$/

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const LOOKS: readonly (readonly [ValueKind, (text: string) => boolean])[] = [
  ['json', isJson],
  ['markup', (text) => /^<[a-z!?][\s\S]*>$/i.test(text)],
  ['url', (text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)],
  ['uuid', (text) => UUID.test(text)],
  ['colour', (text) => COLOUR.test(text)],
  ['date', (text) => /^\d{4}-\d\d-\d\d$/.test(text)],
]

type Forms = Sendable['forms']

function formsOfText(text: string): Forms {
  const bare = text.trim()
  if (bare === '') return []
  const looks = LOOKS.filter(([, looksSo]) => looksSo(bare)).map(([kind]) => ({ kind, value: bare }))
  const number =
    NUMBER.test(bare) && Number.isFinite(Number(bare)) ? [{ kind: 'number' as const, value: Number(bare) }] : []
  return [...looks, ...number, { kind: 'text', value: text }]
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

function formsOfList(items: readonly unknown[], text: string): Forms {
  if (items.length === 0) return []
  if (items.every(isNumber))
    return [
      { kind: 'numbers', value: [...items] },
      { kind: 'text', value: text },
    ]
  return [
    { kind: 'words', value: items.map(String) },
    { kind: 'text', value: text },
  ]
}

function formsOf(output: ShownOutput): Forms {
  const { spec, value } = output
  if (spec.renderer === 'image' || typeof value === 'boolean' || value === null) return []
  if (typeof value === 'number') return Number.isFinite(value) ? [{ kind: 'number', value }] : []
  if (typeof value === 'string') return formsOfText(value)
  if (spec.format === 'marked') return formsOfText(outputText(output))
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return formsOfList(value, value.join('\n'))
  return formsOfText(JSON.stringify(value, null, 2))
}

/** What of a result can go on to another tool. */
export const sendables = (outputs: readonly ShownOutput[]): Sendable[] =>
  outputs
    .map((output) => ({ name: output.name, label: output.spec.label, forms: formsOf(output) }))
    .filter(({ forms }) => forms.length > 0)

/** The inputs with which a tool opens; undefined when the value is beyond the limits of its field. */
export function inputsFor(
  { kind, field, limits, inputs }: Receiver,
  { forms }: Sendable,
): Record<string, Json> | undefined {
  const form = forms.find((one) => one.kind === kind)
  if (form === undefined) return undefined
  const { value } = form
  const { min = -Infinity, max = Infinity, integer, maxLength = Infinity } = limits
  if (isNumber(value) && (value < min || value > max || (integer === true && !Number.isInteger(value))))
    return undefined
  if (typeof value === 'string' && value.length > maxLength) return undefined
  // They came out of a JSON parser.
  return { ...(inputs as Record<string, Json>), [field]: value }
}
