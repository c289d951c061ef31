import type { EngineTransaction } from '#src/engine/engine.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import type { Db } from '#src/server/database.ts'
import { asEngineTransaction } from '#src/server/engine-transaction.ts'
import { assertFound, conflict, invalidInput } from '#src/server/http/app-error.ts'
import { bringBack, holdBack, pause, resume, setTags, tagsOf } from './workflow-acts.queries.ts'
import type { BulkAct } from './workflow-acts.schema.ts'
import { withoutRepeats } from './workflow-tags.ts'
import { findOwned, unpublish } from './workflows.queries.ts'
import { MAX_TAGS } from './workflows.schema.ts'

/** What else has to change with what is published, in the same transaction. */
export interface Triggers {
  published(transaction: Db, version: { workflowId: string; version: number; graph: Graph }): Promise<unknown>
  unpublished(transaction: Db, workflowId: string): Promise<unknown>
  /** After a pause. */
  resumed(transaction: Db, workflowId: string): Promise<unknown>
}

export interface WorkflowActsDeps {
  readonly db: Db
  readonly triggers: Triggers
  /** Whether what the runs of a deleted workflow hold fits in beside what has come since. */
  readonly fitsAgain: (transaction: EngineTransaction, ownerId: string, workflowId: string) => Promise<boolean>
}

const stillRunning = () =>
  conflict('WORKFLOW_RUNNING', 'An execution of this workflow is under way. Cancel it first, then delete the workflow.')
const notPublished = () => conflict('NOT_PUBLISHED', 'Only a workflow that is published can be paused or resumed')
const noRoom = () =>
  conflict('QUOTA_EXCEEDED', 'There is no room for the runs of this workflow any more. Delete others first.')
const tooManyTags = () => invalidInput([{ field: 'tag', message: `A workflow has ${MAX_TAGS} tags at most` }])

type Act = (ownerId: string, id: string, tag: string) => Promise<unknown>

/** What can be done to a workflow, whether to one or to many. Each begins by asking whose it is. */
export function workflowActs({ db, triggers, fitsAgain }: WorkflowActsDeps): Record<BulkAct, Act> {
  const own =
    (act: (id: string, tag: string) => Promise<unknown>): Act =>
    async (ownerId, id, tag) => {
      assertFound(await findOwned(db, ownerId, id), 'workflow')
      await act(id, tag)
    }
  const retag = (id: string, change: (tags: readonly string[]) => string[]) =>
    db.transaction().execute(async (transaction) => {
      const tags = change(await tagsOf(transaction, id))
      if (tags.length > MAX_TAGS) throw tooManyTags()
      await setTags(transaction, id, tags)
    })
  return {
    tag: own((id, tag) => retag(id, (tags) => withoutRepeats([...tags, tag]))),
    untag: own((id, tag) => retag(id, (tags) => tags.filter((one) => one !== tag))),
    pause: own(async (id) => {
      if (!(await pause(db, id))) throw notPublished()
    }),
    resume: own((id) =>
      db.transaction().execute(async (transaction) => {
        if (!(await resume(transaction, id))) throw notPublished()
        await triggers.resumed(transaction, id)
      }),
    ),
    unpublish: own((id) =>
      db.transaction().execute(async (transaction) => {
        await unpublish(transaction, id)
        await triggers.unpublished(transaction, id)
      }),
    ),
    delete: own((id) =>
      db.transaction().execute(async (transaction) => {
        if (!(await holdBack(transaction, id))) throw stillRunning()
      }),
    ),
    restore: (ownerId, id) =>
      db.transaction().execute(async (transaction) => {
        const fits = await fitsAgain(asEngineTransaction(transaction), ownerId, id)
        assertFound(await bringBack(transaction, ownerId, id), 'workflow')
        if (!fits) throw noRoom()
      }),
  }
}
