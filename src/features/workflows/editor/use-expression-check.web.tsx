import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from '#src/client/api.ts'
import { getting } from '#src/client/query-client.ts'
import type { nodeTypesContract } from '#src/features/node-types/node-types.schema.ts'
import { type variablesContract, variableTypes } from '#src/features/variables/variables.schema.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { bodiesOf } from '#src/lib/graph/loops.ts'
import { ancestorsOf, nodeById } from '#src/lib/graph/order.ts'
import type { NodeTypes } from './graph-edit.ts'

/** Of the item nothing is known, of the index that it is a number. */
const ONE_ITEM = { item: {}, index: { type: 'integer' } }

/** What is wrong with the expressions in a text; undefined when nothing is, or when nobody could say. */
export type CheckExpression = (text: string, where?: { perItem: boolean }) => Promise<string | undefined>

const keysOf = (graph: Graph, ids: Iterable<string>) => [...ids].map((id) => nodeById(graph, id)?.key ?? '').join(' ')

/**
 * Checks what stands in a step: it may name the trigger, the steps before it, and in a loop the item. A loop's own
 * conditions may name the steps in it.
 */
export function useExpressionCheck(graph: Graph, nodeId: string, types: NodeTypes): CheckExpression {
  const bodies = bodiesOf(graph, ({ type }) => types.get(type)?.bodyPort)
  const isInLoop = [...bodies.values()].some((body) => body.has(nodeId))
  const keys = keysOf(graph, ancestorsOf(graph, nodeId))
  const inside = keysOf(graph, [nodeId, ...(bodies.get(nodeId) ?? [])])
  const { data } = useQuery(getting<typeof variablesContract.list>('/api/variables'))
  const vars = useMemo(() => data && variableTypes(data.variables), [data])
  return useCallback(
    async (text, { perItem } = { perItem: false }) => {
      if (!text.includes('{{')) return undefined
      const names = perItem ? `${keys} ${inside}` : keys
      const steps = Object.fromEntries(names.split(' ').map((key) => [key, {}]))
      const item = perItem || isInLoop ? ONE_ITEM : {}
      try {
        const { problems } = await api<typeof nodeTypesContract.checkExpression>('POST', '/api/expressions/check', {
          body: { expression: text, scope: { steps, ...(vars && { vars }), ...item } },
        })
        return problems[0]?.message
      } catch {
        // Only an early hint: publishing checks again.
        return undefined
      }
    },
    [keys, inside, isInLoop, vars],
  )
}
