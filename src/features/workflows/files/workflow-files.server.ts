import { formsOf, hideSecrets } from '#src/engine/decide/secret-forms.ts'
import { withoutSecretValues } from '#src/lib/graph/without-secrets.ts'
import { type Nodes, nodeCatalog } from '#src/nodes/index.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, assertFound } from '#src/server/http/app-error.ts'
import { limitWith, signedIn } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { replaceDraft } from '../kept-drafts/kept-drafts.queries.ts'
import { addWorkflow } from '../new-workflows.server.ts'
import { findVersion, findWorkflow, insertWorkflow } from '../workflows.queries.ts'
import { newHookSecret, revisionConflict, toWorkflow } from '../workflows.server.ts'
import { importN8n, isN8n } from './n8n/import-n8n.ts'
import { type FileProblem, parseFile, readFile, type WorkflowFile, writeFile } from './workflow-file.ts'
import { type ImportReport, workflowFilesContract } from './workflow-files.schema.ts'

interface WorkflowFilesDeps {
  readonly db: Db
  readonly limiter: Limiter
  /** All secrets of an account: somebody may have written one into a workflow instead of its name. */
  readonly secretsOf: (userId: string) => Promise<string[]>
  readonly nodes: Nodes
}

const importRefused = (problems: readonly FileProblem[]) =>
  new AppError({
    code: 'IMPORT_REFUSED',
    status: 422,
    message: problems[0]?.message ?? 'The file cannot be imported',
    details: problems.map(({ path, message }) => ({ field: path, message })),
  })

interface Imported {
  readonly file: WorkflowFile
  readonly report: ImportReport
}

/** The workflow in a file. Throws IMPORT_REFUSED. */
function understand(text: string, nodeTypes: ReadonlySet<string>): Imported {
  const parsed = parseFile(text)
  if (!parsed.ok) throw importRefused(parsed.problems)
  const { value } = parsed
  if (isN8n(value)) {
    const imported = importN8n(value, nodeTypes)
    if (!imported.ok) throw importRefused(imported.problems)
    return imported
  }
  const own = readFile(value)
  if (!own.ok) throw importRefused(own.problems)
  const total = own.file.graph.nodes.length
  return { file: own.file, report: { source: 'fettle', mapped: total, total, notes: [] } }
}

export function workflowFileRoutes({ db, limiter, secretsOf, nodes }: WorkflowFilesDeps): Route[] {
  const limit = limitWith(limiter)
  const nodeTypes = new Set(Object.keys(nodes))
  const schemas = new Map(nodeCatalog(nodes).map(({ type, configSchema }) => [type, configSchema]))
  const withoutValues = ({ name, graph }: WorkflowFile): WorkflowFile => ({
    name,
    graph: {
      ...graph,
      nodes: graph.nodes.map((node) => ({ ...node, config: withoutSecretValues(node.config, schemas.get(node.type)) })),
    },
  })
  return [
    route(workflowFilesContract.restore, [signedIn], async ({ user, params, body }) => {
      assertFound(await findWorkflow(db, user.id, params.id), 'workflow')
      const version = await findVersion(db, params.id, params.n)
      assertFound(version, 'version')
      const revision = await replaceDraft(db, params.id, { ...body, graph: version.graph, reason: 'restored' })
      if (revision === undefined) throw revisionConflict()
      return { revision }
    }),
    route(workflowFilesContract.export, [signedIn], async ({ user, params, query }) => {
      const workflow = await findWorkflow(db, user.id, params.id)
      assertFound(workflow, 'workflow')
      const version = query.version === undefined ? undefined : await findVersion(db, params.id, query.version)
      if (query.version !== undefined) assertFound(version, 'version')
      const file = writeFile(withoutValues({ name: workflow.name, graph: version?.graph ?? workflow.draft }))
      const secrets = (await secretsOf(user.id)).map(formsOf)
      // JSON in, JSON out: only texts in it change.
      return { file: hideSecrets(file as unknown as JsonObject, secrets) as JsonObject }
    }),
    route(
      workflowFilesContract.import,
      [signedIn, limit('30/min', 'import workflow')],
      async ({ user, body, claim }) => {
        const { file, report } = understand(body.file, nodeTypes)
        const { id } = claim
        const { name, graph } = file
        const workflow = { id, ownerId: user.id, name, graph, hookSecret: newHookSecret() }
        await addWorkflow(db, user.id, claim, (transaction) => insertWorkflow(transaction, workflow))
        const row = await findWorkflow(db, user.id, id)
        assertFound(row, 'workflow')
        return { workflow: toWorkflow(row), report }
      },
    ),
    route(workflowFilesContract.read, [signedIn, limit('30/min', 'read workflow file')], ({ body }) => {
      const { file, report } = understand(body.file, nodeTypes)
      return { ...file, report }
    }),
  ]
}
