import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { afresh, DEVICES, openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import { lookProblems } from './support/page-checks.ts'

let app: AppProcess
let browser: Browser
let visitor: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  visitor = await visit(browser)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

// RFC 7519, section 3.1.
const TOKEN =
  'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const copy = (page: Page, text: string) => page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)

test('every figure is counted, every link leads somewhere, and nothing is asked about the visitor', async () => {
  const page = await afresh(visitor)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openPage(page, app.url)
  const [tools] = await queryDatabase(
    app.dataDir,
    `select count(*)::int as count, count(distinct category)::int as categories from tool where status = 'published'`,
  )
  const figures = await main(page).locator('header dl').last().locator('dd').allTextContents()
  const catalogue = (await (await page.request.get(`${app.url}/api/nodes`)).json()) as { nodes: { category: string }[] }
  // A note is no step.
  const nodes = catalogue.nodes.filter(({ category }) => category !== 'note')
  expect(figures).toEqual([String(tools?.count), String(tools?.categories), String(nodes.length)])
  const blocks = main(page).getByRole('region', { name: 'Connects what you already use' })
  expect(await blocks.getByRole('listitem').count()).toBe(nodes.length)
  const links: string[] = await page.evaluate(
    `[...document.querySelectorAll('main a[href]')].map((link) => link.getAttribute('href'))`,
  )
  expect(links).toContain('/workflows')
  expect(links).not.toContain('/workflow-templates')
  for (const link of new Set(links)) expect((await page.request.get(app.url + link)).status(), link).toBe(200)
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
  // What only programs read is as the server sent it.
  expect(await page.locator('head meta[property^="og:"]').count()).toBe(9)
  expect(await page.locator('head link[rel="canonical"], head meta[name="description"]').count()).toBe(2)
})

test('the list of tools is headed by what orders it: what was used lately, not what was ever run most', async () => {
  const page = await afresh(visitor)
  await queryDatabase(
    app.dataDir,
    `update tool set run_count = 1000 where slug = 'loan-payment';
     update tool set run_count = 10, trending = forward_decay(0, 10, now()) where slug = 'rot13'`,
  )
  await openPage(page, app.url)
  const list = main(page).getByRole('region', { name: 'Most used lately' })
  expect(await list.getByRole('article').first().getByRole('heading').textContent()).toBe('ROT13 and Caesar Cipher')
})

test.each(['/explore', '/fxn/tip-calculator', '/auth', '/support'])(
  '%s does not ask who the visitor is',
  async (path) => {
    const page = await afresh(visitor)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await openPage(page, app.url + path)
    expect(asked.filter((one) => one.startsWith('/api/user') || one.startsWith('/api/favorites'))).toEqual([])
  },
)

test('people with an account find what they opened last', async () => {
  const { page, context } = await visit(browser)
  await openPage(page, app.url)
  expect(await main(page).getByRole('region', { name: 'Your recent tools' }).count()).toBe(0)
  await register({ page }, app.url, 'landing@example.com')
  for (const slug of ['tip-calculator', 'json-formatter']) {
    const counted = page.waitForResponse(/\/api\/discovery\/views\//)
    await page.goto(`${app.url}/fxn/${slug}`)
    await counted
  }
  await page.goto(app.url)
  const recent = main(page).getByRole('region', { name: 'Your recent tools' })
  expect(await recent.getByRole('link').allTextContents()).toEqual([
    'JSON FormatterDeveloper',
    'Tip CalculatorCalculator',
  ])
  await context.close()
})

test('pasted text opens a tool that is filled with it, and no request carries it', async () => {
  const page = await afresh(visitor)
  await openPage(page, app.url)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await copy(page, '{"answer": 42}')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+v')
  await page.getByRole('heading', { name: 'Pasted: JSON' }).waitFor()
  await expect.poll(() => page.locator(':focus').textContent()).toMatch(/^JSON Formatter/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'JSON Formatter' }).waitFor()
  await expect.poll(() => page.getByLabel('JSON', { exact: false }).first().inputValue()).toBe('{"answer": 42}')
  // As a shared link has it: behind #, which no request carries.
  await page.waitForURL(/\/fxn\/json-formatter#in=/)
  expect(sent.filter((one) => /answer|%22|in=/.test(one))).toEqual([])
  expect(await visitor.problems()).toEqual([])
})

test('a pasted token fills its tool and stays out of the address', async () => {
  await afresh(visitor)
  const page = await visitor.context.newPage()
  await page.clock.install()
  await openPage(page, app.url)
  await copy(page, TOKEN)
  await page.getByRole('button', { name: 'Paste', exact: true }).click()
  await dialog(page)
    .getByRole('button', { name: /^JWT Decoder/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'JWT Decoder' }).waitFor()
  await expect.poll(() => page.getByLabel('Token', { exact: false }).first().inputValue()).toBe(TOKEN)
  await main(page).getByText('"joe"').first().waitFor()
  // What a form holds is written there a moment later.
  await page.clock.fastForward(5000)
  expect(page.url()).not.toContain('eyJ')
  await page.close()
})

test('what is pasted into a field is for the field; a closed clipboard is said', async () => {
  const { page, context } = await visit(browser)
  await openPage(page, app.url)
  await copy(page, '2026-01-31')
  await page.getByRole('searchbox').first().focus()
  await page.keyboard.press('Control+v')
  expect(await page.getByRole('searchbox').first().inputValue()).toBe('2026-01-31')
  expect(await dialog(page).count()).toBe(0)
  await context.clearPermissions()
  await page.getByRole('button', { name: 'Paste', exact: true }).click()
  await page
    .getByRole('region', { name: 'Notification' })
    .getByText('Your browser keeps its clipboard closed')
    .waitFor()
  await context.close()
})

test.each(['desk', 'phone'] as const)(
  'on the %s the suggestions are clean for axe in light and dark',
  async (device) => {
    const { page, context } = await visit(browser, DEVICES[device])
    await openPage(page, app.url)
    await copy(page, '[{"id": 1}]')
    await page.getByRole('button', { name: 'Paste', exact: true }).click()
    await page.getByRole('heading', { name: 'Pasted: JSON' }).waitFor()
    expect(await lookProblems(page, 'paste')).toEqual([])
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.locator(':focus').textContent()).toBe('Paste')
    await context.close()
  },
)
