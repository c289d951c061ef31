import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, visit } from './support/browser.ts'
import { lookProblems, structureProblems } from './support/page-checks.ts'

let app: AppProcess
let browser: Browser
beforeAll(async () => {
  app = await startApp({ env: { SUPPORT_EMAIL: 'help@fettle.example' } })
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Oops! Something went wrong' })
const stored = (errorId: string) =>
  queryDatabase(app.dataDir, 'select * from client_error where error_id = $1', [errorId])
const errorIdOn = async (page: Page) => {
  const line = page.getByText(/^ERR-/)
  await line.waitFor()
  return (await line.textContent()) ?? ''
}

/** The page is in the browser and its data is not to be had. */
async function failOnTheWay(page: Page): Promise<void> {
  await openPage(page, `${app.url}/auth`)
  await page.route('**/api/docs.data*', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page.getByRole('link', { name: 'API reference' }).first().click()
  await heading(page).waitFor()
}

test('Try Again brings the page once its data can be had', async () => {
  const { page, context } = await visit(browser)
  await failOnTheWay(page)
  expect(await page.title()).toBe('Something went wrong · Fettle')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await heading(page).waitFor()
  await page.unroute('**/api/docs.data*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor()
  expect(await heading(page).count()).toBe(0)
  await context.close()
})

test('Go to Home leads to the landing page', async () => {
  const { page, context } = await visit(browser)
  await failOnTheWay(page)
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await page.waitForURL(`${app.url}/`)
  await expect.poll(() => heading(page).count()).toBe(0)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.close()
})

test('a page whose code fails has an id, reports itself with its components, and drafts a mail', async () => {
  const { page, context } = await visit(browser)
  await openPage(page, `${app.url}/dev/ui?token=s3cret#typed`)
  await page.getByRole('button', { name: 'Fail while rendering' }).click()
  await heading(page).waitFor()
  const errorId = await errorIdOn(page)
  expect(errorId).toMatch(/^ERR-\d{13}-[a-z0-9]{7}$/)

  await expect.poll(async () => (await stored(errorId)).length).toBe(1)
  const [row] = await stored(errorId)
  expect(row).toMatchObject({ message: 'Error: This page was told to fail', url: `${app.url}/dev/ui` })
  expect(String(row?.stack)).toContain('/assets/')
  expect(String(row?.component_stack)).toMatch(/^\s+at /)
  expect(JSON.stringify(row)).not.toMatch(/s3cret|typed/)

  const draft = new URL((await page.getByRole('link', { name: 'Report Issue' }).getAttribute('href')) ?? '')
  expect(draft.protocol + draft.pathname).toBe('mailto:help@fettle.example')
  const body = draft.searchParams.get('body') ?? ''
  const agent = await page.evaluate<string>('navigator.userAgent')
  for (const part of [errorId, 'This page was told to fail', `${app.url}/dev/ui`, agent, /Time: \d{4}-\d\d-\d\dT/])
    expect(body).toEqual(part instanceof RegExp ? expect.stringMatching(part) : expect.stringContaining(part))
  expect(body).not.toMatch(/s3cret|typed/)

  // The failed part is gone with its page: another one works, and so does this one again.
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Design system' }).waitFor()
  await context.close()
})

test('an error that no page shows is reported as well, the same one once in a visit', async () => {
  const { page, context } = await visit(browser)
  await openPage(page, `${app.url}/dev/ui`)
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/errors/client')) reports.push(request.postDataJSON().message)
  })
  const fail = page.getByRole('button', { name: 'Fail in a callback' })
  for (let times = 0; times < 3; times++) await fail.click()
  await page.evaluate(`void Promise.reject(new TypeError('left alone'))`)
  await expect.poll(() => reports).toEqual(['Error: A callback was told to fail', 'TypeError: left alone'])
  await expect
    .poll(() => queryDatabase(app.dataDir, `select count from client_error_group where message like '%callback%'`))
    .toEqual([{ count: '1' }])
  expect(await page.getByRole('heading', { level: 1, name: 'Design system' }).count()).toBe(1)
  await context.close()
})

test('a page that does not exist is no failure, and nothing is reported', async () => {
  const { page, context } = await visit(browser)
  await openPage(page, `${app.url}/no/such/page`)
  expect(await page.getByText(/^ERR-/).count()).toBe(0)
  const rows = await queryDatabase(app.dataDir, `select 1 from client_error where url like '%/no/such/page'`)
  expect(rows).toEqual([])
  await context.close()
})

test.each([
  [1440, 900],
  [360, 780],
])('at %i px it is fit to be read and used', async (width, height) => {
  const { page, context } = await visit(browser, { viewport: { width, height } })
  await openPage(page, `${app.url}/dev/ui`)
  await page.getByRole('button', { name: 'Fail while rendering' }).click()
  await errorIdOn(page)
  expect(await lookProblems(page, 'error-fallback')).toEqual([])
  expect(await structureProblems(page)).toEqual([])
  await context.close()
})
