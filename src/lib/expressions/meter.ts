import { EvaluationError } from '@marcbachmann/cel-js'
import { CostExceeded, costOf, spend } from './budget.ts'
import { type CelNode, type Evaluate, type Evaluator, isNode, sourceOf, walk } from './cel-ast.ts'
import { equal } from './equal.ts'

/** A field that the object at hand does not have; `fields` are those that it has. */
export class MissingField extends Error {
  readonly node: CelNode
  readonly field: string
  readonly fields: readonly string[] | undefined
  constructor(node: CelNode, field: string, fields: readonly string[] | undefined) {
    super(`${sourceOf(node)} does not exist`)
    this.name = 'MissingField'
    this.node = node
    this.field = field
    this.fields = fields
  }
}

const operands = (evaluator: Evaluator, node: CelNode, context: unknown) => {
  const left = evaluator.run(node.left, context)
  const right = isNode(node.right) ? evaluator.run(node.right, context) : node.right
  return { left, right }
}

const binary: Evaluate = (evaluator, node, context) => {
  const { left, right } = operands(evaluator, node, context)
  spend(1 + costOf(left) + costOf(right))
  // The library keeps a type for every shape of list that it was asked to join.
  if (node.op === '+' && Array.isArray(left) && Array.isArray(right)) return [...left, ...right]
  return node.handle(left, right, node, evaluator)
}

const equality: Evaluate = (evaluator, node, context) => {
  const { left, right } = operands(evaluator, node, context)
  return equal(left, right) === (node.op === '==')
}

const membership: Evaluate = (evaluator, node, context) => {
  const { left, right } = operands(evaluator, node, context)
  if (Array.isArray(right)) return right.some((part) => equal(left, part))
  spend(1)
  return node.handle(left, right, node, evaluator)
}

const call: Evaluate = (evaluator, node, context) => {
  const parameters = Array.isArray(node.args) && Array.isArray(node.args[1]) ? node.args[1] : []
  const values = parameters.map((parameter: CelNode) => evaluator.run(parameter, context))
  return charged(values, () => node.handle(values, node, evaluator))
}

const methodCall: Evaluate = (evaluator, node, context) => {
  const values = node.receiverWithArgs.map((part) => evaluator.run(part, context))
  return charged(values, () => node.handle(values, evaluator, node))
}

function charged(values: readonly unknown[], run: () => unknown): unknown {
  let cost = 1
  for (const value of values) cost += costOf(value)
  spend(cost)
  const result = run()
  spend(costOf(result))
  return result
}

/** The library's map literal drops keys such as "constructor" silently. */
const mapLiteral: Evaluate = (evaluator, node, context) => {
  const entries = Array.isArray(node.args) ? node.args : []
  spend(1 + entries.length)
  const map = new Map<unknown, unknown>()
  for (const [key, value] of entries) map.set(keyOf(evaluator.run(key, context), key), evaluator.run(value, context))
  return map
}

function keyOf(key: unknown, node: CelNode): string {
  if (typeof key === 'object' && key !== null && !('value' in key))
    throw Object.assign(
      new EvaluationError({ code: 'invalid_map_key', message: 'A map key must be text, a whole number or a boolean' }),
      { node },
    )
  return String(key)
}

const listLiteral =
  (run: Evaluate): Evaluate =>
  (evaluator, node, context) => {
    spend(1 + (Array.isArray(node.args) ? node.args.length : 0))
    return run(evaluator, node, context)
  }

const unit =
  (run: Evaluate): Evaluate =>
  (evaluator, node, context) => {
    spend(1)
    return run(evaluator, node, context)
  }

/** For the nodes whose operands may fail: the library would carry on with a spent budget, see tryEvalStrictly. */
const tolerant =
  (run: Evaluate): Evaluate =>
  (evaluator, node, context) => {
    evaluator.tryEval = tryEvalStrictly
    spend(1)
    return run(evaluator, node, context)
  }

/** `a.field` and `a["field"]`; an index into a list is the library's. */
const field: Evaluate = (evaluator, node, context) => {
  spend(1)
  const { left: owner, right: name } = operands(evaluator, node, context)
  const value = typeof name === 'string' ? ownField(owner, name) : undefined
  if (value !== undefined) return value
  try {
    return node.handle(owner, name, node, evaluator)
  } catch (error) {
    if (error instanceof EvaluationError && error.code === 'no_such_key')
      throw new MissingField(node, String(name), fieldsOf(owner))
    throw error
  }
}

function ownField(owner: unknown, name: string): unknown {
  if (typeof owner !== 'object' || owner === null) return undefined
  if (owner instanceof Map) return owner.get(name)
  const prototype: unknown = Object.getPrototypeOf(owner)
  return (prototype === Object.prototype || prototype === null) && Object.hasOwn(owner, name)
    ? Reflect.get(owner, name)
    : undefined
}

const fieldsOf = (owner: unknown): string[] | undefined => {
  if (owner instanceof Map) return Array.from(owner.keys(), String)
  return typeof owner === 'object' && owner !== null && !Array.isArray(owner) ? Object.keys(owner) : undefined
}

/** Charges the names of an object before they are listed; a list is charged item by item, in the step. */
const comprehension: Evaluate = (evaluator, node, context) => {
  const bag = node.args
  if (typeof bag !== 'object' || bag === null || !('iterable' in bag) || !isNode(bag.iterable)) return undefined
  const items = evaluator.run(bag.iterable, context)
  spend(1 + (Array.isArray(items) ? 0 : costOf(items)))
  return node.handle(items, bag, evaluator, context)
}

const METERED: Readonly<Record<string, Evaluate | undefined>> = {
  '+': binary,
  '-': binary,
  '*': binary,
  '/': binary,
  '%': binary,
  '<': binary,
  '<=': binary,
  '>': binary,
  '>=': binary,
  '==': equality,
  '!=': equality,
  in: membership,
  call,
  rcall: methodCall,
  '.': field,
  '[]': field,
  map: mapLiteral,
  comprehension: tolerant(comprehension),
}
const ONE_UNIT = new Set(['id', '.?', '[?]', '?:', '!_', '-_', 'accuPush', 'accuInc'])

/** Makes a checked tree spend its budget while it runs. Call it once, after the type check has chosen the handlers. */
export function meter(root: CelNode): void {
  walk(root, (node) => {
    if (node.meta.macro || node.meta.alternate) return
    const replacement = METERED[node.op]
    if (replacement) node.setMeta('evaluate', replacement)
    else if (node.op === 'list') node.setMeta('evaluate', listLiteral(node.meta.evaluate))
    else if (node.op === '||' || node.op === '&&') node.setMeta('evaluate', tolerant(node.meta.evaluate))
    else if (ONE_UNIT.has(node.op)) node.setMeta('evaluate', unit(node.meta.evaluate))
  })
}

/** How `||`, `&&`, exists() and all() turn errors into values; a spent budget is not one of them. */
function tryEvalStrictly(this: Evaluator, node: CelNode, context: unknown): unknown {
  try {
    return this.run(node, context)
  } catch (error) {
    if (error instanceof CostExceeded) throw error
    return error
  }
}
