import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { MAX_FAVORITES } from './favorites.schema.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const sql = (text: string, values: unknown[] = []) => fettle.database.pool.query(text, values)
const setConfirmed = ({ id }: Person, confirmed: boolean) =>
  sql(`update "user" set email_verified_at = case when $2 then now() end where id = $1`, [id, confirmed])
async function confirmedPerson(): Promise<Person> {
  const person = await fettle.aPerson()
  await setConfirmed(person, true)
  return person
}
const path = (slug: string) => `/api/tools/${slug}/favorite`
const countOf = async (slug: string) =>
  ((await fettle.visitor().get(`/api/tools/${slug}`)).body.fxn as { favoriteCount: number }).favoriteCount
const slugsOf = async (person: Person) =>
  ((await person.get('/api/favorites')).body.fxns as { slug: string }[]).map(({ slug }) => slug)

test('a visitor is told to sign in', async () => {
  for (const answer of [
    await fettle.visitor().post(path('tip-calculator'), {}),
    await fettle.visitor().send('DELETE', path('tip-calculator')),
  ]) {
    expect(answer.status).toBe(401)
    expect(answer.body.error).toMatchObject({
      code: 'SIGN_IN_REQUIRED',
      message: 'You must be logged in to favorite tools',
    })
  }
})

test('each person counts once, and taking it back counts down', async () => {
  const [one, other] = [await confirmedPerson(), await confirmedPerson()]
  expect((await one.post(path('unit-converter'), {})).body).toEqual({ isFavorite: true, favoriteCount: 1 })
  expect((await one.post(path('unit-converter'), {})).body).toEqual({ isFavorite: true, favoriteCount: 1 })
  expect((await other.post(path('unit-converter'), {})).body).toEqual({ isFavorite: true, favoriteCount: 2 })
  expect((await one.send('DELETE', path('unit-converter'))).body).toEqual({ isFavorite: false, favoriteCount: 1 })
  expect((await one.send('DELETE', path('unit-converter'))).body).toEqual({ isFavorite: false, favoriteCount: 1 })
  expect(await countOf('unit-converter')).toBe(1)
})

test('row 35: a script that favours and takes back is slowed down after sixty times in a minute', async () => {
  const person = await confirmedPerson()
  const answers = await Promise.all(
    Array.from({ length: 65 }, (_, n) =>
      n % 2 === 0 ? person.post(path('rot13'), {}) : person.send('DELETE', path('rot13')),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect([refused.length, refused[0]?.body.error]).toMatchObject([5, { code: 'TOO_MANY_REQUESTS' }])
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(await countOf('rot13')).toBe((await slugsOf(person)).filter((slug) => slug === 'rot13').length)
})

test('an unconfirmed account keeps its favourites, and counts from its confirmation on', async () => {
  const person = await fettle.aPerson()
  expect((await person.post(path('base64'), {})).body).toEqual({ isFavorite: true, favoriteCount: 0 })
  expect(await slugsOf(person)).toEqual(['base64'])
  await setConfirmed(person, true)
  expect(await countOf('base64')).toBe(1)
  await setConfirmed(person, false)
  expect(await countOf('base64')).toBe(0)
})

test('the count goes down with the account', async () => {
  const person = await confirmedPerson()
  await person.post(path('http-status'), {})
  expect(await countOf('http-status')).toBe(1)
  await sql('delete from "user" where id = $1', [person.id])
  expect(await countOf('http-status')).toBe(0)
})

test('mine are listed, the latest first, and nobody else’s', async () => {
  const [one, other] = [await confirmedPerson(), await confirmedPerson()]
  for (const slug of ['regex-tester', 'json-formatter']) await one.post(path(slug), {})
  await other.post(path('loan-payment'), {})
  expect(await slugsOf(one)).toEqual(['json-formatter', 'regex-tester'])
  const { body } = await one.get('/api/favorites/ids')
  expect(body.ids).toHaveLength(2)
  await sql(`update tool set status = 'hidden' where slug = 'json-formatter'`)
  expect(await slugsOf(one)).toEqual(['regex-tester'])
  await sql(`update tool set status = 'published' where slug = 'json-formatter'`)
})

test('mine have the order that I give them, new ones come first, and what is not mine is passed over', async () => {
  const [one, other] = [await confirmedPerson(), await confirmedPerson()]
  const slugs = ['rot13', 'base64', 'tip-calculator']
  for (const slug of slugs) await one.post(path(slug), {})
  for (const slug of slugs) await other.post(path(slug), {})
  expect(await slugsOf(one)).toEqual(['tip-calculator', 'base64', 'rot13'])
  const { rows } = await sql('select slug, id from tool')
  const idOf = (slug: string) => (rows as { slug: string; id: string }[]).find((row) => row.slug === slug)?.id
  const wanted = ['base64', 'unit-converter', 'rot13', 'tip-calculator'].map(idOf)
  const answer = await one.send('PUT', '/api/favorites/order', { ids: wanted })
  expect([answer.status, answer.body]).toEqual([200, { ids: ['base64', 'rot13', 'tip-calculator'].map(idOf) }])
  expect(await slugsOf(one)).toEqual(['base64', 'rot13', 'tip-calculator'])
  await one.post(path('regex-tester'), {})
  expect(await slugsOf(one)).toEqual(['regex-tester', 'base64', 'rot13', 'tip-calculator'])
  expect(await slugsOf(other)).toEqual(['tip-calculator', 'base64', 'rot13'])
  expect((await fettle.visitor().send('PUT', '/api/favorites/order', { ids: wanted })).status).toBe(401)
  expect((await one.send('PUT', '/api/favorites/order', { ids: ['x'] })).status).toBe(422)
})

test('what is no tool answers 404, and there is an end to how many', async () => {
  const person = await confirmedPerson()
  expect((await person.post(path('no-such-tool'), {})).status).toBe(404)
  await sql(
    `with made as (
       insert into tool (id, slug, title, description, category, kind)
       select gen_random_uuid(), 'many-' || n, 'Many', 'Many of them', 'calculator', 'config'
         from generate_series(1, $2::int) n returning id)
     insert into favorite (user_id, tool_id) select $1, id from made`,
    [person.id, MAX_FAVORITES],
  )
  const refused = await person.post(path('tip-calculator'), {})
  expect([refused.status, refused.body.error]).toMatchObject([409, { code: 'FAVORITE_LIMIT_REACHED' }])
})

test('a favourite that cannot be opened is named, with whether that is for good, and can be taken off by whose it is', async () => {
  const person = await fettle.aPerson()
  const { pool } = fettle.database
  for (const slug of ['age-calculator', 'tip-calculator', 'bmi-calculator'])
    await person.post(`/api/tools/${slug}/favorite`)
  await pool.query(`update tool set status = 'hidden' where slug = 'tip-calculator'`)
  await pool.query(`update tool set status = 'deleted' where slug = 'bmi-calculator'`)
  const { body } = await person.get('/api/favorites')
  const { fxns, away } = body as { fxns: { slug: string }[]; away: { id: string; title: string; why: string }[] }
  expect([fxns.map(({ slug }) => slug), away.map(({ title, why }) => [title, why])]).toEqual([
    ['age-calculator'],
    [
      ['BMI Calculator', 'removed'],
      ['Tip Calculator', 'hidden'],
    ],
  ])
  const other = await fettle.aPerson()
  expect((await other.send('DELETE', path(away[1]?.id ?? ''))).status).toBe(404)
  for (const { id } of away) expect((await person.send('DELETE', path(id))).body.isFavorite).toBe(false)
  expect((await person.get('/api/favorites')).body).toMatchObject({ fxns: [{ slug: 'age-calculator' }], away: [] })
  await pool.query(`update tool set status = 'published' where slug in ('tip-calculator', 'bmi-calculator')`)
})
