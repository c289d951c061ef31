import { useQuery } from '@tanstack/react-query'
import { getting } from '#src/client/query-client.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { workflowOf } from '../workflow-queries.web.tsx'
import type { workflowsContract } from '../workflows.schema.ts'

/** In the place of a number of a version. */
export const DRAFT = 'draft'

/** What a version can be compared with. */
export const comparable = (versions: readonly number[]): { value: string; label: string }[] => [
  { value: DRAFT, label: 'The draft' },
  ...versions.map((one) => ({ value: String(one), label: `Version ${one}` })),
]

/** Time goes from before to after: the draft is the latest. */
export const isLaterThan = (version: number, other: string): boolean => other === DRAFT || Number(other) > version

export const comparisonText = (version: number, other: string): string =>
  isLaterThan(version, other)
    ? `What ${other === DRAFT ? 'the draft' : `version ${other}`} changed of version ${version}`
    : `What version ${version} changed of version ${other}`

interface OtherGraph {
  readonly graph: Graph | undefined
  readonly error: unknown
}

/** The draft as it is now, or a version; '' is neither. */
export function useOtherGraph(id: string, other: string): OtherGraph {
  const draft = useQuery({ ...workflowOf(id), refetchOnMount: 'always', enabled: other === DRAFT })
  const version = useQuery({
    ...getting<typeof workflowsContract.version>('/api/workflows', id, 'versions', other),
    enabled: other !== DRAFT && other !== '',
  })
  if (other === '') return { graph: undefined, error: null }
  return other === DRAFT
    ? { graph: draft.data?.workflow.graph, error: draft.error }
    : { graph: version.data?.version.graph, error: version.error }
}
