import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { tileContent } from '#src/features/creator-tools/test-content.ts'
import type { OutputDraft } from '#src/features/creator-tools/tool-content.schema.ts'
import { aVoice } from '#src/features/reviews/reviews-fixture.ts'
import { atTheQueue, auditedOf, codeOf, published, publishedAgain, tilesSandbox } from './moderation-fixture.ts'

let fettle: TestApp
let creator: Person
let moderator: Person
let queue: ReturnType<typeof atTheQueue>
beforeAll(async () => {
  fettle = await startTestApp({ sandbox: tilesSandbox })
  moderator = await aRanked(fettle, { role: 'admin' })
  queue = atTheQueue(moderator)
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  await fettle.database.pool.query('delete from moderation_case')
  creator = await aVoice(fettle)
})

const LEAK = { description: 'Buy cheap watches now at www.best-watches.shop' }
/** Unlike those of the other tests, or one would be taken for a copy. */
const CLEAN = { description: 'How many tiles a wall takes, with none to spare.' }
const MENDED = { description: 'Counts planks of a floor from its length and its width.' }
const SPAM = { decision: 'hide', ground: 'spam', reason: 'It sells watches.' }
const inputs = { area: 8, perTile: 0.35 }
/** What somebody gets to see of a version, to run, and of the list of all. */
async function seen(id: string, version: number, who: TestBrowser = fettle.visitor()) {
  const page = await who.get(`/api/tools/${id}?version=${version}`)
  const { status } = await who.post(`/api/tools/${id}/run?version=${version}`, inputs)
  const { versions } = (await who.get(`/api/tools/${id}/versions`)).body as { versions?: { version: number }[] }
  return [page.status, status === 404 ? 404 : 'runs', versions?.map((one) => one.version)]
}

test('a version that was noticed does not hide behind a clean one: its hints stay, and who approves approves both', async () => {
  const { id } = await published(creator, LEAK)
  expect((await publishedAgain(creator, id, CLEAN)).held).toBe(true)
  const waiting = await queue.theCase('tool')
  expect(waiting.hints).toMatchObject([{ kind: 'spam', where: 'title and description', versions: ['1.0.0'] }])
  // It is the version that is shut, and not only the tool.
  await fettle.database.pool.query(`update tool set status = 'published' where id = $1`, [id])
  expect(await seen(id, 1)).toEqual([404, 404, [2]])
  expect(await seen(id, 2)).toEqual([200, 'runs', [2]])
  expect((await seen(id, 1, creator))[2]).toEqual([2, 1])
  await queue.decide(waiting, { decision: 'approve' })
  // What runs is remembered for a second.
  await expect.poll(() => seen(id, 1), { timeout: 20_000 }).toEqual([200, 'runs', [2, 1]])
})

test('a version that was refused stays shut when what was mended is approved, until that decision is taken back', async () => {
  const { id } = await published(creator, LEAK)
  await queue.decide(await queue.theCase('tool'), SPAM)
  await publishedAgain(creator, id, MENDED)
  const mended = await queue.theCase('tool')
  await queue.decide(mended, { decision: 'approve' })
  expect(await auditedOf(fettle, `tool ${id}`)).toEqual([
    [null, 'moderation.held'],
    [creator.id, 'tool.published'],
    [moderator.id, 'moderation.hide'],
    [null, 'moderation.reopened'],
    [creator.id, 'tool.published'],
    [moderator.id, 'moderation.approve'],
  ])
  expect(await seen(id, 1)).toEqual([404, 404, [2]])
  expect(await seen(id, 2)).toEqual([200, 'runs', [2]])
  // Opened again it is about what was approved, and hides that alone.
  await queue.reopen(mended)
  await queue.decide(await queue.theCase('tool'), SPAM)
  await queue.reopen(mended)
  await queue.decide(await queue.theCase('tool'), { decision: 'approve' })
  expect([await seen(id, 1), await seen(id, 2)]).toEqual([
    [404, 404, [2]],
    [200, 'runs', [2]],
  ])
})

test('an appeal that is won opens the version that was refused', async () => {
  const { id } = await published(creator, LEAK)
  const waiting = await queue.theCase('tool')
  await queue.decide(waiting, SPAM)
  await creator.post(`/api/statements/${waiting.id}/appeal`, { text: 'They are clocks.' })
  const colleague = atTheQueue(await aRanked(fettle, { role: 'admin' }))
  await colleague.decide(await colleague.theCase('appeal'), { decision: 'restore' })
  expect(await seen(id, 1)).toEqual([200, 'runs', [1]])
})

test('a moderator reads all of a version that is held, its creator and others do not get there', async () => {
  const expression = `1 + ${'1 + '.repeat(900)}23.0`
  const [tiles] = tileContent.outputs as [OutputDraft]
  // More than the queue shows.
  const outputs = [
    { ...tiles, expression },
    { ...tiles, name: 'again', primary: false, expression },
  ]
  const { id } = await published(creator, { ...LEAK, outputs })
  await publishedAgain(creator, id, CLEAN)
  const waiting = await queue.theCase('tool')
  const path = `/api/admin/moderation/${waiting.id}/versions`
  expect((await moderator.get(path)).body.versions).toEqual([
    { version: 2, semver: expect.any(String), isCurrent: true, isCovered: true, isWithheld: expect.any(Boolean) },
    { version: 1, semver: '1.0.0', isCurrent: false, isCovered: true, isWithheld: true },
  ])
  expect((await moderator.get(`${path}/1`)).body.whole).toMatchObject({
    ...{
      version: 1,
      semver: '1.0.0',
      changelog: 'First version',
      code: `tiles = ${expression}\nagain = ${expression}`,
    },
    fields: { area: { type: 'number' } },
    outputs: { tiles: { label: tiles.label } },
    examples: [{ output: { tiles: 24 } }],
  })
  expect(codeOf(await moderator.get(`${path}/3`))).toEqual([404, 'NOT_FOUND'])
  for (const place of [path, `${path}/1`]) {
    expect(codeOf(await creator.get(place))).toEqual([403, 'FORBIDDEN'])
    expect(codeOf(await fettle.visitor().get(place))).toEqual([401, 'SIGN_IN_REQUIRED'])
  }
})
