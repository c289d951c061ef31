import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ;[ada, bob] = [await fettle.aPerson(), await fettle.aPerson()]
})
afterAll(() => fettle.stop())

const put = (person: Person, name: string, body: unknown) => person.send('PUT', `/api/variables/${name}`, body)
const detailsOf = (body: Readonly<Record<string, unknown>>) =>
  (body.error as { details: { field: string; message: string }[] }).details

test('variables of every kind are stored, replaced, listed and deleted', async () => {
  expect((await put(ada, 'region', { kind: 'string', value: 'eu' })).status).toBe(200)
  expect((await put(ada, 'limit', { kind: 'number', value: 12.5 })).status).toBe(200)
  expect((await put(ada, 'active', { kind: 'boolean', value: false })).status).toBe(200)
  expect((await put(ada, 'plan', { kind: 'json', value: { seats: [1, null] } })).status).toBe(200)
  expect((await put(ada, 'region', { kind: 'json', value: null })).status).toBe(200)
  const times = { createdAt: expect.any(String), updatedAt: expect.any(String) }
  expect((await ada.get('/api/variables')).body).toEqual({
    variables: [
      { name: 'active', kind: 'boolean', value: false, ...times },
      { name: 'limit', kind: 'number', value: 12.5, ...times },
      { name: 'plan', kind: 'json', value: { seats: [1, null] }, ...times },
      { name: 'region', kind: 'json', value: null, ...times },
    ],
  })
  expect((await ada.get('/api/variables/limit')).body).toMatchObject({ variable: { value: 12.5 } })
  expect((await ada.send('DELETE', '/api/variables/region')).body).toEqual({ deleted: true })
  expect((await ada.get('/api/variables/region')).status).toBe(404)
})

test('nobody else has them', async () => {
  expect((await bob.get('/api/variables')).body).toEqual({ variables: [] })
  expect((await bob.get('/api/variables/limit')).status).toBe(404)
  expect((await bob.send('DELETE', '/api/variables/limit')).status).toBe(404)
})

test.each([
  ['true', { kind: 'string', value: '' }, 'name', 'Expressions cannot read a variable of this name'],
  [
    'a-b',
    { kind: 'string', value: '' },
    'name',
    'Use letters, digits and underscores, at most 64; begin with a letter',
  ],
  ['a', { kind: 'number', value: '1' }, 'value', 'A number is required'],
  ['a', { kind: 'json', value: 'x'.repeat(8000) }, 'value', 'The value must have at most 8,000 characters as JSON'],
])('%s = %j is refused', async (name, body, field, message) => {
  const refused = await put(ada, name, body)
  expect([refused.status, detailsOf(refused.body)]).toEqual([422, [{ field, message }]])
})

test('there can be a hundred', async () => {
  await fettle.database.pool.query(
    "insert into variable (owner_id, name, kind, value) select $1, 'filler_' || n, 'json', '1' from generate_series(1, 100) n",
    [bob.id],
  )
  expect((await put(bob, 'more', { kind: 'json', value: 1 })).status).toBe(409)
  expect((await put(bob, 'filler_1', { kind: 'json', value: 2 })).status).toBe(200)
})
