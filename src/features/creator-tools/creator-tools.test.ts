import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedFirstStart } from '#src/app/seed.ts'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { removeTool, restoreTool } from '#src/features/catalog/tool-standing.queries.ts'
import { createSandbox } from '#src/sandbox/pool.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { testBundle } from '#src/sandbox/test-bundle.ts'
import { cloneOf } from './clone-fixture.ts'
import { helpProblems } from './content-problems.ts'
import type { Draft, MyTool, ToolVersion } from './creator-tools.schema.ts'
import { TEMPLATES } from './templates.ts'
import { tileCode, tileContent } from './test-content.ts'
import { emptyContent, type ToolContent } from './tool-content.schema.ts'
import { takeSlug } from './versions.queries.ts'

let sandbox: Sandbox
let fettle: TestApp
let creator: Person
let stranger: Person
beforeAll(async () => {
  sandbox = createSandbox({ bundleDir: await testBundle(), log: () => undefined })
  fettle = await startTestApp({ sandbox })
  await seedFirstStart({ db: fettle.database.db, production: false, onRegistered: async () => {} })
  creator = await fettle.aPerson()
  stranger = await fettle.aPerson()
})
afterAll(async () => {
  await fettle.stop()
  await sandbox.stop()
})
// Moderators have read what was published so far.
beforeEach(() => fettle.database.pool.query('delete from moderation_case'))

const errorOf = (body: Readonly<Record<string, unknown>>) =>
  body.error as { code: string; message: string; details: { field: string; message: string }[]; failures: unknown }

async function aDraft(content: ToolContent, person = creator): Promise<Draft> {
  const { status, body } = await person.post('/api/tools', { content })
  expect(status).toBe(201)
  return body.draft as Draft
}
const publish = (id: string, body: object = { changelog: 'First version' }, person = creator) =>
  person.post(`/api/tools/${id}/publish`, body)
const fxnOf = (body: Readonly<Record<string, unknown>>) =>
  body.fxn as { id: string; slug: string; version: number; semver: string }

async function published(content: ToolContent): Promise<ReturnType<typeof fxnOf>> {
  const { id } = await aDraft(content)
  const { status, body } = await publish(id)
  expect([status, body.error]).toEqual([200, undefined])
  return fxnOf(body)
}
const save = async (id: string, change: Partial<ToolContent>, person = creator) => {
  const { body } = await person.get(`/api/tools/${id}/draft`)
  const { revision, content } = body.draft as Draft
  return person.send('PUT', `/api/tools/${id}/draft`, { ...content, ...change, revision })
}

test('a draft is seen by nobody else, and saving over a newer one is a conflict', async () => {
  const { id, revision, published: release } = await aDraft(emptyContent)
  expect([revision, release]).toEqual([1, null])
  expect((await stranger.get(`/api/tools/${id}/draft`)).status).toBe(404)
  expect((await fettle.visitor().get(`/api/tools/${id}`)).status).toBe(404)
  const saved = await creator.send('PUT', `/api/tools/${id}/draft`, { ...tileContent, revision: 1 })
  expect(saved.body).toEqual({ revision: 2, upToDate: false })
  const late = await creator.send('PUT', `/api/tools/${id}/draft`, { ...tileContent, title: 'Late', revision: 1 })
  expect([late.status, errorOf(late.body).code]).toEqual([409, 'REVISION_CONFLICT'])
  expect((await creator.send('DELETE', `/api/tools/${id}/draft`)).body).toEqual({ draft: null })
  expect((await creator.get(`/api/tools/${id}/draft`)).status).toBe(404)
})

test('of two presses of the button one publishes', async () => {
  const { id } = await aDraft({ ...tileContent, title: 'Pressed twice' })
  const first = await Promise.all([publish(id), publish(id)])
  expect(first.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
  await save(id, { description: 'How many tiles a floor needs, with waste.' })
  const second = await Promise.all([publish(id), publish(id)])
  expect(second.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
  const back = await Promise.all([1, 2].map(() => creator.post(`/api/tools/${id}/versions/1/rollback`)))
  expect(back.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
  const { versions } = (await creator.get(`/api/tools/${id}/versions`)).body as { versions: ToolVersion[] }
  expect(versions.map(({ version }) => version)).toEqual([3, 2, 1])
})

test('an address that is being taken is not given to another tool', async () => {
  const { db } = fettle.database
  const { promise: go, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: taken, resolve: hasTaken } = Promise.withResolvers<string>()
  await published({ ...tileContent, title: 'Mosaic' })
  const other = await fettle.aPerson()
  const { id } = await aDraft({ ...tileContent, title: 'Mosaic 2' })
  const first = db.transaction().execute(async (transaction) => {
    const slug = await takeSlug(transaction, 'mosaic')
    await sql`insert into tool (id, slug, title, description, category, kind, owner_id)
      values (gen_random_uuid(), ${slug}, 'Mosaic', '', 'calculator', 'config', ${other.id})`.execute(transaction)
    hasTaken(slug)
    await go
  })
  expect(await taken).toBe('mosaic-2')
  const second = publish(id)
  const held = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
    return rows[0]?.count
  }
  await expect.poll(held, { timeout: 20_000 }).toBe(1)
  letGo()
  await first
  expect(fxnOf((await second).body).slug).toBe('mosaic-2-2')
})

test('a tool that moderators have removed is listed as removed among the tools of its creator, and has no draft until it is back', async () => {
  const { db, pool } = fettle.database
  const { id } = await published({ ...tileContent, title: 'Removed by others' })
  const { rows } = await pool.query('select id from moderation_case where tool_id = $1', [id])
  const holder = { toolId: id, caseId: String(rows[0].id) }
  const state = async () =>
    ((await creator.get('/api/tools')).body.tools as MyTool[]).find((tool) => tool.id === id)?.state
  await removeTool(db, holder, 'by our moderators: Spam')
  expect([await state(), (await creator.get(`/api/tools/${id}/draft`)).status]).toEqual(['removed', 404])
  await restoreTool(db, holder)
  expect(await state()).toBe('published')
})

test('a failing example blocks publishing and says what came out', async () => {
  const wrong = {
    ...tileContent,
    title: 'Wrong tiles',
    examples: [{ ...tileContent.examples[0], output: { tiles: 25 } }],
  }
  const { id } = await aDraft(wrong as ToolContent)
  const { status, body } = await publish(id)
  expect([status, errorOf(body)]).toEqual([
    422,
    expect.objectContaining({
      code: 'EXAMPLE_FAILED',
      details: [{ field: 'examples.0.output.tiles', message: '“A small room” gives 24 for tiles, not 25' }],
      failures: [
        {
          example: 0,
          title: 'A small room',
          error: null,
          differences: [{ output: 'tiles', expected: 25, actual: 24 }],
        },
      ],
    }),
  ])
  expect((await fettle.visitor().get(`/api/tools/${id}`)).status).toBe(404)
})

test('an unfinished tool is not published, and every problem is named', async () => {
  const { id } = await aDraft({ ...tileContent, icon: '', outputs: [] })
  const { status, body } = await publish(id)
  expect([status, errorOf(body).code, errorOf(body).details.map(({ field }) => field)]).toEqual([
    422,
    'TOOL_HAS_PROBLEMS',
    ['icon', 'outputs', 'examples.0.output'],
  ])
  expect((await publish(id, { changelog: ' ' })).status).toBe(422)
})

describe('a published tool', () => {
  test('is found by search at once, runs for a stranger and in a pinned version', async () => {
    const { id, slug, version, semver } = await published({ ...tileContent, title: 'Zellige planner' })
    expect([slug, version, semver]).toEqual(['zellige-planner', 1, '1.0.0'])
    const visitor = fettle.visitor()
    const found = (await visitor.get('/api/discovery/search?search=zelige')).body.fxns as { slug: string }[]
    expect(found.map((card) => card.slug)).toEqual(['zellige-planner'])
    const run = await visitor.post(`/api/tools/${slug}/run`, { area: 10 })
    expect([run.status, run.body.outputs]).toEqual([200, { tiles: 20 }])
    const { fxn } = (await visitor.get(`/api/tools/${slug}`)).body
    expect(fxn).toMatchObject({
      createdBy: creator.id,
      creator: { name: creator.name },
      codeKind: 'config',
      icon: '🧱',
      licence: 'CC-BY-4.0',
      semver: '1.0.0',
      examples: tileContent.examples,
    })
    await save(id, { outputs: [{ ...tileContent.outputs[0], expression: 'input.area' }] as never, examples: [] })
    expect((await visitor.post(`/api/tools/${slug}/run`, { area: 10 })).body.outputs).toEqual({ tiles: 20 })
    await save(id, { examples: [{ title: 'One', input: { area: 3 }, output: { tiles: 3 }, source: '' }] })
    expect(fxnOf((await publish(id, { changelog: 'Counts whole metres' })).body)).toMatchObject({
      slug,
      version: 2,
      semver: '1.0.1',
    })
    expect((await visitor.post(`/api/tools/${slug}/run?version=1`, { area: 10 })).body.outputs).toEqual({ tiles: 20 })
    expect((await visitor.post(`/api/tools/${slug}/run?version=2`, { area: 10 })).body.outputs).toEqual({ tiles: 10 })
    expect((await visitor.get(`/api/tools/${slug}?version=1`)).body.fxn).toMatchObject({ version: 1, semver: '1.0.0' })
    expect((await visitor.get(`/api/tools/${slug}?version=3`)).status).toBe(404)
  })

  test('gets the number that its difference asks for, more on request, never less', async () => {
    const { id } = await published({ ...tileContent, title: 'Numbered' })
    const same = await publish(id, { changelog: 'Nothing' })
    expect([same.status, errorOf(same.body).code]).toEqual([409, 'NOTHING_CHANGED'])
    const [area] = tileContent.fields
    await save(id, { description: 'Another description, and nothing else that is new.' })
    expect(fxnOf((await publish(id, { changelog: 'Words', bump: 'minor' })).body).semver).toBe('1.1.0')
    await save(id, {
      fields: [area] as never,
      outputs: [{ ...tileContent.outputs[0], expression: 'input.area * 2.0' }] as never,
    })
    expect(fxnOf((await publish(id, { changelog: 'One input', bump: 'patch' })).body).semver).toBe('2.0.0')
  })

  test('lists its versions to everybody, and goes back to one by publishing it again', async () => {
    const { id, slug } = await published({ ...tileContent, title: 'Rolled back' })
    await save(id, { title: 'Rolled on' })
    await publish(id, { changelog: 'A new name' })
    const refused = await stranger.post(`/api/tools/${id}/versions/1/rollback`, {})
    expect([refused.status, (await stranger.get(`/api/tools/${id}/versions/1`)).status]).toEqual([404, 404])
    const back = await creator.post(`/api/tools/${id}/versions/1/rollback`)
    expect([back.status, fxnOf(back.body)]).toEqual([200, { id, slug: 'rolled-back', version: 3, semver: '1.0.2' }])
    const { versions } = (await fettle.visitor().get(`/api/tools/${slug}/versions`)).body as { versions: ToolVersion[] }
    expect(versions.map(({ semver, changelog, isCurrent }) => [semver, changelog, isCurrent])).toEqual([
      ['1.0.2', 'Back to version 1.0.0', true],
      ['1.0.1', 'A new name', false],
      ['1.0.0', 'First version', false],
    ])
    const { draft } = (await creator.get(`/api/tools/${id}/draft`)).body as { draft: Draft }
    expect([draft.content.title, draft.upToDate]).toEqual(['Rolled back', true])
    expect((await creator.get(`/api/tools/${id}/versions/2`)).body.content).toMatchObject({ title: 'Rolled on' })
  })

  test('keeps what was published: the database refuses to change it', async () => {
    const { id } = await published({ ...tileContent, title: 'Unchangeable' })
    await expect(
      fettle.database.pool.query(`update tool_version set code = '{}' where tool_id = $1`, [id]),
    ).rejects.toThrow('is published and stays as it is')
  })

  test('with the name of another one gets an address of its own', async () => {
    const [one, other] = [
      await published({ ...tileContent, title: 'Twin' }),
      await published({ ...tileContent, title: 'Twin' }),
    ]
    expect([one.slug, other.slug]).toEqual(['twin', 'twin-2'])
  })

  test('is a draft again in part: what is discarded is what is not published', async () => {
    const { id } = await published({ ...tileContent, title: 'Discarded' })
    await save(id, { title: 'Something else' })
    const { draft } = (await creator.send('DELETE', `/api/tools/${id}/draft`)).body as { draft: Draft }
    expect([draft.content.title, draft.upToDate, draft.revision]).toEqual(['Discarded', true, 3])
  })

  test('is listed among mine with its state', async () => {
    const { id } = await published({ ...tileContent, title: 'Mine' })
    await save(id, { title: 'Mine, changed' })
    const { tools } = (await creator.get('/api/tools')).body as { tools: MyTool[] }
    expect(tools.find((tool) => tool.id === id)).toMatchObject({
      title: 'Mine, changed',
      state: 'changed',
      slug: 'mine',
      semver: '1.0.0',
      pricing: expect.objectContaining({ pricingModel: 'free', price: 0 }) as unknown,
      runCount: 0,
    })
    expect((await stranger.get('/api/tools')).body).toEqual({ tools: [] })
  })

  test('is gone for good when its owner deletes it: 410, out of the search, its address taken', async () => {
    const { id, slug } = await published({ ...tileContent, title: 'Quokka counter' })
    const visitor = fettle.visitor()
    const asked = await visitor.send('DELETE', `/api/tools/${id}`)
    expect([asked.status, errorOf(asked.body).message]).toEqual([401, 'You must be logged in'])
    expect((await stranger.send('DELETE', `/api/tools/${id}`)).status).toBe(404)
    expect((await creator.send('DELETE', `/api/tools/${id}`)).body).toEqual({ ok: true })
    expect((await visitor.get(`/api/tools/${slug}`)).status).toBe(410)
    expect((await creator.get(`/api/tools/${id}/draft`)).status).toBe(404)
    expect((await visitor.get('/api/discovery/search?search=quokka')).body.total).toBe(0)
    expect((await published({ ...tileContent, title: 'Quokka counter' })).slug).toBe('quokka-counter-2')
  })
})

describe('a clone', () => {
  const clone = (idOrSlug: string, person = stranger) => person.post(`/api/tools/${idOrSlug}/clone`)

  test('is a draft with what the other tool holds, and names it for good', async () => {
    const source = await published({ ...tileContent, title: 'Cloned from' })
    const asked = await fettle.visitor().post(`/api/tools/${source.id}/clone`)
    expect([asked.status, errorOf(asked.body).message]).toEqual([401, 'You must be logged in to clone tools'])
    const { status, body } = await clone(source.id)
    const { id } = body.fxn as { id: string }
    const { fxn: original } = (await fettle.visitor().get(`/api/tools/${source.id}`)).body as { fxn: Fxn }
    expect([status, body.fxn]).toEqual([201, cloneOf(original, { id, createdBy: stranger.id })])
    const { draft } = (await stranger.get(`/api/tools/${id}/draft`)).body as { draft: Draft }
    expect(draft.content).toEqual({ ...tileContent, title: 'Cloned from' })
    expect(draft.origin).toEqual({
      title: 'Cloned from',
      slug: source.slug,
      creator: creator.name,
      licence: 'CC-BY-4.0',
      isBuiltin: false,
    })
    // Words of their own: a copy of another listing is held until a moderator has seen it.
    await save(id, { title: 'Slabs', description: 'Slabs of stone for a terrace, in one go.' }, stranger)
    const release = await publish(id, undefined, stranger)
    expect(release.body.held).toBe(false)
    const { fxn } = (await fettle.visitor().get(`/api/tools/${fxnOf(release.body).slug}`)).body
    expect(fxn).toMatchObject({ origin: { title: 'Cloned from', slug: 'cloned-from', creator: creator.name } })
  })

  test('is not made of a tool whose rights are reserved, but by its owner', async () => {
    const source = await published({ ...tileContent, title: 'Reserved', licence: 'reserved' })
    const refused = await clone(source.slug)
    expect([refused.status, errorOf(refused.body).code]).toEqual([403, 'LICENCE_RESERVED'])
    expect((await clone(source.slug, creator)).status).toBe(201)
  })

  test('of a built-in tool has its form and its examples', async () => {
    const { body } = await clone('tip-calculator')
    const { id } = body.fxn as { id: string }
    const { draft } = (await stranger.get(`/api/tools/${id}/draft`)).body as { draft: Draft }
    expect(draft.content.fields.map(({ name }) => name)).toContain('bill')
    expect([draft.content.outputs[0]?.expression, draft.content.examples.length > 0]).toEqual(['', true])
    expect(draft.origin).toMatchObject({ creator: 'Fettle', slug: 'tip-calculator', isBuiltin: true })
  })
})

describe('code of somebody’s own', () => {
  const giveProTo = (person: Person, until: string) =>
    fettle.database.pool.query(`update "user" set pro_until = now() + $2::interval where id = $1`, [person.id, until])

  test('needs Pro to run and to publish, and not to be written', async () => {
    const person = await fettle.aPerson()
    const { id, mayWriteCode } = await aDraft({ ...tileCode, description: 'Area by area, in code of my own.' }, person)
    const tried = await person.post(`/api/tools/${id}/try`, { content: tileCode, input: { area: 1 } })
    const refused = await publish(id, undefined, person)
    expect([mayWriteCode, tried.status, refused.status, errorOf(refused.body).code]).toEqual([
      false,
      403,
      403,
      'PRO_REQUIRED',
    ])
    await giveProTo(person, '1 day')
    expect((await publish(id, undefined, person)).status).toBe(200)
    expect((await fettle.visitor().post('/api/tools/tiles-by-code/run', { area: 4 })).body.outputs).toEqual({
      tiles: 8,
    })
    await giveProTo(person, '-1 day')
    expect((await person.post(`/api/tools/${id}/try`, { content: tileCode, input: {} })).status).toBe(403)
    expect((await fettle.visitor().post('/api/tools/tiles-by-code/run', { area: 4 })).status).toBe(200)
  })

  test('is tried with its console, its line of failure and its misfits', async () => {
    await giveProTo(creator, '1 day')
    const { id } = await aDraft(tileCode)
    const attempt = async (source: string, input: object = { area: 4 }) =>
      (await creator.post(`/api/tools/${id}/try`, { content: { ...tileCode, source }, input })).body
    expect(await attempt(tileCode.source)).toMatchObject({
      ok: true,
      outputs: { tiles: 8 },
      misfits: [],
      outputBytes: 11,
      console: ['area 4'],
    })
    expect(await attempt('function run() {\n  console.log(1)\n  throw new Error("no")\n}')).toMatchObject({
      ok: false,
      error: { code: 'TOOL_ERROR', message: 'no', line: 3, details: [] },
      console: ['1'],
    })
    expect(await attempt('function run() { return { tiles: "many", more: 1 } }')).toMatchObject({
      misfits: [{ output: 'tiles' }, { output: 'more' }],
    })
    expect(await attempt('function run() { return 5 }')).toMatchObject({
      error: { message: 'run(input) must return an object with the outputs by name.' },
    })
    expect(await attempt(tileCode.source, {})).toMatchObject({
      error: { code: 'INVALID_INPUT', details: [{ field: 'area', message: 'Floor is required' }] },
    })
  })
})

test.each(TEMPLATES.filter(({ id }) => id !== 'empty'))(
  'the template $title can be published as it is',
  async ({ content }) => {
    await fettle.database.pool.query(`update "user" set pro_until = now() + interval '1 day' where id = $1`, [
      creator.id,
    ])
    expect(helpProblems(content.fields)).toEqual([])
    await published(content)
  },
)

test('a tool that came without a draft can be edited by its owner', async () => {
  const { rows } = await fettle.database.pool.query(
    `update tool set owner_id = $1 where slug = 'paint-needed' returning id`,
    [creator.id],
  )
  const id = String(rows[0].id)
  expect((await stranger.get(`/api/tools/${id}/draft`)).status).toBe(404)
  const { draft } = (await creator.get(`/api/tools/${id}/draft`)).body as { draft: Draft }
  expect([draft.upToDate, draft.content.fields[0]?.name, draft.published?.version]).toEqual([true, 'wallWidth', 1])
})
