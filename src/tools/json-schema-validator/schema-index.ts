import type { SchemaDraft } from '@cfworker/json-schema'
import { ToolError } from '#src/sdk/index.ts'
import { draftNamedIn, knows, refsStandAlone } from './drafts.ts'
import { type AnySchema, isSchema, isSchemaObject, type SchemaObject, withParts } from './schema-parts.ts'

/** A schema with an address of its own, and what it contains up to the next such (Core, section 4.3.5). */
interface Resource {
  readonly uri: string
  readonly root: AnySchema
  readonly draft: SchemaDraft
  /** By the name of the `$dynamicAnchor`; by '' the root, if its `$recursiveAnchor` is true. */
  readonly dynamic: Map<string, SchemaObject>
}

/** A schema whose form is to be checked on its own, with its place as far as it is known. */
interface Part {
  readonly schema: AnySchema
  readonly draft: SchemaDraft
  readonly place: string
}

interface Target {
  readonly schema: AnySchema
  /** The name of the `$dynamicAnchor` that was asked for, if it is one. */
  readonly dynamicName?: string | undefined
}

const WITHOUT_ID = 'schema:///'

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function addressOf(reference: string, base: string): { uri: string; fragment: string } {
  if (!URL.canParse(reference, base))
    throw new ToolError('Schema must have addresses (URIs) as $id and $ref, from the whole one or relative to it', {
      field: 'schema',
    })
  const url = new URL(reference, base)
  const fragment = decoded(url.hash.slice(1))
  url.hash = ''
  return { uri: url.href, fragment }
}

/** What the schemas of some documents are called, and which of them a reference means. */
export class SchemaIndex {
  readonly #resources: Map<string, Resource>
  readonly #anchors: Map<string, SchemaObject>
  readonly #places: Map<AnySchema, Resource>
  readonly #own = new Set<Resource>()
  /** Embedded schemas of other drafts. */
  readonly embedded: Part[] = []
  /** Referred to, where no keyword holds schemas. */
  readonly elsewhere: Part[] = []

  /** Knows also what the other one does; its own documents go first. */
  constructor(other?: SchemaIndex) {
    this.#resources = new Map(other ? other.#resources : [])
    this.#anchors = new Map(other ? other.#anchors : [])
    this.#places = new Map(other ? other.#places : [])
  }

  /** Throws ToolError where an address is none, or stands for two schemas. */
  add(root: AnySchema, draft: SchemaDraft): void {
    const outside = { uri: WITHOUT_ID, root, draft, dynamic: new Map<string, SchemaObject>() }
    if (!isSchemaObject(root) || !this.#ownAddress(root, outside)) this.#resources.set(WITHOUT_ID, outside)
    this.#visit(root, outside, '')
  }

  resourceOf(schema: SchemaObject): Resource {
    const resource = this.#places.get(schema)
    if (resource === undefined) throw new Error('The schema was not added')
    return resource
  }

  /** Undefined where there is no such schema. Throws ToolError where the reference is no address. */
  find(reference: string, { uri: base }: Resource): Target | undefined {
    const { uri, fragment } = addressOf(reference, base)
    const resource = this.#resources.get(uri)
    const anchored = this.#anchors.get(`${uri}#${fragment}`)
    if (anchored !== undefined)
      return { schema: anchored, dynamicName: resource?.dynamic.get(fragment) === anchored ? fragment : undefined }
    if (resource === undefined) return undefined
    if (fragment === '') return { schema: resource.root, dynamicName: resource.dynamic.has('') ? '' : undefined }
    return fragment.startsWith('/') ? this.#at(fragment, resource) : undefined
  }

  #at(pointer: string, start: Resource): Target | undefined {
    let resource = start
    let value: unknown = start.root
    for (const step of pointer.slice(1).split('/')) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
      value = Reflect.get(value, name)
      resource = (isSchemaObject(value) ? this.#places.get(value) : undefined) ?? resource
    }
    if (!isSchema(value)) return undefined
    if (isSchemaObject(value) && !this.#places.has(value)) {
      this.elsewhere.push({ schema: value, draft: resource.draft, place: pointer })
      this.#visit(value, resource, pointer)
    }
    return { schema: value }
  }

  /** The address that a schema gives itself, unless it only names a place in the resource around it. */
  #ownAddress(schema: SchemaObject, around: Resource): Omit<Resource, 'dynamic'> | undefined {
    const draft = draftNamedIn(schema) ?? around.draft
    const id = around.root === schema ? this.#idOf(schema, around.draft) : this.#idOf(schema, draft)
    if (id === undefined || id.startsWith('#')) return undefined
    const { uri, fragment } = addressOf(id, around.uri)
    return fragment === '' ? { uri, root: schema, draft: around.root === schema ? around.draft : draft } : undefined
  }

  #idOf(schema: SchemaObject, draft: SchemaDraft): string | undefined {
    const id = schema[draft === '4' ? 'id' : '$id']
    const isIgnored = refsStandAlone(draft) && typeof schema.$ref === 'string'
    return typeof id === 'string' && !isIgnored ? id : undefined
  }

  #visit(schema: AnySchema, around: Resource, place: string): void {
    if (!isSchemaObject(schema)) return
    const address = this.#ownAddress(schema, around)
    const resource = address === undefined ? around : this.#embed({ ...address, dynamic: new Map() })
    if (resource.draft !== around.draft) this.embedded.push({ schema, draft: resource.draft, place })
    this.#places.set(schema, resource)
    this.#name(schema, resource)
    for (const [keyword, value] of Object.entries(schema))
      if (knows(resource.draft, keyword))
        withParts(keyword, value, (part, step) => this.#visit(part, resource, `${place}${step}`))
  }

  #embed(resource: Resource): Resource {
    const other = this.#resources.get(resource.uri)
    if (other !== undefined && this.#own.has(other))
      throw new ToolError('Schema must have each $id once', { field: 'schema' })
    this.#resources.set(resource.uri, resource)
    this.#own.add(resource)
    return resource
  }

  #name(schema: SchemaObject, { uri, root, draft, dynamic }: Resource): void {
    const { $anchor, $dynamicAnchor, $recursiveAnchor } = schema
    const id = refsStandAlone(draft) ? this.#idOf(schema, draft) : undefined
    if (id?.includes('#')) {
      const named = addressOf(id, uri)
      if (named.fragment !== '' && !named.fragment.startsWith('/'))
        this.#anchors.set(`${named.uri}#${named.fragment}`, schema)
    }
    if (typeof $anchor === 'string' && knows(draft, '$anchor')) this.#anchors.set(`${uri}#${$anchor}`, schema)
    if (typeof $dynamicAnchor === 'string' && knows(draft, '$dynamicAnchor')) {
      this.#anchors.set(`${uri}#${$dynamicAnchor}`, schema)
      dynamic.set($dynamicAnchor, schema)
    }
    if ($recursiveAnchor === true && schema === root && knows(draft, '$recursiveAnchor')) dynamic.set('', schema)
  }
}
