import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { afresh, DEVICES, openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { BROKEN } from './support/failures.ts'
import { lookProblems, sidewaysScroll } from './support/page-checks.ts'

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

const SEARCH = '**/api/discovery/search*'
const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search tools, pages and actions' })
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
/** What a screen reader says has the focus: the option that the field names. */
const active = (page: Page) =>
  page.evaluate(`(() => {
    const named = document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')
    return named?.getAttribute('aria-selected') === 'true' ? named.textContent : undefined
  })()`)

async function open(path = '/privacy', someone = visitor): Promise<Page> {
  const page = await afresh(someone)
  await openPage(page, app.url + path)
  return page
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
}

test('Ctrl+K opens it and Escape gives the focus back; keys in a text field stay there', async () => {
  const page = await open('/fxn/json-formatter')
  await settled(page)
  const box = page.getByRole('main').getByRole('textbox').first()
  await box.focus()
  // In a field of many lines the shortcut is the browser's; in the one of a search it is ours (newcomer.test.ts).
  await page.keyboard.press('Control+k')
  await page.keyboard.type('/k')
  expect(await box.inputValue()).toContain('/k')
  expect(await palette(page).count()).toBe(0)
  const link = page.getByRole('link', { name: 'Fettle, home' })
  await link.focus()
  await openPalette(page)
  expect(await page.locator(':focus').getAttribute('role')).toBe('combobox')
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Fettle, home')
})

test('it is modal from the first moment: neither keys nor clicks nor Tab reach the page behind it', async () => {
  const page = await open('/explore')
  const input = field(page)
  await openPalette(page)
  await page.keyboard.type('js')
  // A second press of the shortcut and the shortcuts of the page do nothing while it is open.
  await page.keyboard.press('Control+k')
  expect(await palette(page).count()).toBe(1)
  for (const key of ['Tab', 'Shift+Tab', 'Tab']) {
    await page.keyboard.press(key)
    expect(await page.locator(':focus').getAttribute('role')).toBe('combobox')
  }
  // The pointer takes the focus to nothing within it either.
  await palette(page).getByText('to move').click()
  await page.keyboard.type('on')
  expect(await input.inputValue()).toBe('json')
  const address = page.url()
  const link = await page.getByRole('link', { name: 'Fettle, home' }).boundingBox()
  if (link === null) throw new Error('The header has no link to the first page')
  await page.mouse.click(link.x + 4, link.y + 4)
  await palette(page).waitFor({ state: 'detached' })
  expect(page.url()).toBe(address)
  await openPalette(page)
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
})

test('/ goes to the search field, and to the palette where the screen has no room for one', async () => {
  const page = await open()
  await page.keyboard.press('/')
  expect(await page.evaluate('document.activeElement.type')).toBe('search')
  await page.setViewportSize({ width: 360, height: 640 })
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('/')
  await field(page).waitFor()
  expect(await field(page).inputValue()).toBe('')
  expect(await sidewaysScroll(page)).toBe(0)
  await page.setViewportSize(DEVICES.desk.viewport)
})

test('a tool is found by its name with a typo, opened by Enter, and is among the recent ones next time', async () => {
  const page = await open()
  await openPalette(page)
  await page.keyboard.type('tpi calc')
  await option(page, /^Tip Calculator/).waitFor()
  await expect.poll(() => active(page)).toMatch(/^Tip Calculator/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Tip Calculator' }).waitFor()
  expect(await palette(page).count()).toBe(0)
  await openPalette(page)
  const recent = palette(page).getByRole('group', { name: 'Recent tools' })
  expect(await recent.getByRole('option').allTextContents()).toEqual(['Tip Calculator, Calculator'])
})

test('arrows go around all groups; Enter on an action acts', async () => {
  const page = await open()
  await openPalette(page)
  await page.keyboard.type('theme')
  await option(page, 'Dark theme').waitFor()
  await option(page, /^Search all tools for “theme”/).waitFor()
  await palette(page).getByText('Searching…').waitFor({ state: 'detached' })
  const names = await palette(page).getByRole('option').allTextContents()
  await page.keyboard.press('ArrowUp')
  expect(await active(page)).toBe(names.at(-1))
  await page.keyboard.press('ArrowDown')
  expect(await active(page)).toBe(names[0])
  while ((await active(page)) !== 'Dark theme') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  expect(await palette(page).count()).toBe(0)
  await openPalette(page)
  expect(await option(page, 'Dark theme').count()).toBe(0)
  await page.keyboard.type('theme as')
  await option(page, 'Theme as the system').click()
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe(undefined)
})

test('what nobody made leads to the search of all tools; a failure is said and can be tried again', async () => {
  const page = await open()
  await openPalette(page)
  await page.route(SEARCH, (route) => route.fulfill({ status: 400, json: BROKEN }))
  await page.keyboard.type('tip')
  await palette(page).getByText('Tools could not be searched.').first().waitFor()
  await page.unroute(SEARCH)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await option(page, /^Tip Calculator/).waitFor()
  await field(page).fill('zzqxv')
  await expect.poll(() => palette(page).getByRole('option').allTextContents()).toEqual(['Search all tools for “zzqxv”'])
  await field(page).press('Enter')
  await page.waitForURL(/\/explore\?q=zzqxv$/)
})

test('offline it still knows pages and actions, and says what it cannot do', async () => {
  const page = await open()
  await openPalette(page)
  await visitor.context.setOffline(true)
  await page.keyboard.type('ex')
  await palette(page).getByText('You are offline: tools cannot be searched.').first().waitFor({ timeout: 30_000 })
  expect(await option(page, 'Explore').count()).toBe(1)
})

test('offline before its first use, a message says that it did not load', async () => {
  const page = await afresh(visitor)
  // A page that has come to rest has loaded it already.
  await page.route(/palette/, (route) => route.abort())
  await openPage(page, `${app.url}/privacy`)
  await page.keyboard.press('Control+k')
  await page.getByRole('region', { name: 'Notification' }).getByText('The command palette did not load').waitFor()
  expect(await palette(page).count()).toBe(0)
})

test('an answer that comes late never replaces a newer one', async () => {
  const page = await open()
  await openPalette(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/search=loan/, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  const asked = page.waitForRequest(/search=loan/)
  await page.keyboard.type('loan')
  await asked
  await field(page).fill('json')
  await option(page, /^JSON Formatter/).waitFor()
  release()
  await settled(page)
  expect(await option(page, /^JSON Formatter/).count()).toBe(1)
  expect(await option(page, /^Loan/).count()).toBe(0)
})

test('Enter before the answer never opens what was found for another text', async () => {
  const page = await open()
  await openPalette(page)
  await field(page).fill('tip')
  await option(page, /^Tip Calculator/).waitFor()
  await page.route(SEARCH, () => undefined)
  await field(page).fill('tip calc')
  expect(await active(page)).toMatch(/^Tip Calculator/)
  await field(page).fill('json f')
  expect(await palette(page).getByRole('option').allTextContents()).toEqual(['Search all tools for “json f”'])
  await field(page).press('Enter')
  await page.waitForURL(/\/explore\?q=json%20f$/)
})

test('a question is answered, and Enter opens the tool with it', async () => {
  const page = await open()
  await openPalette(page)
  await page.keyboard.type('10 inches in cm')
  await option(page, /^10 in = 25.4 cm/).waitFor()
  expect(await active(page)).toBe('10 in = 25.4 cm, Unit Converter')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/fxn\/unit-converter#in=/)
  await page.getByRole('region', { name: 'Results', exact: true }).getByText('25.4').first().waitFor()
})

test('people with an account find their recent tools, their favourites and Log out', async () => {
  const someone = await visit(browser)
  await someone.page.goto(app.url)
  await register(someone, app.url, 'palette@example.com')
  const page = await open('/fxn/tip-calculator', someone)
  const stored = page.waitForResponse((response) => response.url().endsWith('/favorite'))
  await page.getByRole('button', { name: 'Favourite', exact: true }).click()
  await stored
  await openPage(page, `${app.url}/fxn/unit-converter`)
  await openPalette(page)
  const recent = palette(page).getByRole('group', { name: 'Recent tools' }).getByRole('option')
  await expect
    .poll(() => recent.allTextContents())
    .toEqual(['Unit Converter, Converter', 'Tip Calculator, favourite, Calculator'])
  await page.keyboard.type('bill')
  await palette(page)
    .getByRole('group', { name: 'My workflows' })
    .getByRole('option', { name: 'Bill received' })
    .waitFor()
  await field(page).fill('log out')
  await option(page, /^Log out$/).waitFor()
  while ((await active(page)) !== 'Log out') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  expect(await page.evaluate(`localStorage.getItem('palette-recent')`)).toBe(null)
  expect(await someone.problems()).toEqual([])
  await someone.context.close()
})

test.each(['desk', 'phone'] as const)('on the %s it is clean for axe in light and dark', async (device) => {
  const someone = await visit(browser, DEVICES[device])
  const page = await open('/privacy', someone)
  await openPalette(page)
  await page.keyboard.type('tip calc')
  await option(page, /^Tip Calculator/).waitFor()
  expect(await lookProblems(page, 'palette')).toEqual([])
  await someone.context.close()
})
