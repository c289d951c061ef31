import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { createSandbox } from '#src/sandbox/pool.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { testBundle } from '#src/sandbox/test-bundle.ts'
import { tileContent } from './test-content.ts'

let sandbox: Sandbox
let fettle: TestApp
let slug: string
beforeAll(async () => {
  sandbox = createSandbox({ bundleDir: await testBundle(), log: () => undefined })
  fettle = await startTestApp({ sandbox })
  const creator = await fettle.aPerson()
  const { id } = (await creator.post('/api/tools', { content: tileContent })).body.draft as { id: string }
  const publish = async (changelog: string) =>
    (await creator.post(`/api/tools/${id}/publish`, { changelog, bump: 'minor' })).body.fxn as { slug: string }
  slug = (await publish('First')).slug
  const [tiles] = tileContent.outputs
  const content = {
    ...tileContent,
    outputs: [{ ...tiles, expression: 'input.area' }],
    examples: [{ ...tileContent.examples[0], output: { tiles: 12 } }],
  }
  await creator.send('PUT', `/api/tools/${id}/draft`, { ...content, revision: 1 })
  await publish('By area alone')
})
afterAll(async () => {
  await fettle.stop()
  await sandbox.stop()
})

test('a version goes by its place in the list and by what its creator calls it', async () => {
  const visitor = fettle.visitor()
  for (const [asked, version] of [
    ['1', 1],
    ['1.0.0', 1],
    ['2', 2],
    ['1.1.0', 2],
  ] as const)
    expect((await visitor.get(`/api/tools/${slug}?version=${asked}`)).body.fxn).toMatchObject({ version })
  const run = await visitor.post(`/api/tools/${slug}/run?version=1.0.0`, { area: 10 })
  expect(run.body.outputs).toEqual({ tiles: 20 })
  expect((await visitor.post(`/api/tools/${slug}/run?version=1.1.0`, { area: 10 })).body.outputs).toEqual({ tiles: 10 })
})

test.each([
  ['3', 404, 'NOT_FOUND'],
  ['1.0.1', 404, 'NOT_FOUND'],
  ['newest', 422, 'INVALID_INPUT'],
  ['v1', 422, 'INVALID_INPUT'],
  ['1.0.0.0', 422, 'INVALID_INPUT'],
])('there is no version %s', async (asked, status, code) => {
  const answer = await fettle.visitor().get(`/api/tools/${slug}?version=${asked}`)
  expect([answer.status, (answer.body.error as { code: string }).code]).toEqual([status, code])
})

test('visitors read what was new in each version, and when it came', async () => {
  const { body } = await fettle.visitor().get(`/api/tools/${slug}/versions`)
  expect(body.versions).toEqual([
    expect.objectContaining({ version: 2, semver: '1.1.0', changelog: 'By area alone', isCurrent: true }),
    expect.objectContaining({ version: 1, semver: '1.0.0', changelog: 'First', isCurrent: false }),
  ])
})
