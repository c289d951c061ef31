import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'

/** JSON Schema of what the tool gives that a step with this config runs; undefined where anything goes. */
export type ToolOutputs = (config: JsonObject) => JsonObject | undefined

interface DescribedOutput {
  readonly type: string
}

/** What expressions may read of a tool's outputs, so that a misspelt name is found before publishing. */
export const outputSchemaOf = (output: Readonly<Record<string, DescribedOutput>>): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(output).map(([name, { type }]) => [name, type === 'number' || type === 'string' ? { type } : {}]),
  ),
})

interface Asked {
  readonly tool: string
  readonly version?: number
}

const isVersion = (version: Json | undefined): version is number => typeof version === 'number'

function askedIn({ tool, version }: JsonObject): Asked | undefined {
  if (typeof tool !== 'string' || tool === '' || tool.includes('{{')) return undefined
  return { tool, ...(isVersion(version) && { version }) }
}

const nameOf = ({ tool, version }: Asked) => `${tool} ${version ?? ''}`

/** Looks up the tools that a graph runs, once each. `find` gives their declared outputs, null for what is not there. */
export async function toolOutputsIn(
  graph: Graph,
  find: (tool: string, version?: number) => Promise<Readonly<Record<string, DescribedOutput>> | null>,
): Promise<ToolOutputs> {
  const asked = new Map(
    graph.nodes.flatMap(({ type, config }) => {
      const one = type === 'tool' ? askedIn(config) : undefined
      return one === undefined ? [] : [[nameOf(one), one] as const]
    }),
  )
  const known = new Map<string, JsonObject>()
  for (const [name, { tool, version }] of asked) {
    const output = await find(tool, version)
    if (output !== null) known.set(name, outputSchemaOf(output))
  }
  return (config) => {
    const one = askedIn(config)
    return one && known.get(nameOf(one))
  }
}
