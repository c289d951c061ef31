import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Browser } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/account.ts'
import { type AppProcess, freePort, removeApps, startApp } from '../support/app-process.ts'
import { openBrowser, openPage, register, type Visit, visit } from '../support/browser.ts'
import { publishPainter, thief } from './card-painter.ts'

// Rows 48 and 51 where there is a second host: what strangers made is shown from there, and gets nothing of ours.
let app: AppProcess
let browser: Browser
let creator: Visit
let contentUrl = ''
let tool = { id: '', slug: '' }
/** Somebody else's site, and what was asked there. */
const away: string[] = []
const elsewhere = createServer((request, response) => {
  away.push(request.url ?? '')
  response.setHeader('content-type', 'text/html')
  if (request.url === '/embed')
    response.end(`<iframe name="embed" sandbox="allow-scripts" src="${app.url}/embed/markdown-to-html"></iframe>`)
  else
    response.end(`<iframe id="frame" src="${contentUrl}/drawn-page"></iframe><iframe id="tool" name="tool"></iframe>`)
})
let there = ''
beforeAll(async () => {
  const port = await freePort()
  // To a browser another host: cookies of localhost are not sent there.
  contentUrl = `http://127.0.0.1:${port}`
  app = await startApp({ port, env: { CONTENT_URL: contentUrl } })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  there = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  browser = await openBrowser()
  creator = await visit(browser)
  await creator.page.goto(app.url)
  await register(creator, app.url, 'painter@example.com')
  tool = await publishPainter(creator)
}, 240_000)
afterAll(async () => {
  elsewhere.close()
  await browser.close()
  await removeApps()
})

test('a tool draws within a frame of that host, in a frame without scripts, and reaches nobody', async () => {
  const { page, problems } = await visit(browser)
  await page.addInitScript(`
    globalThis.heard = []
    addEventListener('message', ({ origin, data }) => heard.push([origin, data]))`)
  await openPage(page, `${app.url}/fxn/${tool.slug}`)
  const title = await page.title()
  const outer = page.locator('iframe[title="Card"]')
  await page.locator('#input-text').fill('<h1>Harmless</h1>')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const drawn = () => page.frameLocator('iframe[title="Card"]').first().frameLocator('iframe')
  await drawn().getByRole('heading', { name: 'Harmless' }).waitFor()
  expect(await problems()).toEqual([])

  await page.locator('#input-text').fill(thief(there))
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await drawn().getByRole('heading', { name: 'Hello' }).waitFor()
  await drawn().getByRole('link', { name: 'Away' }).click()
  await drawn().getByRole('button', { name: 'Send' }).click()
  expect(await outer.first().getAttribute('src')).toBe(`${contentUrl}/drawn-page`)
  expect(await page.frameLocator('iframe[title="Card"]').first().locator('iframe').getAttribute('sandbox')).toBe('')
  expect(await page.title()).toBe(title)
  expect(away).toEqual([])
  const heard = await page.evaluate<[string, string][]>('heard')
  expect(new Set(heard.map((one) => one.join(' ')))).toEqual(new Set([`${contentUrl} drawn page is ready`]))
})

test('the frame takes nothing from another site, and our page gives nothing to another window', async () => {
  const { page } = await visit(browser)
  away.length = 0
  await page.goto(there)
  const frame = page.frameLocator('#frame')
  await frame.locator('script').waitFor({ state: 'attached' })
  const theirs = page.frames().find((one) => one.url() === `${contentUrl}/drawn-page`)
  await theirs?.evaluate(`void (globalThis.heard = new Promise((resolve) => addEventListener('message', resolve)))`)
  await page.evaluate(`frame.contentWindow.postMessage('<h1>Forged</h1>', '*')`)
  expect(await theirs?.evaluate('heard.then(({ data }) => data)')).toBe('<h1>Forged</h1>')
  expect(await frame.locator('iframe').count()).toBe(0)

  await openPage(page, `${app.url}/fxn/${tool.slug}`)
  await page.route(`${contentUrl}/drawn-page`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      // It never says that it is ready; somebody else does, in its name.
      body: `<script>addEventListener('message', ({ data }) => document.body.append(data))</script>quiet`,
    }),
  )
  await page.locator('#input-text').fill('<h1>Mine</h1>')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.frameLocator('iframe[title="Card"]').first().getByText('quiet').waitFor()
  await page.evaluate(`window.postMessage('drawn page is ready', '*')`)
  // After what our page would have sent for that.
  const ours = page.frameLocator('iframe[title="Card"]').first().locator('body')
  await page.evaluate(`window.addEventListener('message', () =>
    document.querySelector('iframe[title="Card"]').contentWindow.postMessage('.', '*'))
    window.postMessage('drawn page is ready', '*')`)
  await expect.poll(() => ours.textContent()).toBe('quiet.')
})

test('embedded where our page has no origin, a tool draws in a frame without one, too', async () => {
  const { page } = await visit(browser)
  await page.goto(`${there}/embed`)
  const embed = page.frameLocator('iframe')
  // Of the example that the tool begins with.
  const frame = embed.getByTitle('Preview')
  await frame.contentFrame().getByText('foo bar').waitFor()
  expect(await frame.getAttribute('sandbox')).toBe('')
})

test('pictures and files come from there, without a cookie', async () => {
  const { page } = creator
  const drawn = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await openPage(page, `${app.url}/settings#profile`)
  const asked = page.waitForRequest(`${contentUrl}/api/avatars/**`)
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: drawn })
  const request = await asked
  expect(await request.headerValue('cookie')).toBeNull()
  expect((await request.response())?.status()).toBe(200)
  const shown = page.locator(`img[src="${new URL(request.url()).pathname}"]`).first()
  await expect.poll(() => shown.evaluate((picture) => 'naturalWidth' in picture && picture.naturalWidth)).toBe(256)

  const fields = [{ name: 'cv', label: 'CV', type: 'file', accept: 'document' }]
  const nodes = [
    { id: 'a', key: 'form', type: 'form', name: 'Form', config: { fields } },
    { id: 'b', key: 'note', type: 'set', name: 'Note', config: { values: { done: 'yes' } } },
  ]
  const { workflow } = await ask<{ workflow: { id: string; formPath: string } }>(creator, 'POST', '/api/workflows', {
    name: 'Jobs',
    graph: { nodes, edges: [{ from: 'a', to: 'b' }] },
  })
  await ask(creator, 'POST', `/api/workflows/${workflow.id}/publish`, {})
  const cv = { name: 'cv.txt', base64: Buffer.from('My life').toString('base64') }
  const submission = '0190b1e4-7c3a-7000-8000-000000000001'
  await ask(creator, 'POST', `/api${workflow.formPath}`, { submission, answers: {}, files: { cv } })
  const path = `/api/workflows/${workflow.id}/executions`
  const [run] = (await ask<{ executions: { id: string }[] }>(creator, 'GET', path)).executions
  await openPage(page, `${app.url}/workflows/${workflow.id}/executions/${run?.id}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download cv.txt' }).click(),
  ])
  expect(new URL(download.url()).origin).toBe(contentUrl)
  expect(download.suggestedFilename()).toBe('cv.txt')
  expect((await buffer(await download.createReadStream())).toString()).toBe('My life')
})
