import { afterAll, beforeAll, expect, test } from 'vitest'
import { findExecutionState, findRunnable, listExecutions } from '#src/features/executions/executions.queries.ts'
import { Graph } from '#src/lib/graph/graph.schema.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { listWorkflows } from './workflow-list.queries.ts'
import { findDraft, findOwned, findWorkflow, insertWorkflow, publishVersion, saveDraft } from './workflows.queries.ts'

// What is read is what is shown: a list of fifty workflows must not read fifty graphs and fifty secrets.
let database: TestDatabase
const owner = uuidv7()
const stranger = uuidv7()
const id = uuidv7()
const executionId = uuidv7()
const graph = Graph.parse({ nodes: [{ id: 'a', key: 'start', type: 'manual', name: 'Start' }] })

beforeAll(async () => {
  database = await freshDatabase()
  const { db, pool } = database
  for (const person of [owner, stranger])
    await pool.query(`insert into "user" (id, name, email, password_hash) values ($1, 'Ada', $2, '')`, [
      person,
      `${person}@example.com`,
    ])
  await insertWorkflow(db, { id, ownerId: owner, name: 'Orders', graph, hookSecret: 'secret' })
  await publishVersion(db, { workflowId: id, graph, lane: 'inline', note: '', userId: owner })
  await pool.query(
    `insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind, input, finished_at)
     values ($1, $2, $3, 1, 'succeeded', 'inline', 'manual', '{"large": true}', now())`,
    [executionId, id, owner],
  )
})
afterAll(() => database.drop())

const columns = (row: object | undefined) => Object.keys(row ?? {}).sort()

test('a card is read without the graph and the secret', async () => {
  const [card] = await listWorkflows(database.db, owner, { filter: {}, before: null })
  expect(columns(card)).toEqual([
    'failing',
    'id',
    'last_at',
    'last_id',
    'last_status',
    'name',
    'outcomes',
    'position',
    'published_version',
    'status',
    'tags',
    'updated_at',
  ])
})

test('one row of the list of executions is read without its input, output and graph', async () => {
  const [row] = await listExecutions(database.db, { workflowId: id, filter: {}, before: null })
  expect(columns(row)).not.toEqual(expect.arrayContaining(['input']))
  expect(columns(row)).not.toEqual(expect.arrayContaining(['graph']))
})

test('questions about ownership and state read no document, and answer nothing to a stranger', async () => {
  const { db } = database
  expect([await findOwned(db, owner, id), await findOwned(db, stranger, id)]).toEqual([id, undefined])
  const state = await findExecutionState(db, owner, executionId)
  expect(state).toEqual({ status: 'succeeded', finished_at: expect.any(Date) })
  expect(await findExecutionState(db, stranger, executionId)).toBeUndefined()
})

test('what a run needs is the version that it takes, and nothing of the draft', async () => {
  const { db } = database
  expect(await findRunnable(db, owner, id, undefined)).toEqual({ version: 1, graph, lane: 'inline' })
  expect(await findRunnable(db, owner, id, 7)).toEqual({ version: 7, graph: null, lane: null })
  expect(await findRunnable(db, stranger, id, undefined)).toBeUndefined()
  expect([await findDraft(db, owner, id), await findDraft(db, stranger, id)]).toEqual([graph, undefined])
})

test('the database says whether the draft is what was published', async () => {
  const { db } = database
  expect((await findWorkflow(db, owner, id))?.up_to_date).toBe(true)
  await saveDraft(db, id, { ...graph, nodes: [] }, 1)
  expect((await findWorkflow(db, owner, id))?.up_to_date).toBe(false)
  await saveDraft(db, id, graph, 2)
  expect((await findWorkflow(db, owner, id))?.up_to_date).toBe(true)
})
