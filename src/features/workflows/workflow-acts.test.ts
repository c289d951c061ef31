import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { purgeWorkflows } from './purge-workflows.server.ts'

let fettle: TestApp
let ada: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
})
afterAll(() => fettle.stop())

const graph = {
  nodes: [
    { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: {} },
    { id: 'b', key: 'answer', type: 'respond', name: 'Answer', config: { body: 'done' } },
  ],
  edges: [{ from: 'a', to: 'b' }],
}

interface Entry {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly tags: string[]
  readonly failing: boolean
  readonly outcomes: string[]
}

const create = async (person: Person, name: string) =>
  (await person.post('/api/workflows', { name, graph })).body.workflow as { id: string; hookPath: string }
async function published(person: Person, name: string) {
  const workflow = await create(person, name)
  await person.post(`/api/workflows/${workflow.id}/publish`, {})
  return workflow
}
const list = async (person: Person, query = '') =>
  (await person.get(`/api/workflows${query}`)).body.workflows as readonly Entry[]
const namesOf = async (person: Person, query = '') => (await list(person, query)).map(({ name }) => name)
const call = (path: string) => fettle.visitor().post(path, {})
const bulk = (person: Person, body: object) => person.post('/api/workflows/bulk', body)
const codeOf = (body: Readonly<Record<string, unknown>>) => (body.error as { code: string }).code

/** Ends of runs of version 1, the oldest first, each a minute after the one before; null is a run of the draft. */
const haveRun = (owner: Person, id: string, ends: readonly ('succeeded' | 'failed' | null)[]) =>
  fettle.database.pool.query(
    `insert into execution (id, workflow_id, owner_id, version, graph, status, lane, trigger_kind, created_at, finished_at)
     select gen_random_uuid(), $1, $2, case when status is null then null else 1 end,
            case when status is null then '{}'::json end, coalesce(status, 'failed'), 'inline', 'webhook',
            now() - interval '1 day' + n * interval '1 minute', now()
       from unnest($3::text[]) with ordinality as ends (status, n)`,
    [id, owner.id, ends],
  )

test('a paused workflow answers its callers that they come too early, and goes on when it is resumed', async () => {
  const { id, hookPath } = await published(ada, 'Pause')
  expect((await ada.post(`/api/workflows/${id}/pause`)).status).toBe(200)
  const refused = await call(hookPath)
  expect([refused.status, codeOf(refused.body), refused.headers['retry-after']]).toEqual([
    503,
    'WORKFLOW_PAUSED',
    '300',
  ])
  expect((await call(`${hookPath}x`)).status).toBe(404)
  expect((await ada.post(`/api/workflows/${id}/run`, {})).status).toBe(202)
  expect((await ada.post(`/api/workflows/${id}/resume`)).status).toBe(200)
  expect((await call(hookPath)).status).toBe(200)
})

test('a draft has nothing to pause', async () => {
  const { id } = await create(ada, 'Draft')
  const answers = [await ada.post(`/api/workflows/${id}/pause`), await ada.post(`/api/workflows/${id}/resume`)]
  expect(answers.map(({ status, body }) => [status, codeOf(body)])).toEqual([
    [409, 'NOT_PUBLISHED'],
    [409, 'NOT_PUBLISHED'],
  ])
})

test('what is deleted answers nobody and is nowhere, until it is brought back as it was', async () => {
  const { id, hookPath } = await published(ada, 'Doomed')
  await ada.send('PUT', `/api/workflows/${id}/tags`, { tags: ['billing'] })
  await call(hookPath)
  const { executions } = (await ada.get(`/api/workflows/${id}/executions`)).body as { executions: { id: string }[] }
  const before = [await ada.get(`/api/workflows/${id}`), await list(ada, '?text=Doomed')]
  expect((await ada.send('DELETE', `/api/workflows/${id}`)).status).toBe(200)
  const run = executions[0]?.id
  const gone = await Promise.all([
    ...[`/api/workflows/${id}`, `/api/workflows/${id}/executions`, `/api/executions/${run}`].map((url) => ada.get(url)),
    ...['run', 'publish', 'pause', 'duplicate'].map((act) => ada.post(`/api/workflows/${id}/${act}`, {})),
    call(hookPath),
    ada.send('DELETE', `/api/workflows/${id}`),
  ])
  expect(gone.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404, 404, 404])
  expect(await namesOf(ada, '?text=Doomed')).toEqual([])
  expect((await (await fettle.aPerson()).post(`/api/workflows/${id}/undelete`)).status).toBe(404)

  expect((await ada.post(`/api/workflows/${id}/undelete`)).status).toBe(200)
  const after = [await ada.get(`/api/workflows/${id}`), await list(ada, '?text=Doomed')]
  expect((after[0] as { body: unknown }).body).toEqual((before[0] as { body: unknown }).body)
  expect(after[1]).toEqual(before[1])
  expect((await ada.get(`/api/executions/${run}`)).status).toBe(200)
  expect((await call(hookPath)).status).toBe(200)
})

test('after ten minutes a deleted workflow goes for good, with its runs', async () => {
  const { pool, db } = fettle.database
  const kept = await published(ada, 'Just deleted')
  const doomed = await published(ada, 'Deleted long ago')
  for (const { id } of [kept, doomed]) {
    await haveRun(ada, id, ['succeeded', null])
    await ada.send('DELETE', `/api/workflows/${id}`)
  }
  await pool.query(`update workflow set deleted_at = now() - interval '11 minutes' where id = $1`, [doomed.id])
  expect((await ada.post(`/api/workflows/${doomed.id}/undelete`)).status).toBe(404)
  const forgotten: string[] = []
  const forgetRuns = async (ids: readonly string[]) => void forgotten.push(...ids)
  expect(await purgeWorkflows({ db, forgetRuns })).toBe(1)
  expect(forgotten.length).toBe(2)
  const left = async (id: string) =>
    (await pool.query('select count(*)::int as n from execution where workflow_id = $1', [id])).rows[0]
  expect([await left(doomed.id), await left(kept.id)]).toEqual([{ n: 0 }, { n: 2 }])
  expect((await ada.post(`/api/workflows/${kept.id}/undelete`)).status).toBe(200)
})

test('what a deleted workflow has done for a run that is still under way stays until that has ended', async () => {
  const { pool, db } = fettle.database
  const [caller, called] = [await published(ada, 'Caller'), await published(ada, 'Called')]
  await haveRun(ada, caller.id, [null])
  await haveRun(ada, called.id, ['succeeded', 'succeeded'])
  const runOf = async (id: string) =>
    (await pool.query('select id from execution where workflow_id = $1 order by created_at limit 1', [id])).rows[0]?.id
  const [parent, child] = [await runOf(caller.id), await runOf(called.id)]
  await pool.query('update execution set parent_id = $2 where id = $1', [child, parent])
  await pool.query(
    `update execution set status = 'waiting', waiting_since = now(), due_at = 'infinity', finished_at = null where id = $1`,
    [parent],
  )
  await pool.query(`insert into dbos.workflow_status (workflow_uuid, status) values ($1, 'DELAYED')`, [parent])
  await ada.send('DELETE', `/api/workflows/${called.id}`)
  await pool.query(`update workflow set deleted_at = now() - interval '11 minutes' where id = $1`, [called.id])
  const purge = async () => purgeWorkflows({ db, forgetRuns: async () => undefined })
  const left = async () => (await pool.query('select id from execution where workflow_id = $1', [called.id])).rows
  expect(await purge()).toBe(0)
  expect(await left()).toEqual([{ id: child }])
  await pool.query(`update execution set status = 'succeeded', finished_at = now() where id = $1`, [parent])
  expect(await purge()).toBe(1)
  expect(await left()).toEqual([])
})

test('a copy is a draft with its own address and the same tags', async () => {
  const person = await fettle.aPerson()
  const { id, hookPath } = await published(person, 'Orders')
  await person.send('PUT', `/api/workflows/${id}/tags`, { tags: ['billing'] })
  const { status, body } = await person.post(`/api/workflows/${id}/duplicate`)
  const copy = body.workflow as { id: string; hookPath: string; graph: { nodes: unknown[] } }
  expect([status, copy.graph.nodes.length]).toEqual([201, 2])
  expect(copy.hookPath).not.toBe(hookPath)
  const [entry] = await list(person, '?text=copy')
  expect(entry).toMatchObject({ id: copy.id, name: 'Orders (copy)', status: 'draft', tags: ['billing'] })
})

test('the list says how runs ended, and knows who fails: three failures with no success after them', async () => {
  const person = await fettle.aPerson()
  const make = async (name: string, ends: readonly ('succeeded' | 'failed' | null)[]) => {
    const { id } = await published(person, name)
    await haveRun(person, id, ends)
    return id
  }
  await make('Failing', ['succeeded', 'failed', 'failed', 'failed'])
  await make('Mended', ['failed', 'failed', 'failed', 'succeeded'])
  await make('Tries', ['succeeded', 'failed', 'failed', null, null])
  const draft = await make('Not live', ['failed', 'failed', 'failed'])
  await person.post(`/api/workflows/${draft}/unpublish`)
  const entries = await list(person)
  const found = (name: string) => entries.find((one) => one.name === name)
  expect(entries.filter(({ failing }) => failing).map(({ name }) => name)).toEqual(['Failing'])
  expect(found('Mended')?.outcomes).toEqual(['failed', 'failed', 'failed', 'succeeded'])
  expect(found('Tries')?.outcomes).toEqual(['succeeded', 'failed', 'failed'])
  expect(await namesOf(person, '?status=failing')).toEqual(['Failing'])
  expect(await namesOf(person, '?status=draft')).toEqual(['Not live'])
})

test('workflows are found by words and tags, in any order, page after page', async () => {
  const person = await fettle.aPerson()
  const ids: string[] = []
  for (let i = 0; i < 55; i++) ids.push((await create(person, `Flow ${String(i).padStart(2, '0')}`)).id)
  await person.send('PUT', `/api/workflows/${ids[7]}/tags`, { tags: ['Night shift'] })
  await haveRun(person, ids[30] ?? '', ['succeeded'])
  expect(await namesOf(person, '?text=flow%2007')).toEqual(['Flow 07'])
  expect(await namesOf(person, '?text=night')).toEqual(['Flow 07'])
  expect(await namesOf(person, '?tag=Night%20shift')).toEqual(['Flow 07'])
  expect(await namesOf(person, '?text=%25')).toEqual([])
  expect((await namesOf(person, '?sort=run'))[0]).toBe('Flow 30')
  expect((await person.get('/api/workflows/tags')).body).toEqual({ tags: [{ tag: 'Night shift', count: 1 }] })
  for (const sort of ['changed', 'name', 'run']) {
    const first = (await person.get(`/api/workflows?sort=${sort}`)).body as { workflows: Entry[]; cursor: string }
    const second = await namesOf(person, `?sort=${sort}&cursor=${first.cursor}`)
    const names = [...first.workflows.map(({ name }) => name), ...second]
    expect([sort, names.length, new Set(names).size]).toEqual([sort, 56, 56])
    if (sort === 'name') expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
  }
  expect((await person.get('/api/workflows?cursor=nonsense&sort=name')).status).toBe(400)
})

test('the same is done to many, and who is left out is told why', async () => {
  const person = await fettle.aPerson()
  const live = (await published(person, 'Live')).id
  const draft = (await create(person, 'Draft')).id
  const foreign = (await create(ada, 'Foreign')).id
  const { status, body } = await bulk(person, { ids: [live, draft, foreign], action: 'pause' })
  expect([status, body]).toEqual([
    200,
    {
      done: [live],
      leftOut: [
        { id: draft, code: 'NOT_PUBLISHED', message: 'Only a workflow that is published can be paused or resumed' },
        { id: foreign, code: 'NOT_FOUND', message: 'There is no such workflow' },
      ],
    },
  ])
  expect((await bulk(person, { ids: [foreign], action: 'delete' })).status).toBe(404)
  await bulk(person, { ids: [live, draft], action: 'tag', tag: 'Billing' })
  await bulk(person, { ids: [live], action: 'tag', tag: 'billing' })
  expect((await bulk(person, { ids: [live], action: 'tag' })).status).toBe(422)
  const tagged = await list(person, '?tag=Billing')
  expect(new Map(tagged.map(({ id, tags }) => [id, tags]))).toEqual(
    new Map([
      [live, ['Billing']],
      [draft, ['Billing']],
    ]),
  )
  await bulk(person, { ids: [live, draft], action: 'untag', tag: 'Billing' })
  await bulk(person, { ids: [live, draft], action: 'delete' })
  expect(await namesOf(person)).toEqual(['Bill received'])
  await bulk(person, { ids: [live, draft], action: 'restore' })
  expect((await list(person, '?status=paused')).map(({ id, tags }) => [id, tags])).toEqual([[live, []]])
})

test('a workflow has ten tags at most', async () => {
  const { id } = await create(ada, 'Tagged')
  const tags = Array.from({ length: 10 }, (_, at) => `tag ${at}`)
  expect((await ada.send('PUT', `/api/workflows/${id}/tags`, { tags: [...tags, 'one more'] })).status).toBe(422)
  expect((await ada.send('PUT', `/api/workflows/${id}/tags`, { tags })).body).toEqual({ tags })
  const { body } = await bulk(ada, { ids: [id], action: 'tag', tag: 'one more' })
  expect(body.leftOut).toEqual([{ id, code: 'INVALID_INPUT', message: 'A workflow has 10 tags at most' }])
})
