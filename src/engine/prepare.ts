import { type Budget, LIST_BUDGET } from '#src/lib/expressions/budget.ts'
import type { Expressions } from '#src/lib/expressions/expressions.ts'
import type { Scope } from '#src/lib/expressions/scope.ts'
import type { Template } from '#src/lib/expressions/template.ts'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import type { NodeContext, NodeDefinition } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import type { Failure } from './decide/after-failure.ts'
import { redact } from './decide/redact.ts'
import { expressionFailed, invalidConfig, unknownNode } from './failures.ts'

type Compiler = Pick<Expressions, 'compileTemplate'>

/** A node's config with its expressions filled in; `input` is the same for the log, without secrets. */
export type Prepared =
  | {
      readonly ok: true
      readonly input: Json
      readonly config: unknown
      /** For the settings that keep their templates. */
      readonly evaluate: NodeContext['evaluate']
    }
  | { readonly ok: false; readonly input: Json; readonly failure: Failure }

type Parsed = Omit<Extract<Prepared, { ok: true }>, 'evaluate'> | Extract<Prepared, { ok: false }>

function parse(definition: NodeDefinition, config: Json): Parsed {
  const input = redact(config)
  const parsed = definition.config.safeParse(config)
  if (parsed.success) return { ok: true, input, config: parsed.data }
  const [issue] = parsed.error.issues
  return { ok: false, input, failure: invalidConfig(issue?.path.join('.') ?? '', issue?.message ?? 'not valid') }
}

function valueAt(config: Json | undefined, path: string): Json | undefined {
  let value: unknown = config
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = Reflect.get(value, name)
  }
  return value as Json | undefined
}

/**
 * Evaluates parts of a config one by one; each is compiled at first use, all of one run share a budget. A loop, whose
 * turns take more than its conditions, has one for each of these.
 */
function evaluation(
  { config }: GraphNode,
  { bodyPort }: NodeDefinition,
  compiler: Compiler,
): (scope: Scope) => NodeContext['evaluate'] {
  const templates = new Map<string, Template>()
  return (scope) => {
    const budget: Budget = { left: LIST_BUDGET }
    return (path, item) => {
      const template = templates.get(path) ?? compiler.compileTemplate(valueAt(config, path) ?? null, path)
      templates.set(path, template)
      const seen = item === undefined ? scope : { ...scope, ...item }
      return bodyPort === undefined ? template.render(seen, budget) : template.render(seen)
    }
  }
}

/** The config whose templates are filled in before the node runs, and how the others join it again. */
function split({ config }: GraphNode, { templates = {} }: NodeDefinition) {
  const entries = Object.entries(config)
  const now = Object.fromEntries(entries.filter(([name]) => !Object.hasOwn(templates, name)))
  const whole = (filled: Json): Json =>
    Object.fromEntries(entries.map(([name, value]) => [name, valueAt(filled, name) ?? value]))
  return entries.length === Object.keys(now).length ? { now, whole: (filled: Json) => filled } : { now, whole }
}

/**
 * How a node's config is made ready in each run. Compiles at first use, so that a template with a mistake
 * fails its own node and not the plan; a config without expressions is checked once.
 */
export function preparation(
  node: GraphNode,
  definition: NodeDefinition | undefined,
  compiler: Compiler,
): (scope: Scope) => Prepared {
  if (definition === undefined) return () => ({ ok: false, input: null, failure: unknownNode(node.type, node.version) })
  const { now, whole } = split(node, definition)
  const evaluatorFor = evaluation(node, definition, compiler)
  let template: Template | undefined
  let constant: Parsed | undefined
  return (scope) => {
    try {
      template ??= compiler.compileTemplate(now)
      const parsed = constant ?? parse(definition, whole(template.render(scope)))
      if (!template.isDynamic) constant = parsed
      return parsed.ok ? { ...parsed, evaluate: evaluatorFor(scope) } : parsed
    } catch (error) {
      return { ok: false, input: null, failure: expressionFailed(error) }
    }
  }
}
