import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
let ada: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
})
afterAll(() => fettle.stop())

const echo = {
  nodes: [
    { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: {} },
    { id: 'b', key: 'double', type: 'set', name: 'Double', config: { values: { n: '{{ trigger.body.n * 2.0 }}' } } },
    { id: 'c', key: 'answer', type: 'respond', name: 'Answer', config: { body: { n: '{{ steps.double.n }}' } } },
  ],
  edges: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ],
}

interface CreatedWorkflow {
  id: string
  revision: number
  hookPath: string
}
const create = async (person: Person, graph: object = echo) =>
  (await person.post('/api/workflows', { name: 'Echo', graph })).body.workflow as CreatedWorkflow
const publish = (person: Person, id: string) => person.post(`/api/workflows/${id}/publish`, {})
const errorOf = (body: Record<string, unknown>) =>
  body.error as { code: string; message: string; problems: { nodeId: string; path: string; message: string }[] }

test('a workflow is created as a draft, saved, published, and lists its versions', async () => {
  const created = await create(ada)
  const saved = await ada.send('PUT', `/api/workflows/${created.id}/draft`, { graph: echo, revision: created.revision })
  expect([saved.status, saved.body]).toEqual([200, { revision: 2 }])
  expect((await publish(ada, created.id)).body).toEqual({ version: 1, warnings: [] })
  expect((await publish(ada, created.id)).body).toEqual({ version: 2, warnings: [] })
  const { versions } = (await ada.get(`/api/workflows/${created.id}/versions`)).body
  expect(versions).toMatchObject([
    { version: 2, lane: 'inline' },
    { version: 1, lane: 'inline' },
  ])
  const { workflow } = (await ada.get(`/api/workflows/${created.id}`)).body
  expect(workflow).toMatchObject({ status: 'published', publishedVersion: 2, upToDate: true })
})

test('versions are listed 200 at a time, down to the first', async () => {
  const { id } = await create(ada)
  await publish(ada, id)
  await fettle.database.pool.query(
    `insert into workflow_version select (jsonb_populate_record(v, jsonb_build_object('version', n))).*
       from workflow_version v, generate_series(2, 203) n where v.workflow_id = $1`,
    [id],
  )
  const page = async (query: string) => {
    const { versions, cursor } = (await ada.get(`/api/workflows/${id}/versions${query}`)).body
    return [(versions as { version: number }[]).map(({ version }) => version), cursor]
  }
  const [first, cursor] = await page('')
  expect([first, cursor]).toEqual([Array.from({ length: 200 }, (_, n) => 203 - n), '4'])
  expect(await page(`?cursor=${cursor}`)).toEqual([[3, 2, 1], null])
})

test('a save over somebody else’s save is refused', async () => {
  const { id, revision } = await create(ada)
  const save = () => ada.send('PUT', `/api/workflows/${id}/draft`, { graph: echo, revision })
  expect((await save()).status).toBe(200)
  const refused = await save()
  expect([refused.status, errorOf(refused.body).code]).toEqual([409, 'REVISION_CONFLICT'])
})

test('what somebody has saved after it was seen is not published unseen', async () => {
  const { id, revision } = await create(ada)
  const publishSeen = (seen: unknown) => ada.post(`/api/workflows/${id}/publish`, { note: 'Seen', revision: seen })
  await ada.send('PUT', `/api/workflows/${id}/draft`, { graph: echo, revision })
  const refused = await publishSeen(revision)
  expect([refused.status, errorOf(refused.body).code]).toEqual([409, 'REVISION_CONFLICT'])
  expect((await publishSeen(revision + 2)).status).toBe(409)
  expect((await publishSeen('latest')).status).toBe(422)
  expect((await ada.get(`/api/workflows/${id}/versions`)).body).toEqual({ versions: [], cursor: null })
  const checked = (await ada.get(`/api/workflows/${id}/problems`)).body
  expect((await publishSeen(checked.revision)).body).toEqual({ version: 1, warnings: [] })
})

test('a graph with problems is not published, and each problem names its node and place', async () => {
  const broken = { ...echo, nodes: echo.nodes.map((node) => (node.id === 'c' ? { ...node, config: bad } : node)) }
  const { id } = await create(ada, broken)
  const refused = await publish(ada, id)
  expect(refused.status).toBe(422)
  const { code, problems } = errorOf(refused.body)
  expect(code).toBe('GRAPH_HAS_PROBLEMS')
  expect(problems).toEqual([expect.objectContaining({ nodeId: 'c', path: 'body.n' })])
  expect(problems[0]?.message).toContain('dubble')
  const { body } = await ada.get(`/api/workflows/${id}/problems`)
  expect(body.problems).toEqual([
    { severity: 'error', code: 'UNKNOWN_STEP', message: problems[0]?.message, nodeId: 'c', path: 'body.n' },
  ])
})

test('a draft that may be published has no problems, and those of others are nobody’s', async () => {
  const { id } = await create(ada)
  expect((await ada.get(`/api/workflows/${id}/problems`)).body).toEqual({ revision: 1, problems: [] })
  expect((await (await fettle.aPerson()).get(`/api/workflows/${id}/problems`)).status).toBe(404)
})
const bad = { body: { n: '{{ steps.dubble.n }}' } }

test('after publish the first request hits, after unpublish none does, a hundred times', async () => {
  const { id, hookPath } = await create(ada)
  const hit = () => fettle.visitor().post(hookPath, { n: 21 })
  for (let i = 0; i < 100; i++) {
    await publish(ada, id)
    expect((await hit()).status).toBe(200)
    await ada.post(`/api/workflows/${id}/unpublish`)
    expect((await hit()).status).toBe(404)
  }
})

test('the webhook answers what the respond step says, and the run is kept with every value', async () => {
  const { id, hookPath } = await create(ada)
  await publish(ada, id)
  const answer = await fettle.visitor().post(hookPath, { n: 21 })
  expect([answer.status, answer.body]).toEqual([200, { n: 42 }])
  const { executions } = (await ada.get(`/api/workflows/${id}/executions`)).body as {
    executions: { id: string }[]
  }
  expect(executions).toMatchObject([{ status: 'succeeded', version: 1, trigger: 'webhook' }])
  const { execution } = (await ada.get(`/api/executions/${executions[0]?.id}`)).body
  expect(execution).toMatchObject({
    workflowId: id,
    error: null,
    durationMs: expect.any(Number),
    steps: [
      { key: 'hook', status: 'succeeded', output: { method: 'POST', body: { n: 21 } } },
      { key: 'double', status: 'succeeded', attempts: 1, input: { values: { n: 42 } }, output: { n: 42 } },
      { key: 'answer', status: 'succeeded', output: { status: 200, body: { n: 42 } } },
    ],
  })
})

test('a wrong secret, another method and malformed JSON are refused', async () => {
  const { id, hookPath } = await create(ada)
  await publish(ada, id)
  const visitor = fettle.visitor()
  expect((await visitor.post(`/hooks/${id}/wrong`, {})).status).toBe(404)
  expect((await visitor.get(hookPath)).status).toBe(405)
  const malformed = await fettle.app.inject({
    method: 'POST',
    url: hookPath,
    payload: '{',
    headers: { 'content-type': 'application/json' },
  })
  expect([malformed.statusCode, malformed.json().error.code]).toEqual([400, 'INVALID_REQUEST'])
})

test('a failing step fails the request and the run, and says where', async () => {
  const { id, hookPath } = await create(ada)
  await publish(ada, id)
  const answer = await fettle.visitor().post(hookPath, { m: 21 })
  expect([answer.status, errorOf(answer.body).code]).toEqual([422, 'INVALID_INPUT'])
  const { executions } = (await ada.get(`/api/workflows/${id}/executions?status=failed`)).body as {
    executions: { error: { nodeId: string; message: string } }[]
  }
  expect(executions[0]?.error).toMatchObject({ nodeId: 'b' })
  expect(executions[0]?.error.message).toContain('"n"')
})

test('the starter workflow works out a tip: 84.50 for three people is over 100 with 20 %', async () => {
  const person = await fettle.aPerson()
  const list = (await person.get('/api/workflows')).body.workflows as { id: string }[]
  const { workflow } = (await person.get(`/api/workflows/${list[0]?.id}`)).body as { workflow: { hookPath: string } }
  const answer = await fettle.visitor().post(workflow.hookPath, { bill: 84.5, people: 3 })
  expect(answer.body).toEqual({
    message: 'Split it: 33.8 each, 16.9 of it is for the service.',
    total: 101.4,
    perPerson: 33.8,
  })
  expect((await fettle.visitor().post(workflow.hookPath, { bill: 10 })).body).toMatchObject({ total: 12 })
})

test('a draft runs by hand with an input, and a published version does too', async () => {
  const { id } = await create(ada)
  expect(errorOf((await ada.post(`/api/workflows/${id}/run`, {})).body).code).toBe('NOT_PUBLISHED')
  const started = await ada.post(`/api/workflows/${id}/run`, { version: 'draft', input: { n: 4 } })
  expect(started.status).toBe(202)
  const { id: executionId } = started.body.execution as { id: string }
  const { execution } = (await ada.get(`/api/executions/${executionId}`)).body
  expect(execution).toMatchObject({ status: 'succeeded', version: 'draft', trigger: 'manual' })
  await publish(ada, id)
  expect((await ada.post(`/api/workflows/${id}/run`, { input: { n: 4 } })).status).toBe(202)
})

test('what belongs to somebody else does not exist', async () => {
  const { id } = await create(ada)
  await publish(ada, id)
  const { execution } = (await ada.post(`/api/workflows/${id}/run`, { input: { n: 1 } })).body as {
    execution: { id: string }
  }
  const eve = await fettle.aPerson()
  const tries = await Promise.all([
    eve.get(`/api/workflows/${id}`),
    eve.send('PATCH', `/api/workflows/${id}`, { name: 'Mine' }),
    eve.send('DELETE', `/api/workflows/${id}`),
    eve.send('PUT', `/api/workflows/${id}/draft`, { graph: echo, revision: 1 }),
    publish(eve, id),
    eve.post(`/api/workflows/${id}/unpublish`),
    eve.get(`/api/workflows/${id}/versions`),
    eve.get(`/api/workflows/${id}/versions/1`),
    eve.post(`/api/workflows/${id}/run`, {}),
    eve.get(`/api/workflows/${id}/executions`),
    eve.get(`/api/executions/${execution.id}`),
    eve.get(`/api/executions/${execution.id}/events`),
    eve.post(`/api/executions/${execution.id}/cancel`),
  ])
  expect(tries.map(({ status }) => status)).toEqual(Array(tries.length).fill(404))
  expect((await fettle.visitor().get(`/api/workflows/${id}`)).status).toBe(401)
})

test('an execution that has ended cannot be cancelled', async () => {
  const { id } = await create(ada)
  const started = await ada.post(`/api/workflows/${id}/run`, { version: 'draft', input: { n: 4 } })
  const { id: executionId } = started.body.execution as { id: string }
  const refused = await ada.post(`/api/executions/${executionId}/cancel`)
  expect([refused.status, errorOf(refused.body).code]).toEqual([409, 'EXECUTION_FINISHED'])
})

test('lists are paged without a row lost or repeated', async () => {
  const person = await fettle.aPerson()
  for (let i = 0; i < 60; i++) await person.post('/api/workflows', { name: `Flow ${i}` })
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await person.get(`/api/workflows${cursor && `?cursor=${cursor}`}`)
    const page = body as { workflows: { id: string }[]; cursor: string | null }
    seen.push(...page.workflows.map((workflow) => workflow.id))
    cursor = page.cursor
  }
  expect([seen.length, new Set(seen).size]).toEqual([61, 61])
})

test('numbers that no version or revision can have are wrong values, and 404 in an address', async () => {
  const { id } = await create(ada)
  const answers = await Promise.all([
    ada.get('/api/workflows/nonsense'),
    ada.get(`/api/workflows/${id}/versions/3000000000`),
    ada.post(`/api/workflows/${id}/run`, { version: 3_000_000_000 }),
    ada.send('PUT', `/api/workflows/${id}/draft`, { graph: echo, revision: 3_000_000_000 }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 422, 422])
})

test('a value above 32 kB is shown by its beginning and can be had whole', async () => {
  const { id, hookPath } = await create(ada, {
    nodes: [
      echo.nodes[0],
      { id: 'b', key: 'kept', type: 'set', name: 'Kept', config: { values: { text: '{{ trigger.body.text }}' } } },
    ],
    edges: [{ from: 'a', to: 'b' }],
  })
  await publish(ada, id)
  const text = 'x'.repeat(40_000)
  await fettle.visitor().post(hookPath, { text })
  const { executions } = (await ada.get(`/api/workflows/${id}/executions`)).body as { executions: { id: string }[] }
  const path = `/api/executions/${executions[0]?.id}`
  const { execution } = (await ada.get(path)).body as { execution: { steps: { key: string; output: object }[] } }
  expect(execution.steps[1]?.output).toMatchObject({ $blob: 'output' })
  expect((await ada.get(`${path}/steps/b/output`)).body).toEqual({ value: { text } })
  const eve = await fettle.aPerson()
  expect((await eve.get(`${path}/steps/b/output`)).status).toBe(404)
})

test('a workflow with an execution under way is not deleted', async () => {
  const { id } = await create(ada)
  const { pool } = fettle.database
  await pool.query(
    `insert into execution (id, workflow_id, owner_id, version, graph, status, lane, trigger_kind, executor_id)
     values (gen_random_uuid(), $1, $2, null, '{}', 'running', 'direct', 'manual',
             (select id from executor limit 1))`,
    [id, ada.id],
  )
  const refused = await ada.send('DELETE', `/api/workflows/${id}`)
  expect([refused.status, errorOf(refused.body).code]).toEqual([409, 'WORKFLOW_RUNNING'])
  await pool.query(`update execution set status = 'failed', finished_at = now() where workflow_id = $1`, [id])
  expect((await ada.send('DELETE', `/api/workflows/${id}`)).status).toBe(200)
})

test('a body nested too deep is refused, by the webhook and by the API', async () => {
  const { id, hookPath } = await create(ada)
  await publish(ada, id)
  const payload = '['.repeat(5000) + ']'.repeat(5000)
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'test' }
  const answers = await Promise.all(
    [hookPath, '/api/tools/tip-calculator/run'].map((url) =>
      fettle.app.inject({ method: 'POST', url, payload, headers }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400])
})

test('a misspelt output of a built-in tool is found before publishing', async () => {
  const { id } = await create(ada, {
    nodes: [
      echo.nodes[0],
      { id: 'b', key: 'tip', type: 'tool', name: 'Tip', config: { tool: 'tip-calculator', input: { bill: 10 } } },
      { id: 'c', key: 'answer', type: 'respond', name: 'Answer', config: { body: '{{ steps.tip.totl }}' } },
    ],
    edges: echo.edges,
  })
  const refused = await publish(ada, id)
  expect([refused.status, errorOf(refused.body).message]).toEqual([422, expect.stringContaining('"totl"')])
})
