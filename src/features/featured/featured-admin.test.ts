import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { aToolOf } from '#src/features/reviews/reviews-fixture.ts'
import type { FeaturedChoice } from './featured.schema.ts'

let fettle: TestApp
let admin: Person
beforeAll(async () => {
  fettle = await startTestApp()
  admin = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())
beforeEach(() => fettle.database.pool.query('delete from featured_tool'))

const PATH = '/api/admin/featured'
const choicesIn = ({ body }: { body: Readonly<Record<string, unknown>> }) => body.choices as FeaturedChoice[]
const add = (tool: string, more: object = {}) => admin.post(PATH, { tool, ...more })
const slugs = (answer: { body: Readonly<Record<string, unknown>> }) => choicesIn(answer).map(({ tool }) => tool.slug)
const shown = async () =>
  ((await fettle.visitor().get('/api/marketplace/featured')).body.tools as { fxn: { slug: string } }[]).map(
    ({ fxn }) => fxn.slug,
  )
const codeOf = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => [
  status,
  (body.error as { code: string } | undefined)?.code,
]

test('a tool is chosen by its address, once, and the log says by whom', async () => {
  expect(slugs(await add('https://fettle.example/fxn/age-calculator?x=1'))).toEqual(['age-calculator'])
  expect(await shown()).toEqual(['age-calculator'])
  expect(codeOf(await add('age-calculator'))).toEqual([409, 'ALREADY_FEATURED'])
  expect(codeOf(await add('no-such-tool'))).toEqual([404, 'NOT_FOUND'])
  const { rows } = await fettle.database.pool.query(
    'select actor_id, action from audit_entry order by seq desc limit 1',
  )
  expect(rows).toEqual([{ actor_id: admin.id, action: 'featured.added' }])
})

test('the order is moved one place at a time, and stays within the list', async () => {
  for (const slug of ['age-calculator', 'tip-calculator', 'unit-converter']) await add(slug)
  const [first, , last] = choicesIn(await admin.get(PATH)) as [FeaturedChoice, FeaturedChoice, FeaturedChoice]
  const move = (choice: FeaturedChoice, direction: string) => admin.post(`${PATH}/${choice.id}/move`, { direction })
  expect(slugs(await move(last, 'forward'))).toEqual(['age-calculator', 'unit-converter', 'tip-calculator'])
  expect(slugs(await move(first, 'forward'))).toEqual(['age-calculator', 'unit-converter', 'tip-calculator'])
  expect(slugs(await move(first, 'back'))).toEqual(['unit-converter', 'age-calculator', 'tip-calculator'])
  expect(await shown()).toEqual(['unit-converter', 'age-calculator', 'tip-calculator'])
})

test('a choice begins and ends when it was asked to, and is ended by hand', async () => {
  const day = 86_400_000
  const later = {
    startsAt: new Date(Date.now() + day).toISOString(),
    endsAt: new Date(Date.now() + 2 * day).toISOString(),
  }
  await add('age-calculator', later)
  await add('tip-calculator', { endsAt: later.endsAt })
  expect(await shown()).toEqual(['tip-calculator'])
  const [waits, runs] = choicesIn(await admin.get(PATH)) as [FeaturedChoice, FeaturedChoice]
  expect([waits.state, runs.state, runs.endsAt]).toEqual(['later', 'now', later.endsAt])
  expect(choicesIn(await admin.send('DELETE', `${PATH}/${waits.id}`)).map(({ state }) => state)).toEqual(['now'])
  expect(choicesIn(await admin.send('DELETE', `${PATH}/${runs.id}`)).map(({ state }) => state)).toEqual(['ended'])
  expect(codeOf(await admin.send('DELETE', `${PATH}/${runs.id}`))).toEqual([404, 'NOT_FOUND'])
  expect(await shown()).toEqual([])
  expect(slugs(await add('tip-calculator'))).toEqual(['tip-calculator', 'tip-calculator'])
})

test('an admin chooses no tool of their own, unless nobody else could', async () => {
  await aToolOf(fettle, admin, 'of-the-admin')
  // Without a second factor they could not choose either.
  const colleague = await aRanked(fettle, { role: 'admin', secondFactor: 'none' })
  const end = async (answer: Awaited<ReturnType<typeof add>>) => {
    expect(slugs(answer)).toEqual(['of-the-admin'])
    await fettle.database.pool.query('delete from featured_tool')
  }
  await end(await add('of-the-admin'))
  const other = await aRanked(fettle, { role: 'admin' })
  expect(codeOf(await add('of-the-admin'))).toEqual([403, 'OWN_CASE'])
  expect(await shown()).toEqual([])
  const chosen = await other.post(PATH, { tool: 'of-the-admin' })
  const move = (who: Person) => who.post(`${PATH}/${choicesIn(chosen)[0]?.id}/move`, { direction: 'forward' })
  expect(codeOf(await move(admin))).toEqual([403, 'OWN_CASE'])
  expect(codeOf(await move(other))).toEqual([200, undefined])
  await end(chosen)
  await fettle.database.pool.query(
    `update "user" set suspended_at = now(), suspended_reason = 'A reason' where id = $1`,
    [other.id],
  )
  await end(await add('of-the-admin'))
  await fettle.database.pool.query(`update "user" set role = 'user' where id = any($1)`, [[other.id, colleague.id]])
})

test('an end before the start is refused at its field', async () => {
  const { status, body } = await add('age-calculator', { endsAt: '2026-01-01T00:00:00Z' })
  expect([status, body.error]).toMatchObject([
    422,
    { details: [{ field: 'endsAt', message: 'The end must come after the start' }] },
  ])
})

test('it is for admins alone', async () => {
  const person = await fettle.aPerson()
  expect(codeOf(await person.get(PATH))).toEqual([403, 'FORBIDDEN'])
  expect(codeOf(await person.post(PATH, { tool: 'age-calculator' }))).toEqual([403, 'FORBIDDEN'])
  expect(codeOf(await fettle.visitor().get(PATH))).toEqual([401, 'SIGN_IN_REQUIRED'])
})
