import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

test('a card of a creator has no third stop: its byline is text', async () => {
  const email = `maker-${crypto.randomUUID()}@example.com`
  const { page, context } = await signedIn(email)
  await queryDatabase(
    app.dataDir,
    `with maker as (
       insert into creator (user_id, handle) select id, 'maker-of-discounts' from "user" where email = $1
         on conflict (user_id) do update set handle = excluded.handle returning user_id)
     update tool set owner_id = user_id from maker where slug = 'discount-calculator'`,
    [email],
  )
  await openPage(page, `${app.url}/explore?q=discount`)
  const card = page.getByRole('article').filter({ hasText: 'Discount Calculator' })
  await card.getByText(/^by /).waitFor()
  expect(await card.locator('a, button, input, [tabindex]').count()).toBe(2)
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

test('a visitor is told why to sign in, and comes back to the tool with the favourite set', async () => {
  const email = `wishes-${crypto.randomUUID()}@example.com`
  await (await signedIn(email)).context.close()
  const { page, context } = await visit(browser)
  await openPage(page, `${app.url}/explore?q=tip`)
  await page.getByRole('button', STAR).click()
  await page.waitForURL(`${app.url}/auth?redirect=%2Ffxn%2Ftip-calculator&for=favorite`)
  const reason = page
    .getByRole('main')
    .getByText(/^Favourites need an account: the tool whose star you pressed is kept/)
  await reason.waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Create account', level: 1 }).waitFor()
  await reason.waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
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

describe('the list on the dashboard', () => {
  const section = (page: Page) => page.getByRole('region', { name: 'Favourites' })
  const titles = (page: Page) => section(page).getByRole('listitem').locator('a, span[title]').allTextContents()
  const star = (page: Page, slug: string) =>
    page.evaluate(
      `fetch('/api/tools/${slug}/favorite', {
        method: 'POST', headers: { 'x-requested-with': 'e2e', 'content-type': 'application/json' }, body: '{}' })`,
    )
  const ORDER = ['Tip Calculator', 'JSON Formatter', 'Regex Tester']

  test('it is empty with a way on, then ordered by keys and by mouse, the same on every device, and exported', async () => {
    const email = `order-${crypto.randomUUID()}@example.com`
    const { page, context, problems } = await signedIn(email)
    await openPage(page, `${app.url}/dashboard`)
    await section(page).getByText('No favourites yet').waitFor()
    await section(page).getByRole('link', { name: 'Explore tools' }).waitFor()
    for (const slug of ['regex-tester', 'json-formatter', 'tip-calculator']) await star(page, slug)
    await openPage(page, `${app.url}/dashboard`)
    expect(await titles(page)).toEqual(ORDER)
    expect(await lookProblems(page, 'favorites-list')).toEqual([])

    await section(page).getByRole('button', { name: 'Reorder' }).press('Enter')
    const saved = () =>
      page.waitForResponse((response) => response.url().endsWith('/api/favorites/order') && response.ok())
    let next = saved()
    const down = section(page).getByRole('button', { name: 'Move Tip Calculator down' })
    await down.press('Enter')
    await next
    await section(page).getByText('Tip Calculator: place 2 of 3').waitFor({ state: 'attached' })
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Move Tip Calculator down')
    next = saved()
    await down.press('Enter')
    await next
    expect(await titles(page)).toEqual(['JSON Formatter', 'Regex Tester', 'Tip Calculator'])
    expect(await down.getAttribute('aria-disabled')).toBe('true')
    next = saved()
    const item = (name: string) => section(page).getByRole('listitem').filter({ hasText: name })
    await item('Tip Calculator').dragTo(item('JSON Formatter'))
    await next
    expect(await titles(page)).toEqual(ORDER)
    next = saved()
    await section(page).getByRole('button', { name: 'Move Regex Tester up' }).click()
    await next
    expect(await lookProblems(page, 'favorites-order')).toEqual([])
    await section(page).getByRole('button', { name: 'Done' }).click()

    const elsewhere = await visit(browser, DEVICES.phone)
    await elsewhere.context.addCookies(await context.cookies())
    await openPage(elsewhere.page, `${app.url}/dashboard`)
    expect(await titles(elsewhere.page)).toEqual(['Tip Calculator', 'Regex Tester', 'JSON Formatter'])
    await section(elsewhere.page).getByRole('button', { name: 'Reorder' }).click()
    expect(await lookProblems(elsewhere.page, 'favorites-order')).toEqual([])
    await elsewhere.context.close()

    for (const [kind, name, begins] of [
      ['As JSON', 'favourites.json', '[\n  {\n    "slug": "tip-calculator",'],
      ['As CSV', 'favourites.csv', '\ufeffslug,title,category,description,url\r\ntip-calculator,Tip Calculator,'],
    ] as const) {
      await section(page).getByRole('button', { name: 'Export favourites' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: kind }).click()
      const file = await download
      expect(file.suggestedFilename()).toBe(name)
      expect(readFileSync(await file.path(), 'utf8').startsWith(begins)).toBe(true)
    }
    expect(await problems()).toEqual([])
    await context.close()
  })

  test('an order that cannot be saved is taken back and told', async () => {
    const { page, context } = await signedIn(`order-broken-${crypto.randomUUID()}@example.com`)
    for (const slug of ['regex-tester', 'json-formatter']) await star(page, slug)
    await openPage(page, `${app.url}/dashboard`)
    const seen = Promise.withResolvers<void>()
    await page.route('**/api/favorites/order', async (route) => {
      await seen.promise
      await route.fulfill({ status: 500, json: BROKEN })
    })
    await section(page).getByRole('button', { name: 'Reorder' }).click()
    await section(page).getByRole('button', { name: 'Move JSON Formatter down' }).click()
    expect(await titles(page)).toEqual(['Regex Tester', 'JSON Formatter'])
    seen.resolve()
    await page.getByRole('region', { name: 'Notification' }).getByText('Failed to save the order').waitFor()
    expect(await titles(page)).toEqual(['JSON Formatter', 'Regex Tester'])
    await context.close()
  })
})

test('what a visitor has typed is there again after the sign-in that the star asked for', async () => {
  const email = `typed-${crypto.randomUUID()}@example.com`
  await (await signedIn(email)).context.close()
  const { page, context } = await visit(browser)
  await openPage(page, `${app.url}/fxn/tip-calculator`)
  const bill = page.getByRole('main').getByRole('textbox').first()
  await bill.fill('87.65')
  await page.getByRole('button', OWN_STAR).click()
  await page.waitForURL(`${app.url}/auth?redirect=%2Ffxn%2Ftip-calculator&for=favorite`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('analytical engine')
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/fxn\/tip-calculator/)
  await expect.poll(() => page.getByRole('button', OWN_STAR).getAttribute('aria-pressed')).toBe('true')
  expect(await bill.inputValue()).toBe('87.65')
  await context.close()
})
