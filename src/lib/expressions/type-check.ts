import type { Environment } from '@marcbachmann/cel-js'
import { type CelNode, type CelType, children, isNode } from './cel-ast.ts'
import { isObjectType, namesObject } from './schema-types.ts'

/** What stands in for a type that the library's rules are too strict for. */
interface LooseTypes {
  readonly dyn: CelType
  readonly list: CelType
  readonly map: CelType
}

type Checked = { readonly valid: boolean; readonly error?: Error & { readonly code: string; readonly node?: unknown } }
export type TypeCheck = (parsed: { check(): Checked }) => void

/** More rounds than an expression has operands that could be loosened. */
const MAX_ROUNDS = 1000

/**
 * The library's type check, less what is no mistake here: JSON numbers are doubles while literals are ints, so ints
 * and doubles may be compared, be the two branches of a condition and index lists; anything may be compared with
 * null; an object of a known shape is still a map. An operand of that kind gets a looser type and the check goes on.
 * The check throws the library's TypeError.
 */
export function createTypeCheck(environment: Environment): TypeCheck {
  const loose: LooseTypes = {
    dyn: typeOfSource(environment, 'dyn(1)'),
    list: typeOfSource(environment, '[dyn(1)]'),
    map: typeOfSource(environment, '{"a": dyn(1)}'),
  }
  return (parsed) => {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { valid, error } = parsed.check()
      if (valid) return
      if (error === undefined || !isNode(error.node) || !loosen(error.code, error.node, loose)) throw error
    }
  }
}

function typeOfSource(environment: Environment, source: string): CelType {
  const parsed = environment.parse(source)
  parsed.check()
  const root: unknown = parsed.ast
  if (!isNode(root) || root.checkedType === undefined) throw new TypeError('The CEL library has changed its checker')
  return root.checkedType
}

const nameOf = (node: CelNode): string => node.checkedType?.name ?? ''
const isNumeric = (name: string): boolean => ['int', 'uint', 'double'].includes(name)
const isNumericList = (name: string): boolean => ['list<int>', 'list<double>'].includes(name)

/** Whether a type was loosened, so that the check is worth another round. */
function loosen(code: string, node: CelNode, loose: LooseTypes): boolean {
  if (code === 'no_such_key' || code === 'unknown_variable') return false
  const objects = [node, ...children(node)].filter((one) => namesObject(nameOf(one)))
  for (const one of objects) {
    if (isObjectType(nameOf(one))) one.checkedType = loose.map
    else one.checkedType = nameOf(one).startsWith('list<') ? loose.list : loose.dyn
  }
  if (objects.length > 0) return true
  const mixed = mixedOperands(code, node).filter((one) => nameOf(one) !== 'dyn')
  for (const one of mixed) one.checkedType = loose.dyn
  return mixed.length > 0
}

/** The operands whose types differ only as numbers do, or that meet null. */
function mixedOperands(code: string, node: CelNode): CelNode[] {
  const parts = children(node)
  if (code === 'incompatible_argument_type') return isNumeric(nameOf(node)) || nameOf(node) === 'null' ? [node] : []
  if (code === 'invalid_index_type') return parts.slice(1).filter((part) => nameOf(part) === 'double')
  const isComparison = code === 'no_such_overload' && ['==', '!=', 'in'].includes(node.op)
  if (!isComparison && code !== 'incompatible_ternary_branches') return []
  const [left, right] = parts.slice(-2)
  if (!left || !right) return []
  const canMix =
    nameOf(left) === 'null' ||
    nameOf(right) === 'null' ||
    (isNumeric(nameOf(left)) && (isNumeric(nameOf(right)) || isNumericList(nameOf(right)))) ||
    (isNumericList(nameOf(left)) && isNumericList(nameOf(right)))
  return canMix ? [left, right] : []
}
