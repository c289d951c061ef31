import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { getting } from '#src/client/query-client.ts'
import type { catalogContract } from '#src/features/catalog/catalog.schema.ts'
import type { executionsContract } from '#src/features/executions/executions.schema.ts'
import type { variablesContract } from '#src/features/variables/variables.schema.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import type { NodeTypes } from '../graph-edit.ts'
import type { Trial } from '../use-trial.web.tsx'
import { type Source, sourceOf, sourcesBefore, toolOf } from './sources.ts'
import { sampleOutput } from './tool-sample.ts'

/** Larger values come when somebody asks for them. */
const COMES_ALONG_BYTES = 1_000_000

interface StepDataOptions {
  readonly graph: Graph
  readonly node: GraphNode
  readonly types: NodeTypes
  readonly trial: Trial
}

/** What a step can read and what it gave last, with the large values once they are here. */
export function useStepData({ graph, node, types, trial }: StepDataOptions) {
  const { pins, known: steps } = trial
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  const toolSamples = useToolSamples(graph)
  const sources = useMemo(() => {
    const known = { graph, types, pins, steps }
    return [sourceOf(node, known), ...sourcesBefore(node.id, { ...known, toolSamples })]
  }, [graph, node, types, pins, steps, toolSamples])
  const large = useMemo(() => sources.filter(({ moved }) => moved !== undefined), [sources])
  const wholes = useQueries({
    queries: large.map((source) => ({
      ...wholeOf(source),
      enabled: asked.has(source.nodeId) || (source.moved?.bytes ?? 0) <= COMES_ALONG_BYTES,
    })),
    combine: (results) =>
      results.map(({ data, isFetching, isError, refetch }) => ({
        value: data?.value as Json | undefined,
        isFetching,
        retry: isError ? refetch : undefined,
      })),
  })
  const [own, ...before] = useMemo(
    () =>
      sources.map((source) => {
        const at = large.indexOf(source)
        const { value, isFetching = false, retry } = wholes[at] ?? {}
        return at < 0 ? source : { ...source, value, isLoading: isFetching, retry }
      }),
    [sources, large, wholes],
  )
  const load = useCallback((nodeId: string) => setAsked((now) => new Set([...now, nodeId])), [])
  const { data } = useQuery(getting<typeof variablesContract.list>('/api/variables'))
  return { own, before, load, variables: data?.variables }
}

/** What the tools of a workflow declare to give, so that it can be used before anything has run. */
function useToolSamples(graph: Graph): ReadonlyMap<string, Json> {
  const wanted = [...new Set(graph.nodes.flatMap((node) => toolOf(node) ?? []))]
  const samples = useQueries({
    queries: wanted.map((tool) => getting<typeof catalogContract.tool>('/api/tools', tool)),
    combine: (results) =>
      results.flatMap(({ data }, at) => (data === undefined ? [] : [[wanted[at] ?? '', data.fxn] as const])),
  })
  return useMemo(() => new Map(samples.map(([tool, fxn]) => [tool, sampleOutput(fxn)])), [samples])
}

export type StepData = ReturnType<typeof useStepData>
export type LoadedSource = Source & {
  readonly isLoading?: boolean
  /** It could not be had. */
  readonly retry?: (() => unknown) | undefined
}

/** Nobody needs to hear that a run of a moment ago is gone by now. */
const wholeOf = ({ nodeId, moved }: Source) => ({
  ...getting<typeof executionsContract.stepValue>(
    '/api/executions',
    moved?.executionId ?? '',
    'steps',
    nodeId,
    moved?.iteration === undefined ? 'output' : `output?iteration=${encodeURIComponent(moved.iteration)}`,
  ),
})
