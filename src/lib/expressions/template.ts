import { type Budget, budgetLeft, EXPRESSION_BUDGET, TEMPLATE_BUDGET } from './budget.ts'
import type { Program } from './compile.ts'
import { ExpressionError, type Place } from './errors.ts'
import { faultOf } from './explain.ts'
import { faultOfSegment, joinPath } from './expressions-in.ts'
import { type Json, limitResult, MAX_DEPTH, MAX_TAKEN, setOwn, toJson } from './json.ts'
import { hasExpression, type Segment, scan } from './scan.ts'
import { type Context, contextOf, type Scope } from './scope.ts'

/** A config whose texts may hold {{ expressions }}, ready to be filled in. */
export interface Template {
  /** Whether there is any expression at all. */
  readonly isDynamic: boolean
  /**
   * Fills in the config. A text that is one {{ }} alone keeps the type of its value; in any other text numbers and
   * booleans are written out, null is empty, lists and objects become JSON.
   * Whoever fills in many times hands in one budget for all of them.
   * @throws ExpressionError when a field is missing, types do not fit, or the work or the result is too much
   */
  render(scope: Scope, budget?: Budget): Json
}

type Spend = (units: number) => void
type Run = {
  readonly context: Context
  readonly budget: Budget
  readonly spend: Spend
  /** For what is taken as it is. */
  readonly spendTaken: Spend
}
type Part = (run: Run) => Json

interface Compiling {
  readonly compile: (source: string) => Program
  readonly programs: Program[]
}

/** Compiles the expressions of a config once; `at` is where it stands, for errors. @throws ExpressionError */
export function compileTemplate(compile: (source: string) => Program, config: Json, at = ''): Template {
  const compiling: Compiling = { compile, programs: [] }
  const part = partOf(config, at, compiling, 0)
  const reads = compiling.programs.map((program) => program.references)
  if (part === undefined) return { isDynamic: false, render: () => config }
  return {
    isDynamic: true,
    render: (scope, budget = { left: TEMPLATE_BUDGET }) =>
      part({ context: contextOf(scope, reads), budget, spend: limitResult(), spendTaken: limitResult(MAX_TAKEN) }),
  }
}

/** How a value is filled in; undefined when it holds no expression. */
function partOf(value: Json, path: string, compiling: Compiling, depth: number): Part | undefined {
  if (typeof value === 'string') return hasExpression(value) ? textPart(value, path, compiling) : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= MAX_DEPTH) throw tooDeep(path)
  const inner = (part: Json, name: string | number) => partOf(part, joinPath(path, name), compiling, depth + 1)
  if (Array.isArray(value)) {
    const parts = value.map((part, index) => inner(part, index))
    if (parts.every((part) => part === undefined)) return undefined
    return (run) => value.map((part, index) => parts[index]?.(run) ?? part)
  }
  return objectPart(Object.entries(value), inner)
}

type Inner = (part: Json, name: string) => Part | undefined

function objectPart(entries: readonly (readonly [string, Json])[], inner: Inner): Part | undefined {
  const parts = entries.map(([name, value]) => ({ name, value, part: inner(value, name) }))
  if (parts.every(({ part }) => part === undefined)) return undefined
  return (run) => {
    const object: Record<string, Json> = {}
    for (const { name, value, part } of parts) setOwn(object, name, part === undefined ? value : part(run))
    return object
  }
}

function textPart(text: string, path: string, compiling: Compiling): Part {
  const parts = scan(text).map((segment) => segmentPart(segment, path, compiling))
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  return (run) => parts.reduce((written, part) => written + asText(part(run)), '')
}

function segmentPart(segment: Segment, path: string, compiling: Compiling): Part {
  if (segment.kind === 'text') return () => segment.text
  const place: Place = { path, expression: segment.source, offset: segment.offset }
  const unclosed = faultOfSegment(segment)
  if (unclosed) throw new ExpressionError(unclosed, place)
  const program = placed(place, () => compiling.compile(segment.source))
  compiling.programs.push(program)
  return (run) => placed(place, () => evaluate(program, run))
}

function evaluate(program: Program, run: Run): Json {
  const allowance = Math.min(run.budget.left, EXPRESSION_BUDGET)
  const value = program.run(run.context, allowance)
  run.budget.left -= allowance - budgetLeft()
  return toJson(value, program.isPath ? run.spendTaken : run.spend)
}

/** Tells errors where the expression stands. */
function placed<T>(place: Place, run: () => T): T {
  try {
    return run()
  } catch (error) {
    const fault = error instanceof ExpressionError ? error.fault : faultOf(error, place.expression)
    throw fault === undefined ? error : new ExpressionError(fault, place)
  }
}

function asText(value: Json): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const tooDeep = (path: string) =>
  new ExpressionError(
    {
      code: 'VALUE_TOO_DEEP',
      what: `The config is nested more than ${MAX_DEPTH} levels deep`,
      range: { start: 0, end: 0 },
    },
    { path, expression: '', offset: 0 },
  )
