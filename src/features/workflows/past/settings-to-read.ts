import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { fieldsOf } from '../editor/config-fields.ts'
import { retryOf } from '../editor/retry.ts'

interface Setting {
  readonly title: string
  readonly text: string
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

const ON_ERROR = { stop: '', continue: 'Goes on with the next step', branch: 'Takes a way of its own' } as const

/** What was set of a step, in the words of its form and in its order; what the form does not know keeps its name. */
export function settingsToRead(node: GraphNode, schema: Readonly<JsonObject> | undefined): Setting[] {
  const fields = schema === undefined ? [] : fieldsOf(schema)
  const known = fields.filter(({ name }) => Object.hasOwn(node.config, name))
  const unknown = Object.keys(node.config).filter((name) => !known.some((field) => field.name === name))
  const { times } = retryOf(node)
  return [
    ...known.map(({ name, title }) => ({ title, text: textOf(node.config[name]) })),
    ...unknown.map((name) => ({ title: name, text: textOf(node.config[name]) })),
    { title: 'When it fails', text: ON_ERROR[node.onError] },
    { title: 'Tried again', text: times === 0 ? '' : times === 1 ? 'Once' : `${times} times` },
    { title: 'Time limit', text: node.timeoutMs === undefined ? '' : `${node.timeoutMs / 1000} s` },
    { title: 'Passed by', text: node.disabled ? 'Yes' : '' },
  ].filter(({ text }) => text !== '')
}
