import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import { lookProblems, picture } from './support/page-checks.ts'

let app: AppProcess
let browser: Browser
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

async function somebody(email: string): Promise<Visit> {
  const someone = await visit(browser)
  await someone.page.goto(app.url)
  await register(someone, app.url, email)
  return someone
}
/** Another browser of the same person. */
async function alsoIn(someone: Visit, options = {}): Promise<Visit> {
  const other = await visit(browser, options)
  await other.context.addCookies(await someone.context.cookies())
  return other
}
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const tray = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const bellSays = (page: Page) => bell(page).getAttribute('aria-label')
/** The count was not to be told by a new page: the stream must be there before the event is. */
const streamOpens = (page: Page) => page.waitForResponse(/\/api\/notifications\/events$/)

const tell = (email: string, title: string, href: string | null = '/settings') =>
  queryDatabase(
    app.dataDir,
    `insert into notification (id, user_id, kind, title, href)
     select gen_random_uuid(), id, 'api-key.created', $2, $3 from "user" where email = $1`,
    [email, title, href],
  )

test('an event arrives live in two browsers, and what one of them reads is read in the other', async () => {
  const email = 'live@example.com'
  const first = await somebody(email)
  const second = await alsoIn(first)
  for (const { page } of [first, second]) {
    const stream = streamOpens(page)
    await page.goto(`${app.url}/dashboard`)
    await stream
    expect(await bellSays(page)).toBe('Notifications')
  }
  await tell(email, 'Key one was made')
  for (const { page } of [first, second]) {
    await expect.poll(() => bellSays(page)).toBe('Notifications, 1 unread')
    await page
      .getByRole('status')
      .filter({ hasText: 'New notification: Key one was made' })
      .waitFor({ state: 'attached' })
  }
  await tell(email, 'Key two was made')
  await bell(first.page).click()
  const entries = tray(first.page).getByRole('listitem')
  await expect.poll(() => entries.count()).toBe(2)
  expect(await entries.first().textContent()).toContain('Key two was made')
  await entries.first().getByRole('button', { name: 'Mark as read: Key two was made' }).click()
  await expect.poll(() => bellSays(second.page)).toBe('Notifications, 1 unread')
  // While the tray is open, what arrives is in it.
  await tell(email, 'Key three was made')
  await expect.poll(() => entries.count()).toBe(3)
  await tray(first.page).getByRole('button', { name: 'Mark all as read' }).click()
  for (const { page } of [first, second]) await expect.poll(() => bellSays(page)).toBe('Notifications')
  for (const { context, problems } of [first, second]) {
    expect(await problems()).toEqual([])
    await context.close()
  }
})

test('the count is in the first bytes of a page, also after a reload', async () => {
  const email = 'reload@example.com'
  const someone = await somebody(email)
  const { page, context } = someone
  await tell(email, 'One')
  await tell(email, 'Two')
  await page.goto(`${app.url}/dashboard`)
  const raw = await (await page.request.get(`${app.url}/explore`)).text()
  expect(raw).toContain('aria-label="Notifications, 2 unread"')
  await bell(page).click()
  await tray(page).getByRole('button', { name: 'Mark as read: One' }).click()
  await expect.poll(() => bellSays(page)).toBe('Notifications, 1 unread')
  await expect
    .poll(async () => (await page.request.get(`${app.url}/api/notifications/unread`)).json())
    .toEqual({
      unread: 1,
    })
  await page.reload()
  expect(await bellSays(page)).toBe('Notifications, 1 unread')
  await context.close()
})

test('a notification leads where it belongs and is read then; the tray closes', async () => {
  const email = 'leads@example.com'
  const { page, context } = await somebody(email)
  await tell(email, 'Look at your tools', '/explore')
  await page.goto(`${app.url}/dashboard`)
  await bell(page).click()
  await tray(page).getByRole('link', { name: 'Look at your tools' }).click()
  await page.waitForURL(`${app.url}/explore`)
  await expect.poll(() => tray(page).isVisible()).toBe(false)
  await expect.poll(() => bellSays(page)).toBe('Notifications')
  await context.close()
})

test('messages of this visit and of the account stand in one tray, and both are counted', async () => {
  const email = 'both@example.com'
  const { page, context } = await somebody(email)
  await tell(email, 'Of the account')
  await openPage(page, `${app.url}/dashboard`)
  await page.route('**/api/logout', (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await expect.poll(() => bellSays(page)).toBe('Notifications, 1 error, 1 unread')
  await bell(page).click()
  await tray(page).getByText('Logout failed').waitFor()
  await tray(page).getByText('Of the account').waitFor()
  // Opening the tray reads what this visit brought, and nothing of the account.
  expect(await bellSays(page)).toBe('Notifications, 1 unread')
  await tray(page).getByRole('button', { name: 'Clear this visit' }).click()
  expect(await tray(page).getByText('Logout failed').count()).toBe(0)
  await context.close()
})

test('a hidden page holds no stream and is up to date when it is seen again', async () => {
  const email = 'hidden@example.com'
  const { page, context } = await somebody(email)
  await page.addInitScript(`
    let state = 'visible'
    Object.defineProperty(document, 'visibilityState', { get: () => state })
    globalThis.show = (next) => { state = next; document.dispatchEvent(new Event('visibilitychange')) }`)
  const stream = streamOpens(page)
  await page.goto(`${app.url}/dashboard`)
  const request = (await stream).request()
  const ended = page.waitForEvent('requestfailed', (one) => one === request)
  await page.evaluate(`show('hidden')`)
  await ended
  await tell(email, 'While nobody looked')
  const again = streamOpens(page)
  await page.evaluate(`show('visible')`)
  await again
  await expect.poll(() => bellSays(page)).toBe('Notifications, 1 unread')
  await context.close()
})

test('signed out, the stream ends and the bell forgets the account', async () => {
  const email = 'leaver@example.com'
  const { page, context } = await somebody(email)
  await tell(email, 'Private')
  const stream = streamOpens(page)
  await page.goto(`${app.url}/dashboard`)
  const ended = (await stream).finished()
  await queryDatabase(app.dataDir, 'delete from session')
  await ended
  await page.reload()
  await bell(page).click()
  expect(await bellSays(page)).toBe('Notifications')
  expect(await tray(page).getByText('Private').count()).toBe(0)
  await context.close()
})

test.each(['desk', 'phone'] as const)('the tray on the %s is fit to be read and used', async (device) => {
  const email = `${device}@example.com`
  const owner = await somebody(email)
  const { page, context } = await alsoIn(owner, DEVICES[device])
  await page.goto(`${app.url}/dashboard`)
  await bell(page).click()
  await tray(page).getByText('Nothing yet.').waitFor()
  await picture(page, 'tray-account-empty')
  await tell(email, 'API key “Invoices on the office server” was made', '/settings#api-keys')
  await tell(email, `“${'Long name '.repeat(12)}” has begun to fail`)
  for (let n = 0; n < 22; n++) await tell(email, `Key ${n}`)
  await page.reload()
  await bell(page).click()
  await tray(page).getByRole('button', { name: 'Load more' }).click()
  await expect.poll(() => tray(page).getByRole('listitem').count()).toBe(24)
  expect(await lookProblems(page, 'tray-account')).toEqual([])
  await context.close()
  await owner.context.close()
})
