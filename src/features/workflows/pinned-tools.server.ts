import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Db } from '#src/server/database.ts'
import { findVersion, type WorkflowRow } from './workflows.queries.ts'

interface PinnedToolsDeps {
  readonly db: Db
  /** The newest version of a creator's tool that the account may use; null for built-in ones, and what is not there. */
  readonly toolVersionOf: (userId: string, tool: string) => Promise<number | null>
}

/** What is published stays as it is, so the versions of the tools in it are those of that moment. */
export function pinnedTools({ db, toolVersionOf }: PinnedToolsDeps) {
  /** The graph itself where nothing is left open. */
  async function pin(userId: string, graph: Graph): Promise<Graph> {
    const open = new Map<string, number | null>()
    for (const { type, config } of graph.nodes)
      if (type === 'tool' && typeof config.tool === 'string' && config.version === undefined)
        open.set(config.tool, open.get(config.tool) ?? (await toolVersionOf(userId, config.tool)))
    const versionOf = ({ type, config }: Graph['nodes'][number]) =>
      type === 'tool' && config.version === undefined ? (open.get(String(config.tool)) ?? null) : null
    if (graph.nodes.every((node) => versionOf(node) === null)) return graph
    const nodes = graph.nodes.map((node) => {
      const version = versionOf(node)
      return version === null ? node : { ...node, config: { ...node.config, version } }
    })
    return { ...graph, nodes }
  }

  return {
    pin,
    /** Whether publishing would change nothing: neither the draft nor a tool in it has changed since. */
    async isUpToDate(userId: string, { id, draft, published_version, up_to_date }: WorkflowRow): Promise<boolean> {
      if (published_version === null) return false
      const pinned = await pin(userId, draft)
      if (pinned === draft) return up_to_date
      const published = await findVersion(db, id, published_version)
      return JSON.stringify(published?.graph) === JSON.stringify(pinned)
    },
  }
}

export type PinnedTools = ReturnType<typeof pinnedTools>
