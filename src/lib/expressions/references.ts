import { type CelNode, isNode, walk } from './cel-ast.ts'
import type { Range } from './errors.ts'

export interface StepReference {
  readonly key: string
  readonly range: Range
}

/** What an expression reads from its scope. */
export interface References {
  /** Every name that stands alone, loop variables included: trigger, steps, item … */
  readonly names: ReadonlySet<string>
  readonly steps: readonly StepReference[]
  /** `steps` is used other than as steps.<key> or steps["key"], so any step may be read. */
  readonly anyStep: boolean
}

const isSteps = (node: unknown): node is CelNode => isNode(node) && node.op === 'id' && node.args === 'steps'

/** Reads the references off the syntax tree, so text that merely looks like one does not count. */
export function referencesOf(root: CelNode): References {
  const names = new Set<string>()
  const steps: StepReference[] = []
  const named = new Set<CelNode>()
  let anyStep = false
  walk(root, (node) => {
    if (node.op === 'id') {
      names.add(String(node.args))
      if (isSteps(node) && !named.has(node)) anyStep = true
      return
    }
    const [owner, part] = Array.isArray(node.args) ? node.args : []
    const key = isSteps(owner) ? keyOf(node.op, part) : undefined
    if (key === undefined) return
    named.add(owner)
    const start = typeof part === 'string' ? node.pos : part.start
    steps.push({ key, range: { start, end: typeof part === 'string' ? node.end : part.end } })
  })
  return { names, steps, anyStep }
}

function keyOf(op: string, part: unknown): string | undefined {
  if ((op === '.' || op === '.?') && typeof part === 'string') return part
  if ((op === '[]' || op === '[?]') && isNode(part) && part.op === 'value' && typeof part.args === 'string')
    return part.args
  return undefined
}

/** Nothing but names, fields and fixed places in lists, one after the other. */
export function isPath({ op, args }: CelNode): boolean {
  if (op === 'id') return true
  const [owner, part] = Array.isArray(args) ? args : []
  if (op === '.') return isNode(owner) && isPath(owner)
  return op === '[]' && isNode(owner) && isNode(part) && part.op === 'value' && isPath(owner)
}
