import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp } from '../support/app-process.ts'
import type { Answered, Caller } from './caller.ts'
import { aPerson, aVisitor, BEHIND_PROXY, expectStatus, mailedToken, mailsTo, PASSWORD } from './people.ts'

let app: AppProcess
beforeAll(async () => {
  app = await startApp({ env: BEHIND_PROXY })
})
afterAll(async () => {
  await removeApps()
  removeFolders()
})

const sql = (text: string, values: unknown[] = []) => queryDatabase(app.dataDir, text, values)
const login = (caller: Caller, email: string, password = PASSWORD) => caller.post('/api/login', { email, password })
const WRONG = 'not the password'

/** Of every way to choose a password. */
const WAYS: Readonly<Record<string, (password: string) => Promise<Answered>>> = {
  registering: (password) =>
    aVisitor(app).post('/api/register', { name: 'Ada', email: `${crypto.randomUUID()}@example.com`, password }),
  'changing it': async (newPassword) =>
    (await aPerson(app)).post('/api/user/password', { currentPassword: PASSWORD, newPassword }),
  'resetting it': async (password) => {
    const { email } = await aPerson(app)
    expectStatus(await aVisitor(app).post('/api/password-reset', { email }), 202)
    await expect.poll(async () => (await mailsTo(app, email)).length).toBe(2)
    return aVisitor(app).post('/api/password-reset/confirm', {
      token: await mailedToken(app, email, 'Set a new password'),
      password,
    })
  },
}

describe.each(Object.keys(WAYS))('row 14: the password policy when %s', (way) => {
  const choose = (password: string) => {
    const act = WAYS[way]
    if (act === undefined) throw new Error(way)
    return act(password)
  }

  test.each([
    ['seven characters', 'aB3$xyZ'],
    ['four characters that JavaScript counts as eight', '🦄🐙🦖🐝'],
    ['a common one', 'password123'],
    ['a common one in other letters', 'PassWord123'],
    ['a common one with a year', 'dragon2024'],
    ['a breached one', 'qwertyuiop'],
    ['one thing repeated', 'abcabcabcabc'],
    ['a thousand and one characters', 'x1'.repeat(501)],
  ])('%s are refused at the field', async (_, password) => {
    const answered = await choose(password)
    expect([answered.status, answered.code]).toEqual([422, 'INVALID_INPUT'])
    const { details } = answered.body.error as { details: { field: string }[] }
    expect(details[0]?.field).toMatch(/^(newP|p)assword$/)
  })
})
describe('row 14: what the policy leaves alone', () => {
  test.each([
    ['letters alone', 'correcthorsebattery'],
    ['spaces at both ends', '  a quiet place to sit  '],
    ['every script', 'пароль 密码 كلمة 🦄 ñ'],
    ['two hundred characters', 'Lorem ipsum dolor '.repeat(12)],
  ])('%s are taken as they are', async (_, password) => {
    const email = `${crypto.randomUUID()}@example.com`
    expectStatus(await aVisitor(app).post('/api/register', { name: 'Ada', email, password }), 201)
    expectStatus(await login(aVisitor(app), email, password), 200)
    for (const other of [password.trim(), password.slice(0, -1), password.normalize('NFD'), password.toUpperCase()])
      if (other !== password) expect((await login(aVisitor(app), email, other)).status, other).toBe(401)
  })
})
describe('row 15: the hash', () => {
  test('is argon2id with 19 MiB, two passes and one lane', async () => {
    const { id } = await aPerson(app)
    const [row] = await sql('select password_hash from "user" where id = $1', [id])
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  })

  test('of a weaker kind is replaced by signing in, and not by a wrong password', async () => {
    const { id, email } = await aPerson(app)
    const weak = await hash(PASSWORD, { memoryCost: 4096, timeCost: 1, parallelism: 1 })
    await sql('update "user" set password_hash = $2 where id = $1', [id, weak])
    const current = async () => (await sql('select password_hash from "user" where id = $1', [id]))[0]?.password_hash
    expect((await login(aVisitor(app), email, WRONG)).status).toBe(401)
    expect(await current()).toBe(weak)
    expectStatus(await login(aVisitor(app), email), 200)
    expect(await current()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expectStatus(await login(aVisitor(app), email), 200)
  })

  test('keeps a flood of sign-ins waiting in a line that ends, and everybody else served', async () => {
    let open = 250
    const flood = Array.from({ length: open }, async (_, at) => {
      const answered = await login(aVisitor(app), `nobody${at}@flood.example`)
      open -= 1
      return answered
    })
    expectStatus(await aVisitor(app).get('/api/tags'), 200)
    expect(open).toBeGreaterThan(0)
    const answers = await Promise.all(flood)
    const busy = answers.filter(({ status }) => status === 503)
    expect(answers.every(({ status }) => status === 401 || status === 503)).toBe(true)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy[0]?.headers['retry-after']).toBe('2')
  })
})
