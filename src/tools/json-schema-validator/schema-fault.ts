type Kind =
  | 'schema'
  | 'schemas'
  | 'schema or schemas'
  | 'schemas by name'
  | 'number'
  | 'count'
  | 'text'
  | 'names'
  | 'list'
  | 'type'

/** The keywords by what their value must be, in every draft that has them; others are not looked at. */
const KEYWORDS: Readonly<Record<Kind, readonly string[]>> = {
  schema: [
    ...['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalItems', 'additionalProperties'],
    ...['unevaluatedItems', 'unevaluatedProperties'],
  ],
  schemas: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  'schema or schemas': ['items'],
  'schemas by name': ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
  number: ['minimum', 'maximum', 'multipleOf'],
  count: [
    ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
    ...['minContains', 'maxContains'],
  ],
  text: ['pattern', '$ref', 'format'],
  names: ['required'],
  list: ['enum'],
  type: ['type'],
}
const KINDS = new Map(Object.entries(KEYWORDS).flatMap(([kind, names]) => names.map((name) => [name, kind as Kind])))

const SAID: Readonly<Record<Kind, string>> = {
  schema: 'an object, true or false',
  schemas: 'a list of schemas',
  'schema or schemas': 'a schema or a list of them',
  'schemas by name': 'an object of schemas',
  number: 'a number',
  count: 'a whole number, 0 or more',
  text: 'text',
  names: 'a list of texts',
  list: 'a list',
  type: 'array, boolean, integer, null, number, object or string, or a list of these',
}
const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isListOf = (value: unknown, fits: (element: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(fits)
const isType = (value: unknown): boolean => TYPES.includes(String(value)) && typeof value === 'string'

/** Whether the value has the form; what is in a schema within it is looked at on its own. */
const FITS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  schema: () => true,
  schemas: Array.isArray,
  'schema or schemas': () => true,
  'schemas by name': isObject,
  number: (value) => typeof value === 'number',
  count: (value) => Number.isInteger(value) && Number(value) >= 0,
  text: (value) => typeof value === 'string',
  names: (value) => isListOf(value, (element) => typeof element === 'string'),
  list: Array.isArray,
  type: (value) => isType(value) || isListOf(value, isType),
}

function within(kind: Kind, value: unknown): [string, unknown][] {
  if (kind === 'schema') return [['', value]]
  if (kind === 'schemas by name') return isObject(value) ? named(value) : []
  if (kind === 'schema or schemas' && !Array.isArray(value)) return [['', value]]
  return kind === 'schemas' || kind === 'schema or schemas' ? named(Object(value)) : []
}
const named = (value: object): [string, unknown][] =>
  Object.entries(value).map(([name, member]) => [`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, member])

/** The schema and every schema in it, and nothing that is data or of a name. */
export function* schemasIn(schema: unknown): Generator<Record<string, unknown>> {
  if (!isObject(schema)) return
  yield schema
  for (const [keyword, value] of Object.entries(schema)) {
    const kind = KINDS.get(keyword)
    if (kind !== undefined) for (const [, part] of within(kind, value)) yield* schemasIn(part)
  }
}

/** What is wrong with the schema itself, as the rest of a sentence; the validator takes it as it comes. */
export function schemaFault(schema: unknown, pointer = ''): string | undefined {
  const place = pointer === '' ? '' : ` at ${pointer}`
  if (typeof schema === 'boolean') return undefined
  if (!isObject(schema)) return `must be an object, true or false${place}`
  for (const [keyword, value] of Object.entries(schema)) {
    const kind = KINDS.get(keyword)
    if (kind === undefined) continue
    if (!FITS[kind](value)) return `must have ${SAID[kind]} as ${keyword}${place}`
    for (const [step, part] of within(kind, value)) {
      const fault = schemaFault(part, `${pointer}/${keyword}${step}`)
      if (fault !== undefined) return fault
    }
  }
  return undefined
}
