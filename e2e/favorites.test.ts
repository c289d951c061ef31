import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, visit } from './support/browser.ts'
import { BROKEN } from './support/failures.ts'
import { lookProblems } from './support/page-checks.ts'

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

const STAR = { name: 'Favourite: Tip Calculator' } as const
/** On the tool's own page. */
const OWN_STAR = { name: 'Favourite', exact: true } as const

async function signedIn(email: string) {
  const someone = await visit(browser)
  await someone.page.goto(app.url)
  await register(someone, app.url, email)
  await queryDatabase(app.dataDir, 'update "user" set email_verified_at = now() where email = $1', [email])
  return someone
}

test('the star is filled at once, survives a reload, and is on the card as on the page', async () => {
  const { page, context, problems } = await signedIn(`stars-${crypto.randomUUID()}@example.com`)
  await openPage(page, `${app.url}/fxn/tip-calculator`)
  const star = page.getByRole('button', OWN_STAR)
  expect(await star.getAttribute('aria-pressed')).toBe('false')
  await star.press('Enter')
  expect(await star.getAttribute('aria-pressed')).toBe('true')
  await page.getByText('1 favourite', { exact: true }).waitFor()
  await page.reload()
  expect(await star.getAttribute('aria-pressed')).toBe('true')
  await openPage(page, `${app.url}/explore?q=tip`)
  await page.getByRole('article').filter({ hasText: 'Tip Calculator' }).getByText('1 favourite').waitFor()
  await page.getByRole('button', STAR).click()
  await page.getByRole('article').filter({ hasText: 'Tip Calculator' }).getByText('0 favourites').waitFor()
  expect(page.url()).toContain('/explore')
  expect(await problems()).toEqual([])
  await context.close()
})

test('a card has two stops of Tab: its link and its star', async () => {
  const { page, context } = await signedIn(`tabs-${crypto.randomUUID()}@example.com`)
  await openPage(page, `${app.url}/explore?q=tip`)
  const card = page.getByRole('article').filter({ hasText: 'Tip Calculator' })
  expect(await card.locator('a, button, input, [tabindex]').count()).toBe(2)
  await card.getByRole('link').focus()
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe(STAR.name)
  await context.close()
})

test('a change that fails is taken back and told', async () => {
  const { page, context } = await signedIn(`broken-${crypto.randomUUID()}@example.com`)
  await page.route('**/api/tools/*/favorite', (route) => route.fulfill({ status: 500, json: BROKEN }))
  await openPage(page, `${app.url}/fxn/tip-calculator`)
  await page.getByRole('button', OWN_STAR).click()
  await page.getByRole('region', { name: 'Notification' }).getByText('Failed to update favorites').waitFor()
  expect(await page.getByRole('button', OWN_STAR).getAttribute('aria-pressed')).toBe('false')
  await context.close()
})

test('a visitor signs in and comes back to the tool with the favourite set', async () => {
  const email = `wishes-${crypto.randomUUID()}@example.com`
  await (await signedIn(email)).context.close()
  const { page, context } = await visit(browser)
  await openPage(page, `${app.url}/explore?q=tip`)
  await page.getByRole('button', STAR).click()
  await page.waitForURL(`${app.url}/auth?redirect=%2Ffxn%2Ftip-calculator`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('analytical engine')
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${app.url}/fxn/tip-calculator`)
  await expect.poll(() => page.getByRole('button', OWN_STAR).getAttribute('aria-pressed')).toBe('true')
  // The star is filled before the server has answered.
  await expect
    .poll(() =>
      queryDatabase(
        app.dataDir,
        `select slug from favorite join tool on tool.id = tool_id join "user" on "user".id = user_id where email = $1`,
        [email],
      ),
    )
    .toEqual([{ slug: 'tip-calculator' }])
  await context.close()
})

test.each(['desk', 'phone'] as const)('set and unset stars read well on the %s', async (device) => {
  const owner = await signedIn(`looks-${crypto.randomUUID()}@example.com`)
  const { page, context } = await visit(browser, DEVICES[device])
  await context.addCookies(await owner.context.cookies())
  await openPage(page, `${app.url}/explore?category=calculator`)
  await page.getByRole('button', STAR).click()
  expect(await lookProblems(page, 'favorites')).toEqual([])
  await owner.context.close()
  await context.close()
})
