import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedFirstStart } from '#src/app/seed.ts'
import { startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { saveTool } from '#src/features/catalog/save-tool.queries.ts'
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
