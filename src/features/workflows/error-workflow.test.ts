import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
  bob = await fettle.aPerson()
})
afterAll(() => fettle.stop())

const node = (key: string, type: string, config: object = {}) => ({ id: `n_${key}`, key, type, name: key, config })
const edges = [{ from: 'n_start', to: 'n_next' }]
const tells = (text: string) => ({
  nodes: [node('start', 'error'), node('next', 'set', { values: { text } })],
  edges,
})
const fails = (errorWorkflowId: string) => ({
  nodes: [node('start', 'webhook'), node('next', 'set', { values: { n: '{{ trigger.body.n * 2.0 }}' } })],
  edges,
  settings: { errorWorkflowId },
})

const create = async (person: Person, graph: object) =>
  (await person.post('/api/workflows', { name: 'Orders', graph })).body.workflow as { id: string; hookPath: string }
const publish = (person: Person, id: string) => person.post(`/api/workflows/${id}/publish`, {})
async function aHandler(person: Person, text = '{{ trigger.workflow.name }}: {{ trigger.execution.error.code }}') {
  const { id } = await create(person, tells(text))
  return { id, answer: await publish(person, id) }
}

test('a failed call starts the workflow that is named for failures, a run by hand does not', async () => {
  const handler = await aHandler(ada)
  expect(handler.answer.body).toEqual({ version: 1, warnings: [] })
  const { id, hookPath } = await create(ada, fails(handler.id))
  expect((await publish(ada, id)).body).toEqual({ version: 1, warnings: [] })
  await ada.post(`/api/workflows/${id}/run`, { version: 1, input: {} })
  expect((await ada.post(hookPath, {})).status).toBe(422)
  const runs = () =>
    fettle.database.pool.query('select status, trigger_kind, output from execution where workflow_id = $1', [
      handler.id,
    ])
  await expect
    .poll(async () => (await runs()).rows, { timeout: 10_000 })
    .toEqual([{ status: 'succeeded', trigger_kind: 'error', output: { text: 'Orders: EXPRESSION_FAILED' } }])
})

test('what the step gives is known before a run', async () => {
  const { answer } = await aHandler(ada, '{{ trigger.execution.nothing }}')
  expect(answer.status).toBe(422)
})

test('the workflow of another account, or none, cannot be named', async () => {
  const theirs = await aHandler(bob)
  for (const target of [theirs.id, '01890000-0000-7000-8000-000000000001']) {
    const { status, body } = await publish(ada, (await create(ada, fails(target))).id)
    expect([status, body.error]).toMatchObject([422, { problems: [{ code: 'ERROR_WORKFLOW_MISSING' }] }])
  }
})

test('one that would not start is a warning', async () => {
  const warningsOf = async (target: string) =>
    (await publish(ada, (await create(ada, fails(target))).id)).body.warnings as { message: string }[]
  const { id } = await create(ada, tells('x'))
  expect(await warningsOf(id)).toEqual([
    { nodeId: '', message: 'The workflow that is to start after a failure is not published' },
  ])
  const { id: hook } = await create(ada, fails(id))
  await publish(ada, hook)
  expect(await warningsOf(hook)).toEqual([
    {
      nodeId: '',
      message: 'The workflow that is to start after a failure does not begin with the step “Failed workflow”',
    },
  ])
})

test('one that is paused is a warning, and hears of no failure meanwhile, not even later', async () => {
  const handler = await aHandler(ada)
  expect((await ada.post(`/api/workflows/${handler.id}/pause`)).status).toBe(200)
  const { id, hookPath } = await create(ada, fails(handler.id))
  expect((await publish(ada, id)).body.warnings).toEqual([
    {
      nodeId: '',
      message: 'The workflow that is to start after a failure is paused: until it goes on, failures are not told',
    },
  ])
  expect((await ada.post(hookPath, {})).status).toBe(422)
  expect((await ada.post(`/api/workflows/${handler.id}/resume`)).status).toBe(200)
  expect((await ada.post(hookPath, {})).status).toBe(422)
  const { executions } = (await ada.get(`/api/workflows/${handler.id}/executions`)).body
  expect(executions).toHaveLength(1)
})

test('the workflows that can be named are one’s own that begin with a failure', async () => {
  const person = await fettle.aPerson()
  const { id } = await create(person, tells('x'))
  const other = await aHandler(person)
  const { body } = await person.get('/api/error-workflows')
  const found = (body.workflows as { id: string }[]).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(found).toEqual([
    { id, name: 'Orders', isPublished: false },
    { id: other.id, name: 'Orders', isPublished: true },
  ])
  expect((await fettle.visitor().get('/api/error-workflows')).status).toBe(401)
})
