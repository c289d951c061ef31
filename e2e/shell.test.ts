import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'

// What every page has in common: sidebar, theme, focus, motion, sign-in.
let app: AppProcess
let browser: Browser
const visits: Visit[] = []
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

async function open(path: string, options = {}): Promise<Page> {
  const opened = await visit(browser, options)
  visits.push(opened)
  await openPage(opened.page, app.url + path)
  return opened.page
}
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    `(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()`,
  )

test('Ctrl+B collapses the sidebar, the server renders it so after a reload, and a text field keeps its keys', async () => {
  const page = await open('/explore')
  const rail = page.locator('aside[data-collapsed]')
  expect(await rail.getAttribute('data-collapsed')).toBe('false')
  await page.keyboard.press('Control+b')
  await expect.poll(() => rail.getAttribute('data-collapsed')).toBe('true')
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'sidebar_state')
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(7)
  const raw = await page.request.get(`${app.url}/explore`)
  expect(await raw.text()).toContain('data-collapsed="true"')
  await page.getByRole('searchbox').first().focus()
  await page.keyboard.press('Control+b')
  expect(await rail.getAttribute('data-collapsed')).toBe('true')
})

test('below 768 px the sidebar is a drawer that gives the focus back', async () => {
  const page = await open('/explore', { viewport: { width: 767, height: 800 } })
  const opener = page.getByRole('button', { name: 'Open menu' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await drawer.waitFor()
  expect(await page.evaluate(`document.querySelector('dialog[open]')?.contains(document.activeElement)`)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => drawer.isVisible()).toBe(false)
  expect(await focused(page)).toBe('Open menu')
})

test.each(['light', 'dark'] as const)('the %s theme is in the first bytes of the page', async (theme) => {
  const page = await open('/explore')
  await page.getByRole('button', { name: /^Theme/ }).click()
  await page.getByRole('menuitemradio', { name: theme === 'light' ? 'Light' : 'Dark' }).click()
  const raw = await (await page.request.get(`${app.url}/explore`)).text()
  expect(raw).toMatch(new RegExp(`<html[^>]* data-theme="${theme}"`))
  await page.reload()
  expect(await page.evaluate(`getComputedStyle(document.documentElement).colorScheme`)).toBe(theme)
  const bars = await page.evaluate(
    `[...document.querySelectorAll('meta[name=theme-color]')].map((meta) => meta.content)`,
  )
  expect(bars).toHaveLength(1)
})

test('the first Tab reaches the skip link, and it leads past the navigation', async () => {
  const page = await open('/explore')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toMatch(/^Skip/)
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement?.id')).toBe('main')
})

test('a client navigation sets the title, focuses the heading and says the title once', async () => {
  const page = await open('/explore')
  await page.evaluate(`
    globalThis.said = []
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[aria-live]')) if (region.textContent) said.push(region.textContent)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })`)
  await page.getByRole('link', { name: 'API reference' }).first().click()
  await page.waitForURL(/api\/docs/)
  await expect.poll(() => page.evaluate(`document.activeElement?.tagName`)).toBe('H1')
  const title = await page.title()
  const said = await page.evaluate<string[]>('[...new Set(said)]')
  expect(said.filter((text) => text.includes(title))).toHaveLength(1)
})

test('every stop of the Tab key on the sign-in page shows a ring and is not covered', async () => {
  const page = await open('/auth')
  const problems: string[] = []
  for (let stop = 0; stop < 40; stop++) {
    await page.keyboard.press('Tab')
    const problem = await page.evaluate(`(() => {
      const element = document.activeElement
      if (!element || element === document.body) return 'end'
      const style = getComputedStyle(element)
      const holder = element.closest('label, .field-box') ?? element
      const ring = [style, getComputedStyle(holder)].some((one) => one.outlineStyle !== 'none' && parseFloat(one.outlineWidth) >= 2)
        || style.boxShadow !== 'none'
      const box = element.getBoundingClientRect()
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      const covered = top && !element.contains(top) && !top.contains(element) && !holder.contains(top)
      return (ring ? '' : 'no ring ') + (covered ? 'covered ' : '') && element.outerHTML.slice(0, 120)
    })()`)
    if (problem === 'end') break
    if (problem !== '' && problem !== false) problems.push(String(problem))
  }
  expect(problems).toEqual([])
})

test('with reduced motion nothing moves for more than a tenth of a second', async () => {
  const page = await open('/explore', { reducedMotion: 'reduce' })
  await page.getByRole('button', { name: /^Theme/ }).click()
  const longest = await page.evaluate(
    `Math.max(0, ...document.getAnimations().map((one) => Number(one.effect.getComputedTiming().duration)))`,
  )
  expect(longest).toBeLessThanOrEqual(100)
})

test('a wrong sign-in is said at the field, then by the server, and what was typed stays', async () => {
  const page = await open('/auth')
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click()
  const email = page.getByLabel('Email')
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  const described = await email.getAttribute('aria-describedby')
  const words = await page
    .locator(
      (described ?? '')
        .split(' ')
        .map((id) => `#${CSS_ESCAPE(id)}`)
        .join(','),
    )
    .allTextContents()
  expect(words.join(' ')).toContain('Please enter a valid email address')
  await email.fill('nobody@example.com')
  await page.getByLabel('Password', { exact: false }).first().fill('not my password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click()
  await page.getByText('Login failed').filter({ visible: true }).first().waitFor()
  expect(await page.getByText('Email or password is wrong').count()).toBeGreaterThan(0)
  expect(await email.inputValue()).toBe('nobody@example.com')
  expect(page.url()).not.toContain('password')
})
const CSS_ESCAPE = (id: string) => id.replace(/[^\w-]/g, (character) => `\\${character}`)

test('registering a known address keeps the form and names the reason', async () => {
  const known = await visit(browser)
  await known.page.goto(app.url)
  await register(known, app.url, 'known@example.com')
  const page = await open('/auth?mode=register')
  await page.getByLabel('Name').fill('Second')
  await page.getByLabel('Email').fill('known@example.com')
  await page.getByLabel('Password', { exact: false }).first().fill('another password')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create account' }).last().click()
  await page.getByText('Registration failed').filter({ visible: true }).first().waitFor()
  expect(await page.getByText('An account with this email address already exists').count()).toBeGreaterThan(0)
  expect(await page.getByLabel('Email').inputValue()).toBe('known@example.com')
})

test('a protected page sends a visitor to sign in and then to where they wanted', async () => {
  const person = await visit(browser)
  await person.page.goto(app.url)
  await register(person, app.url, 'back@example.com')
  const page = await open('/workflows')
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/auth?redirect=%2Fworkflows')
  await page.getByLabel('Email').fill('back@example.com')
  await page.getByLabel('Password', { exact: false }).first().fill('analytical engine')
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click()
  await page.waitForURL(`${app.url}/workflows`)
})

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'the redirect %s leads to the dashboard instead',
  async (target) => {
    const person = await visit(browser)
    await person.page.goto(app.url)
    await register(person, app.url, `open${target.length}${Date.now()}@example.com`)
    await person.page.goto(`${app.url}/auth?redirect=${encodeURIComponent(target)}`)
    expect(person.page.url()).toBe(`${app.url}/dashboard`)
  },
)

test('Log out returns to the landing page and ends the session', async () => {
  const person = await visit(browser)
  const { page } = person
  await page.goto(app.url)
  await register(person, app.url, 'leaver@example.com')
  await openPage(page, `${app.url}/dashboard`)
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await page.waitForURL(`${app.url}/`)
  expect((await page.request.get(`${app.url}/api/user`)).status()).toBe(401)
})

test('without JavaScript the catalogue can be read and searched, and the sign-in form does not leak into the address', async () => {
  const opened = await visit(browser, { javaScriptEnabled: false })
  visits.push(opened)
  const { page } = opened
  await page.goto(`${app.url}/explore?q=tip`)
  expect(await page.getByRole('link', { name: /tip calculator/i }).count()).toBeGreaterThan(0)
  await page.goto(`${app.url}/auth`)
  expect(await page.locator('form', { has: page.getByLabel('Email') }).getAttribute('method')).toBe('post')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: false }).first().fill('analytical engine')
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click()
  await page.waitForURL(`${app.url}/auth`)
})

test('a click on a button whose code has not come yet is answered once it has, and a second one counts with it', async () => {
  const { page, problems } = await visit(browser)
  const arrived = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.goto(`${app.url}/fxn/tip-calculator`, { waitUntil: 'commit' })
  await page.getByLabel('Bill').waitFor()
  const menu = page.getByRole('button', { name: 'Collapse' })
  await menu.click()
  await menu.click()
  const rail = page.locator('aside[data-collapsed]')
  expect(await rail.getAttribute('data-collapsed')).toBe('false')
  arrived.resolve()
  await expect.poll(() => rail.getAttribute('data-collapsed')).toBe('true')
  await settled(page)
  expect(await rail.getAttribute('data-collapsed')).toBe('true')
  expect(await problems()).toEqual([])
})
