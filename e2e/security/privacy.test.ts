import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unzip } from '#src/features/data-export/test-unzip.ts'
import { loadMasterKey } from '#src/server/crypto/master-key.ts'
import { createSigner } from '#src/server/crypto/signer.ts'
import { toUnsubscribeToken } from '#src/server/mail/unsubscribe-token.ts'
import { queryDatabase } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp, temporaryFolder } from '../support/app-process.ts'
import { aPerson, aVisitor, BEHIND_PROXY, expectStatus, makeStale, PASSWORD, type Person, protect } from './people.ts'
import { dump } from './snapshot.ts'

const dataDir = temporaryFolder()
const env = BEHIND_PROXY
let app: AppProcess
beforeAll(async () => {
  app = await startApp({ env, dataDir })
})
afterAll(async () => {
  await removeApps()
  removeFolders()
})

const sql = (text: string, values: unknown[] = []) => queryDatabase(app.dataDir, text, values)

describe('row 58: what belongs to a person', () => {
  const exported = async (person: Person) => {
    const { id } = expectStatus(await person.post('/api/account/exports'), 202).body
    await expect
      .poll(async () => (await sql('select status from data_export where id = $1', [id]))[0]?.status, {
        timeout: 10_000,
      })
      .toBe('ready')
    const response = await fetch(`${app.url}/api/account/exports/${id}/download`, {
      headers: { cookie: `session=${person.cookies.get('session')}` },
    })
    return unzip(Buffer.from(await response.arrayBuffer()))
  }

  test('comes out whole, without a secret and without anybody else', async () => {
    const [person, other] = [await protect(app, await aPerson(app)), await aPerson(app)]
    const { token } = expectStatus(await person.post('/api/keys', { name: 'my key', scopes: ['read'] }), 201).body
    const all = [...(await exported(person)).values()].join('\n')
    expect(all).toContain(person.email)
    expect(all).toContain('my key')
    for (const secret of [
      other.email,
      other.id,
      person.secret,
      String(token),
      person.cookies.get('session') ?? '',
      ...person.recoveryCodes,
      '$argon2',
    ])
      expect(all.includes(secret), secret).toBe(false)
    expect(all).not.toMatch(/token_?hash|password_?hash|code_?hash/i)
  })

  test('is neither exported nor deleted from a stale session, or by an API key', async () => {
    const person = await aPerson(app)
    const { token } = expectStatus(await person.post('/api/keys', { name: 'key', scopes: ['read'] }), 201).body
    await makeStale(app, person)
    for (const path of ['/api/account/exports', '/api/account/deletion']) {
      expect((await person.post(path)).code, path).toBe('FRESH_SIGN_IN_REQUIRED')
      expect((await aVisitor(app).post(path, undefined, { authorization: `Bearer ${token}` })).status, path).toBe(403)
    }
  })

  test('can be kept for fourteen days, and is then gone from every table', async () => {
    const [leaving, kept] = [await aPerson(app), await aPerson(app)]
    for (const person of [leaving, kept]) {
      expectStatus(await person.post('/api/account/deletion'), 202)
      expect((await person.get('/api/user')).status).toBe(401)
    }
    const [due] = await sql(
      'select round(extract(epoch from deletion_due_at - now()) / 86400) as days from "user" where id = $1',
      [leaving.id],
    )
    expect(Number(due?.days)).toBe(14)
    const back = aVisitor(app)
    expectStatus(await back.post('/api/login', { email: kept.email, password: PASSWORD }), 200)
    expectStatus(await back.send('DELETE', '/api/account/deletion'), 200)
    await sql('update "user" set deletion_due_at = now() - interval \'1 second\' where id = $1', [leaving.id])
    await app.stop()
    app = await startApp({ env, dataDir })
    await expect
      .poll(async () => (await sql('select 1 from "user" where id = $1', [leaving.id])).length, { timeout: 5000 })
      .toBe(0)
    expect((await aVisitor(app).post('/api/login', { email: leaving.email, password: PASSWORD })).code).toBe(
      'INVALID_CREDENTIALS',
    )
    const left: string[] = []
    for (const [table, text] of await dump(app)) {
      // The audit log keeps the id of whoever it was, and the last mail goes to the address.
      const words =
        table === 'audit_entry' ? [leaving.email] : table === 'mail' ? [leaving.id] : [leaving.id, leaving.email]
      if (words.some((word) => text.includes(word))) left.push(table)
    }
    expect(left).toEqual([])
    expectStatus(await aVisitor(app).post('/api/login', { email: kept.email, password: PASSWORD }), 200)
  })
})
describe('row 60: unsubscribing', () => {
  const ONE_CLICK = 'List-Unsubscribe=One-Click'
  const asMailProgram = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-requested-with': undefined,
    origin: 'https://mail.example',
    'sec-fetch-site': 'cross-site',
  }
  const wanted = async ({ id }: Person) =>
    (await sql('select 1 from email_preference where user_id = $1 and not wanted', [id])).length === 0

  test('a mail scanner that opens the link changes nothing, the button and the mail program do', async () => {
    const person = await aPerson(app)
    const master = await loadMasterKey({ dataDir })
    const token = toUnsubscribeToken(createSigner(master, 'unsubscribe'), { userId: person.id, category: 'product' })
    for (const path of [`/email-preferences?token=${token}`, `/api/unsubscribe/${token}`])
      for (const method of ['GET', 'HEAD', 'OPTIONS']) await aVisitor(app).send(method, path)
    expect(await wanted(person)).toBe(true)
    const shown = expectStatus(await aVisitor(app).get(`/api/unsubscribe/${token}`), 200)
    expect(shown.text).not.toContain(person.email)
    for (const body of ['', 'a=b', 'List-Unsubscribe=No'])
      expect((await aVisitor(app).post(`/api/unsubscribe/${token}`, body, asMailProgram)).status, body).toBe(400)
    expect(await wanted(person)).toBe(true)
    expectStatus(await aVisitor(app).post(`/api/unsubscribe/${token}`, ONE_CLICK, asMailProgram), 200)
    expect(await wanted(person)).toBe(false)
  })

  test('a guessed, changed or foreign token means nothing', async () => {
    const person = await aPerson(app)
    const master = await loadMasterKey({ dataDir })
    const link = { userId: person.id, category: 'product' } as const
    const token = toUnsubscribeToken(createSigner(master, 'unsubscribe'), link)
    const [payload = '', signature = ''] = token.split('.')
    const forged = [
      toUnsubscribeToken(createSigner(Buffer.alloc(32, 1), 'unsubscribe'), link),
      toUnsubscribeToken(createSigner(master, 'other'), link),
      `${Buffer.from(`${person.id} sales`).toString('base64url')}.${signature}`,
      payload,
      `${payload}.`,
      `.${signature}`,
      `${token}A`,
      person.id,
    ]
    for (const one of forged) {
      expect(
        (await aVisitor(app).post(`/api/unsubscribe/${encodeURIComponent(one)}`, ONE_CLICK, asMailProgram)).status,
        one,
      ).toBe(404)
      expect((await aVisitor(app).post('/api/email-preferences/unsubscribe', { token: one })).status, one).toBe(404)
    }
    expect(await wanted(person)).toBe(true)
  })
})
