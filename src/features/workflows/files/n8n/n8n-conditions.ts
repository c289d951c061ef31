import type { Json, JsonObject } from '#src/sdk/json.ts'
import { isObject } from '../workflow-file.ts'
import { type Surroundings, translateExpression } from './n8n-expression.ts'

/** A parameter as an operand: its expression, or the value that is written down. */
function operand(value: Json | undefined, type: string, around: Surroundings): string | undefined {
  if (typeof value === 'string' && value.startsWith('=')) {
    const only = /^=\s*\{\{([\s\S]*)\}\}\s*$/.exec(value)?.[1]
    if (only === undefined) return value.includes('{{') ? undefined : JSON.stringify(value.slice(1))
    const expression = only.includes('}}') ? undefined : translateExpression(only, around)
    return expression !== undefined && /[ ]/.test(expression) ? `(${expression})` : expression
  }
  if (type === 'number') {
    const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
    return Number.isFinite(number) ? (Number.isInteger(number) ? `${number}.0` : String(number)) : undefined
  }
  if (type === 'boolean') return String(value === true || value === 'true')
  return typeof value === 'string' || typeof value === 'boolean' ? JSON.stringify(value) : undefined
}

type Compare = (left: string, right: string) => string
const between =
  (sign: string): Compare =>
  (left, right) =>
    `${left} ${sign} ${right}`
const asked =
  (method: string, not = ''): Compare =>
  (left, right) =>
    `${not}${left}.${method}(${right})`

/** Names of old and new nodes. */
const TWO: ReadonlyMap<string, Compare> = new Map([
  ...['equals', 'equal'].map((name) => [name, between('==')] as const),
  ...['notEquals', 'notEqual'].map((name) => [name, between('!=')] as const),
  ...['gt', 'larger'].map((name) => [name, between('>')] as const),
  ...['lt', 'smaller'].map((name) => [name, between('<')] as const),
  ...['gte', 'largerEqual'].map((name) => [name, between('>=')] as const),
  ...['lte', 'smallerEqual'].map((name) => [name, between('<=')] as const),
  ['contains', asked('contains')],
  ['notContains', asked('contains', '!')],
  ['startsWith', asked('startsWith')],
  ['endsWith', asked('endsWith')],
])
const ONE: ReadonlyMap<string, (left: string) => string> = new Map([
  ['exists', (left) => `has(${left})`],
  ['notExists', (left) => `!has(${left})`],
  ['true', (left) => `${left} == true`],
  ['false', (left) => `${left} == false`],
  ['empty', (left) => `${left} == ""`],
  ['isEmpty', (left) => `${left} == ""`],
  ['notEmpty', (left) => `${left} != ""`],
  ['isNotEmpty', (left) => `${left} != ""`],
])

export interface Comparison {
  readonly left: Json | undefined
  readonly right: Json | undefined
  readonly type: string
  readonly operation: string
}

/** One comparison in our language; undefined when it cannot be said. */
export function compare({ left, right, type, operation }: Comparison, around: Surroundings): string | undefined {
  const one = operand(left, type, around)
  if (one === undefined) return undefined
  const alone = ONE.get(operation)
  if (alone !== undefined) return /exists/i.test(operation) && !/^[\w.]+$/.test(one) ? undefined : alone(one)
  const other = operand(right, type, around)
  return other === undefined ? undefined : TWO.get(operation)?.(one, other)
}

const textAt = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const listAt = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** {"conditions": [{"leftValue", "rightValue", "operator"}], "combinator"}: If and Switch of today. */
const newComparisons = (conditions: JsonObject): Comparison[] =>
  listAt(conditions.conditions).map(({ leftValue, rightValue, operator }) => ({
    left: leftValue,
    right: rightValue,
    type: isObject(operator) ? textAt(operator.type) : '',
    operation: isObject(operator) ? textAt(operator.operation) : '',
  }))

/** {"string": [{"value1", "operation", "value2"}], "number": …}: the first If. */
const oldComparisons = (conditions: JsonObject): Comparison[] =>
  Object.entries(conditions).flatMap(([type, list]) =>
    listAt(list).map(({ value1, value2, operation }) => ({
      left: value1,
      right: value2,
      type,
      operation: textAt(operation) === '' ? (type === 'number' ? 'smaller' : 'equal') : textAt(operation),
    })),
  )

/** All conditions of a node as one expression; undefined when there is none, or one that cannot be said. */
export function translateConditions(
  conditions: Json | undefined,
  combineOperation: Json | undefined,
  around: Surroundings,
): string | undefined {
  if (!isObject(conditions)) return undefined
  const isNew = Array.isArray(conditions.conditions)
  const parts = (isNew ? newComparisons(conditions) : oldComparisons(conditions)).map((one) => compare(one, around))
  if (parts.length === 0 || parts.includes(undefined)) return undefined
  const isAny = isNew ? conditions.combinator === 'or' : combineOperation === 'any'
  return parts.length === 1 ? parts[0] : parts.map((part) => `(${part})`).join(isAny ? ' || ' : ' && ')
}
