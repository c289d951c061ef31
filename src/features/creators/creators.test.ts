import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { tileContent } from '#src/features/creator-tools/test-content.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import type { Creator } from './creators.schema.ts'
import { tellFollowers } from './tell-followers.server.ts'

/** Every example comes out as it says. */
const sandbox: Sandbox = { run: async () => ({ ok: true, outputs: { tiles: 24 } }), stop: async () => {} }

let fettle: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  fettle = await startTestApp({ sandbox })
  ada = await fettle.aPerson()
  bob = await fettle.aPerson()
  await fettle.database.pool.query('update "user" set email_verified_at = now()')
})
afterAll(() => fettle.stop())

async function publish(person: Person, title: string): Promise<{ id: string; slug: string }> {
  const { body } = await person.post('/api/tools', {
    content: { ...tileContent, title, description: `${title}: what ${title.toLowerCase()} come to` },
  })
  const { id } = body.draft as { id: string }
  const done = await person.post(`/api/tools/${id}/publish`, { changelog: 'First version' })
  expect([done.status, done.body.error]).toEqual([200, undefined])
  return done.body.fxn as { id: string; slug: string }
}

async function publishAgain(person: Person, id: string, description: string): Promise<void> {
  const { draft } = (await person.get(`/api/tools/${id}/draft`)).body as unknown as {
    draft: { revision: number; content: object }
  }
  const { revision, content } = draft
  await person.send('PUT', `/api/tools/${id}/draft`, { ...content, description, revision })
  expect((await person.post(`/api/tools/${id}/publish`, { changelog: 'Says more' })).status).toBe(200)
}

const rename = (person: Person, name: string) => person.send('PATCH', '/api/user', { name })
const pageOf = async (handle: string, as: Pick<Person, 'get'> = fettle.visitor()) => {
  const { status, body } = await as.get(`/api/creators/${handle}`)
  return { status, code: (body.error as { code: string } | undefined)?.code, ...(body as { creator: Creator }) }
}
const handleOf = async ({ id }: Person): Promise<string | undefined> => {
  const { rows } = await fettle.database.pool.query<{ handle: string }>(
    'select handle from creator where user_id = $1',
    [id],
  )
  return rows[0]?.handle
}
const told = async (person: Person) => {
  const { notifications } = (await person.get('/api/notifications')).body as {
    notifications: { kind: string; title: string; body: string; href: string }[]
  }
  return notifications
    .filter(({ kind }) => kind === 'creator.published')
    .map(({ title, body, href }) => [title, body, href])
}
const mailsTo = async ({ id }: Person) => {
  const { rows } = await fettle.database.pool.query<{ subject: string }>(
    `select subject from mail where user_id = $1 and category = 'community' order by id`,
    [id],
  )
  return rows.map(({ subject }) => subject)
}
const failures: unknown[] = []
const log = { error: (facts: unknown) => void failures.push(facts) }
const tell = () => tellFollowers({ db: fettle.database.db, queueMail: fettle.parts.queueMail, log })

test('the first tool gives its creator a page, whose address outlives the name', async () => {
  await rename(ada, 'Ada Łovelace-Ünal')
  expect(await handleOf(ada)).toBeUndefined()
  const { slug } = await publish(ada, 'Kitchen tiles')
  expect(await handleOf(ada)).toBe('ada-ovelace-unal')
  await rename(ada, 'Countess Ada')
  const { status, creator } = await pageOf('ada-ovelace-unal')
  expect([status, creator]).toEqual([
    200,
    {
      handle: 'ada-ovelace-unal',
      name: 'Countess Ada',
      avatarUrl: null,
      about: '',
      since: expect.stringMatching(/Z$/),
      toolCount: 1,
      runCount: 0,
      avgRating: 0,
      ratingCount: 0,
      followerCount: 0,
      isFollowed: false,
      isSelf: false,
    },
  ])
  const { fxn } = (await fettle.visitor().get(`/api/tools/${slug}`)).body
  expect(fxn).toMatchObject({ creator: { name: 'Countess Ada', handle: 'ada-ovelace-unal' } })
  const { body } = await fettle.visitor().get('/api/creators/ADA-ovelace-unal')
  expect((body.fxns as { slug: string }[]).map((card) => card.slug)).toEqual([slug])
})

test('of two people of one name the second gets a number, and a name without letters a word', async () => {
  const [one, two, none] = [await fettle.aPerson(), await fettle.aPerson(), await fettle.aPerson()]
  await Promise.all([rename(one, 'Grace'), rename(two, 'Grace'), rename(none, '数学')])
  await Promise.all([publish(one, 'Roof tiles'), publish(two, 'Wall tiles'), publish(none, 'Floor tiles')])
  expect(new Set([await handleOf(one), await handleOf(two)])).toEqual(new Set(['grace', 'grace-2']))
  expect(await handleOf(none)).toBe('creator')
})

test('followers are counted once, and only those with a confirmed address', async () => {
  const handle = 'ada-ovelace-unal'
  const path = `/api/creators/${handle}/follow`
  expect((await bob.post(path)).body).toEqual({ isFollowed: true, followerCount: 1 })
  expect((await bob.post(path)).body).toEqual({ isFollowed: true, followerCount: 1 })
  const unconfirmed = await fettle.aPerson()
  expect((await unconfirmed.post(path)).body).toEqual({ isFollowed: true, followerCount: 1 })
  expect((await pageOf(handle, bob)).creator).toMatchObject({ isFollowed: true, followerCount: 1 })
  const own = await ada.post(path)
  expect([own.status, (own.body.error as { code: string }).code]).toEqual([409, 'OWN_PAGE'])
  const visitor = await fettle.visitor().post(path)
  expect([visitor.status, (visitor.body.error as { message: string }).message]).toEqual([
    401,
    'You must be logged in to follow creators',
  ])
  expect((await bob.get('/api/following')).body).toEqual({
    creators: [{ handle, name: 'Countess Ada', avatarUrl: null, toolCount: 1 }],
  })
  expect((await bob.send('DELETE', path)).body).toEqual({ isFollowed: false, followerCount: 0 })
  expect((await bob.get('/api/following')).body).toEqual({ creators: [] })
})

test('a follower is told of a new tool and of a new version, by mail where they want it', async () => {
  const [creator, reader, quiet, stranger] = [
    await fettle.aPerson(),
    await fettle.aPerson(),
    await fettle.aPerson(),
    await fettle.aPerson(),
  ]
  await fettle.database.pool.query('update "user" set email_verified_at = now()')
  await quiet.send('PUT', '/api/email-preferences', { category: 'community', wanted: false })
  await publish(creator, 'Before they followed')
  const handle = await handleOf(creator)
  for (const one of [reader, quiet]) await one.post(`/api/creators/${handle}/follow`)
  const { id, slug } = await publish(creator, 'Patio planner')
  await tell()
  const first = [`${creator.name} has published “Patio planner”`, '', `/fxn/${slug}`]
  expect([await told(reader), await told(quiet), await told(stranger)]).toEqual([[first], [first], []])
  expect([await mailsTo(reader), await mailsTo(quiet)]).toEqual([['A new tool of a creator that you follow'], []])

  // Unread word of the same tool is enough.
  await publishAgain(creator, id, 'How many tiles a patio needs, with waste.')
  await tell()
  expect(await told(reader)).toEqual([first])
  await reader.post('/api/notifications/read-all')
  await publishAgain(creator, id, 'How many tiles a patio needs, with ten per cent waste.')
  await publishAgain(creator, id, 'How many tiles a patio needs, with some waste.')
  await tell()
  await tell()
  const second = [`“Patio planner” of ${creator.name} has a new version`, 'Says more', `/fxn/${slug}`]
  expect([await told(reader), await told(quiet)]).toEqual([[second, first], [first]])
  expect(await mailsTo(reader)).toHaveLength(2)
})

test('of a tool that is hidden nobody is told until it is back', async () => {
  const [creator, reader] = [await fettle.aPerson(), await fettle.aPerson()]
  await publish(creator, 'Seen by all')
  await reader.post(`/api/creators/${await handleOf(creator)}/follow`)
  const { id } = await publish(creator, 'Held back')
  const setStatus = (status: string) =>
    fettle.database.pool.query('update tool set status = $2 where id = $1', [id, status])
  await setStatus('hidden')
  await tell()
  expect(await told(reader)).toEqual([])
  await setStatus('published')
  await tell()
  expect(await told(reader)).toHaveLength(1)
})

test('a page without tools is seen by its creator alone, one of a suspended account by nobody', async () => {
  const creator = await fettle.aPerson()
  const { id } = await publish(creator, 'Soon gone')
  const handle = String(await handleOf(creator))
  await bob.post(`/api/creators/${handle}/follow`)
  expect((await creator.send('DELETE', `/api/tools/${id}`)).status).toBe(200)
  expect([(await pageOf(handle)).status, (await pageOf(handle, creator)).status]).toEqual([404, 200])
  await publish(creator, 'Another one')
  await fettle.database.pool.query(`update "user" set suspended_at = now(), suspended_reason = 'Spam' where id = $1`, [
    creator.id,
  ])
  const suspended = await pageOf(handle)
  expect([suspended.status, suspended.code]).toEqual([410, 'GONE'])
  await fettle.database.pool.query(`update tool set status = 'published' where slug = 'another-one'`)
  const card = (await fettle.visitor().get('/api/tools/another-one')).body.fxn
  expect(card).toMatchObject({ creator: null })
  expect((await bob.send('DELETE', `/api/creators/${handle}/follow`)).status).toBe(200)
  expect((await bob.get('/api/creators/nobody')).status).toBe(404)
})

test('only the creator writes their page', async () => {
  const path = '/api/creators/ada-ovelace-unal'
  expect((await ada.send('PUT', path, { about: ' I write engines. ' })).body).toEqual({ about: 'I write engines.' })
  expect((await bob.send('PUT', path, { about: 'No' })).status).toBe(404)
  expect((await fettle.visitor().send('PUT', path, { about: 'No' })).status).toBe(401)
  expect((await ada.send('PUT', path, { about: 'x'.repeat(501) })).status).toBe(422)
  expect((await pageOf('ada-ovelace-unal', ada)).creator).toMatchObject({ about: 'I write engines.', isSelf: true })
})

test('with the account goes the page', async () => {
  const creator = await fettle.aPerson()
  await publish(creator, 'Left behind')
  const handle = String(await handleOf(creator))
  await bob.post(`/api/creators/${handle}/follow`)
  await fettle.database.pool.query('update tool set owner_id = null where owner_id = $1', [creator.id])
  await fettle.database.pool.query('delete from "user" where id = $1', [creator.id])
  expect((await pageOf(handle)).status).toBe(404)
  expect((await bob.get('/api/following')).body).toMatchObject({
    creators: expect.not.arrayContaining([expect.objectContaining({ handle })]),
  })
})

test('news that cannot be told hold up no other, and are tried again', async () => {
  const [maker, reader] = [await fettle.aPerson(), await fettle.aPerson()]
  await fettle.database.pool.query('update "user" set email_verified_at = now()')
  await publish(maker, 'Plain sums')
  expect((await reader.post(`/api/creators/${await handleOf(maker)}/follow`)).status).toBe(200)
  const bad = await publish(maker, 'Poisoned sums')
  await publish(maker, 'Sound sums')
  await fettle.database.pool.query(
    "alter table notification add constraint poisoned check (title not like '%Poisoned%')",
  )
  failures.length = 0
  await tell()
  expect((await told(reader)).map(([, , href]) => href)).toEqual(['/fxn/sound-sums'])
  expect(failures).toMatchObject([{ tool: bad.id }])
  await fettle.database.pool.query('alter table notification drop constraint poisoned')
  await tell()
  expect((await told(reader)).map(([, , href]) => href)).toEqual(['/fxn/poisoned-sums', '/fxn/sound-sums'])
})
