import type { ErrorDetail } from '#src/lib/error-envelope.ts'
import type { Graph, Problem } from '#src/lib/graph/graph.schema.ts'
import { nodeById } from '#src/lib/graph/order.ts'

/** What stands in the way of publishing, with the place to mend it; without a nodeId it is the workflow as a whole. */
export type EditorProblem = Pick<Problem, 'message' | 'nodeId' | 'path'>

/** Details of a refusal name a place as "<node id>.<path>"; an id may hold dots itself. */
export function problemsFrom(details: readonly ErrorDetail[], graph: Graph): EditorProblem[] {
  return details.map(({ field, message }) => {
    const node = graph.nodes
      .filter(({ id }) => field.startsWith(`${id}.`))
      .toSorted((a, b) => b.id.length - a.id.length)[0]
    if (node === undefined) return { message }
    return { message, nodeId: node.id, path: field.slice(node.id.length + 1) }
  })
}

interface Found {
  readonly severity: Problem['severity']
  readonly message: string
  readonly nodeId?: string | undefined
  readonly path?: string | undefined
}

/** Errors and warnings, each in the order in which they came. */
export function sortedProblems(problems: readonly Found[]) {
  const of = (wanted: Problem['severity']): EditorProblem[] =>
    problems
      .filter(({ severity }) => severity === wanted)
      .map(({ message, nodeId, path }) => ({
        message,
        ...(nodeId !== undefined && { nodeId }),
        ...(path !== undefined && { path }),
      }))
  return { errors: of('error'), warnings: of('warning') }
}

/** Those that nothing was done about since publishing was refused: a changed setting may be right now. */
export function stillOpen(problems: readonly EditorProblem[], refused: Graph, now: Graph): readonly EditorProblem[] {
  if (refused === now) return problems
  const sameShape = refused.edges === now.edges && refused.nodes.length === now.nodes.length
  return problems.filter(({ nodeId, path = '' }) => {
    const name = path.split('.')[0] ?? ''
    if (nodeId === undefined || name === '') return sameShape
    const [before, after] = [nodeById(refused, nodeId), nodeById(now, nodeId)]
    return after !== undefined && before?.config[name] === after.config[name]
  })
}

export const problemsOf = (problems: readonly EditorProblem[], nodeId: string): EditorProblem[] =>
  problems.filter((problem) => problem.nodeId === nodeId)

/** What is wrong with a setting, or somewhere inside its value. */
export const problemAt = (problems: readonly EditorProblem[], path: string): string | undefined =>
  problems.find((problem) => problem.path === path || problem.path?.startsWith(`${path}.`))?.message

export const stepId = (nodeId: string): string => `step-${nodeId}`
export const fieldId = (nodeId: string, path: string): string => `${nodeId}.${path}`

/** Ids of elements to look for, the exact place first, the step itself last: "body.a.b" → body.a.b, body.a, body. */
export function placesOf(nodeId: string, path = ''): string[] {
  const parts = path.split('.').filter((part) => part !== '')
  const paths = parts.map((_, index) => parts.slice(0, parts.length - index).join('.'))
  return [...paths.map((one) => fieldId(nodeId, one)), stepId(nodeId)]
}
