/**
 * The parts of the CEL library's syntax tree that we read or change and that its typings leave out.
 * They are not a public promise of the library: its version is pinned, and the tests of compile.ts watch them.
 */
export interface CelType {
  readonly name: string
  readonly kind: string
}

export interface Evaluator {
  run(node: CelNode, context: unknown): unknown
  /** Answers an error as a value. A plain property of the library's one evaluator: the meter replaces it. */
  tryEval: (this: Evaluator, node: CelNode, context: unknown) => unknown
}

export type Evaluate = (evaluator: Evaluator, node: CelNode, context: unknown) => unknown

export interface CelNode {
  readonly op: string
  readonly args: unknown
  readonly input: string
  /** Where the node begins and ends in the source; `pos` is where its own part begins (the field of `a.field`). */
  readonly start: number
  readonly end: number
  readonly pos: number
  readonly meta: { readonly evaluate: Evaluate; readonly alternate?: CelNode; readonly macro?: object }
  checkedType?: CelType
  /** Operands and dispatcher; the type check sets them. */
  readonly left: CelNode
  readonly right: CelNode | string
  readonly receiverWithArgs: readonly CelNode[]
  handle(...parts: readonly unknown[]): unknown
  setMeta(key: 'evaluate', evaluate: Evaluate): this
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export const isNode = (value: unknown): value is CelNode => isRecord(value) && typeof value.setMeta === 'function'

/** A function's or macro's name, for `call` and `rcall` nodes. */
export const calledName = (node: CelNode): string | undefined =>
  (node.op === 'call' || node.op === 'rcall') && Array.isArray(node.args) && typeof node.args[0] === 'string'
    ? node.args[0]
    : undefined

/** Changes the name that a `call` or `rcall` node calls. */
export function renameCall(node: CelNode, name: string): void {
  if (Array.isArray(node.args)) node.args[0] = name
}

/** The syntax nodes directly below a node, those that a macro was expanded into included. */
export function children(node: CelNode): CelNode[] {
  const found: CelNode[] = []
  collect(node.args, found)
  if (node.meta.alternate) found.push(node.meta.alternate)
  return found
}

function collect(value: unknown, found: CelNode[]): void {
  if (isNode(value)) found.push(value)
  else if (Array.isArray(value)) for (const part of value) collect(part, found)
  // What a comprehension keeps (iterable, init, step …) is a plain object that holds nodes.
  else if (isRecord(value) && Object.getPrototypeOf(value) === Object.prototype)
    for (const part of Object.values(value)) if (isNode(part)) found.push(part)
}

/** Calls `visit` once for every node of the tree, parents first; macros share nodes with their expansion. */
export function walk(root: CelNode, visit: (node: CelNode) => void): void {
  const seen = new Set<CelNode>()
  const todo = [root]
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    visit(node)
    todo.push(...children(node))
  }
}

export const sourceOf = (node: CelNode): string => node.input.slice(node.start, node.end)
