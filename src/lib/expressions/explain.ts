import { TypeError as CelTypeError, EvaluationError, ParseError } from '@marcbachmann/cel-js'
import { CostExceeded, EXPRESSION_BUDGET } from './budget.ts'
import { type CelNode, isNode, sourceOf } from './cel-ast.ts'
import type { ExpressionCode, Fault, Range } from './errors.ts'
import { ConversionError } from './json.ts'
import { withoutPrefix } from './library.ts'
import { MissingField } from './meter.ts'

const CODES: Readonly<Record<string, ExpressionCode>> = {
  limit_exceeded: 'TOO_COMPLEX',
  unknown_variable: 'UNKNOWN_VARIABLE',
  no_such_key: 'UNKNOWN_FIELD',
  index_out_of_bounds: 'INDEX_OUT_OF_RANGE',
  index_out_of_range: 'INDEX_OUT_OF_RANGE',
  division_by_zero: 'DIVISION_BY_ZERO',
  modulo_by_zero: 'DIVISION_BY_ZERO',
  invalid_regular_expression: 'INVALID_PATTERN',
  no_such_overload: 'TYPE_MISMATCH',
  no_matching_overload: 'UNKNOWN_FUNCTION',
  invalid_index_type: 'TYPE_MISMATCH',
  cannot_index_type: 'TYPE_MISMATCH',
  invalid_condition_type: 'TYPE_MISMATCH',
  invalid_logical_operand: 'TYPE_MISMATCH',
  incompatible_ternary_branches: 'TYPE_MISMATCH',
  invalid_comprehension_range: 'TYPE_MISMATCH',
  invalid_list_element_type: 'TYPE_MISMATCH',
  invalid_map_key: 'TYPE_MISMATCH',
}

const MAX_NAMED = 20

const listed = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ' …' : '')

/** A step that does not exist, or has not run. */
export function unknownStep(key: string, range: Range, keys: readonly string[] = []): Fault {
  const fault = {
    code: 'UNKNOWN_STEP',
    what: `There is no step "${key}" to read from here`,
    range,
    missing: key,
  } as const
  return keys.length === 0 ? fault : { ...fault, hint: `Steps here: ${listed(keys)}.` }
}

const NAME = /^[A-Za-z_]\w*$/

/** Of a tool's form, whose fields are only there when they were filled in. */
const whereEmpty = (field: string) =>
  `Where "${field}" may be left empty, write has(input.${field}) ? … : … with both values.`

/** A field that is missing from what stands before the dot; steps are called steps. */
export function missingField(node: CelNode, field: string, fields: readonly string[] | undefined): Fault {
  const [owner, part] = Array.isArray(node.args) ? node.args : []
  const text = isNode(owner) ? sourceOf(owner) : ''
  // Of `a.field` the field's name, of `a["field"]` what stands between the brackets.
  const range = isNode(part) ? { start: part.start, end: part.end } : { start: node.pos, end: node.end }
  if (text === 'steps') return unknownStep(field, range, fields)
  const fault = { code: 'UNKNOWN_FIELD', what: `${text} has no field "${field}"`, range, missing: field } as const
  if (fields === undefined) return fault
  const has = fields.length === 0 ? 'It has no fields.' : `It has: ${listed(fields)}.`
  return { ...fault, hint: text === 'input' && NAME.test(field) ? `${has} ${whereEmpty(field)}` : has }
}

/** Turns whatever a parse, a type check or an evaluation threw into a fault; undefined for a bug of ours. */
export function faultOf(error: unknown, source: string): Fault | undefined {
  const whole: Range = { start: 0, end: source.length }
  if (error instanceof MissingField) return missingField(error.node, error.field, error.fields)
  if (error instanceof CostExceeded)
    return {
      code: 'COST_EXCEEDED',
      what: `This expression takes more than ${EXPRESSION_BUDGET.toLocaleString('en-US')} units of work`,
      hint: 'Work on fewer items, or use a code step.',
      range: whole,
    }
  if (error instanceof ConversionError) return { code: error.code, what: error.message, range: whole }
  if (error instanceof RangeError)
    return { code: 'TOO_COMPLEX', what: 'The expression or its value is nested too deeply', range: whole }
  if (error instanceof ParseError || error instanceof CelTypeError || error instanceof EvaluationError)
    return fromLibrary(error, error.range ?? whole)
  return undefined
}

function fromLibrary(error: ParseError | CelTypeError | EvaluationError, range: Range): Fault {
  const code = CODES[error.code] ?? (error instanceof ParseError ? 'SYNTAX_ERROR' : 'EVALUATION_FAILED')
  const { summary } = error
  const node: unknown = error.node
  if (code === 'UNKNOWN_VARIABLE') return unknownVariable(summary, range)
  if (code === 'UNKNOWN_FIELD') {
    const field = /^No such key: (.*)$/s.exec(summary)?.[1] ?? summary
    if (isNode(node)) return missingField(node, field, undefined)
    return { code, what: `There is no field "${field}"`, range, missing: field }
  }
  return { code, what: inWords(summary), range }
}

function unknownVariable(summary: string, range: Range): Fault {
  const missing = summary.replace(/^Unknown variable: /, '')
  return {
    code: 'UNKNOWN_VARIABLE',
    what: `There is nothing called "${missing}" here`,
    hint: ['item', 'index'].includes(missing)
      ? 'item and index are there inside of a loop, and in settings that are worked out for each item.'
      : 'Expressions can read trigger, steps, item, index, vars and run.',
    range,
    missing,
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  uint: 'a whole number',
  double: 'a number',
  bool: 'true/false',
  null: 'null',
  bytes: 'bytes',
  dyn: 'a value',
  'google.protobuf.Timestamp': 'a time',
  'google.protobuf.Duration': 'a duration',
}

/** A type of the library as people call it. */
function inPlainWords(type: string): string {
  if (type.startsWith('dyn<')) return inPlainWords(type.slice(4, -1))
  if (type.startsWith('list')) return 'a list'
  if (type.startsWith('map') || type.startsWith('Object')) return 'an object'
  if (type.startsWith('optional')) return 'an optional value'
  return TYPE_NAMES[type] ?? type
}

/** Parts of an expression by the names that the library's parser gives them. */
const TOKEN_NAMES: Readonly<Record<string, string>> = {
  ...{ NUMBER: 'a number', STRING: 'a text', BOOLEAN: 'true or false', NULL: 'null', IDENTIFIER: 'a name' },
  ...{ BYTES: 'bytes', PLUS: '"+"', MINUS: '"-"', MULTIPLY: '"*"', DIVIDE: '"/"', MODULO: '"%"', EQ: '"=="' },
  ...{ NE: '"!="', LT: '"<"', LE: '"<="', GT: '">"', GE: '">="', AND: '"&&"', OR: '"||"', NOT: '"!"', IN: '"in"' },
  ...{ LPAREN: '"("', RPAREN: '")"', LBRACKET: '"["', RBRACKET: '"]"', LBRACE: '"{"', RBRACE: '"}"', DOT: '"."' },
  ...{ COMMA: '","', COLON: '":"', QUESTION: '"?"' },
}
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** What the parser stumbled over; undefined for what it did not say. */
function misreadInWords(summary: string): string | undefined {
  const [, wanted, found = ''] = /^(?:Unexpected token: |Expected ([A-Z]+), got )([A-Z]+)$/.exec(summary) ?? []
  const needed = TOKEN_NAMES[wanted ?? '']
  if (found === 'EOF') return `The expression ends too early${needed === undefined ? '' : `: ${needed} is needed`}`
  const there = TOKEN_NAMES[found]
  if (there === undefined) return undefined
  return needed === undefined
    ? `${capital(there)} cannot stand here`
    : `${capital(needed)} is needed here, not ${there}`
}

function inWords(summary: string): string {
  const misread = misreadInWords(summary)
  if (misread !== undefined) return misread
  const operator = /^no such overload: (.+) (==|!=|<=|>=|[-+*/%<>]|in) (.+)$/.exec(summary)
  if (operator) {
    const [, left = '', sign = '', right = ''] = operator
    return `"${sign}" does not work between ${inPlainWords(left)} and ${inPlainWords(right)}`
  }
  const sign = /^no such overload: ([!-])(.+)$/.exec(summary)
  if (sign) return `"${sign[1]}" does not work with ${inPlainWords(sign[2] ?? '')}`
  const called = /^found no matching overload for '(?:(.+)\.)?([A-Za-z_]\w*)\((.*)\)'$/.exec(summary)
  if (called) return noFunction(called[1], withoutPrefix(called[2] ?? ''), called[3] ?? '')
  return summary
    .replaceAll(
      /'([^']+)'/g,
      (quoted, type: string) => TYPE_NAMES[type] ?? (OTHER_TYPE.test(type) ? inPlainWords(type) : quoted),
    )
    .replaceAll(/\bbool\b/g, 'true or false')
    .replace(/\.$/, '')
}

const OTHER_TYPE = /^(?:dyn|list|map|optional)\b|^Object\d/

function noFunction(receiver: string | undefined, name: string, types: string): string {
  // One comma inside map<string, int> is not between two parameters.
  const given =
    types === ''
      ? ''
      : ` for ${types
          .split(/, (?![^<]*>)/)
          .map(inPlainWords)
          .join(', ')}`
  if (receiver === undefined) return `There is no function ${name}()${given}`
  const namespace = /^(\w+)Namespace$/.exec(receiver)?.[1]
  if (namespace !== undefined) return `There is no function ${namespace.toLowerCase()}.${name}()${given}`
  return `There is no function .${name}()${given} on ${inPlainWords(receiver)}`
}
