import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
let ada: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
})
afterAll(() => fettle.stop())

const fields = [
  { name: 'email', label: 'Email', type: 'email', required: true },
  { name: 'guests', label: 'Guests', type: 'number', min: 1, max: 8 },
]

async function aForm() {
  const graph = {
    nodes: [
      { id: 'a', key: 'form', type: 'form', name: 'Form', config: { title: 'Dinner', fields } },
      { id: 'c', key: 'note', type: 'set', name: 'Note', config: { values: { who: '{{ trigger.values.email }}' } } },
    ],
    edges: [{ from: 'a', to: 'c' }],
  }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Dinner', graph })).body as {
    workflow: { id: string; formPath: string }
  }
  expect((await ada.post(`/api/workflows/${workflow.id}/publish`, {})).status).toBe(200)
  return { ...workflow, api: `/api${workflow.formPath}` }
}

const runsOf = async (id: string) => {
  const { rows } = await fettle.database.pool.query<{ kind: string; status: string; values: object }>(
    `select trigger_kind as kind, status, input -> 'values' as values from execution where workflow_id = $1`,
    [id],
  )
  return rows
}

test('a form shows what its version asks, with its defaults', async () => {
  const { api } = await aForm()
  const { status, body } = await fettle.visitor().get(api)
  expect([status, body.form]).toEqual([
    200,
    expect.objectContaining({
      title: 'Dinner',
      submit: 'Send',
      fields: [
        { name: 'email', label: 'Email', type: 'email', required: true, help: '', options: [] },
        { name: 'guests', label: 'Guests', type: 'number', required: false, help: '', options: [], min: 1, max: 8 },
      ],
    }),
  ])
})

test('answers start one run, however often the same submission is sent', async () => {
  const { id, api } = await aForm()
  const body = { submission: randomUUID(), answers: { email: 'eve@example.com', guests: '3', extra: 'x' } }
  const answers = await Promise.all([1, 2, 3].map(() => fettle.visitor().post(api, body)))
  expect(answers.map(({ status, body: { accepted } }) => [status, accepted])).toEqual(Array(3).fill([202, true]))
  expect(await runsOf(id)).toEqual([
    { kind: 'form', status: 'succeeded', values: { email: 'eve@example.com', guests: 3 } },
  ])
  await fettle.visitor().post(api, { ...body, submission: randomUUID() })
  expect((await runsOf(id)).length).toBe(2)
})

test('wrong answers are told at their fields and start nothing', async () => {
  const { id, api } = await aForm()
  const body = { submission: randomUUID(), answers: { guests: '9' } }
  const { status, body: answer } = await fettle.visitor().post(api, body)
  expect([status, (answer.error as { details: unknown }).details]).toEqual([
    422,
    [
      { field: 'email', message: 'Email is required' },
      { field: 'guests', message: 'Enter 8 or less' },
    ],
  ])
  expect(await runsOf(id)).toEqual([])
})

test('a form has a secret of its own and is gone when its workflow is unpublished', async () => {
  const { id, api, formPath } = await aForm()
  const { rows } = await fettle.database.pool.query('select hook_secret as of from workflow where id = $1', [id])
  const secret = formPath.split('/').at(-1) ?? ''
  expect([secret.length, secret === rows[0].of]).toEqual([32, false])
  expect((await fettle.visitor().get(api.replace(secret, rows[0].of))).status).toBe(404)
  expect((await fettle.visitor().get(`/api/forms/x/${secret}`)).status).toBe(404)
  await ada.post(`/api/workflows/${id}/unpublish`)
  expect((await fettle.visitor().get(api)).status).toBe(404)
})

test('one address sends twenty forms a minute', async () => {
  const { id, api } = await aForm()
  const send = () =>
    fettle.app.inject({
      method: 'POST',
      url: api,
      headers: { 'x-requested-with': 'test' },
      remoteAddress: '203.0.113.7',
      payload: { submission: randomUUID(), answers: { email: 'eve@example.com' } },
    })
  const answers = []
  for (let n = 0; n < 21; n += 1) answers.push(await send())
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(20).fill(202), 429])
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await runsOf(id)).length).toBe(20)
})
