import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { toQueryString } from '#src/lib/contract.ts'
import { EXECUTIONS_PER_PAGE } from './executions.schema.ts'

let fettle: TestApp
let ada: Person
let workflow: string
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
  workflow = await aWorkflow(ada)
})
afterAll(() => fettle.stop())

async function aWorkflow(person: Person): Promise<string> {
  const { body } = await person.post('/api/workflows', { name: 'Filtered' })
  return (body.workflow as { id: string }).id
}

interface Run {
  readonly at: string
  readonly status?: 'succeeded' | 'failed'
  readonly key?: string
  readonly error?: string
}

/** Writes runs as if they had ended then; returns their ids. */
async function haveRun(id: string, runs: readonly Run[]): Promise<string[]> {
  const ids: string[] = []
  for (const { at, status = 'succeeded', key = null, error = null } of runs) {
    const { rows } = await fettle.database.pool.query<{ id: string }>(
      `insert into execution (id, workflow_id, owner_id, graph, status, lane, trigger_kind, key, error, created_at, finished_at)
       select gen_random_uuid(), id, owner_id, '{}', $2, 'inline', 'webhook', $3, $4, $5, $5 from workflow where id = $1
       returning id`,
      [id, status, key, error, at],
    )
    ids.push(rows[0]?.id ?? '')
  }
  return ids
}

const failure = (message: string, code = 'HTTP_STATUS') => JSON.stringify({ code, message })

async function found(id: string, filter: Readonly<Record<string, string>>): Promise<string[]> {
  const { status, body } = await ada.get(`/api/workflows/${id}/executions${toQueryString(filter)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body.executions as { id: string }[]).map((execution) => execution.id)
}

test('executions are found by state, time, words of their error and key, each alone and together', async () => {
  const [noon, one, two, three, four] = await haveRun(workflow, [
    { at: '2026-03-01T12:00:00Z', key: 'order-7' },
    { at: '2026-03-01T13:00:00Z', status: 'failed', error: failure('Fetch order: The server answered 503') },
    {
      at: '2026-03-01T14:00:00Z',
      status: 'failed',
      error: failure('Total: There is no "amount"', 'EXPRESSION_FAILED'),
    },
    { at: '2026-03-01T15:00:00Z', key: 'order-7' },
    { at: '2026-03-01T16:00:00Z', status: 'failed', key: 'order-8', error: '{"code":"X","message":"a\\u0000b"}' },
  ])
  const cases: readonly [Readonly<Record<string, string>>, readonly unknown[]][] = [
    [{}, [four, three, two, one, noon]],
    [{ status: 'failed' }, [four, two, one]],
    [{ from: '2026-03-01T13:00:00Z', to: '2026-03-01T15:00:00Z' }, [two, one]],
    [{ from: '2026-03-01T14:00:00+01:00', to: '2026-03-01T13:00:00.001Z' }, [one]],
    [{ text: 'server answered' }, [one]],
    [{ text: 'ANSWER fet' }, [one]],
    [{ text: 'http_status' }, [one]],
    [{ text: '503' }, [one]],
    [{ text: '"amount"' }, [two]],
    [{ text: 'swer' }, []],
    [{ text: '!' }, []],
    [{ text: "a' | b & !c:* \\" }, []],
    [{ text: 'server', status: 'succeeded' }, []],
    [{ text: 'server', status: 'failed', to: '2026-03-01T13:00:00Z' }, []],
    [{ key: 'order-7' }, [three, noon]],
    [{ key: 'order-7', to: '2026-03-01T13:00:00Z' }, [noon]],
    [{ key: 'order' }, []],
    [{ key: 'order-8', status: 'failed' }, [four]],
  ]
  for (const [filter, ids] of cases) {
    expect(await found(workflow, filter), JSON.stringify(filter)).toEqual(ids)
    const { body } = await ada.get(`/api/workflows/${workflow}/executions/count${toQueryString(filter)}`)
    expect(body, JSON.stringify(filter)).toEqual({ count: ids.length })
  }
})

test('every page of a search comes once, whether the words are common or rare', async () => {
  const id = await aWorkflow(ada)
  const runs = Array.from({ length: EXECUTIONS_PER_PAGE + 20 }, (_, minute) => ({
    at: new Date(Date.UTC(2026, 3, 1, 0, minute)).toISOString(),
    status: 'failed' as const,
    error: failure(`The service is down, attempt ${minute}`),
  }))
  const ids = (await haveRun(id, runs)).reverse()
  const pages: string[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await ada.get(`/api/workflows/${id}/executions${toQueryString({ text: 'down', cursor })}`)
    pages.push((body.executions as { id: string }[]).map((execution) => execution.id))
    cursor = body.cursor as string | null
  }
  expect(pages).toEqual([ids.slice(0, EXECUTIONS_PER_PAGE), ids.slice(EXECUTIONS_PER_PAGE)])
  expect(await found(id, { text: 'attempt 7' })).toEqual([ids.at(-8)])
})

test('what the same words stand for in the workflow of somebody else is not found', async () => {
  const stranger = await fettle.aPerson()
  const theirs = await aWorkflow(stranger)
  await haveRun(theirs, [{ at: '2026-03-01T12:00:00Z', status: 'failed', error: failure('Zebra') }])
  expect(await found(workflow, { text: 'zebra' })).toEqual([])
  for (const path of ['executions?text=zebra', 'executions/count?text=zebra'])
    expect((await ada.get(`/api/workflows/${theirs}/${path}`)).status).toBe(404)
})

test.each([
  ['status=sleeping', 422, 'INVALID_INPUT'],
  ['from=yesterday', 422, 'INVALID_INPUT'],
  ['from=2026-03-01', 422, 'INVALID_INPUT'],
  [`text=${'x'.repeat(201)}`, 422, 'INVALID_INPUT'],
  ['text=%00', 400, 'INVALID_REQUEST'],
  ['color=red', 400, 'INVALID_REQUEST'],
])('?%s is answered %i', async (query, status, code) => {
  const answer = await ada.get(`/api/workflows/${workflow}/executions?${query}`)
  expect([answer.status, (answer.body.error as { code: string }).code]).toEqual([status, code])
})

test('a run has the key of the webhook delivery that started it, or the one that its caller gave it', async () => {
  const { workflow: hooked } = (
    await ada.post('/api/workflows', {
      name: 'Hooked',
      graph: {
        nodes: [
          { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: { dedupe: 'body', dedupeKey: 'order.id' } },
          { id: 'b', key: 'echo', type: 'set', name: 'Echo', config: { values: { ok: true } } },
        ],
        edges: [{ from: 'a', to: 'b' }],
      },
    })
  ).body as { workflow: { id: string; hookPath: string } }
  expect((await ada.post(`/api/workflows/${hooked.id}/publish`, {})).body).toMatchObject({ version: 1 })
  expect((await fettle.visitor().post(hooked.hookPath, { order: { id: 4711 } })).status).toBeLessThan(300)
  expect((await ada.post(`/api/workflows/${hooked.id}/run`, { key: 'by hand' })).status).toBe(202)
  expect((await ada.post(`/api/workflows/${hooked.id}/run`, { key: 'a\0b' })).status).toBe(422)
  expect([
    (await found(hooked.id, { key: '4711' })).length,
    (await found(hooked.id, { key: 'by hand' })).length,
    (await found(hooked.id, {})).length,
  ]).toEqual([1, 1, 2])
})

test('a list of some is asked for by their ids, which have to be of this workflow', async () => {
  const id = await aWorkflow(ada)
  const [first, , third] = await haveRun(id, [
    { at: '2026-03-01T12:00:00Z' },
    { at: '2026-03-01T13:00:00Z' },
    { at: '2026-03-01T14:00:00Z', status: 'failed' },
  ])
  const [foreign] = await haveRun(await aWorkflow(await fettle.aPerson()), [{ at: '2026-03-01T12:00:00Z' }])
  expect(await found(id, { ids: `${first},${third},${foreign}` })).toEqual([third, first])
  expect(await found(id, { ids: `${first},${third}`, status: 'failed' })).toEqual([third])
  const wrong = await ada.get(`/api/workflows/${id}/executions${toQueryString({ ids: `${first},nobody` })}`)
  expect(wrong.status).toBe(422)
  const many = Array.from({ length: EXECUTIONS_PER_PAGE + 1 }, () => first).join()
  expect((await ada.get(`/api/workflows/${id}/executions${toQueryString({ ids: many })}`)).status).toBe(422)
})
