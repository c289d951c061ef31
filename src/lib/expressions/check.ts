import type { Environment } from '@marcbachmann/cel-js'
import { type CelNode, calledName, children, isNode, walk } from './cel-ast.ts'
import type { ExpressionCode, Fault, Place, Range } from './errors.ts'
import { faultOf, missingField, unknownStep } from './explain.ts'
import { expressionsIn } from './expressions-in.ts'
import type { Json } from './json.ts'
import type { Matches } from './library.ts'
import { parse } from './parse.ts'
import { type References, referencesOf } from './references.ts'
import { declareSchemas, type JsonSchema, type SchemaTypes } from './schema-types.ts'
import { createTypeCheck, type TypeCheck } from './type-check.ts'

/** What is known of the values in scope. Without a schema anything goes; `item` and `index` exist in loops only. */
export interface ScopeTypes {
  readonly trigger?: JsonSchema
  readonly steps: Readonly<Record<string, JsonSchema | undefined>>
  readonly item?: JsonSchema
  readonly index?: JsonSchema
  readonly vars?: JsonSchema
}

/** What is wrong with an expression, or deserves a look, found without running it. */
export interface ExpressionProblem {
  readonly severity: 'error' | 'warning'
  readonly code: ExpressionCode
  readonly message: string
  /** The config value that holds the expression: "url", "headers.accept", "" for the config itself. */
  readonly path: string
  readonly expression: string
  /** Offsets inside `expression`. */
  readonly range: Range
  /** Where `expression` begins in the text of the config value. */
  readonly offset: number
  /** The step, field, variable or function that is missing. */
  readonly missing?: string
}

export interface Visibility {
  /** Keys of the steps that run before; absent: all of the scope. */
  readonly upstream?: ReadonlySet<string>
}

/** Checks expressions against the types of one scope; making one costs about 0.1 ms per object schema. */
export interface Checker {
  /** All texts of a config. */
  checkTemplate(config: Json, visibility?: Visibility): ExpressionProblem[]
  /** One expression, without braces. */
  checkExpression(source: string, visibility?: Visibility): ExpressionProblem[]
}

interface Checking {
  readonly environment: Environment
  readonly typeCheck: TypeCheck
  readonly types: SchemaTypes
  readonly matches: Matches
  readonly steps: ScopeTypes['steps']
}

const RUN: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, startedAt: { type: 'string' }, resumeUrls: { type: 'object' } },
}

export function createChecker(base: Environment, matches: Matches, scope: ScopeTypes): Checker {
  const environment = base.clone({ unlistedVariablesAreDyn: false })
  const types = declareSchemas(environment)
  const declare = (name: string, schema: JsonSchema | undefined) =>
    environment.registerVariable(name, types.typeOf(schema))
  declare('trigger', scope.trigger)
  declare('vars', scope.vars)
  declare('run', RUN)
  if (scope.item) declare('item', scope.item)
  if (scope.index) declare('index', scope.index)
  const steps = Object.entries(scope.steps).map(([key, schema]) => [key, types.typeOf(schema)])
  environment.registerVariable('steps', types.objectOf(Object.fromEntries(steps)))
  const checking = { environment, types, matches, steps: scope.steps, typeCheck: createTypeCheck(environment) }
  const check = (place: Place, visibility: Visibility) => checkAt(checking, place, visibility)
  return {
    checkExpression: (source, visibility = {}) => check({ path: '', expression: source, offset: 0 }, visibility),
    checkTemplate: (config, visibility = {}) =>
      expressionsIn(config).flatMap(({ place, fault }) =>
        fault ? [problemOf(fault, place, 'error')] : check(place, visibility),
      ),
  }
}

function checkAt(checking: Checking, place: Place, { upstream }: Visibility): ExpressionProblem[] {
  const { environment, typeCheck, steps } = checking
  let root: CelNode | undefined
  try {
    const program = parse(environment, place.expression)
    root = program.root
    const hidden = hiddenSteps(referencesOf(root), steps, upstream)
    if (hidden.length > 0) return hidden.map((fault) => problemOf(fault, place, 'error'))
    typeCheck(program.parsed)
    const faults = refusedPatterns(root, checking.matches).map((fault) => problemOf(fault, place, 'error'))
    return [...faults, ...integerDivisions(root).map((fault) => problemOf(fault, place, 'warning'))]
  } catch (error) {
    const fault = unknownField(error, checking.types) ?? faultOf(error, place.expression)
    if (fault === undefined) throw error
    return [problemOf(fault, place, 'error')]
  }
}

function problemOf(fault: Fault, place: Place, severity: 'error' | 'warning'): ExpressionProblem {
  const sentence = `${fault.what}.`
  const message = fault.hint === undefined ? sentence : `${sentence} ${fault.hint}`
  const problem = { severity, code: fault.code, message, range: fault.range, ...place }
  return fault.missing === undefined ? problem : { ...problem, missing: fault.missing }
}

/** Steps that do not exist, and steps that do not run before this one. */
function hiddenSteps(references: References, steps: ScopeTypes['steps'], upstream: Visibility['upstream']): Fault[] {
  const visible = Object.keys(steps).filter((key) => upstream?.has(key) ?? true)
  return references.steps.flatMap(({ key, range }): Fault[] => {
    if (!Object.hasOwn(steps, key)) return [unknownStep(key, range, visible)]
    if (upstream === undefined || upstream.has(key)) return []
    const what = `The step "${key}" does not run before this one, so it has no output here`
    return [{ code: 'STEP_NOT_UPSTREAM', what, range, missing: key }]
  })
}

/** The type check knows the type of what stands before the dot, hence the fields that it has. */
function unknownField(error: unknown, types: SchemaTypes): Fault | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'no_such_key' || !('node' in error))
    return undefined
  const { node } = error
  if (!isNode(node) || !Array.isArray(node.args) || !isNode(node.args[0])) return undefined
  const [owner, part] = node.args
  const field = isNode(part) ? String(part.args) : String(part)
  return missingField(node, field, types.fieldsOf(owner.checkedType?.name ?? ''))
}

function integerDivisions(root: CelNode): Fault[] {
  const found: Fault[] = []
  walk(root, (node) => {
    if (node.op !== '/' || !children(node).every((part) => part.checkedType?.name === 'int')) return
    found.push({
      code: 'INTEGER_DIVISION',
      what: 'Dividing whole numbers drops the fraction: 7 / 2 is 3',
      hint: 'Write 7.0 / 2, or double(…), for 3.5.',
      range: { start: node.start, end: node.end },
    })
  })
  return found
}

/** Patterns that are written down are tried at once. */
function refusedPatterns(root: CelNode, matches: Matches): Fault[] {
  const found: Fault[] = []
  walk(root, (node) => {
    if (calledName(node) !== '__matches' || !Array.isArray(node.args)) return
    const [pattern] = Array.isArray(node.args[2]) ? node.args[2] : []
    if (!isNode(pattern) || typeof pattern.args !== 'string' || pattern.op !== 'value') return
    try {
      matches('', pattern.args)
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error)
      found.push({ code: 'INVALID_PATTERN', what, range: { start: pattern.start, end: pattern.end } })
    }
  })
  return found
}

/** Keys of the steps that a config names as steps.<key> or steps["key"]; texts that do not parse name none. */
export function referencedSteps(environment: Environment, config: Json): Set<string> {
  return new Set(
    expressionsIn(config).flatMap(({ place }) => {
      try {
        return referencesOf(parse(environment, place.expression).root).steps.map(({ key }) => key)
      } catch (error) {
        if (faultOf(error, place.expression) === undefined) throw error
        return []
      }
    }),
  )
}
