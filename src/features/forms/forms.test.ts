import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { storedBytes } from '#src/features/usage/usage.queries.ts'
import type { Graph } from '#src/lib/graph/graph.schema.ts'

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
    workflow: { id: string; formPath: string; formTestPath: string }
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

/** From an address of its own, as one address may not send many. */
const sendFrom = (remoteAddress: string, url: string, payload: object) =>
  fettle.app.inject({ method: 'POST', url, headers: { 'x-requested-with': 'test' }, remoteAddress, payload })

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

test('other answers under the same id start another run, and each of them one', async () => {
  const { id, api } = await aForm()
  const submission = randomUUID()
  for (const answers of [
    { email: 'eve@example.com', guests: '3' },
    { email: 'eve@example.com', guests: '4' },
    { guests: '4', email: 'eve@example.com' },
    { email: 'eve@example.com', guests: '3' },
  ])
    expect((await sendFrom('203.0.113.9', api, { submission, answers })).statusCode).toBe(202)
  expect((await runsOf(id)).map(({ values }) => JSON.stringify(values)).sort()).toEqual([
    '{"email":"eve@example.com","guests":3}',
    '{"email":"eve@example.com","guests":4}',
  ])
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

test('a number of more digits than a number can have is refused at its field', async () => {
  const { id, api } = await aForm()
  const answers = { email: 'eve@example.com', guests: '9'.repeat(400) }
  const { status, body } = await fettle.visitor().post(api, { submission: randomUUID(), answers })
  expect([status, (body.error as { details: unknown }).details]).toEqual([
    422,
    [{ field: 'guests', message: 'Enter a number' }],
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

test('the test address shows and starts the draft while the editor listens, and only then', async () => {
  const { id, formTestPath } = await aForm()
  const at = `/api${formTestPath}`
  expect((await fettle.visitor().get(at)).status).toBe(404)
  const { workflow } = (await ada.get(`/api/workflows/${id}`)).body as { workflow: { graph: Graph; revision: number } }
  const [form, note] = workflow.graph.nodes
  if (form === undefined || note === undefined) throw new Error('It has both')
  const saveDraft = (revision: number, title: string, value: string) =>
    ada.send('PUT', `/api/workflows/${id}/draft`, {
      graph: {
        ...workflow.graph,
        nodes: [
          { ...form, config: { ...form.config, title } },
          { ...note, config: { values: { who: value } } },
        ],
      },
      revision,
    })
  await saveDraft(workflow.revision, 'Supper', '{{ trigger.values.email }}')
  await ada.post(`/api/workflows/${id}/listen`)
  const { body } = await fettle.visitor().get(at)
  expect(body.form).toMatchObject({ title: 'Supper', isTest: true })
  const send = () =>
    fettle.visitor().post(at, { submission: randomUUID(), answers: { email: 'eve@example.com', guests: '3' } })
  expect((await send()).status).toBe(202)
  const { executions } = (await ada.get(`/api/workflows/${id}/executions`)).body
  expect(executions).toMatchObject([{ version: 'draft', trigger: 'form' }])
  await saveDraft(workflow.revision + 1, 'Supper', '{{ trigger.values. }}')
  const refused = await send()
  expect([refused.status, refused.body.error]).toEqual([
    422,
    expect.objectContaining({
      code: 'GRAPH_HAS_PROBLEMS',
      message: expect.stringMatching(/^The draft cannot run yet: Note: /) as unknown,
    }),
  ])
  await ada.send('DELETE', `/api/workflows/${id}/listen`)
  expect([(await fettle.visitor().get(at)).status, (await send()).status]).toEqual([404, 404])
})

test('one address sends twenty forms a minute', async () => {
  const { id, api } = await aForm()
  const send = () => sendFrom('203.0.113.7', api, { submission: randomUUID(), answers: { email: 'eve@example.com' } })
  const answers = []
  for (let n = 0; n < 21; n += 1) answers.push(await send())
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(20).fill(202), 429])
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await runsOf(id)).length).toBe(20)
})

test('a form has one limit for all addresses, in whatever letters its address is written', async () => {
  const { id, api } = await aForm()
  const send = async (url: string) => {
    const payload = { submission: randomUUID(), answers: { email: 'eve@example.com' } }
    const headers = { 'x-requested-with': 'test' }
    return (await fettle.app.inject({ method: 'POST', url, headers, remoteAddress: '203.0.113.8', payload })).statusCode
  }
  expect(await send(api)).toBe(202)
  const spend = `update rate_window set taken = 300 where name = sha256($1)`
  const { rowCount } = await fettle.database.pool.query(spend, [Buffer.from(`300/min form ${id}`)])
  expect(rowCount).toBe(1)
  expect(await send(api.replace(id, id.toUpperCase()))).toBe(429)
})

const PDF = '%PDF-1.7 cv of Ada'
const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')

async function aFileForm() {
  const { workflow } = (
    await ada.post('/api/workflows', {
      name: 'Jobs',
      graph: {
        nodes: [
          {
            ...{ id: 'a', key: 'form', type: 'form', name: 'Form' },
            config: {
              fields: [
                { name: 'who', label: 'Name' },
                { name: 'cv', label: 'CV', type: 'file', required: true, accept: 'document', maxMb: 1 },
              ],
            },
          },
          {
            id: 'c',
            key: 'note',
            type: 'set',
            name: 'Note',
            config: { values: { file: '{{ trigger.values.cv.name }}' } },
          },
        ],
        edges: [{ from: 'a', to: 'c' }],
      },
    })
  ).body as { workflow: { id: string; formPath: string } }
  expect((await ada.post(`/api/workflows/${workflow.id}/publish`, {})).status).toBe(200)
  const api = `/api${workflow.formPath}`
  const send = (cv: { name: string; base64: string } | undefined, submission = randomUUID()) =>
    fettle.visitor().post(api, {
      submission,
      answers: { who: 'Ada' },
      ...(cv && { files: { cv } }),
    })
  return { id: workflow.id, api, send }
}

interface FileRun {
  readonly id: string
  readonly status: string
  readonly files: { readonly id: string; readonly name: string; readonly bytes: number }[]
  readonly output: unknown
}
async function fileRun(workflowId: string): Promise<FileRun> {
  const { rows } = await fettle.database.pool.query<{ id: string }>('select id from execution where workflow_id = $1', [
    workflowId,
  ])
  expect(rows).toHaveLength(1)
  const look = async () => ((await ada.get(`/api/executions/${rows[0]?.id}`)).body as { execution: FileRun }).execution
  await expect.poll(async () => (await look()).status, { timeout: 20_000 }).toBe('succeeded')
  return look()
}

test('a file starts a run once, is no part of its JSON, and is downloaded by nobody but its owner', async () => {
  const { id, send } = await aFileForm()
  const submission = randomUUID()
  const file = { name: '../../cv.pdf', base64: base64(PDF) }
  for (const _ of [1, 2]) expect((await send(file, submission)).status).toBe(202)
  const run = await fileRun(id)
  expect(run.output).toEqual({ file: 'cv.pdf' })
  const [kept] = run.files
  expect(run.files).toEqual([{ id: kept?.id, field: 'cv', name: 'cv.pdf', type: 'application/pdf', bytes: PDF.length }])
  const values = { who: 'Ada', cv: { file: kept?.id, name: 'cv.pdf', type: 'application/pdf', bytes: PDF.length } }
  expect(await runsOf(id)).toEqual([{ kind: 'form', status: 'succeeded', values }])

  const path = `/api/executions/${run.id}/files/${kept?.id}`
  const mine = await ada.get(path)
  expect(mine.status).toBe(200)
  expect(mine.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="cv.pdf"; filename*=UTF-8''cv.pdf`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const eve = await fettle.aPerson()
  expect((await eve.get(path)).status).toBe(404)
  expect((await ada.get(`/api/executions/${randomUUID()}/files/${kept?.id}`)).status).toBe(404)
  expect((await ada.get(`/api/executions/${run.id}/files/nonsense`)).status).toBe(404)
  expect((await fettle.visitor().get(path)).status).toBe(401)

  const { rows } = await fettle.database.pool.query('select content from execution_file where id = $1', [kept?.id])
  expect(rows[0]?.content.toString('latin1')).toBe(PDF)
  await fettle.database.pool.query('delete from execution where id = $1', [run.id])
  expect((await fettle.database.pool.query('select from execution_file where id = $1', [kept?.id])).rowCount).toBe(0)
})

test('another file under the same id starts another run', async () => {
  const { id, api } = await aFileForm()
  const submission = randomUUID()
  for (const text of [PDF, `${PDF}!`, PDF]) {
    const files = { cv: { name: 'cv.pdf', base64: base64(text) } }
    const { statusCode } = await sendFrom('203.0.113.10', api, { submission, answers: { who: 'Ada' }, files })
    expect(statusCode).toBe(202)
  }
  expect(await runsOf(id)).toHaveLength(2)
})

const KIND = 'Choose a PDF, text or document (DOCX, ODT)'
const LIE = 'This is not what its name says: a file of the kind .pdf'
test.each([
  ['none', undefined, 'CV is required'],
  ['0 bytes', { name: 'cv.pdf', base64: '' }, 'This file is empty'],
  ['a picture that is called a PDF', { name: 'cv.pdf', base64: base64('\u0089PNG\r\n\u001a\n') }, LIE],
  ['a page that is called a PDF', { name: 'cv.pdf', base64: base64('<html><script>alert(1)</script>') }, LIE],
  ['a second extension', { name: 'cv.pdf.exe', base64: base64(PDF) }, KIND],
  ['SVG', { name: 'cv.svg', base64: base64('<svg onload="alert(1)"/>') }, KIND],
  ['a byte too large', { name: 'cv.pdf', base64: base64(PDF.padEnd(1_000_001)) }, 'The file must be at most 1 MB'],
])('%s is refused at its question and starts nothing', async (_title, cv, message) => {
  const { id, send } = await aFileForm()
  const { status, body } = await send(cv)
  expect([status, (body.error as { details: unknown }).details]).toEqual([422, [{ field: 'cv', message }]])
  expect(await runsOf(id)).toEqual([])
})

test('a file exactly as large as allowed is taken, and counts as what its account keeps', async () => {
  const { id, send } = await aFileForm()
  const before = await storedBytes(fettle.database.pool, ada.id)
  expect((await send({ name: 'cv.pdf', base64: base64(PDF.padEnd(1_000_000)) })).status).toBe(202)
  expect((await storedBytes(fettle.database.pool, ada.id)) - before).toBe(1_000_000)
  expect((await fileRun(id)).files.map(({ bytes }) => bytes)).toEqual([1_000_000])
})

test('without room for it a file is refused, and starts nothing', async () => {
  const { id, send } = await aFileForm()
  await fettle.database.pool.query(
    `insert into execution_size (execution_id, owner_id, bytes) select id, owner_id, 1e12 from execution
      where owner_id = $1 limit 1 on conflict (execution_id) do update set bytes = 1e12`,
    [ada.id],
  )
  const { status, body } = await send({ name: 'cv.pdf', base64: base64(PDF) })
  expect([status, (body.error as { code: string }).code]).toEqual([507, 'QUOTA_EXCEEDED'])
  expect(await runsOf(id)).toEqual([])
})
