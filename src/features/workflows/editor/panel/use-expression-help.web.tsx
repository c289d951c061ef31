import { useEffect, useMemo, useRef, useState } from 'react'
import { variableTypes } from '#src/features/variables/variables.schema.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { bodiesOf, loopsAround } from '#src/lib/graph/loops.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import type { Names } from '../expression/complete.ts'
import { createEvaluator } from '../expression/evaluator.web.tsx'
import type { ExpressionHelp } from '../expression/expression-context.web.tsx'
import type { TrialScope } from '../expression/try-expression.ts'
import type { NodeTypes } from '../graph-edit.ts'
import type { CheckExpression } from '../use-expression-check.web.tsx'
import { namesOf, readsOf, withItem, withoutGuesses, withValues } from './names.ts'
import type { Source } from './sources.ts'
import { useKept } from './use-kept.web.tsx'
import type { StepData } from './use-step-data.web.tsx'

interface HelpOptions {
  readonly graph: Graph
  readonly node: GraphNode
  readonly types: NodeTypes
  readonly data: StepData
  /** Asks the server, where this browser cannot say. */
  readonly check: CheckExpression
}

/** Stands for the run that there is not yet. */
const RUN = { id: '00000000-0000-0000-0000-000000000000', startedAt: '2026-01-31T12:00:00.000Z', resumeUrls: {} }

/** Tries expressions of one step with what is known of the steps before it, in this browser. */
export function useExpressionHelp({ graph, node, types, data, check }: HelpOptions) {
  const [evaluator] = useState(createEvaluator)
  useEffect(() => () => evaluator.close(), [evaluator])
  const focused = useRef<(template: string) => void>(undefined)
  const { variables } = data
  // A new graph with every letter: the values are sent to the worker only when they are others.
  const before = useKept(data.before, isSameData)
  const lists = useKept(listsAround(graph, node, types), isSameJsonText)
  const vars = useMemo(() => Object.fromEntries(variables?.map(({ name, value }) => [name, value]) ?? []), [variables])
  const scope = useMemo((): TrialScope => {
    const { trigger, steps } = namesOf(before)
    const inside = lists.own === undefined ? [] : lists.inside
    const typed = Object.fromEntries([...Object.keys(steps), ...inside].map((key) => [key, {}]))
    return {
      values: { ...(trigger !== undefined && { trigger }), steps: withValues(steps), vars, run: RUN },
      types: { steps: typed, ...(variables && { vars: variableTypes(variables) }) },
    }
  }, [before, variables, vars, lists])
  const names = useMemo(() => {
    const within = (sources: readonly Source[]) => {
      const all: Names = { ...namesOf(sources), vars, run: RUN }
      return { each: withItem(all, lists.own ?? []), once: withItem(all, lists.around) }
    }
    return { all: within(before), known: within(withoutGuesses(before)) }
  }, [before, vars, lists])
  const help = useMemo((): ExpressionHelp => {
    const listFor = (isPerItem: boolean) => (isPerItem ? (lists.own ?? []) : lists.around)
    return {
      async tryOut(text, { isPerItem }) {
        const list = listFor(isPerItem)
        const tried = await evaluator.tryOut(text, scope, list)
        if (tried !== undefined) return { ...tried, ...readsOf(text, list, before) }
        const message = await check(text, { perItem: isPerItem })
        return message === undefined
          ? undefined
          : { remarks: [{ severity: 'error', message, from: 0, to: text.length }] }
      },
      names: ({ isPerItem }) => (isPerItem ? names.all.each : names.all.once),
      known: ({ isPerItem }) => (isPerItem ? names.known.each : names.known.once),
      onFocus(insert) {
        focused.current = insert
      },
    }
  }, [evaluator, scope, names, lists, check, before])
  return {
    help,
    insert: (template: string) => focused.current?.(template),
    hasField: () => focused.current !== undefined,
  }
}

const isSameJsonText = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const isSameData = (a: StepData['before'], b: StepData['before']) =>
  a.length === b.length &&
  a.every((one, at) => {
    const other = b[at]
    return (
      one.root === other?.root &&
      one.origin === other.origin &&
      one.isGuess === other.isGuess &&
      (one.value === other.value || (one.origin === 'sample' && isSameJsonText(one.value, other.value)))
    )
  })

/** The list that a step goes through itself, and that of the innermost loop around it; undefined where there is none. */
function listsAround(graph: Graph, node: GraphNode, types: NodeTypes) {
  const bodies = bodiesOf(graph, ({ type }) => types.get(type)?.bodyPort)
  const [loopId] = loopsAround(bodies).get(node.id) ?? []
  const loop = loopId === undefined ? undefined : nodeById(graph, loopId)
  const keyOf = (id: string) => nodeById(graph, id)?.key ?? ''
  return {
    own: node.config.items,
    around: loop === undefined ? undefined : (loop.config.items ?? []),
    inside: [node.key, ...[...(bodies.get(node.id) ?? [])].map(keyOf)],
  }
}
