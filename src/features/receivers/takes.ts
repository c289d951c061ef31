import type { Field } from '#src/sdk/fields.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { defaultOf, isShown } from '#src/sdk/validate-input.ts'

/** What a result can be for another tool, with a value of each by which built-in tools are tried. */
export const SAMPLES = {
  json: '[{"name": "Ada", "born": 1815}, {"name": "Mary", "born": 1797}]',
  markup: '<p>To <b>be</b></p>',
  text: 'To be, or not to be:\nthat is the question.',
  url: 'https://example.com/a?b=1',
  uuid: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
  colour: '#0f6274',
  date: '2026-03-01',
  number: 12,
  numbers: [2, 4, 9],
  words: ['ash', 'oak', 'elm'],
} as const satisfies Record<string, Json>
export type ValueKind = keyof typeof SAMPLES

const isText = ({ type, takesJson }: Field) => type === 'textarea' && takesJson !== true
const isList = ({ type }: Field) => type === 'list'

const FITS: Readonly<Record<ValueKind, (field: Field) => boolean>> = {
  json: ({ takesJson }) => takesJson === true,
  markup: isText,
  text: isText,
  url: ({ type, name }) => type === 'url' || (type === 'string' && name === 'url'),
  uuid: ({ type, name }) => type === 'string' && name === 'uuid',
  colour: ({ picker }) => picker === 'colour',
  date: ({ type }) => type === 'date',
  number: ({ type }) => type === 'number' || type === 'range',
  numbers: isList,
  words: isList,
}

const CHOICES: ReadonlySet<Field['type']> = new Set(['select', 'radio', 'multiselect', 'boolean', 'checkbox'])

/** Nobody sends a secret on, and a file cannot be filled in. */
const isOpen = ({ hidden, secret, type }: Field) =>
  hidden !== true && secret !== true && type !== 'password' && type !== 'file'

function defaultsOf(fields: readonly Field[]): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const field of fields) values[field.name] = defaultOf(field, values)
  return values
}

const firstWanted = (fields: readonly Field[]): Field | undefined =>
  fields.find(({ required }) => required) ?? fields[0]

/** The field that a tool is about, if a value of this kind fits there: the first one to type into, required ones first. */
export function mainField(fields: readonly Field[], kind: ValueKind): Field | undefined {
  // JSON is told by its own mark, whatever is chosen above it.
  if (kind === 'json') return firstWanted(fields.filter((field) => isOpen(field) && FITS.json(field)))
  const usual = defaultsOf(fields)
  const main = firstWanted(fields.filter((one) => isOpen(one) && !CHOICES.has(one.type) && isShown(one, usual)))
  return main !== undefined && FITS[kind](main) ? main : undefined
}

type Inputs = Readonly<Record<string, unknown>>

/** What the field needs to be seen: the choice that shows it. */
const shownBy = ({ showIf }: Field, usual: Inputs): JsonObject =>
  showIf === undefined || showIf.in.some((wanted) => wanted === usual[showIf.field])
    ? {}
    : { [showIf.field]: showIf.in[0] ?? null }

/**
 * Inputs beside the main one that may lead to a result: none but the required ones, then all that the example has and
 * no default stands for. A second text from an example would make nonsense of a comparison.
 */
export function companions(fields: readonly Field[], main: Field, example: Inputs = {}): JsonObject[] {
  const usual = defaultsOf(fields)
  const own = shownBy(main, usual)
  const lacking = fields.filter(({ name }) => name !== main.name && usual[name] === undefined)
  if (lacking.some(({ type, required }) => required && type === 'textarea')) return []
  // Examples are JSON.
  const given = example as JsonObject
  const from = (wanted: readonly Field[]): JsonObject => ({
    ...Object.fromEntries(wanted.flatMap(({ name }) => (given[name] === undefined ? [] : [[name, given[name]]]))),
    ...own,
  })
  return [from(lacking.filter(({ required }) => required)), from(lacking)]
}

/** Whether all required fields have a value beside the main one. */
export const isComplete = (fields: readonly Field[], main: Field, inputs: Inputs): boolean =>
  fields.every(
    ({ name, required, default: usual, showIf }) =>
      !required || usual !== undefined || showIf !== undefined || name === main.name || Object.hasOwn(inputs, name),
  )
