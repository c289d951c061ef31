import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { defineTool, number } from '#src/sdk/index.ts'
import { badge } from '#src/sdk/outputs.ts'
import { listBuiltins } from './builtin-tools.server.ts'
import { findBuiltin } from './find-builtin.ts'
import { countPassed, verifiedCases } from './verified-cases.server.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

test('every built-in tool says that all of its published cases pass, each with its source', async () => {
  for (const { slug, examples } of await listBuiltins()) {
    const fxn = (await fettle.visitor().get(`/api/tools/${slug}`)).body.fxn as {
      verified: unknown
      examples: { source: string }[]
    }
    const published = examples.filter(({ isOurs }) => isOurs !== true).length
    expect(fxn.verified, slug).toEqual(published === 0 ? null : { passed: published, of: published })
    expect(examples.length, slug).toBeGreaterThanOrEqual(2)
    for (const { source } of fxn.examples) expect(source.length, slug).toBeGreaterThan(10)
  }
})

test('what failed is counted again, what worked is not', async () => {
  const rot13 = await findBuiltin('rot13')
  if (rot13 === undefined) throw new Error('no rot13')
  let loads = 0
  const prepare = async () => {
    loads += 1
    if (loads === 1) throw new Error('the library did not load')
  }
  const tool = { ...rot13, slug: 'loads-at-the-second-try', prepare }
  await expect(verifiedCases(tool)).rejects.toThrow('the library did not load')
  const all = { passed: rot13.examples.length, of: rot13.examples.length }
  expect([await verifiedCases(tool), await verifiedCases(tool), loads]).toEqual([all, all, 2])
})

test('a case that comes out differently, or fails, is not counted', async () => {
  const half = defineTool({
    slug: 'half',
    title: 'Half',
    description: 'Halves a number, as an example of this test.',
    category: 'calculator',
    tags: ['half'],
    input: [number('value', { label: 'Value', required: true, max: 100 })],
    output: { half: badge('Half', { primary: true }) },
    method: { formula: 'value / 2', rounding: 'none' },
    sources: [],
    run: ({ value }) => ({ half: value / 2 }),
    examples: [
      { title: 'right', input: { value: 4 }, output: { half: 2 }, source: 'arithmetic' },
      { title: 'wrong', input: { value: 4 }, output: { half: 3 }, source: 'arithmetic' },
      { title: 'refused', input: { value: 400 }, output: { half: 200 }, source: 'arithmetic' },
    ],
  })
  expect(await countPassed(half)).toEqual({ passed: 1, of: 3 })
  const ours = half.examples.map((example) => ({ ...example, isOurs: true }))
  expect(await countPassed({ ...half, examples: [...half.examples, ...ours] })).toEqual({ passed: 1, of: 3 })
  expect(await countPassed({ ...half, examples: ours })).toBeNull()
})
