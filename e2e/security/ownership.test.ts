import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp } from '../support/app-process.ts'
import type { Caller } from './caller.ts'
import { ADMIN, fill, listOperations, NOBODY, type Operation, rightBody } from './operations.ts'
import { aPerson, aRanked, aVisitor, BEHIND_PROXY, expectStatus, type Person, type ProtectedPerson } from './people.ts'
import { PUBLIC_OPERATIONS } from './public-operations.ts'
import { snapshot } from './snapshot.ts'

let app: AppProcess
let operations: Operation[]
let victim: Person
let stranger: Person
let superAdmin: ProtectedPerson
/** Something of the victim's for each kind of address. */
let owned: Readonly<Record<string, Readonly<Record<string, string>>>>
beforeAll(async () => {
  app = await startApp({ env: BEHIND_PROXY })
  operations = await listOperations(app)
  ;[victim, stranger] = [await aPerson(app), await aPerson(app)]
  superAdmin = await aRanked(app, 'super_admin')
  owned = await giveThings(victim)
})
afterAll(async () => {
  await removeApps()
  removeFolders()
})

const sql = (text: string, values: unknown[] = []) => queryDatabase(app.dataDir, text, values)

async function giveThings({ id: owner, ...person }: Person) {
  const { workflows } = (await person.get('/api/workflows')).body as { workflows: [{ id: string }] }
  const workflow = workflows[0].id
  await person.post(`/api/workflows/${workflow}/run`, { input: { bill: 84.5, people: 3 } })
  const [execution] = await sql('select execution_id, node_id from execution_step limit 1')
  const key = expectStatus(await person.post('/api/keys', { name: 'key', scopes: ['read'] }), 201).body.key as {
    id: string
  }
  const { sessions } = (await person.get('/api/sessions')).body as { sessions: [{ id: string }] }
  const insert = async (text: string) => String((await sql(`${text} returning id`, [owner]))[0]?.id)
  const notification = await insert(
    "insert into notification (id, user_id, kind, title, body) values (gen_random_uuid(), $1, 'role.changed', 'Title', 'Body')",
  )
  const passkey = await insert(
    `insert into passkey (id, user_id, credential_id, public_key, counter, name, backed_up)
     values (gen_random_uuid(), $1, 'a', 'b', 0, 'Key', false)`,
  )
  const link = await insert(
    "insert into provider_identity (id, issuer, subject, user_id, email) values (gen_random_uuid(), 'i', 's', $1, 'x@example.com')",
  )
  const invoice = await insert(
    `insert into invoice (id, series, seq, number, kind, user_id, source_type, source_id, seller, lines, amount, tax,
       livemode, issued_at)
     values (gen_random_uuid(), 'X', 1, 'X-1', 'invoice', $1, 'sale', gen_random_uuid(),
       '{"name":"Fettle","address":"","country":"","taxId":""}', '[{"text":"Pro","amount":900}]', 900, 0, false, now())`,
  )
  const statement = await insert(
    `insert into moderation_case (id, kind, tool_id, person_id, subject, due_at, closed_at, decision, ground, reason)
     select gen_random_uuid(), 'report', id, $1, 'Subject', now(), now(), 'hide', 'spam', 'Reason'
       from tool where slug = 'rot13'`,
  )
  await person.post(`/api/workflows/${workflow}/versions/1/restore`, { revision: 1 })
  const { drafts } = (await person.get(`/api/workflows/${workflow}/kept-drafts`)).body as { drafts: [{ id: string }] }
  const [tool] = await sql(
    'update tool set owner_id = $1 where id = (select id from tool where owner_id is not null limit 1) returning id',
    [owner],
  )
  const [creator] = await sql('select handle from creator where user_id = $1', [owner])
  const [rated] = await sql("select id from tool where slug = 'rot13'")
  expectStatus(await person.post('/api/discovery/ratings', { fxnId: rated?.id, rating: 5 }), 200)
  const { entry } = expectStatus(
    await person.post('/api/discovery/reviews', { fxnId: rated?.id, title: 'Good', content: 'It turns.' }),
    201,
  ).body as { entry: { review: { id: string } } }
  const review = entry.review.id
  // One that everybody sees: who may not change it is turned away for being somebody else.
  await sql('update review set shown = 1 where id = $1', [review])
  await sql("update review_text set status = 'approved' where review_id = $1", [review])
  const [sale] = await sql(
    `insert into sale (id, buyer_id, tool_id, creator_id, amount, creator_share, livemode, provider, status, paid_at)
     select gen_random_uuid(), $1, id, $1, 999, 700, false, 'embedded', 'paid', now() from tool where slug = 'rot13'
     returning id`,
    [owner],
  )
  const [coupon] = await sql(
    `insert into coupon (id, owner_id, code, percent, starts_at) values (gen_random_uuid(), $1, 'MINE', 20, now())
     returning id`,
    [owner],
  )
  const [licence] = await sql(
    `insert into tool_licence (id, tool_id, issuer_id, given_to)
     select gen_random_uuid(), id, $1, 'friend@example.com' from tool where slug = 'rot13' returning id`,
    [owner],
  )
  return {
    '/api/licences/': { id: String(licence?.id) },
    '/api/coupons/': { id: String(coupon?.id) },
    '/api/purchases/': { orderId: String(sale?.id) },
    '/api/earnings/': { orderId: String(sale?.id) },
    '/api/marketplace/pricing/': { fxnId: String(tool?.id) },
    '/api/tools/': { id: String(tool?.id), n: '1' },
    '/api/creators/': { handle: String(creator?.handle) },
    '/api/discovery/reviews/': { reviewId: review },
    '/api/statements/of-tool/': { id: String(tool?.id) },
    '/api/statements/': { id: statement },
    '/api/workflows/': { id: workflow, n: '1', draftId: drafts[0].id },
    '/api/executions/': { id: String(execution?.execution_id), nodeId: String(execution?.node_id), part: 'output' },
    '/api/keys/': { id: key.id },
    '/api/sessions/': { id: sessions[0].id },
    '/api/passkeys/': { id: passkey },
    '/api/notifications/': { id: notification },
    '/api/account/providers/': { id: link },
    '/api/billing/': { id: invoice },
  }
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`
/** Addresses whose parameter is a name inside the caller's own account; their own tests ask for those of others. */
const BY_NAME = ['/api/secrets/', '/api/variables/']
/** Of development, where nobody else is: src/features/dev-payments/dev-payments.test.ts asks who gets there. */
const DEV = '/api/dev/'

/** What grows by a call alone: the log of what is noted, and counters of how often somebody asks. */
const COUNTED = { audit_entry: '', rate_window: '' }

describe('rows 24 and 25: what is not yours', () => {
  const withOwner = () =>
    operations.filter(
      (operation) =>
        operation.path.includes('{') &&
        !PUBLIC_OPERATIONS.has(nameOf(operation)) &&
        ![...BY_NAME, ADMIN, DEV].some((prefix) => operation.path.startsWith(prefix)),
    )
  const idsFor = (path: string) => {
    const found = Object.entries(owned).find(([prefix]) => path.startsWith(prefix))
    if (found === undefined) throw new Error(`nobody has said whose ${path} is`)
    return found[1]
  }

  test('is every call with a parameter that is not named among the public ones, all of which are there', () => {
    const names = new Set(operations.map(nameOf))
    expect([...PUBLIC_OPERATIONS].filter((name) => !names.has(name))).toEqual([])
    for (const { path } of withOwner()) expect(idsFor(path)).toBeDefined()
  })

  test('is not there: every call with an id answers 404 and changes nothing', async () => {
    expect(withOwner().length).toBeGreaterThan(18)
    const { token } = expectStatus(
      await stranger.post('/api/keys', { name: 'all', scopes: ['read', 'tools:run', 'workflows:run'] }),
      201,
    ).body
    await aVisitor(app).get('/api/user', { authorization: `Bearer ${token}` })
    // Who asks for an invoice of somebody else is noted.
    const before = { ...(await snapshot(app)), ...COUNTED }
    for (const operation of withOwner()) {
      const path = fill(operation.path, idsFor(operation.path))
      const body = rightBody(operation)
      const own = await stranger.send(operation.method, path, { body })
      expect([own.status, own.code], `${operation.method} ${path}`).toEqual([404, 'NOT_FOUND'])
      const missingPath = fill(operation.path, {
        ...idsFor(operation.path),
        ...{ id: NOBODY, reviewId: NOBODY, orderId: NOBODY, fxnId: NOBODY },
      })
      const missing = await stranger.send(operation.method, missingPath, { body })
      expect(own.body.error, path).toMatchObject({ message: (missing.body.error as { message: string }).message })
      const byKey = await aVisitor(app).send(operation.method, path, {
        body,
        headers: { authorization: `Bearer ${token}` },
      })
      expect([403, 404], path).toContain(byKey.status)
      expect((await aVisitor(app).send(operation.method, path, { body })).status, path).toBe(401)
    }
    expect({ ...(await snapshot(app)), ...COUNTED }).toEqual(before)
  })

  test('the owner finds all of it', async () => {
    for (const operation of withOwner().filter(({ method }) => method === 'GET')) {
      const path = fill(operation.path, idsFor(operation.path))
      expect((await victim.get(path)).status, path).toBe(200)
    }
  })

  test('an admin has no way into it either', async () => {
    for (const operation of withOwner().filter(({ method }) => method === 'GET')) {
      const path = fill(operation.path, idsFor(operation.path))
      expect((await superAdmin.get(path)).status, path).toBe(404)
    }
  })

  test('ids that are none are 404 too, in every spelling', async () => {
    for (const id of [
      '1',
      '0',
      '-1',
      'null',
      '..',
      '%2e%2e',
      "'",
      '%00',
      'x'.repeat(200),
      `${NOBODY}%20`,
      `${NOBODY}'--`,
      '[object Object]',
    ])
      for (const path of ['/api/workflows/', '/api/executions/']) {
        const answered = await victim.get(path + encodeURI(id).replaceAll('%25', '%'))
        expect([400, 404], `${path}${id}`).toContain(answered.status)
      }
  })

  test('pages of it are 404 as well and say nothing of it', async () => {
    const { id } = owned['/api/workflows/'] ?? {}
    const [workflow] = await sql('select hook_secret from workflow where id = $1', [id])
    const executions = `/workflows/${id}/executions`
    for (const page of [`/workflows/${id}`, executions, `${executions}/${owned['/api/executions/']?.id}`])
      for (const path of [page, `${page}.data`]) {
        const { status, text } = await stranger.get(path)
        expect([status, text.includes(String(workflow?.hook_secret))], path).toEqual([404, false])
        expect((await victim.get(path)).status, path).toBe(200)
      }
  })

  test('a webhook answers to its whole secret only, and to none while it is not published', async () => {
    const { id } = owned['/api/workflows/'] ?? {}
    const { workflow } = (await victim.get(`/api/workflows/${id}`)).body as { workflow: { hookPath: string } }
    const other = (await sql('select hook_secret from workflow where id <> $1 limit 1', [id]))[0]?.hook_secret
    const visitor = aVisitor(app)
    for (const path of [
      workflow.hookPath.slice(0, -1),
      `${workflow.hookPath}x`,
      `/hooks/${id}/${other}`,
      `/hooks/${id}/`,
      `/hooks/${id}/undefined`,
    ])
      expect((await visitor.post(path, { bill: 10, people: 2 })).status, path).toBe(404)
    expectStatus(await visitor.post(workflow.hookPath, { bill: 10, people: 2 }), 200)
    expectStatus(await victim.post(`/api/workflows/${id}/unpublish`, {}), 200)
    expect((await visitor.post(workflow.hookPath, { bill: 10, people: 2 })).status).toBe(404)
    expectStatus(await victim.post(`/api/workflows/${id}/publish`, {}), 200)
  })
})
describe('row 29: what answers hold', () => {
  const SECRET = /\$argon2|password_?hash|token_?hash|code_?hash|hook_?secret|credential_?id|public_?key|"secret"/i
  const reading = () => operations.filter(({ method, path }) => method === 'GET' && !path.startsWith(DEV))

  test("nobody else's address, and no hash, to a visitor, a user or an API key", async () => {
    const emails = (await sql('select email from "user"')).map(({ email }) => String(email))
    const { token } = expectStatus(await stranger.post('/api/keys', { name: 'read', scopes: ['read'] }), 201).body
    // Some built-in tools are about secrets and say so; what could leak stands in the tools of people.
    const toolIds = await sql('select id from tool where owner_id is not null')
    expect(toolIds.length).toBeGreaterThan(1)
    const callers: readonly [Caller, Readonly<Record<string, string>>, string][] = [
      [aVisitor(app), {}, ''],
      [stranger, {}, stranger.email],
      [aVisitor(app), { authorization: `Bearer ${token}` }, stranger.email],
    ]
    for (const [caller, headers, own] of callers)
      for (const { path } of reading())
        for (const id of path.includes('tool') ? toolIds.map((tool) => String(tool.id)) : [NOBODY]) {
          const { text } = await caller.get(fill(path, { id }), headers)
          // What steps there are stands in our code; some of their settings are about secrets and keys.
          if (path !== '/api/nodes') expect(text, path).not.toMatch(SECRET)
          for (const email of emails.filter((one) => one !== own)) expect(text, path).not.toContain(email)
        }
  })

  test('admins see addresses and never hashes', async () => {
    for (const { path } of reading().filter((one) => one.path.startsWith(ADMIN)))
      expect((await superAdmin.get(fill(path))).text, path).not.toMatch(SECRET)
    expect((await superAdmin.get('/api/admin/people')).text).toContain(victim.email)
  })

  test('pages hold no more than the API, in their markup and in the data they come with', async () => {
    const slugs = await sql('select slug from tool where owner_id is not null limit 3')
    const emails = (await sql('select email from "user" where id <> $1', [stranger.id])).map(({ email }) =>
      String(email),
    )
    const pages = [
      '/',
      '/explore',
      '/auth',
      '/support',
      '/settings',
      '/dashboard',
      ...slugs.map(({ slug }) => `/fxn/${slug}`),
    ]
    for (const caller of [aVisitor(app), stranger])
      for (const page of pages)
        for (const path of [page, `${page === '/' ? '/_root' : page}.data`]) {
          const { text } = await caller.get(path)
          const found = /\$argon2|password_?hash|token_?hash|hook_?secret/i.exec(text)
          expect([found, emails.filter((email) => text.includes(email))], path).toEqual([null, []])
        }
  })
})
