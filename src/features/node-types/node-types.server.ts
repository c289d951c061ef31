import type { ScopeTypes } from '#src/lib/expressions/check.ts'
import type { Expressions } from '#src/lib/expressions/expressions.ts'
import { type NodeCatalogEntry, type Nodes, nodeCatalog } from '#src/nodes/index.ts'
import { limitWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { nodeTypesContract } from './node-types.schema.ts'

interface NodeTypesDeps {
  readonly nodes: Nodes
  readonly expressions: Expressions
  readonly limiter: Limiter
}

export function nodeTypeRoutes({ nodes, expressions, limiter }: NodeTypesDeps): Route[] {
  const limit = limitWith(limiter)
  const catalog = nodeCatalog(nodes).map(toAnswer)
  return [
    route(nodeTypesContract.list, [], () => ({ nodes: catalog })),
    route(nodeTypesContract.checkExpression, [limit('600/min', 'check expression')], ({ body }) => {
      const text = body.expression.includes('{{') ? body.expression : `{{ ${body.expression} }}`
      const problems = expressions.checkTemplate(text, body.scope as ScopeTypes)
      return { valid: problems.every(({ severity }) => severity !== 'error'), problems: [...problems] }
    }),
  ]
}

const toAnswer = ({ ports, ...entry }: NodeCatalogEntry) => ({
  ...entry,
  ports: 'each' in ports ? { ...ports } : [...ports],
})
