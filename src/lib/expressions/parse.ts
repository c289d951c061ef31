import type { Environment } from '@marcbachmann/cel-js'
import { type CelNode, calledName, isNode, renameCall, walk } from './cel-ast.ts'
import { MAX_EXPRESSION_LENGTH } from './environment.ts'
import { replacementOf } from './library.ts'

/** Parses, and has calls of functions that we replace call ours. @throws ParseError, or RangeError when too long */
export function parse(environment: Environment, source: string) {
  if (source.length > MAX_EXPRESSION_LENGTH) throw new RangeError('Expression too long')
  const parsed = environment.parse(source)
  const root: unknown = parsed.ast
  if (!isNode(root)) throw new TypeError('The CEL library has changed its syntax tree')
  walk(root, replaceCall)
  return { parsed, root }
}

function replaceCall(node: CelNode): void {
  const name = calledName(node)
  if (name === undefined || !Array.isArray(node.args)) return
  const parameters: unknown = node.args.at(-1)
  const replacement = replacementOf(node.op, name, Array.isArray(parameters) ? parameters.length : 0)
  if (replacement !== undefined) renameCall(node, replacement)
}
