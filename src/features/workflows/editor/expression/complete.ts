import { type FunctionDoc, functions } from '#src/lib/expressions/functions.ts'
import { scan } from '#src/lib/expressions/scan.ts'
import type { Json } from '#src/sdk/json.ts'
import { expressionAt, isContainer, type JsonKind, kindOf, previewOf } from '#src/ui/data-view/json-paths.ts'

/** What an expression may name, with a value where one is known. */
export type Names = Readonly<Record<string, Json | undefined>>

export interface Suggestion {
  /** What is inserted in place of the text from `from` on. */
  readonly label: string
  /** Behind it, in short: its value, or its signature. */
  readonly detail: string
  readonly info?: string
  readonly isFunction?: boolean
  /** Opens the next list, as "." does. */
  readonly goesOn?: boolean
}

export interface Suggestions {
  /** Where the text begins that they take the place of. */
  readonly from: number
  readonly options: readonly Suggestion[]
}

/** Where the expression around a position begins; undefined outside of {{ }}. */
export function expressionStart(text: string, at: number): number | undefined {
  const segments = scan(text.slice(0, at))
  const last = segments.at(-1)
  return last?.kind === 'unclosed' ? last.offset + 2 : undefined
}

/** A chain of names and positions that ends a text, and begins with a name of the scope. */
const CHAIN = /(?<![\w.)\]])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d+\]|\["(?:[^"\\]|\\.)*"\])*$/
/** Nothing can stand behind the digits or the dot of a number but more digits. */
const NUMBER = /(?<![\w)\]])\d+(?:\.\d*)?$/
const PART = /^[A-Za-z_]\w*|\.([A-Za-z_]\w*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g

/** What can stand at a position of a text: names of the scope, fields of a value, functions that fit it. */
export function suggestionsAt(text: string, at: number, names: Names): Suggestions | undefined {
  const start = expressionStart(text, at)
  if (start === undefined) return undefined
  const before = text.slice(start, at)
  if (isInText(before) || NUMBER.test(before)) return undefined
  const dot = before.match(/^(.*)\.([A-Za-z_]\w*)?$/s)
  if (dot === null) {
    const word = before.match(/[A-Za-z_]\w*$/)?.[0] ?? ''
    return { from: at - word.length, options: [...namesOf(names), ...globals] }
  }
  const [, owner = '', word = ''] = dot
  const from = at - word.length
  const chain = owner.match(CHAIN)?.[0] ?? ''
  if (chain === '') return { from, options: methodsOf(undefined) }
  if (NAMESPACES.has(chain)) return { from, options: inNamespace(chain) }
  const value = knownValue(chain, names)
  if (value === undefined) return { from, options: methodsOf(undefined) }
  return { from, options: [...fieldsOf(value), ...methodsOf(kindOf(value))] }
}

/** Whether a position is inside a quoted text. */
function isInText(before: string): boolean {
  let quote = ''
  for (let at = 0; at < before.length; at++) {
    const character = before[at] ?? ''
    if (quote === '') quote = character === '"' || character === "'" ? character : ''
    else if (character === '\\') at += 1
    else if (character === quote) quote = ''
  }
  return quote !== ''
}

/** Whether the next } of an expression closes a { of its own, as that of {"a": 1}, seen from what stands before it. */
export function hasOpenBrace(before: string): boolean {
  let quote = ''
  let open = 0
  for (let at = 0; at < before.length; at++) {
    const character = before[at] ?? ''
    if (character === '\\') at += 1
    else if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '{') open += 1
    else if (character === '}') open -= 1
  }
  return open > 0
}

/** The value of a chain of names and positions, as far as it is known. */
export function knownValue(chain: string, names: Names): Json | undefined {
  let value: Json | undefined
  for (const [whole, field, position, quoted] of chain.matchAll(PART)) {
    const name = field ?? position ?? (quoted === undefined ? undefined : (JSON.parse(quoted) as string))
    if (name === undefined) value = Object.hasOwn(names, whole) ? names[whole] : undefined
    else if (value === undefined || !isContainer(value) || !Object.hasOwn(value, name)) return undefined
    else value = Array.isArray(value) ? value[Number(name)] : value[name]
  }
  return value
}

/** The first item of a list that is written down, or named by one {{ chain }}; undefined where it is not known. */
export function firstItemOf(list: Json, names: Names): Json | undefined {
  const [segment] = typeof list === 'string' ? scan(list) : []
  const value = segment?.kind === 'expression' ? knownValue(segment.source, names) : list
  return Array.isArray(value) ? value[0] : undefined
}

const namesOf = (names: Names): Suggestion[] => Object.entries(names).map(([label, value]) => option(label, value))

const MOST_FIELDS = 200

/** A field by its name; one that cannot follow a dot stands in brackets, and so does a position. */
function fieldsOf(value: Json): Suggestion[] {
  if (!isContainer(value)) return []
  if (Array.isArray(value)) return value.length === 0 ? [] : [option('[0]', value[0] ?? null)]
  return Object.entries(value)
    .slice(0, MOST_FIELDS)
    .map(([name, part]) => option(expressionAt('', [name]).replace(/^\./, ''), part))
}

/** Steps that have not run have a name and no value. */
const option = (label: string, value: Json | undefined): Suggestion => ({
  label,
  detail: value === undefined ? 'not known yet' : previewOf(value),
  goesOn: value !== undefined && isContainer(value),
})

const exampleText = ({ description, example }: FunctionDoc) =>
  `${description}\n${example.expression} → ${JSON.stringify(example.result)}`

const RECEIVERS: Readonly<Record<JsonKind, readonly string[]>> = {
  text: ['text'],
  list: ['list'],
  number: [],
  boolean: [],
  null: [],
  object: [],
}
const RECEIVER = /^(text|list|timestamp|duration|optional)\./
const isMethod = ({ signatures }: FunctionDoc) => RECEIVER.test(signatures[0] ?? '')
const isWord = ({ name }: FunctionDoc) => /^[a-z][\w.]*$/i.test(name) && name !== 'in'

const NAMESPACES = new Set(['math', 'json', 'base64', 'cel'])

const toSuggestion = (doc: FunctionDoc, label: string): Suggestion => ({
  ...{ label: `${label}(`, detail: doc.signatures[0] ?? '', info: exampleText(doc), isFunction: true },
})
const globals = functions.filter((doc) => isWord(doc) && !isMethod(doc)).map((doc) => toSuggestion(doc, doc.name))
const inNamespace = (namespace: string) =>
  functions
    .filter(({ name }) => name.startsWith(`${namespace}.`))
    .map((doc) => toSuggestion(doc, doc.name.slice(namespace.length + 1)))

/** The functions of a kind of value; where it is not known, those of all kinds. */
function methodsOf(kind: JsonKind | undefined): Suggestion[] {
  return functions
    .filter((doc) => isMethod(doc) && isWord(doc))
    .filter(
      ({ signatures }) =>
        kind === undefined || signatures.some((one) => RECEIVERS[kind].includes(RECEIVER.exec(one)?.[1] ?? '')),
    )
    .map((doc) => toSuggestion(doc, doc.name))
}
