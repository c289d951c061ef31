import type { Expressions } from '#src/lib/expressions/expressions.ts'
import type { Scope } from '#src/lib/expressions/scope.ts'
import type { Template } from '#src/lib/expressions/template.ts'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import type { NodeDefinition } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import type { Failure } from './decide/after-failure.ts'
import { redact } from './decide/redact.ts'
import { expressionFailed, invalidConfig, unknownNode } from './failures.ts'

/** A node's config with its expressions filled in; `input` is the same for the log, without secrets. */
export type Prepared =
  | { readonly ok: true; readonly input: Json; readonly config: unknown }
  | { readonly ok: false; readonly input: Json; readonly failure: Failure }

function parse(definition: NodeDefinition, config: Json): Prepared {
  const input = redact(config)
  const parsed = definition.config.safeParse(config)
  if (parsed.success) return { ok: true, input, config: parsed.data }
  const [issue] = parsed.error.issues
  return { ok: false, input, failure: invalidConfig(issue?.path.join('.') ?? '', issue?.message ?? 'not valid') }
}

/**
 * How a node's config is made ready in each run. Compiles at first use, so that a template with a mistake
 * fails its own node and not the plan; a config without expressions is checked once.
 */
export function preparation(
  node: GraphNode,
  definition: NodeDefinition | undefined,
  compiler: Pick<Expressions, 'compileTemplate'>,
): (scope: Scope) => Prepared {
  if (definition === undefined) return () => ({ ok: false, input: null, failure: unknownNode(node.type, node.version) })
  let template: Template | undefined
  let constant: Prepared | undefined
  return (scope) => {
    if (constant) return constant
    try {
      template ??= compiler.compileTemplate(node.config)
      const prepared = parse(definition, template.render(scope))
      if (!template.isDynamic) constant = prepared
      return prepared
    } catch (error) {
      return { ok: false, input: null, failure: expressionFailed(error) }
    }
  }
}
