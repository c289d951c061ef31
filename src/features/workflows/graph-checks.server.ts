import type { Expressions } from '#src/lib/expressions/expressions.ts'
import type { Graph, GraphNode, Problem } from '#src/lib/graph/graph.schema.ts'
import { isNote, isTrigger } from '#src/lib/graph/structure.ts'
import { type NodeCatalog, validateGraph } from '#src/lib/graph/validate.ts'
import { isObject } from '#src/lib/json-object.ts'
import { catalogEntry, checkConfig } from '#src/nodes/index.ts'
import type { NodeDefinition } from '#src/sdk/define-node.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { codeProblems } from './code-problems.server.ts'
import { type ConfigField, isShown, fieldsOf as settingsOf } from './editor/config-fields.ts'
import { lineProblems } from './line-problems.ts'
import type { ToolOutputs } from './tool-outputs.ts'

interface CheckOptions {
  /** A draft may be tried before it does anything; what is published must do something. */
  readonly publishing?: boolean
  /** What the account keeps; absent: nobody looked, so anything goes. */
  readonly account?: AccountValues
}

export interface AccountValues {
  /** JSON Schema of the variables. */
  readonly vars: JsonObject
  /** Names. */
  readonly secrets: ReadonlySet<string>
  /** Ids of the workflows that can be called. */
  readonly workflows?: ReadonlySet<string>
  /** What tools give that the account may use; of others only the built-in ones are known. */
  readonly toolOutputs?: ToolOutputs
}

/** Finds what stands in the way of running or publishing: structure, configs, expressions. */
export type CheckGraph = (graph: Graph, options?: CheckOptions) => Problem[]

const toCatalog = (nodes: Readonly<Record<string, NodeDefinition>>): NodeCatalog =>
  Object.fromEntries(
    Object.entries(nodes).map(([type, node]) => [
      type,
      {
        title: node.title,
        version: node.version,
        ports: node.ports,
        category: node.category,
        ...(node.bodyPort !== undefined && { bodyPort: node.bodyPort }),
        ...(node.triedOnce !== undefined && { triedOnce: node.triedOnce }),
        ...(node.join && { join: (config) => node.join?.(config) ?? 'any' }),
        ...(node.templates && { templates: node.templates }),
        checkConfig: (config) => checkConfig(node, config),
        outputSchema: (config) => node.output(config),
      },
    ]),
  )

export function createGraphCheck(
  nodes: Readonly<Record<string, NodeDefinition>>,
  expressions: Expressions,
): CheckGraph {
  const catalog = toCatalog(nodes)
  const forms = new Map(
    Object.entries(nodes).map(([type, node]) => [type, settingsOf(catalogEntry(node).configSchema)]),
  )
  return (graph, { publishing = false, account } = {}) => {
    const problems = [
      ...graph.nodes.flatMap((node) => offProblems(node, nodes[node.type]?.off)),
      ...graph.nodes.flatMap(codeProblems),
      ...graph.nodes.flatMap((node) => secretProblems(node, forms.get(node.type) ?? [], account?.secrets)),
      ...graph.nodes.flatMap((node) => callProblems(node, forms.get(node.type) ?? [], account?.workflows)),
      ...lineProblems(graph, expressions),
      ...validateGraph(graph, withTools(catalog, account?.toolOutputs), expressions, account?.vars),
    ]
    return publishing && doesNothing(graph, catalog) ? [nothingToDo(graph, catalog), ...problems] : problems
  }
}

function withTools(catalog: NodeCatalog, outputs: ToolOutputs | undefined): NodeCatalog {
  const { tool } = catalog
  if (tool === undefined || outputs === undefined) return catalog
  return { ...catalog, tool: { ...tool, outputSchema: (config) => outputs(config) ?? tool.outputSchema?.(config) } }
}

const offProblems = (node: GraphNode, off: string | undefined): Problem[] =>
  off === undefined || node.disabled ? [] : [{ severity: 'error', code: 'STEP_OFF', message: off, nodeId: node.id }]

/** A secret is named, never worked out, and it has to be there when the workflow is published. */
function secretProblems(
  node: GraphNode,
  fields: readonly ConfigField[],
  known: ReadonlySet<string> | undefined,
): Problem[] {
  if (node.disabled) return []
  return fields
    .filter((field) => isShown(field, fields, node.config))
    .flatMap((field) => secretsIn({ ...field } as unknown as JsonObject, node.config[field.name], field.name))
    .flatMap(({ path, name }): Problem[] => {
      const at = { severity: 'error', nodeId: node.id, path } as const
      if (name.includes('{{'))
        return [{ ...at, code: 'SECRET_NOT_NAMED', message: 'A secret is chosen by its name, not by an expression' }]
      if (known === undefined || known.has(name)) return []
      return [{ ...at, code: 'SECRET_MISSING', message: `There is no secret called "${name}"` }]
    })
}

interface NamedSecret {
  readonly path: string
  readonly name: string
}

/** The secrets that a setting names, also inside of lists and objects. */
function secretsIn(schema: JsonObject, value: Json | undefined, path: string): NamedSecret[] {
  const { control, anyOf, properties, additionalProperties, items } = schema
  if (control === 'secret') return typeof value === 'string' ? [{ path, name: value }] : []
  const found = Array.isArray(anyOf) ? anyOf.filter(isObject).flatMap((one) => secretsIn(one, value, path)) : []
  if (Array.isArray(value) && isObject(items))
    found.push(...value.flatMap((part, index) => secretsIn(items, part, `${path}.${index}`)))
  if (isObject(value))
    for (const [name, part] of Object.entries(value)) {
      const rules = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties
      if (isObject(rules)) found.push(...secretsIn(rules, part, `${path}.${name}`))
    }
  return found
}

/** What is called must be a published workflow of the same account; the run looks again. */
function callProblems(
  node: GraphNode,
  fields: readonly ConfigField[],
  known: ReadonlySet<string> | undefined,
): Problem[] {
  if (node.disabled || known === undefined) return []
  return fields
    .filter((field) => field.control === 'workflow')
    .flatMap((field): Problem[] => {
      const id = node.config[field.name]
      if (typeof id !== 'string' || known.has(id)) return []
      const message = 'There is no published workflow of yours with this id'
      return [{ severity: 'error', code: 'WORKFLOW_MISSING', message, nodeId: node.id, path: field.name }]
    })
}

const withoutSteps = 'Add a step: something starts this workflow, but then it does nothing'
const allPassedBy = 'Enable a step: all that follow what starts this workflow are passed by'

const nothingToDo = ({ nodes }: Graph, catalog: NodeCatalog): Problem => {
  const hasSteps = nodes.some((node) => !isNote(catalog, node) && !isTrigger(catalog, node))
  return { severity: 'error', code: 'STEP_MISSING', message: hasSteps ? allPassedBy : withoutSteps }
}

const doesNothing = (graph: Graph, catalog: NodeCatalog): boolean => {
  const nodes = graph.nodes.filter((node) => !isNote(catalog, node))
  const steps = nodes.filter((node) => !isTrigger(catalog, node))
  return steps.length < nodes.length && steps.every(({ disabled }) => disabled)
}
