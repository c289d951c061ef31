import { afterAll, beforeAll, expect, test } from 'vitest'
import { creatorTools } from '#db/seed/creator-tools.ts'
import { seedFirstStart } from '#src/app/seed.ts'
import { startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { saveTool } from '#src/features/catalog/save-tool.queries.ts'
import { tileCode } from '#src/features/creator-tools/test-content.ts'
import { createSandbox } from '#src/sandbox/pool.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { testBundle } from '#src/sandbox/test-bundle.ts'

let sandbox: Sandbox
let fettle: TestApp
let visitor: TestBrowser
beforeAll(async () => {
  sandbox = createSandbox({ bundleDir: await testBundle(), log: () => undefined })
  fettle = await startTestApp({ sandbox })
  visitor = fettle.visitor()
  await seedFirstStart({ db: fettle.database.db, production: false, onRegistered: async () => {} })
})
afterAll(async () => {
  await fettle.stop()
  await sandbox.stop()
})

const run = (slug: string, input: object) => visitor.post(`/api/tools/${slug}/run`, input)
const errorOf = (body: Record<string, unknown>) => body.error as { code: string; message: string }

test('the seeded creator tool of kind config computes its expressions', async () => {
  const { status, body } = await run('paint-needed', { wallWidth: 5, wallHeight: 2.5, openings: 2.5, coats: 2 })
  expect([status, body.outputs]).toEqual([200, { area: 10, litres: 2 }])
  const { fxn } = (await visitor.get('/api/tools/paint-needed')).body
  expect(fxn).toMatchObject({ codeKind: 'config', runsIn: 'server', runCount: 1, createdBy: expect.any(String) })
})

test('the seeded creator tool of kind custom runs its JavaScript', async () => {
  const { status, body } = await run('word-frequency', { text: 'The cat and the hat', skip: 'and' })
  expect([status, body.outputs]).toEqual([
    200,
    {
      words: [
        { word: 'the', count: 2 },
        { word: 'cat', count: 1 },
        { word: 'hat', count: 1 },
      ],
      summary: '4 words, 3 different',
    },
  ])
  const { fxn } = (await visitor.get('/api/tools/word-frequency')).body
  expect(fxn).toMatchObject({ codeKind: 'custom', runsIn: 'server' })
})

test.each([...creatorTools])(
  'the examples of the seeded tool $slug are right, and shown with its icon',
  async (tool) => {
    const { fxn } = (await visitor.get(`/api/tools/${tool.slug}`)).body as { fxn: Fxn }
    expect(fxn).toMatchObject({ icon: tool.icon, semver: '1.0.0' })
    expect(fxn.examples.map(({ title }) => title)).toEqual(tool.examples.map(({ title }) => title))
    for (const { input, output } of tool.examples) {
      const { status, body } = await run(tool.slug, input)
      expect([status, body.outputs]).toEqual([200, output])
    }
  },
)

test('the input of a creator tool is checked before it runs', async () => {
  const answer = await run('paint-needed', { wallWidth: 5 })
  expect([answer.status, answer.body.error]).toEqual([
    422,
    expect.objectContaining({
      code: 'INVALID_INPUT',
      details: [{ field: 'wallHeight', message: 'Wall height is required' }],
    }),
  ])
})

const hostile = {
  'endless-loop': ['for (;;) {}', 'TIME_LIMIT'],
  'memory-bomb': ['const all = []; for (;;) all.push(new Array(100000).fill(1))', 'MEMORY_LIMIT'],
  'huge-output': ["return { text: 'x'.repeat(10_000_000) }", 'OUTPUT_LIMIT'],
  'thrown-error': ["throw new Error('I give up')", 'TOOL_ERROR'],
  'file-system': ["return { text: require('node:fs').readFileSync('/etc/passwd', 'utf8') }", 'TOOL_ERROR'],
  network: ["return fetch('http://127.0.0.1/')", 'TOOL_ERROR'],
  environment: ['return { text: process.env.PATH }', 'TOOL_ERROR'],
  'child-process': ["return import('node:child_process')", 'TOOL_ERROR'],
} as const

test.each(Object.entries(hostile))('%s gives a clear run error, and the next run works', async (slug, [body, code]) => {
  await fettle.database.db.transaction().execute((transaction) =>
    saveTool(transaction, {
      slug,
      title: slug,
      description: 'A tool that means no good.',
      category: 'developer',
      tags: [],
      keywords: [],
      ownerId: null,
      creatorName: '',
      kind: 'custom',
      inputSchema: {},
      outputSchema: { text: { type: 'string', label: 'Text', renderer: 'text' } },
      code: { source: `function run(input) { ${body} }` },
    }),
  )
  const answer = await run(slug, {})
  expect([answer.status, errorOf(answer.body).code]).toEqual([422, code])
  expect(errorOf(answer.body).message.length).toBeGreaterThan(5)
  expect(JSON.stringify(answer.body)).not.toMatch(/root:|runner\.mjs|node_modules/)
  expect((await run('paint-needed', { wallWidth: 1, wallHeight: 1 })).status).toBe(200)
})

test('how runs failed lately is for the creator, without a word of what people typed, and only so many are kept', async () => {
  const creator = await fettle.aPerson()
  await fettle.database.pool.query(`update "user" set pro_until = now() + interval '1 day' where id = $1`, [creator.id])
  const source =
    'function run({ area }) {\n  if (area > 99) throw new Error(`Too large: \x24{area * 2}`)\n  return { tiles: 1 }\n}'
  const examples = [{ title: 'Small', input: { area: 4 }, output: { tiles: 1 }, source: 'by hand' }]
  const description = 'Breaks off when a room is too large for it.'
  const content = { ...tileCode, title: 'Fails when large', description, source, examples }
  const { id } = (await creator.post('/api/tools', { content })).body.draft as { id: string }
  expect((await creator.post(`/api/tools/${id}/publish`, { changelog: 'First' })).status).toBe(200)
  await fettle.database.pool.query(
    `insert into tool_failure (id, tool_id, version, code, message, inputs, at)
     select gen_random_uuid(), $1, 1, 'TOOL_ERROR', 'before', '[]', now() - n * interval '1 day' from generate_series(1, 40) n`,
    [id],
  )
  const answer = await run(id, { area: 4711 })
  expect(errorOf(answer.body).message).toBe('Too large: 9422 (line 2)')
  const { status, body } = await creator.get(`/api/tools/${id}/figures?tz=UTC`)
  const samples = body.samples as { message: string; inputs: object[] }[]
  expect([status, samples.length]).toEqual([200, 20])
  expect(samples[0]).toMatchObject({
    ...{ version: 1, code: 'TOOL_ERROR', message: 'Too large: … (line 2)' },
    inputs: expect.arrayContaining([{ name: 'area', type: 'number', size: null }]),
  })
  expect(JSON.stringify(samples)).not.toMatch(/4711|9422/)
  const kept = await fettle.database.pool.query('select from tool_failure where tool_id = $1', [id])
  // One came in the statement that cut what was there to twenty.
  expect(kept.rowCount).toBe(21)
})

async function aFailing(content: object) {
  const creator = await fettle.aPerson()
  await fettle.database.pool.query(`update "user" set pro_until = now() + interval '1 day' where id = $1`, [creator.id])
  const examples = [{ title: 'Small', input: { area: 4 }, output: { tiles: 1 }, source: 'by hand' }]
  const { id } = (await creator.post('/api/tools', { content: { ...tileCode, examples, ...content } })).body.draft as {
    id: string
  }
  expect((await creator.post(`/api/tools/${id}/publish`, { changelog: 'First' })).status).toBe(200)
  return { id, figures: async () => (await creator.get(`/api/tools/${id}/figures?tz=UTC`)).body }
}

test('of a run that was given a secret nothing is kept that its tool says, nor where it stopped', async () => {
  const { id, figures } = await aFailing({
    title: 'Spells it out',
    description: 'Breaks off in other words for each password.',
    fields: [
      { name: 'area', type: 'number', label: 'Floor', help: 'In m²' },
      { name: 'key', type: 'password', label: 'Key', help: 'Yours' },
    ],
    source:
      "function run({ area, key }) {\n  if (key === 'a') throw new Error('Alpha')\n  if (area > 9) throw new Error('Other')\n  return { tiles: 1 }\n}",
  })
  expect(errorOf((await run(id, { area: 4, key: 'a' })).body).message).toBe('Alpha (line 2)')
  expect((await figures()).samples).toMatchObject([{ code: 'TOOL_ERROR', message: '' }])
  await run(id, { area: 40 })
  expect((await figures()).samples).toMatchObject([{ message: 'Other (line 3)' }, { message: '' }])
})

test('a failure that cannot be kept is answered and counted like any other', async () => {
  const source = "function run({ area }) {\n  if (area > 9) throw new Error('Too large')\n  return { tiles: 1 }\n}"
  const description = 'Breaks off and leaves no trace of why it did.'
  const { id, figures } = await aFailing({ title: 'Leaves no trace', description, source })
  const { pool } = fettle.database
  await pool.query('alter table tool_failure add constraint full_up check (false) not valid')
  const answer = await run(id, { area: 40 }).finally(() =>
    pool.query('alter table tool_failure drop constraint full_up'),
  )
  expect([answer.status, errorOf(answer.body).message]).toEqual([422, 'Too large (line 2)'])
  expect(await figures()).toMatchObject({ figures: { total: { runs: 1, failed: 1 } }, samples: [] })
})

test('browsers are given the code where its creator allows that, in the versions that do', async () => {
  const creator = await fettle.aPerson()
  await fettle.database.pool.query(`update "user" set pro_until = now() + interval '1 day' where id = $1`, [creator.id])
  const { id } = (await creator.post('/api/tools', { content: tileCode })).body.draft as { id: string }
  const publish = async (content: object) => {
    const { draft } = (await creator.get(`/api/tools/${id}/draft`)).body as { draft: { revision: number } }
    await creator.send('PUT', `/api/tools/${id}/draft`, { ...tileCode, ...content, revision: draft.revision })
    expect((await creator.post(`/api/tools/${id}/publish`, { changelog: 'Another' })).status).toBe(200)
  }
  const slug = 'tiles-by-code'
  await publish({})
  const sourceOf = async (query = '') => {
    const { status, body } = await visitor.get(`/api/tools/${slug}/source${query}`)
    return status === 200 ? body : status
  }
  expect(await sourceOf()).toBe(404)
  await publish({ inBrowser: true })
  expect([await sourceOf(), await sourceOf('?version=1')]).toEqual([{ source: tileCode.source }, 404])
  const { fxn } = (await visitor.get(`/api/tools/${slug}`)).body
  expect(fxn).toMatchObject({ runsIn: 'browser', inputConfig: { large: true, live: false } })
  const count = { version: 2, success: true, durationMs: 3 }
  expect((await visitor.post(`/api/discovery/runs/${id}`, count)).status).toBe(200)
  expect((await visitor.post(`/api/tools/${slug}/run`, { area: 4 })).body.outputs).toEqual({ tiles: 8 })
  await fettle.database.pool.query(`update tool set access_tier = 'pro' where id = $1`, [id])
  expect([await sourceOf(), (await creator.get(`/api/tools/${slug}/source`)).status]).toEqual([403, 200])
  await publish({ kind: 'config', inBrowser: true })
  expect((await creator.get(`/api/tools/${slug}/source`)).status).toBe(404)
})

test('a text that does not fit the pattern of its field is refused with the words of the creator', async () => {
  const person = await fettle.aPerson()
  const field = { name: 'code', type: 'string', label: 'Code', help: 'As on the parcel', required: true }
  const content = {
    ...{ ...tileCode, kind: 'config', source: '', inBrowser: false, title: 'Country of a code', icon: '§' },
    description: 'The two letters that a code of a parcel begins with.',
    fields: [{ ...field, pattern: '[A-Z]{2}(\\d+)+', patternMessage: 'Two letters, then digits' }],
    outputs: [{ name: 'country', label: 'Country', type: 'string', renderer: 'text', expression: 'input.code' }],
    examples: [{ title: 'One', input: { code: 'DE1' }, output: { country: 'DE1' }, source: '' }],
  }
  const { draft } = (await person.post('/api/tools', { content })).body as { draft: { id: string } }
  const released = await person.post(`/api/tools/${draft.id}/publish`, { changelog: 'First version' })
  expect([released.status, released.body.error]).toEqual([200, undefined])
  const refused = await run(draft.id, { code: `DE${'1'.repeat(40)}!` })
  expect([refused.status, refused.body.error]).toMatchObject([
    422,
    { code: 'INVALID_INPUT', details: [{ field: 'code', message: 'Two letters, then digits' }] },
  ])
  expect((await run(draft.id, { code: 'DE1' })).body.outputs).toEqual({ country: 'DE1' })
  const { body } = await visitor.get(`/api/tools/${draft.id}/openapi.json`)
  expect(JSON.stringify(body)).toContain(JSON.stringify('^(?:[A-Z]{2}(\\d+)+)$'))
})
