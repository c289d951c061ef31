import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, FrameLocator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from '../support/app-database.ts'
import { type AppProcess, removeApps, startApp } from '../support/app-process.ts'
import { openBrowser, type Visit, visit } from '../support/browser.ts'
import { createCaller } from './caller.ts'
import { aVisitor } from './people.ts'

// A tool in a frame is the one page that other sites may show; it knows nobody.
let app: AppProcess
let browser: Browser
let host: Server
let visitor: Visit
let framed = ''
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  // Another site: 127.0.0.1 is not localhost.
  host = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Host</title>${framed}`),
  )
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  visitor = await visit(browser)
}, 240_000)
afterAll(async () => {
  host.close()
  await browser.close()
  await removeApps()
})

const WAIT = { timeout: 20_000 }

async function show(html: string): Promise<{ page: Page; frame: FrameLocator }> {
  framed = html
  const page = await visitor.context.newPage()
  await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`)
  return { page, frame: page.frameLocator('iframe') }
}
const ancestors = (policy: unknown) => /frame-ancestors ([^;]*)/.exec(String(policy))?.[1]

test('the page of an embedded tool may be framed by all, under a policy of its own, and sets no cookie', async () => {
  for (const path of ['/embed/tip-calculator', '/embed/tip-calculator?theme=dark', '/embed/no-such-tool']) {
    const { status, headers, text } = await aVisitor(app).get(path)
    expect(status, path).toBe(path.includes('no-such') ? 404 : 200)
    const policy = String(headers['content-security-policy'])
    expect(ancestors(policy), path).toBe('*')
    expect(headers['x-frame-options'], path).toBeUndefined()
    expect(headers['set-cookie'], path).toBeUndefined()
    expect(policy, path).toMatch(/default-src 'none'; script-src 'nonce-[\w+/]{22}==' 'strict-dynamic';/)
    expect(policy, path).toContain("form-action 'none'")
    expect(policy, path).not.toContain('unsafe-')
    expect(text, path).not.toContain('Log out')
  }
})

test('no other address may be framed, however it is spelt', async () => {
  for (const path of [
    '/',
    '/fxn/tip-calculator',
    '/settings',
    '/embed',
    '/embed/',
    '/embed/a/b',
    '/embed/../settings',
    '/embed/%2e%2e/settings',
    '/embed/..%2fsettings',
    '/embed/tip-calculator/..',
    '/%65mbed/tip-calculator',
    '//embed/tip-calculator',
    '/api/user',
    '/api/tools/tip-calculator/openapi.json',
  ]) {
    const { headers } = await aVisitor(app).get(path)
    expect([ancestors(headers['content-security-policy']), headers['x-frame-options']], path).toEqual([
      "'none'",
      'DENY',
    ])
  }
})

test('it is the same page for everybody: a session and a theme in the cookies change nothing', async () => {
  const caller = createCaller({ port: app.port })
  const registered = await caller.post('/api/register', {
    name: 'Framed Person',
    email: 'framed@example.com',
    password: 'analytical engine',
  })
  expect(registered.status).toBe(201)
  const plain = (text: string) => text.replaceAll(/nonce="[^"]*"/g, '')
  const cookie = [...caller.cookies].map((one) => one.join('=')).join('; ')
  const signedIn = await caller.get('/embed/tip-calculator', { cookie: `${cookie}; theme=dark` })
  expect(signedIn.text).not.toContain('Framed Person')
  expect(plain(signedIn.text)).toBe(plain((await aVisitor(app).get('/embed/tip-calculator')).text))
  const seen = async () => {
    const rows = await queryDatabase(
      app.dataDir,
      "select last_seen_at < now() - interval '1 hour' as long_ago from session",
    )
    return rows.map((row) => row.long_ago)
  }
  await queryDatabase(app.dataDir, "update session set last_seen_at = now() - interval '2 hours'")
  await caller.get('/embed/tip-calculator', { cookie })
  expect(await seen(), 'nothing of the page reads the session').toEqual([true])
  await caller.get('/fxn/tip-calculator', { cookie })
  expect(await seen()).toEqual([false])
  expect((await aVisitor(app).get('/embed/tip-calculator?theme=dark')).text).toContain('data-theme="dark"')
  expect((await aVisitor(app).get('/embed/tip-calculator?theme=light')).text).toContain('data-theme="light"')
  expect((await aVisitor(app).get('/embed/tip-calculator?theme="><b>')).text).toMatch(/<html lang="en">/)
})

test.each([
  ['as our code has it', 'sandbox="allow-scripts allow-same-origin allow-forms allow-popups"'],
  ['strict', 'sandbox="allow-scripts"'],
])('a tool works in the frame of another site, sandbox %s', async (_name, sandbox) => {
  const { page, frame } = await show(
    `<iframe src="${app.url}/embed/tip-calculator" ${sandbox} width="900" height="700"></iframe>`,
  )
  await frame.getByRole('heading', { level: 1, name: 'Tip Calculator' }).waitFor()
  await frame.getByText('Nothing leaves this page', { exact: true }).waitFor()
  await expect
    .poll(async () => {
      await frame.getByLabel('Bill').fill('')
      await frame.getByLabel('Bill').fill('123.45')
      return frame.getByRole('region', { name: 'Results', exact: true }).textContent()
    }, WAIT)
    .toContain('148.14')
  expect(await frame.getByRole('navigation').count()).toBe(0)
  await page.close()
  expect(await visitor.context.cookies()).toEqual([])
})

test('a tool of the server runs in the frame too', async () => {
  const { page, frame } = await show(
    `<iframe src="${app.url}/embed/paint-needed#in=${Buffer.from('{"wallWidth":5,"wallHeight":2}').toString('base64url')}" sandbox="allow-scripts allow-same-origin allow-forms" width="900" height="700"></iframe>`,
  )
  await expect.poll(() => frame.getByLabel('Wall width').inputValue(), WAIT).toBe('5')
  await frame.getByRole('button', { name: 'Run', exact: true }).click()
  await frame.getByRole('region', { name: 'Results', exact: true }).getByText('Area to paint').first().waitFor()
  await page.close()
})

test('every other page stays out of the frame', async () => {
  const { page } = await show(`<iframe src="${app.url}/fxn/tip-calculator" width="900" height="700"></iframe>`)
  await expect.poll(() => page.frames()[1]?.url(), WAIT).toMatch(/^chrome-error:/)
  await page.close()
})
