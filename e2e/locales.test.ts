import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, openAccount } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, type Device, openBrowser, openPage, type Visit, visit } from './support/browser.ts'
import { picture, sidewaysScroll } from './support/page-checks.ts'
import { textProblems } from './support/text-checks.ts'

// People whose browser speaks German or Arabic, and words as long as a translation makes them (row G3 of our interface bar).
let app: AppProcess
let browser: Browser
let owner: Visit
let account: Account

beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  owner = await visit(browser)
  account = await openAccount(owner, app, 'locales@example.com')
  await queryDatabase(app.dataDir, `update execution set created_at = '2026-07-01T22:30:00Z' where id = $1`, [
    account.failed,
  ])
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const PATHS: Readonly<Record<string, () => string>> = {
  home: () => '/',
  explore: () => '/explore?category=calculator',
  'tool-loan': () => '/fxn/loan-payment',
  'tool-regex': () => '/fxn/regex-tester',
  'auth-register': () => '/auth?mode=register',
  support: () => '/support',
  dashboard: () => '/dashboard',
  settings: () => '/settings',
  'email-preferences': () => '/email-preferences',
  workflows: () => '/workflows',
  editor: () => `/workflows/${account.workflowId}`,
  executions: () => `/workflows/${account.workflowId}/executions`,
  execution: () => `/workflows/${account.workflowId}/executions/${account.failed}`,
}
const signsIn = (name: string) => name !== 'auth-register'

/** By device, locale and sign-in. */
const visits = new Map<string, Visit>()

async function openOn(device: Device, name: string, options: { locale?: string; timezoneId?: string } = {}) {
  const key = `${device} ${options.locale} ${signsIn(name)}`
  const someone = visits.get(key) ?? (await visit(browser, { ...DEVICES[device], ...options }))
  visits.set(key, someone)
  const { page, context } = someone
  if (signsIn(name)) await context.addCookies(await owner.context.cookies())
  await openPage(page, app.url + (PATHS[name]?.() ?? '/'))
  return page
}

/** Doubles vowels with accents and fills up to 40 % more, as translations into German or Finnish do. */
const PSEUDO = `(() => {
  const accents = { a: 'áá', e: 'éé', i: 'íí', o: 'óó', u: 'úú' }
  const longer = (text) => {
    const words = text.replace(/[aeiou]/g, (vowel) => accents[vowel])
    const missing = Math.ceil(text.trim().length * 1.4) - words.trim().length
    return missing > 0 ? words.replace(/\\s*$/, (end) => 'ñ'.repeat(Math.min(missing, 8)) + end) : words
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const nodes = []
  while (walker.nextNode()) nodes.push(walker.currentNode)
  for (const node of nodes)
    if (/[a-z]{2}/i.test(node.data) && !node.parentElement.closest('script, style, code, pre, kbd, textarea, svg'))
      node.data = longer(node.data)
  for (const name of ['title', 'aria-label', 'placeholder'])
    for (const element of document.querySelectorAll('[' + name + ']'))
      element.setAttribute(name, longer(element.getAttribute(name)))
})()`

async function expectReadable(page: Page, name: string): Promise<void> {
  await picture(page, `locale-${name}`, 'page')
  expect(await textProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
}

// On a desk there is room; a few pages stand for all.
describe.each([
  ['phone', Object.keys(PATHS)],
  ['desk', ['home', 'tool-loan', 'settings', 'editor']],
] as const)('on the %s', (device, names) => {
  test.each(names)('%s holds words 40 % longer', async (name) => {
    const page = await openOn(device, name)
    await page.evaluate(PSEUDO)
    await expectReadable(page, `pseudo-${name}`)
  })

  test.each(names)('%s is as good from right to left', async (name) => {
    const page = await openOn(device, name, { locale: 'ar-EG', timezoneId: 'Africa/Cairo' })
    await page.evaluate(`document.documentElement.dir = 'rtl'`)
    await expectReadable(page, `rtl-${name}`)
  })
})

test('from right to left the sidebar stands on the right, and a text begins there', async () => {
  const page = await openOn('desk', 'dashboard')
  await page.evaluate(`document.documentElement.dir = 'rtl'`)
  const boxOf = async (of: ReturnType<Page['locator']>) => {
    const { x, width } = (await of.boundingBox()) ?? { x: Number.NaN, width: 0 }
    return { left: x, right: x + width }
  }
  const main = await boxOf(page.getByRole('main'))
  const side = await boxOf(page.getByRole('navigation').getByRole('link', { name: 'Workflows' }).first())
  const title = await boxOf(page.getByRole('heading', { level: 1 }))
  expect(side.left).toBeGreaterThanOrEqual(main.right)
  expect(title.right - main.right).toBeGreaterThan(-60)
})

describe.each([
  ['de-DE', 'Europe/Berlin', 'Thursday, 2 July 2026 at 00:30:00 CEST'],
  ['ar-EG', 'Africa/Cairo', 'Thursday, 2 July 2026 at 01:30:00 EEST'],
  ['en-US', 'America/New_York', 'Wednesday, 1 July 2026 at 18:30:00 GMT-4'],
] as const)('a browser in %s', (locale, timezoneId, exact) => {
  test('sees times in its own zone, and the zone beside them', async () => {
    const page = await openOn('desk', 'execution', { locale, timezoneId })
    await expect.poll(() => page.locator('main time').first().getAttribute('title')).toBe(exact)
  })

  test('sees numbers as the text around them writes them, and they are read back', async () => {
    const page = await openOn('desk', 'tool-loan', { locale, timezoneId })
    await page.getByLabel('Loan amount').fill('1234567.2')
    await page.getByLabel('Interest rate per year').fill('0')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const results = page.getByRole('region', { name: /result/i })
    // 1,234,567.20 in 48 payments.
    await results.getByText('25,720.15').filter({ visible: true }).first().waitFor()
    const figures = (await results.locator('td, .figures').allTextContents()).join('\n')
    expect(figures).not.toMatch(/[٠-٩]|\d\.\d{3},/)
  })
})
