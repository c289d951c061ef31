import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'

/** The body of a new workflow that runs this tool, in the version that is shown, with these inputs. */
export function workflowOf({ slug, title, version }: Pick<Fxn, 'slug' | 'title' | 'version'>, inputs: JsonObject) {
  const config = { tool: slug, version, input: literal(inputs) }
  return {
    name: title,
    graph: {
      nodes: [
        { id: 'n_start', key: 'start', type: 'manual', name: 'Start', config: {}, position: { x: 0, y: 0 } },
        { id: 'n_tool', key: 'tool', type: 'tool', name: title, config, position: { x: 260, y: 0 } },
      ],
      edges: [{ from: 'n_start', port: 'out', to: 'n_tool' }],
    },
  }
}

/** In a config two opening braces begin an expression; here they are what somebody typed. */
function literal(value: Json): Json {
  if (typeof value === 'string') return value.replaceAll('{{', '{{ "{{" }}')
  if (Array.isArray(value)) return value.map(literal)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, literal(inner)]))
}
