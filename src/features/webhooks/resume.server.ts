import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Engine } from '#src/engine/engine.ts'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import { nodeOfStep } from '#src/lib/graph/step-name.ts'
import { isUuid } from '#src/lib/ids.ts'
import { isFinal } from '#src/lib/run-status.ts'
import type { NodeDefinition } from '#src/sdk/define-node.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import { asEngineTransaction } from '#src/server/engine-transaction.ts'
import { AppError, conflict, notFound } from '#src/server/http/app-error.ts'
import { findPausedRun } from './resume.queries.ts'
import { receive } from './webhook-request.ts'

export const RESUME_PATH = '/hooks/resume/'
/** What the signatures of its addresses are for. */
export const RESUME_PURPOSE = 'resume'

export interface ResumeDeps {
  readonly db: Db
  readonly engine: Pick<Engine, 'wake'>
  readonly nodes: Readonly<Record<string, NodeDefinition>>
  readonly resumeSigner: Signer
}

const methodNotAllowed = (method: string) =>
  new AppError({ code: 'METHOD_NOT_ALLOWED', status: 405, message: `This address takes ${method}` })
const alreadyResumed = () => conflict('ALREADY_RESUMED', 'This wait has ended already')
const executionFinished = () => conflict('EXECUTION_FINISHED', 'This execution has already ended')

/** The address of one step in one run; nobody can make one up. */
export const resumeUrl = (publicUrl: string, signer: Signer, executionId: string, nodeId: string): string =>
  `${publicUrl}${RESUME_PATH}${signer.sign(`${executionId} ${nodeId}`)}`

/** To look at a link is not to follow it: a GET request changes nothing unless the step was set up for that. */
const methodsOf = ({ config }: GraphNode): readonly string[] => (config.allowGet === true ? ['POST', 'GET'] : ['POST'])

/** Ends the wait of a step, once, also when the run has not come to it yet. */
export function createResumeHandler({ db, engine, nodes, resumeSigner }: ResumeDeps) {
  return async function resume(request: FastifyRequest, reply: FastifyReply) {
    const { token } = request.params as { token: string }
    const [executionId = '', step = ''] = resumeSigner.verify(token)?.split(/ (.*)/s) ?? []
    const run = isUuid(executionId) ? await findPausedRun(db, executionId) : undefined
    const node = run && nodeOfStep(run.graph, step)
    if (run === undefined || node === undefined || nodes[node.type]?.takesCalls?.(node.config) !== true)
      throw notFound('resume address')
    const methods = methodsOf(node)
    if (!methods.includes(request.method)) {
      reply.header('allow', methods.join(', '))
      throw methodNotAllowed(methods.join(', '))
    }
    if (isFinal(run.status)) throw executionFinished()
    const { trigger: answer } = await receive(request)
    const isFirst = await db
      .transaction()
      .execute((transaction) => engine.wake(asEngineTransaction(transaction), { executionId, nodeId: step, answer }))
    if (!isFirst) throw alreadyResumed()
    return reply.header('cache-control', 'no-store').send({ resumed: true, executionId })
  }
}
