import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from '#src/client/api.ts'
import { getting } from '#src/client/query-client.ts'
import type { nodeTypesContract } from '#src/features/node-types/node-types.schema.ts'
import { type variablesContract, variableTypes } from '#src/features/variables/variables.schema.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { ancestorsOf, nodeById } from '#src/lib/graph/order.ts'

/** Of the item nothing is known, of the index that it is a number. */
const ONE_ITEM = { item: {}, index: { type: 'integer' } }

/** What is wrong with the expressions in a text; undefined when nothing is, or when nobody could say. */
export type CheckExpression = (text: string, where?: { perItem: boolean }) => Promise<string | undefined>

/** Checks what stands in a step: it may name the trigger and the steps before it. */
export function useExpressionCheck(graph: Graph, nodeId: string): CheckExpression {
  const keys = [...ancestorsOf(graph, nodeId)].map((id) => nodeById(graph, id)?.key ?? '').join(' ')
  const { data } = useQuery(getting<typeof variablesContract.list>('/api/variables'))
  const vars = useMemo(() => data && variableTypes(data.variables), [data])
  return useCallback(
    async (text, { perItem } = { perItem: false }) => {
      if (!text.includes('{{')) return undefined
      const steps = Object.fromEntries(keys.split(' ').map((key) => [key, {}]))
      try {
        const { problems } = await api<typeof nodeTypesContract.checkExpression>('POST', '/api/expressions/check', {
          body: { expression: text, scope: { steps, ...(vars && { vars }), ...(perItem && ONE_ITEM) } },
        })
        return problems[0]?.message
      } catch {
        // Only an early hint: publishing checks again.
        return undefined
      }
    },
    [keys, vars],
  )
}
