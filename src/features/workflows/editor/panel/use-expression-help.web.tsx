import { useEffect, useMemo, useRef, useState } from 'react'
import { variableTypes } from '#src/features/variables/variables.schema.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { bodiesOf, loopsAround } from '#src/lib/graph/loops.ts'
import { nodeById } from '#src/lib/graph/order.ts'
import type { Json } from '#src/sdk/json.ts'
import { firstItemOf, type Names } from '../expression/complete.ts'
import { createEvaluator } from '../expression/evaluator.web.tsx'
import type { ExpressionHelp } from '../expression/expression-context.web.tsx'
import type { TrialScope } from '../expression/try-expression.ts'
import type { NodeTypes } from '../graph-edit.ts'
import type { CheckExpression } from '../use-expression-check.web.tsx'
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
  const { names, scope } = useMemo(() => {
    const steps = Object.fromEntries(
      before.flatMap(({ root, value }) => (root === 'trigger' ? [] : [[root.slice('steps.'.length), value] as const])),
    )
    const vars: Record<string, Json> = Object.fromEntries(variables?.map(({ name, value }) => [name, value]) ?? [])
    const trigger = before.find(({ root }) => root === 'trigger')?.value
    const inside = lists.own === undefined ? [] : lists.inside
    const known = Object.fromEntries(Object.entries(steps).filter((entry) => entry[1] !== undefined)) as Record<
      string,
      Json
    >
    const typed = Object.fromEntries([...Object.keys(steps), ...inside].map((key) => [key, {}]))
    const trial: TrialScope = {
      values: { ...(trigger !== undefined && { trigger }), steps: known, vars, run: RUN },
      types: { steps: typed, ...(variables && { vars: variableTypes(variables) }) },
    }
    return { names: { trigger, steps: steps as Json, vars, run: RUN } satisfies Names, scope: trial }
  }, [before, variables, lists])
  const help = useMemo((): ExpressionHelp => {
    const listFor = (isPerItem: boolean) => (isPerItem ? (lists.own ?? []) : lists.around)
    return {
      async tryOut(text, { isPerItem }) {
        const tried = await evaluator.tryOut(text, scope, listFor(isPerItem))
        if (tried !== undefined)
          return { ...tried, isOfSample: readsSample([text, ...listsRead(text, listFor(isPerItem))], before) }
        const message = await check(text, { perItem: isPerItem })
        return message === undefined
          ? undefined
          : { remarks: [{ severity: 'error', message, from: 0, to: text.length }] }
      },
      names({ isPerItem }) {
        const list = listFor(isPerItem)
        return list === undefined ? names : { ...names, item: firstItemOf(list, names), index: 0 }
      },
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

const WORD = /[\w.]+/g
const isNamed = (root: string, text: string): boolean =>
  [...text.matchAll(WORD)].some(([name]) => name === root || name.startsWith(`${root}.`))

/** Whether a text names something whose value here is only a sample. */
const readsSample = (texts: readonly string[], before: StepData['before']): boolean =>
  before.some(({ root, origin }) => origin === 'sample' && texts.some((text) => isNamed(root, text)))

/** What is gone through comes from where its list comes from. */
const listsRead = (text: string, list: Json | undefined): readonly string[] =>
  typeof list === 'string' && isNamed('item', text) ? [list] : []

const isSameJsonText = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const isSameData = (a: StepData['before'], b: StepData['before']) =>
  a.length === b.length &&
  a.every((one, at) => {
    const other = b[at]
    return (
      one.root === other?.root &&
      one.origin === other.origin &&
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
