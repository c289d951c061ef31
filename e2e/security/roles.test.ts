import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp } from '../support/app-process.ts'
import { ADMIN, fill, GRAPH, listOperations, NOBODY, type Operation, rightBody } from './operations.ts'
import {
  aPerson,
  aRanked,
  aVisitor,
  BEHIND_PROXY,
  expectStatus,
  makeStale,
  type Person,
  type ProtectedPerson,
} from './people.ts'
import { snapshot } from './snapshot.ts'

let app: AppProcess
let operations: Operation[]
let victim: Person
let stranger: Person
let admin: ProtectedPerson
let superAdmin: ProtectedPerson
beforeAll(async () => {
  app = await startApp({ env: BEHIND_PROXY })
  operations = await listOperations(app)
  ;[victim, stranger] = [await aPerson(app), await aPerson(app)]
  ;[admin, superAdmin] = [await aRanked(app, 'admin'), await aRanked(app, 'super_admin')]
})
afterAll(async () => {
  await removeApps()
  removeFolders()
})

const sql = (text: string, values: unknown[] = []) => queryDatabase(app.dataDir, text, values)

describe('row 26: what a role may do', () => {
  const adminCalls = () => operations.filter(({ path }) => path.startsWith(ADMIN))

  test('a user may nothing of it, an API key of an admin neither, and both are logged', async () => {
    expect(adminCalls().length).toBeGreaterThan(10)
    const { token } = expectStatus(
      await superAdmin.post('/api/keys', { name: 'all', scopes: ['read', 'tools:run', 'workflows:run'] }),
      201,
    ).body
    await aVisitor(app).get('/api/user', { authorization: `Bearer ${token}` })
    const before = await snapshot(app)
    for (const operation of adminCalls()) {
      const path = fill(operation.path, { id: victim.id })
      const body = rightBody(operation)
      const asUser = await stranger.send(operation.method, path, { body })
      expect([asUser.status, asUser.code], path).toEqual([403, 'FORBIDDEN'])
      const asKey = await aVisitor(app).send(operation.method, path, {
        body,
        headers: { authorization: `Bearer ${token}` },
      })
      expect([asKey.status, asKey.code], path).toEqual([403, 'INSUFFICIENT_SCOPE'])
      expect((await aVisitor(app).send(operation.method, path, { body })).status, path).toBe(401)
    }
    expect(await snapshot(app)).toEqual(before)
    expect(app.output()).toContain(`"userId":"${stranger.id}","action":"people.change-role","msg":"refused`)
  })

  test('an admin changes no role, does nothing to a super admin, and nothing to their own account', async () => {
    const role = (id: string, to: string) => admin.post(`/api/admin/people/${id}/role`, { role: to, reason: 'because' })
    for (const [id, to] of [
      [victim.id, 'admin'],
      [admin.id, 'super_admin'],
      [superAdmin.id, 'user'],
    ] as const)
      expect((await role(id, to)).code, to).toBe('FORBIDDEN')
    for (const act of ['suspend', 'end-sessions']) {
      expect((await admin.post(`/api/admin/people/${superAdmin.id}/${act}`, { reason: 'because' })).status, act).toBe(
        403,
      )
      expect((await admin.post(`/api/admin/people/${admin.id}/${act}`, { reason: 'because' })).code, act).toBe(
        'OWN_ACCOUNT',
      )
    }
    expectStatus(await superAdmin.get('/api/admin/people'), 200)
  })

  test('a super admin changes a role with a fresh second factor only, and not their own', async () => {
    const change = () => superAdmin.post(`/api/admin/people/${stranger.id}/role`, { role: 'admin', reason: 'because' })
    await sql("update session set second_factor_at = now() - interval '11 minutes' where user_id = $1", [superAdmin.id])
    expect((await change()).code).toBe('FRESH_SIGN_IN_REQUIRED')
    await sql('update session set second_factor_at = now() where user_id = $1', [superAdmin.id])
    const own = await superAdmin.post(`/api/admin/people/${superAdmin.id}/role`, { role: 'user', reason: 'because' })
    expect(own.code).toBe('OWN_ACCOUNT')
    for (const role of ['root', 'SUPER_ADMIN', '', null, ['admin'], { admin: true }])
      expect(
        (await superAdmin.post(`/api/admin/people/${stranger.id}/role`, { role, reason: 'x' })).status,
        String(role),
      ).toBe(422)
    expect((await sql('select role from "user" where id = $1', [stranger.id]))[0]?.role).toBe('user')
  })

  test('two super admins who demote each other at the same moment leave one', async () => {
    const other = await aRanked(app, 'super_admin')
    await sql(
      "update \"user\" set suspended_at = now(), suspended_reason = 'x' where role = 'super_admin' and id <> all($1)",
      [[superAdmin.id, other.id]],
    )
    const demote = (who: Person, whom: Person) =>
      who.post(`/api/admin/people/${whom.id}/role`, { role: 'user', reason: 'x' })
    const answers = await Promise.all([demote(superAdmin, other), demote(other, superAdmin)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = await sql('select id from "user" where role = \'super_admin\' and suspended_at is null')
    expect(left).toHaveLength(1)
    await sql('update "user" set role = \'super_admin\' where id = $1', [superAdmin.id])
  })
})
describe("row 28: fields that are not the caller's to set", () => {
  // Fewer than the tightest throttle allows.
  const EXTRAS = [
    'role',
    'id',
    'ownerId',
    'userId',
    'emailVerified',
    'passwordHash',
    'isAdmin',
    'createdAt',
    'hasSecondFactor',
  ]

  test('are refused by every call that takes a body, and nothing is changed', async () => {
    const withBody = operations.filter(({ fields, path }) => fields !== undefined && path !== '/api/tools/{id}/run')
    expect(withBody.length).toBeGreaterThan(30)
    const before = await snapshot(app)
    const { workflows } = (await superAdmin.get('/api/workflows')).body as { workflows: [{ id: string }] }
    for (const operation of withBody)
      for (const extra of EXTRAS.filter((one) => !operation.fields?.includes(one))) {
        const own = operation.path.startsWith('/api/workflows/') ? workflows[0].id : NOBODY
        // Which fields there are depends on the kind.
        const chosen = operation.path === '/api/variables/{name}' ? { kind: 'string', value: 'x' } : {}
        // A caller of their own each: these calls have throttles.
        const caller = aVisitor(app)
        for (const [name, value] of superAdmin.cookies) caller.cookies.set(name, value)
        const answered = await caller.send(operation.method, fill(operation.path, { id: own, name: 'mine' }), {
          body: { ...chosen, [extra]: 'super_admin' },
        })
        expect([answered.status, answered.code], `${operation.method} ${operation.path} ${extra}`).toEqual([
          400,
          'INVALID_REQUEST',
        ])
      }
    expect(await snapshot(app)).toEqual(before)
  })

  test('do not reach a new account, be it registered by the API or by the form', async () => {
    const account = { name: 'Eve', email: 'eve@example.com', password: 'correct horse 42' }
    for (const extra of EXTRAS)
      expect((await aVisitor(app).post('/api/register', { ...account, [extra]: 'super_admin' })).status, extra).toBe(
        400,
      )
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: app.url,
      'sec-fetch-site': 'same-origin',
    }
    const fields = new URLSearchParams({
      ...account,
      terms: 'on',
      role: 'super_admin',
      emailVerified: 'true',
      id: NOBODY,
    })
    await aVisitor(app).post('/auth?mode=register', fields.toString(), headers)
    const [row] = await sql('select id, role, email_verified_at from "user" where email = $1', [account.email])
    expect([row?.role, row?.email_verified_at]).toEqual(['user', null])
    expect(row?.id).not.toBe(NOBODY)
  })

  test('are refused inside a graph and in queries, too', async () => {
    const node = { ...GRAPH.nodes[0], ownerId: victim.id }
    expect((await stranger.post('/api/workflows', { name: 'x', graph: { ...GRAPH, nodes: [node] } })).status).toBe(400)
    for (const path of ['/api/workflows', '/api/notifications', '/api/discovery/search'])
      for (const name of ['ownerId', 'userId', 'role'])
        expect((await stranger.get(`${path}?${name}=${victim.id}`)).status, path).toBe(400)
  })
})
describe('row 30: who is asking', () => {
  test('a bare user id is no credential: 401, logged, and no cookie helps it', async () => {
    for (const authorization of [
      `Bearer ${victim.id}`,
      `bearer ${victim.id}`,
      `Bearer ftl_${victim.id}`,
      `Bearer ${victim.email}`,
      `Token ${victim.id}`,
      victim.id,
      `Basic ${btoa(`${victim.id}:`)}`,
      'Bearer null',
      'Bearer undefined',
      `Bearer eyJhbGciOiJub25lIn0.${btoa(JSON.stringify({ sub: victim.id }))}.`,
    ])
      for (const caller of [aVisitor(app), stranger]) {
        const answered = await caller.post(
          '/api/tools/tip-calculator/run',
          { bill: 10, tipPercent: 10 },
          { authorization },
        )
        expect([answered.status, answered.code], authorization).toEqual([401, 'INVALID_CREDENTIAL'])
      }
    expect(app.output()).toContain('refused: an unknown API key')
  })

  test('no header, query or body makes somebody another person', async () => {
    const claims = {
      'x-user-id': victim.id,
      'x-user': victim.email,
      'x-forwarded-user': victim.id,
      'remote-user': victim.id,
      'x-remote-user': victim.email,
    }
    expect((await stranger.get('/api/user', claims)).body.id).toBe(stranger.id)
    expect((await aVisitor(app).get(`/api/user?userId=${victim.id}`, claims)).status).toBe(401)
    for (const cookie of [`user=${victim.id}`, `session=${victim.id}`, `userId=${victim.id}; session=`])
      expect((await aVisitor(app).get('/api/user', { cookie })).status, cookie).toBe(401)
    const { workflows } = (await victim.get('/api/workflows')).body as { workflows: [{ id: string }] }
    const { id } = workflows[0]
    expect((await stranger.post(`/api/workflows/${id}/run?userId=${victim.id}`, {}, claims)).status).toBe(404)
    expect((await stranger.post('/api/workflows', { name: 'x', userId: victim.id })).status).toBe(400)
  })

  test('an API key has its scopes, ends, and dies with its revocation', async () => {
    const { token, key } = expectStatus(await stranger.post('/api/keys', { name: 'read', scopes: ['read'] }), 201)
      .body as { token: string; key: { id: string } }
    const bearer = { authorization: `Bearer ${token}` }
    const visitor = aVisitor(app)
    expectStatus(await visitor.get('/api/workflows', bearer), 200)
    expect((await visitor.post('/api/tools/tip-calculator/run', {}, bearer)).code).toBe('INSUFFICIENT_SCOPE')
    for (const { method, path } of operations.filter(({ method }) => method !== 'GET'))
      expect((await visitor.send(method, fill(path), { headers: bearer })).status, path).toBe(403)
    await sql("update api_key set expires_at = now() - interval '1 second' where id = $1", [key.id])
    expect((await visitor.get('/api/workflows', bearer)).status).toBe(401)
    await sql('update api_key set expires_at = null where id = $1', [key.id])
    await makeStale(app, stranger)
    expectStatus(await stranger.send('DELETE', `/api/keys/${key.id}`), 200)
    expect((await visitor.get('/api/workflows', bearer)).status).toBe(401)
  })
})
