import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#src/features/second-factor/test-second-factor.ts'
import { queryDatabase, withoutTable } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp, temporaryFolder } from '../support/app-process.ts'
import {
  aPerson,
  aRanked,
  askedForCode,
  aVisitor,
  BEHIND_PROXY,
  expectStatus,
  mailedToken,
  PASSWORD,
  type Person,
  type ProtectedPerson,
  protect,
} from './people.ts'
import { type RudeServer, startRudeServer } from './rude-server.ts'
import { CANARY, canaryGraph, dumpOfEngine, echo, spellingsIn, toldOf } from './secret-canary.ts'
import { dump } from './snapshot.ts'

const dataDir = temporaryFolder()
let app: AppProcess
let parrot: RudeServer
beforeAll(async () => {
  parrot = await startRudeServer(echo)
  app = await startApp({ env: { ...BEHIND_PROXY, LOG_LEVEL: 'debug', EGRESS_ALLOW: parrot.host }, dataDir })
})
afterAll(async () => {
  await parrot.stop()
  await removeApps()
  removeFolders()
})

const sql = (text: string, values: unknown[] = []) => queryDatabase(app.dataDir, text, values)

/** Every word that must stay secret, of somebody who has done all that there is to do. */
async function aLife(): Promise<{ person: ProtectedPerson; secrets: Record<string, string> }> {
  const person = await protect(app, await aPerson(app))
  const { token: key } = expectStatus(
    await person.post('/api/keys', { name: 'key', scopes: ['read', 'workflows:run'] }),
    201,
  ).body
  const first = person.cookies.get('session') ?? ''
  const challenge = await askedForCode(aVisitor(app), person)
  const code = codeOf(person.secret)
  expectStatus(await person.post('/api/login/second-factor', { challenge, code }), 200)
  await aVisitor(app).post('/api/login', { email: person.email, password: 'a wrong password of mine' })
  await aVisitor(app).get('/api/user', { authorization: 'Bearer ftl_a-wrong-key-of-mine' })
  expectStatus(await aVisitor(app).get('/api/user', { authorization: `Bearer ${key}` }), 200)
  // Or the reset would be the first proof of the mailbox, which throws out all that is looked for.
  await sql('update "user" set email_verified_at = now() where id = $1', [person.id])
  expectStatus(await aVisitor(app).post('/api/password-reset', { email: person.email }), 202)
  await expect
    .poll(() => mailedToken(app, person.email, 'Set a new password').catch(() => ''), { timeout: 5000 })
    .not.toBe('')
  const reset = await mailedToken(app, person.email, 'Set a new password')
  const headers = { 'idempotency-key': crypto.randomUUID() }
  expectStatus(
    await aVisitor(app).post(
      '/api/password-reset/confirm',
      { token: reset, password: 'a new password of mine' },
      headers,
    ),
    200,
  )
  const again = await aPerson(app)
  const change = { currentPassword: PASSWORD, newPassword: 'a changed password of mine' }
  expectStatus(await again.post('/api/user/password', change, { 'idempotency-key': crypto.randomUUID() }), 200)
  return {
    person,
    secrets: {
      password: PASSWORD,
      'wrong password': 'a wrong password of mine',
      'new password': 'a new password of mine',
      'changed password': 'a changed password of mine',
      'first session': first,
      'second session': person.cookies.get('session') ?? '',
      'API key': String(key),
      'wrong API key': 'ftl_a-wrong-key-of-mine',
      'TOTP secret': person.secret,
      'recovery code': person.recoveryCodes[0] ?? '',
      'reset link': reset,
      challenge,
    },
  }
}

describe('row 53: secrets at rest', () => {
  test('are in no row of any table as they are, nor as a plain hash of a guessable word', async () => {
    const { secrets } = await aLife()
    const tables = await dump(app)
    // Without a mail server, mails stay readable: that is what the mailbox of development is for.
    tables.delete('mail')
    const found: string[] = []
    for (const [table, text] of tables)
      for (const [name, secret] of Object.entries(secrets)) {
        const bytes = Buffer.from(secret)
        const spellings = [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]
        if (spellings.some((one) => text.includes(one))) found.push(`${name} in ${table}`)
      }
    expect(found).toEqual([])
    expect(
      await sql(
        "select 1 from idempotency where scope like '%/api/user/password' or scope like '%reauthenticate%' or scope like '%/api/login%'",
      ),
    ).toEqual([])
  })

  test('of workflows are sent where their steps say, and left nowhere, although the other side repeats them', async () => {
    const person = await aPerson(app)
    expectStatus(await person.send('PUT', '/api/secrets/canary', { body: { value: CANARY } }), 200)
    const made = await person.post('/api/workflows', { name: 'Canary', graph: canaryGraph(parrot.url) })
    const { id } = expectStatus(made, 201).body.workflow as { id: string }
    expectStatus(await person.post(`/api/workflows/${id}/publish`, {}), 200)
    const run = (await person.post(`/api/workflows/${id}/run`, {})).body.execution as { id: string }
    const stateOf = async () =>
      (await person.get(`/api/executions/${run.id}`)).body.execution as {
        status: string
        steps: { key: string; status: string; error: { code: string } | null }[]
      }
    await expect.poll(async () => (await stateOf()).status).toBe('succeeded')
    const { steps } = await stateOf()
    expect(steps.filter(({ error }) => error !== null).map(({ key, error }) => [key, error?.code])).toEqual([
      ['fails', 'HTTP_STATUS'],
      ['unreachable', 'EGRESS_BLOCKED'],
    ])
    expect(parrot.asked).toContain(`/?page=1&key=${new URLSearchParams({ v: CANARY }).toString().slice(2)}`)
    const left = [...(await toldOf(person, id, run.id)), ...(await dump(app))]
    left.push(['the engine', await dumpOfEngine(app)], ['the log', app.output()])
    expect(left.flatMap(([where, text]) => spellingsIn(text).map((how) => `${how} in ${where}`))).toEqual([])
    expect(left.find(([where]) => where === 'execution_checkpoint')?.[1]).toContain('in_header')
  })

  test('the master key is in a file of the server alone', () => {
    const { mode } = statSync(join(dataDir, 'secret.key'))
    expect((mode & 0o777).toString(8)).toBe('600')
  })

  test('one that is moved to another row does not open there, and lets nobody in', async () => {
    const [victim, attacker] = [await protect(app, await aPerson(app)), await protect(app, await aPerson(app))]
    const challenge = await askedForCode(aVisitor(app), victim)
    await sql('update totp set secret = (select secret from totp where user_id = $2) where user_id = $1', [
      victim.id,
      attacker.id,
    ])
    for (const code of [codeOf(attacker.secret), codeOf(victim.secret)]) {
      const answered = await aVisitor(app).post('/api/login/second-factor', { challenge, code })
      expect([answered.code, answered.headers['set-cookie']]).toEqual(['INTERNAL_ERROR', undefined])
      expect(answered.text).not.toMatch(/unable to authenticate|cipher|at .*\.ts/i)
    }
  })

  test('one of which a single bit was changed does not open', async () => {
    const person = await protect(app, await aPerson(app))
    const challenge = await askedForCode(aVisitor(app), person)
    await sql(
      'update totp set secret = set_bit(secret, 8 * (length(secret) - 1), 1 - get_bit(secret, 8 * (length(secret) - 1))) where user_id = $1',
      [person.id],
    )
    const answered = await aVisitor(app).post('/api/login/second-factor', { challenge, code: codeOf(person.secret) })
    // Had it opened, the code would only have been a wrong one.
    expect([answered.status, answered.code, answered.headers['set-cookie']]).toEqual([500, 'INTERNAL_ERROR', undefined])
  })
})
describe('row 57: failures and logs', () => {
  const ENVELOPE = ['code', 'details', 'message', 'requestId', 'retryAfter', 'timestamp']
  const logLines = () =>
    app
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  test('of our own are told to nobody, and are found in the log by their id', async () => {
    const person = await aPerson(app)
    const broken: readonly [string, string, string, unknown?][] = [
      ['tag', 'GET', '/api/tags'],
      ['workflow', 'GET', '/api/workflows'],
      ['workflow', 'POST', '/api/workflows', { name: 'x' }],
      ['email_preference', 'GET', '/api/email-preferences'],
      ['session', 'GET', '/api/user'],
    ]
    for (const [table, method, path, body] of broken)
      await withoutTable(app.dataDir, table, async () => {
        const { status, headers, text, body: answer } = await person.send(method, path, { body })
        expect([status, Object.keys(answer), Object.keys(answer.error as object).sort()], path).toEqual([
          500,
          ['error'],
          ENVELOPE,
        ])
        const error = answer.error as { code: string; message: string; requestId: string; timestamp: string }
        expect([error.code, error.message]).toEqual(['INTERNAL_ERROR', 'Something went wrong on our side'])
        expect(error.timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
        expect(headers['x-request-id']).toBe(error.requestId)
        expect(text).not.toMatch(/relation|select |stack|\.ts|pg|kysely|42P01/i)
        const logged = () => logLines().find((line) => line.reqId === error.requestId && line.level === 'error')
        await expect.poll(() => JSON.stringify(logged()?.err) ?? '').toContain('does not exist')
      })
  })

  test('a request id of the caller is never taken over, nor logged', async () => {
    for (const id of [crypto.randomUUID(), 'xyzzy', 'a\u00e4', '<script>', "' or 1=1", 'x'.repeat(500)]) {
      const { headers, body } = await aVisitor(app).get('/api/nothing', { 'x-request-id': encodeURIComponent(id) })
      expect((body.error as { requestId: string }).requestId).toBe(headers['x-request-id'])
      expect(headers['x-request-id']).not.toBe(encodeURIComponent(id))
      expect(app.output(), id).not.toContain(encodeURIComponent(id))
    }
  })

  test('pages that fail say as little', async () => {
    await withoutTable(app.dataDir, 'tool', async () => {
      for (const path of ['/explore', '/fxn/tip-calculator', '/explore.data']) {
        const { text } = await aVisitor(app).get(path)
        expect(/relation "|does not exist|42P01|kysely|\/src\/|node_modules/.test(text), path).toBe(false)
      }
    })
  })

  test('no line of the log is written by somebody else', async () => {
    const forged = 'x\n{"level":"fatal","msg":"forged"}\r\n{"level":"fatal"}\u2028\u001b[31m'
    const person = await aPerson(app)
    expectStatus(await person.post('/api/workflows', { name: forged }), 201)
    await person.get(`/api/${encodeURIComponent(forged)}`)
    await person.get(`/${encodeURIComponent(forged)}?${encodeURIComponent(forged)}`)
    await aVisitor(app).post(
      '/api/login',
      { email: 'x@example.com', password: forged },
      { 'user-agent': 'x\tlevel=fatal' },
    )
    await aVisitor(app).post('/api/errors/client', {
      ...{ errorId: 'ERR-1700000000000-abcdef', message: forged, stack: forged, componentStack: forged },
      ...{ timestamp: '2026-01-01T00:00:00.000Z', userAgent: forged, url: 'http://x/' },
    })
    const lines = app.output().split('Fettle is ready')[1]?.trim().split('\n').slice(1) ?? []
    expect(lines.length).toBeGreaterThan(20)
    for (const line of lines) expect(() => JSON.parse(line) as unknown, line).not.toThrow()
    expect(logLines().filter(({ level }) => level === 'fatal')).toEqual([])
    expect(app.output()).not.toContain('\u001b[31m')
    expect(logLines().every(({ time }) => String(time).endsWith('Z'))).toBe(true)
  })

  test('at its most talkative, the log holds no password, token, cookie, key, code or link', async () => {
    const { person, secrets } = await aLife()
    const { workflows } = (await aPerson(app).then((one) => one.get('/api/workflows'))).body as {
      workflows: [{ id: string }]
    }
    const [hook] = await sql('select hook_secret from workflow where id = $1', [workflows[0].id])
    const paths = [
      `/hooks/${workflows[0].id}/${hook?.hook_secret}`,
      `/%68ooks/${workflows[0].id}/${hook?.hook_secret}`,
      `http://localhost/hooks/${workflows[0].id}/${hook?.hook_secret}`,
      `/auth?mode=reset&token=${secrets['reset link']}`,
      `/auth?code=${secrets.challenge}&state=x`,
      `/api/unsubscribe/${secrets['API key']}`,
      `/email-preferences?token=${secrets['reset link']}`,
      `/dashboard?session=${secrets['second session']}`,
    ]
    await withoutTable(app.dataDir, 'workflow', async () => {
      for (const path of paths) {
        await person.post(path, { password: PASSWORD })
        await person.get(path, { authorization: `Bearer ${secrets['API key']}` })
      }
    })
    await withoutTable(app.dataDir, 'session', async () => {
      await person.post('/api/reauthenticate', { password: PASSWORD, code: '123456' })
      await person.post('/api/user/password', { currentPassword: PASSWORD, newPassword: 'x' })
    })
    const all = { ...secrets, 'hook secret': String(hook?.hook_secret) }
    const told = Object.entries(all).filter(([, secret]) => app.output().includes(secret))
    expect(told.map(([name]) => name)).toEqual([])
    expect(app.output()).toContain('unexpected error')
  })
})
describe('row 57: the audit log', () => {
  const checkAs = async (admin: Person) =>
    (await admin.get('/api/admin/audit/check')).body as { entries: number; brokenAt: number | null }
  const tampering = async (text: string, values: unknown[] = []) => {
    await sql('alter table audit_entry disable trigger all')
    await sql(text, values)
    await sql('alter table audit_entry enable trigger all')
  }

  test('is not changed through the database account of the app', async () => {
    for (const text of [
      "update audit_entry set action = 'x'",
      'delete from audit_entry',
      'truncate audit_entry',
      "update audit_entry set details = '{}' where seq = 1",
    ])
      await expect(sql(text), text).rejects.toThrow('rows of audit_entry are never changed')
  })

  test('shows where somebody who could has edited, removed, swapped or slipped in an entry', async () => {
    // Each may ask ten times a minute.
    const admins = [await aRanked(app, 'admin'), await aRanked(app, 'admin')]
    let asked = 0
    const check = () => checkAs(admins[asked++ % 2] as Person)
    const { entries, brokenAt } = await check()
    expect(brokenAt).toBeNull()
    expect(entries).toBeGreaterThan(10)
    const edits: [string, string][] = [
      ["update audit_entry set action = 'nothing' where seq = 5", 'action'],
      ["update audit_entry set actor_id = '0192f000-0000-7000-8000-000000000000' where seq = 5", 'actor_id'],
      ["update audit_entry set at = at - interval '1 hour' where seq = 5", 'at'],
      ["update audit_entry set target = 'nobody' where seq = 5", 'target'],
      ["update audit_entry set address = '192.0.2.1' where seq = 5", 'address'],
      ["update audit_entry set details = '{}  ' where seq = 5", 'details'],
    ]
    for (const [edit, column] of edits) {
      const [before] = await sql('select * from audit_entry where seq = 5')
      await tampering(edit)
      expect((await check()).brokenAt, edit).toBe(5)
      await tampering(`update audit_entry set ${column} = $1 where seq = 5`, [before?.[column]])
      expect((await check()).brokenAt, edit).toBeNull()
    }
    const swap = async () => {
      await tampering('update audit_entry set seq = -seq where seq in (5, 6)')
      await tampering('update audit_entry set seq = 11 + seq where seq < 0')
    }
    await swap()
    expect((await check()).brokenAt, 'swapped').toBe(5)
    await swap()
    expect((await check()).brokenAt).toBeNull()
    const last = (await sql('select max(seq)::int as seq from audit_entry'))[0]?.seq
    await tampering(
      `insert into audit_entry (seq, at, actor_id, action, target, address, details, previous_hash, hash)
       select seq + 1, at, actor_id, 'slipped', target, address, details, hash, sha256(hash)
         from audit_entry where seq = $1`,
      [last],
    )
    expect((await check()).brokenAt, 'slipped in').toBe(Number(last) + 1)
    await tampering('delete from audit_entry where seq > $1', [last])
    expect((await check()).brokenAt).toBeNull()
  })

  test('shows that entries were removed from its middle', async () => {
    const admin = await aRanked(app, 'admin')
    await tampering('delete from audit_entry where seq = 7')
    expect((await checkAs(admin)).brokenAt).toBe(7)
  })
})
