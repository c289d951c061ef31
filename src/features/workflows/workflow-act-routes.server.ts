import { AppError, assertFound, notFound } from '#src/server/http/app-error.ts'
import { signedIn } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { addWorkflow } from './new-workflows.server.ts'
import { copyWorkflow, setTags } from './workflow-acts.queries.ts'
import { type WorkflowBulk, workflowActsContract } from './workflow-acts.schema.ts'
import { type WorkflowActsDeps, workflowActs } from './workflow-acts.server.ts'
import { listTags } from './workflow-list.queries.ts'
import { copyName, withoutRepeats } from './workflow-tags.ts'
import { findOwned, findWorkflow } from './workflows.queries.ts'
import { newHookSecret, toWorkflow } from './workflows.server.ts'

const SERVER_FAULT = 500

export function workflowActRoutes(deps: WorkflowActsDeps): Route[] {
  const { db } = deps
  const acts = workflowActs(deps)
  const answer = async (userId: string, id: string) => {
    const row = await findWorkflow(db, userId, id)
    assertFound(row, 'workflow')
    return { workflow: toWorkflow(row) }
  }
  const done = { ok: true as const }

  async function bulk(userId: string, { ids, action, tag = '' }: WorkflowBulk) {
    const finished: string[] = []
    const leftOut: { id: string; code: string; message: string }[] = []
    for (const id of new Set(ids))
      try {
        await acts[action](userId, id, tag)
        finished.push(id)
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= SERVER_FAULT) throw error
        leftOut.push({ id, code: error.code, message: error.message })
      }
    // None of them is there: then this is no list of somebody whose other window has deleted one.
    if (finished.length === 0 && leftOut.every(({ code }) => code === 'NOT_FOUND')) throw notFound('workflow')
    return { done: finished, leftOut }
  }

  return [
    route(workflowActsContract.pause, [signedIn], async ({ user, params }) => {
      await acts.pause(user.id, params.id, '')
      return done
    }),
    route(workflowActsContract.resume, [signedIn], async ({ user, params }) => {
      await acts.resume(user.id, params.id, '')
      return done
    }),
    route(workflowActsContract.duplicate, [signedIn], async ({ user, params, claim }) => {
      const { workflow } = await answer(user.id, params.id)
      const copy = { id: claim.id, name: copyName(workflow.name), hookSecret: newHookSecret() }
      await addWorkflow(db, user.id, claim, (transaction) => copyWorkflow(transaction, params.id, copy))
      return answer(user.id, copy.id)
    }),
    route(workflowActsContract.tag, [signedIn], async ({ user, params, body }) => {
      assertFound(await findOwned(db, user.id, params.id), 'workflow')
      const tags = withoutRepeats(body.tags)
      await setTags(db, params.id, tags)
      return { tags }
    }),
    route(workflowActsContract.tags, [signedIn], async ({ user }) => ({ tags: await listTags(db, user.id) })),
    route(workflowActsContract.undelete, [signedIn], async ({ user, params }) => {
      await acts.restore(user.id, params.id, '')
      return answer(user.id, params.id)
    }),
    route(workflowActsContract.bulk, [signedIn], ({ user, body }) => bulk(user.id, body)),
  ]
}
