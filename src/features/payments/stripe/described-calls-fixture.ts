// Checks calls against a description of an API (OpenAPI 3) as far as it describes what forms and queries hold: names,
// types, choices, lengths, and what has to be there.

export interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly maxLength?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly $ref?: string
}

interface Operation {
  readonly parameters?: readonly {
    readonly in: string
    readonly name: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface DescribedCall {
  readonly method: string
  readonly path: string
  readonly form: URLSearchParams
}

interface Tree {
  [name: string]: Tree | string
}

/** `a[b][0]=1` → { a: { b: { 0: '1' } } } */
function toTree(form: URLSearchParams): Tree {
  const tree: Tree = {}
  for (const [name, value] of form) {
    const parts = name.split(/[[\]]+/).filter((part) => part !== '')
    const last = parts.pop() ?? ''
    let at = tree
    for (const part of parts) {
      const known = at[part]
      const inside: Tree = typeof known === 'object' ? known : {}
      at[part] = inside
      at = inside
    }
    at[last] = value
  }
  return tree
}

const LEAVES: Readonly<Record<string, RegExp>> = {
  integer: /^-?\d+$/,
  number: /^-?\d+(?:\.\d+)?$/,
  boolean: /^(?:true|false)$/,
}

function leafProblem({ type = 'string', enum: choices, maxLength = Number.POSITIVE_INFINITY }: Schema, text: string) {
  if (type === 'object' || type === 'array') return `is “${text}” instead of an ${type}`
  if (LEAVES[type]?.test(text) === false) return `is no ${type}: “${text}”`
  if (choices !== undefined && !choices.includes(text)) return `is none of the choices: “${text}”`
  return text.length > maxLength ? `has more than ${maxLength} characters` : undefined
}

/** What of a value is not as its schema says, each with where it stands. */
function problemsIn(schema: Schema | undefined, value: Tree | string, at: string): string[] {
  if (schema === undefined) return [`${at} is not known`]
  if (schema.anyOf !== undefined) {
    const all = schema.anyOf.map((one) => problemsIn(one, value, at))
    return all.find((problems) => problems.length === 0) ?? all.toSorted((a, b) => a.length - b.length)[0] ?? []
  }
  if (typeof value === 'string') {
    const problem = leafProblem(schema, value)
    return problem === undefined ? [] : [`${at} ${problem}`]
  }
  if (schema.type === 'array')
    return Object.entries(value).flatMap(([n, one]) => problemsIn(schema.items, one, `${at}[${n}]`))
  const others = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
  return [
    ...(schema.required ?? []).filter((name) => !(name in value)).map((name) => `${at}[${name}] is missing`),
    ...Object.entries(value).flatMap(([name, one]) =>
      problemsIn(schema.properties?.[name] ?? others, one, `${at}[${name}]`),
    ),
  ]
}

/** The parameters of an address, as one schema. */
const queryOf = ({ parameters = [] }: Operation): Schema => {
  const inQuery = parameters.filter((one) => one.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required === true).map(({ name }) => name),
  }
}

/** What of a call is not as the description of its API says. */
export function problemsOf({ paths }: Description, { method, path, form }: DescribedCall): string[] {
  const isOf = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
  // `/v1/events/{id}` would be `/v1/events/search` too: what is written out comes first.
  const template = paths[path] === undefined ? Object.keys(paths).find(isOf) : path
  const operation = paths[template ?? '']?.[method.toLowerCase()]
  if (operation === undefined) return [`${method} ${path} is not known`]
  const body = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema
  return problemsIn(method === 'POST' ? body : queryOf(operation), toTree(form), `${method} ${path} `)
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of an answer, however deep, that its schema does not have. Objects that may hold anything are not looked into. */
export function fieldsUnknownTo(
  description: Description,
  schemas: readonly Schema[],
  answer: unknown,
  at: string,
): string[] {
  if (Array.isArray(answer)) {
    const items = schemas.flatMap((schema) => schema.items ?? [])
    return answer.flatMap((one) => fieldsUnknownTo(description, variantsOf(description, items), one, at))
  }
  const isOpen = schemas.some(({ type, properties }) => type === 'object' && properties === undefined)
  if (!isPlain(answer) || isOpen) return []
  return Object.entries(answer).flatMap(([name, value]) => {
    const inside = schemas.flatMap((schema) => schema.properties?.[name] ?? [])
    if (inside.length === 0) return [`${at}.${name}`]
    return fieldsUnknownTo(description, variantsOf(description, inside), value, `${at}.${name}`)
  })
}

/** The schemas that a value may have, without references and choices between them. */
function variantsOf(description: Description, schemas: readonly Schema[]): Schema[] {
  return schemas.flatMap((schema) => {
    const name = schema.$ref?.replace('#/components/schemas/', '')
    if (name !== undefined) return variantsOf(description, [description.components.schemas[name] ?? {}])
    return schema.anyOf === undefined ? [schema] : variantsOf(description, schema.anyOf)
  })
}

/** The schema of the object that says what it is. */
export const schemaOf = ({ components }: Description, object: string): Schema => components.schemas[object] ?? {}
