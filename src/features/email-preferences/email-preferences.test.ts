import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import type { OptionalCategory } from '#src/lib/mail-categories.ts'
import { toUnsubscribeToken } from '#src/server/mail/unsubscribe-token.ts'

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startTestApp()
  person = await app.aPerson()
})
afterAll(() => app.stop())

const signer = () => app.parts.signerFor('unsubscribe')
const tokenOf = ({ id }: { readonly id: string }, category: OptionalCategory = 'product') =>
  toUnsubscribeToken(signer(), { userId: id, category })
const wantedBy = async (who: Person) => {
  const { body } = await who.get('/api/email-preferences')
  const list = body.preferences as { category: string; wanted: boolean }[]
  return Object.fromEntries(list.map(({ category, wanted }) => [category, wanted]))
}
const all = { workflows: true, sales: true, community: true, product: true }
const NOBODY = { id: '01920000-0000-7000-8000-00000000dead' }

/** As a mail program sends it: no cookie, no header of ours, from anywhere. */
const oneClick = (token: string, body = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
  app.app.inject({
    method: 'POST',
    url: `/api/unsubscribe/${token}`,
    headers: { 'content-type': type, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
    payload: body,
  })

test('every category is wanted until it is switched off, and can be switched on again', async () => {
  const someone = await app.aPerson()
  expect(await wantedBy(someone)).toEqual(all)
  const change = (category: string, wanted: unknown) =>
    someone.send('PUT', '/api/email-preferences', { category, wanted })
  expect(await change('sales', false)).toMatchObject({ status: 200, body: { category: 'sales', wanted: false } })
  expect(await wantedBy(someone)).toEqual({ ...all, sales: false })
  await change('sales', true)
  expect(await wantedBy(someone)).toEqual(all)
  expect((await change('account', false)).status).toBe(422)
  expect((await change('sales', 'no')).status).toBe(422)
  expect(
    (await someone.send('PUT', '/api/email-preferences', { category: 'sales', wanted: false, userId: person.id }))
      .status,
  ).toBe(400)
})

test('without a session there are no preferences to see or change', async () => {
  const visitor = app.visitor()
  expect((await visitor.get('/api/email-preferences')).status).toBe(401)
  expect((await visitor.send('PUT', '/api/email-preferences', { category: 'sales', wanted: false })).status).toBe(401)
})

test('looking at an unsubscribe link changes nothing and shows no whole address', async () => {
  const someone = await app.aPerson()
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode } = await app.app.inject({ method, url: `/api/unsubscribe/${tokenOf(someone)}` })
    expect([200, 405]).toContain(statusCode)
  }
  const { body } = await app.visitor().get(`/api/unsubscribe/${tokenOf(someone)}`)
  expect(body).toEqual({ address: 'p…@example.com', category: 'product', wanted: true })
  expect(await wantedBy(someone)).toEqual(all)
})

test.each([
  ['as a form', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
  [
    'in parts',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    'multipart/form-data; boundary=b',
  ],
])('one click %s switches the category off (RFC 8058), and again', async (_, body, type) => {
  const someone = await app.aPerson()
  const token = tokenOf(someone)
  expect((await oneClick(token, body, type)).statusCode).toBe(200)
  expect(await wantedBy(someone)).toEqual({ ...all, product: false })
  expect((await oneClick(token, body, type)).statusCode).toBe(200)
  expect(await wantedBy(person)).toEqual(all)
})

test('the button of the page does the same, with the token alone', async () => {
  const someone = await app.aPerson()
  const answer = await app
    .visitor()
    .post('/api/email-preferences/unsubscribe', { token: tokenOf(someone, 'community') })
  expect(answer.body).toEqual({ address: 'p…@example.com', category: 'community', wanted: false })
  expect(await wantedBy(someone)).toEqual({ ...all, community: false })
})

test('a guessed, damaged or foreign token is 404 and changes nothing', async () => {
  const someone = await app.aPerson()
  const token = tokenOf(someone)
  const forged = `${Buffer.from(`${someone.id} sales`).toString('base64url')}.${token.split('.')[1]}`
  const otherPurpose = app.parts.signerFor('something else').sign(`${someone.id} product`)
  const account = signer().sign(`${someone.id} account`)
  const damaged = `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`
  for (const wrong of ['x', 'a.b', damaged, forged, otherPurpose, account, tokenOf(NOBODY)]) {
    expect((await oneClick(wrong)).statusCode, wrong).toBe(404)
    expect((await app.visitor().get(`/api/unsubscribe/${wrong}`)).status, wrong).toBe(404)
    expect((await app.visitor().post('/api/email-preferences/unsubscribe', { token: wrong })).status, wrong).toBe(404)
  }
  expect(await wantedBy(someone)).toEqual(all)
})

test('a post that is no one-click form is refused and changes nothing', async () => {
  const someone = await app.aPerson()
  const token = tokenOf(someone)
  expect((await oneClick(token, 'List-Unsubscribe=Maybe')).statusCode).toBe(400)
  expect((await oneClick(token, '')).statusCode).toBe(400)
  expect((await oneClick(token, '{"List-Unsubscribe":"One-Click"}', 'application/json')).statusCode).toBe(415)
  expect((await oneClick(token, `x=${'y'.repeat(9000)}`)).statusCode).toBe(413)
  expect(await wantedBy(someone)).toEqual(all)
})
