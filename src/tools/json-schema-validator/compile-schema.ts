import type { OutputUnit, Schema, SchemaDraft } from '@cfworker/json-schema'
import { ToolError } from '#src/sdk/index.ts'
import { knows, refsStandAlone } from './drafts.ts'
import type { SchemaIndex } from './schema-index.ts'
import { type AnySchema, isSchemaObject, type SchemaObject, withParts } from './schema-parts.ts'

export interface CompiledSchema {
  readonly schema: Schema | boolean
  /** What the library finds by the `__absolute_ref__` beside a `$ref`. */
  readonly lookup: Readonly<Record<string, Schema | boolean>>
}

/** The first schema of each dynamic name on the way here (Core, section 7.1), and the same as text. */
interface Scope {
  readonly first: ReadonlyMap<string, SchemaObject>
  readonly key: string
}

/** What `false` is to the library, whose own `false` forgets its place. No schema of a person has an empty `type`. */
const NOTHING: Schema = { type: [] }

const MOST_COPIES = 200_000
const MOST_SCOPES = 500
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'] as const
const NOT_COPIED: ReadonlySet<string> = new Set([
  ...[...REFERENCES, '$recursiveAnchor', '$defs', 'definitions', '__absolute_ref__', '__absolute_recursive_ref__'],
])

/**
 * The library knows references by address only, one way of each draft’s to read a keyword, and no `$dynamicRef`. So it
 * gets copies: of each schema one for every dynamic scope in which it is reached, with what its references mean there,
 * and in the words of draft 2020-12.
 */
class Compiler {
  readonly lookup: Record<string, Schema | boolean> = Object.create(null)
  readonly #index: SchemaIndex
  readonly #withFormats: boolean
  readonly #numbers = new Map<SchemaObject, number>()
  readonly #left: (readonly [SchemaObject, Scope])[] = []
  readonly #scopes = new Set<string>()
  #copies = 0

  constructor(index: SchemaIndex, withFormats: boolean) {
    this.#index = index
    this.#withFormats = withFormats
  }

  compile(root: AnySchema): CompiledSchema {
    const schema = this.#copy(root, { first: new Map(), key: '' })
    for (let next = this.#left.pop(); next !== undefined; next = this.#left.pop()) this.#copy(...next)
    return { schema, lookup: this.lookup }
  }

  #number(schema: SchemaObject): number {
    const number = this.#numbers.get(schema) ?? this.#numbers.size
    this.#numbers.set(schema, number)
    return number
  }

  #within(scope: Scope, schema: SchemaObject): Scope {
    const { dynamic } = this.#index.resourceOf(schema)
    const added = [...dynamic].filter(([name]) => !scope.first.has(name))
    if (added.length === 0) return scope
    const first = new Map([...scope.first, ...added])
    const names = [...first].map(([name, found]) => `${this.#number(found)} ${name}`)
    const key = names.toSorted().join()
    this.#scopes.add(key)
    return { first, key }
  }

  #copy(schema: AnySchema, outer: Scope): Schema | boolean {
    if (!isSchemaObject(schema)) return schema || NOTHING
    const scope = this.#within(outer, schema)
    const key = `${this.#number(schema)} ${scope.key}`
    const done = this.lookup[key]
    if (done !== undefined) return done
    this.#copies++
    if (this.#copies > MOST_COPIES || this.#scopes.size > MOST_SCOPES)
      throw new ToolError('Schema must not have so many ways to its $dynamicRefs', { field: 'schema' })
    const copy: Schema = Object.create(null)
    this.lookup[key] = copy
    const { draft } = this.#index.resourceOf(schema)
    const references = this.#references(schema, draft, scope)
    if (!refsStandAlone(draft) || references.length === 0) this.#copyKeywords(copy, schema, draft, scope)
    const [reference, ...more] = references
    Object.assign(copy, reference)
    if (more.length > 0) copy.allOf = [...(Array.isArray(copy.allOf) ? copy.allOf : []), ...more]
    return copy
  }

  #copyKeywords(copy: Schema, schema: SchemaObject, draft: SchemaDraft, scope: Scope): void {
    for (const [keyword, value] of Object.entries(schema)) {
      if (NOT_COPIED.has(keyword) || !knows(draft, keyword)) continue
      if (keyword === 'format' && !this.#withFormats) continue
      copy[keyword] = withParts(keyword, value, (part) => this.#copy(part, scope))
    }
    if (draft !== '4') return
    for (const [limit, exclusive] of [
      ['minimum', 'exclusiveMinimum'],
      ['maximum', 'exclusiveMaximum'],
    ] as const) {
      const { [limit]: bound, [exclusive]: isExclusive } = schema
      delete copy[exclusive]
      if (isExclusive !== true || typeof bound !== 'number') continue
      delete copy[limit]
      copy[exclusive] = bound
    }
  }

  #references(schema: SchemaObject, draft: SchemaDraft, scope: Scope): Schema[] {
    return REFERENCES.flatMap((keyword) => {
      const reference = schema[keyword]
      if (typeof reference !== 'string' || !knows(draft, keyword)) return []
      return { $ref: reference, __absolute_ref__: this.#keyOf(reference, keyword, schema, scope) }
    })
  }

  /** Where nothing is found, a key under which the library finds nothing either: it says so if it comes there. */
  #keyOf(reference: string, keyword: (typeof REFERENCES)[number], from: SchemaObject, scope: Scope): string {
    const target = this.#index.find(reference, this.#index.resourceOf(from))
    if (target === undefined) return reference || '#'
    const { schema: initial, dynamicName } = target
    const isDynamic = dynamicName !== undefined && keyword === (dynamicName === '' ? '$recursiveRef' : '$dynamicRef')
    const schema = isDynamic ? (scope.first.get(dynamicName) ?? initial) : initial
    if (!isSchemaObject(schema)) {
      this.lookup[`is ${schema}`] = schema || NOTHING
      return `is ${schema}`
    }
    this.#left.push([schema, scope])
    return `${this.#number(schema)} ${this.#within(scope, schema).key}`
  }
}

export const isOfNothing = ({ keyword, error }: OutputUnit): boolean =>
  keyword === 'type' && error.endsWith('Expected "".')

/** Throws ToolError where the ways to a `$dynamicRef` are too many. */
export const compileSchema = (schema: AnySchema, index: SchemaIndex, { withFormats }: { withFormats: boolean }) =>
  new Compiler(index, withFormats).compile(schema)
