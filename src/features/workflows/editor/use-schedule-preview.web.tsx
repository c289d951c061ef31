import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#src/client/api.ts'
import type { schedulesContract } from '#src/features/schedules/schedules.schema.ts'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import type { EditorProblem } from './problems.ts'
import { useDebounced } from './use-debounced.web.tsx'

/** What a schedule would do; the answer of the one before stays until the next is there. */
export const useSchedulePreview = (config: GraphNode['config'], { enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({
    queryKey: ['/api/schedules/preview', JSON.stringify(config)],
    queryFn: ({ signal }) =>
      api<typeof schedulesContract.preview>('POST', '/api/schedules/preview', { body: { config } }, signal),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    enabled,
  })

/** Half of a rule is no mistake yet. */
const PAUSE_MS = 600

/** What is wrong with the settings of a schedule, once nobody has typed for a moment; nothing for other steps. */
export function useScheduleProblems({ id, type, config }: GraphNode): readonly EditorProblem[] {
  const { data } = useSchedulePreview(useDebounced(config, PAUSE_MS), { enabled: type === 'schedule' })
  const problem = type === 'schedule' ? data?.problem : undefined
  const path = data?.path
  return useMemo(
    () => (problem == null || path == null ? [] : [{ message: problem, nodeId: id, path }]),
    [problem, path, id],
  )
}
