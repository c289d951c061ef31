import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, type Visit } from './support/browser.ts'
import { aPerson, CARDS, enterCard, sells } from './support/money.ts'
import { axeProblems, lookProblems, sidewaysScroll } from './support/page-checks.ts'

// Grace sells a tool and lets Tom use it for nothing, with a phone in his hand.
let app: AppProcess
let browser: Browser
let grace: Visit
let tom: Visit
const TOOL = '/fxn/word-frequency'

beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  grace = await aPerson(browser, app, 'giver@example.com')
  tom = await aPerson(browser, app, 'tester@example.com', 'phone')
  await sells(app, 'giver@example.com', 'word-frequency', 2000)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notification' }).getByText(text)
const lent = (page: Page) => page.getByRole('region', { name: 'You have a free licence' })

async function give(page: Page, person: string) {
  await page.getByRole('button', { name: 'Give a licence' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give a licence' })
  await dialog.getByRole('textbox', { name: 'To' }).fill(person)
  await dialog.getByRole('button', { name: 'Give it' }).click()
  return dialog
}

test('a creator gives a licence, to others only, and sees it stand', async () => {
  const { page, problems } = grace
  await openPage(page, `${app.url}/licences`)
  await page.getByRole('heading', { name: 'No free licences yet' }).waitFor()
  const own = await give(page, 'giver@example.com')
  await own.getByText('You need no licence for a tool of yours').waitFor()
  expect(await axeProblems(page)).toEqual([])
  expect(await lookProblems(page, 'licence-dialog')).toEqual([])
  await own.getByRole('textbox', { name: 'To' }).fill('tester@example.com')
  await own.getByRole('button', { name: 'Give it' }).click()
  await toast(page, 'It is for tester@example.com.').waitFor()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'tester@example.com' })
  await row.getByText('Stands', { exact: true }).waitFor()
  await page.getByText('1 of 200 stand').waitFor()
  expect(await axeProblems(page)).toEqual([])
  expect(await lookProblems(page, 'licences', 'page')).toEqual([])
  // The one that is refused is a 403 that the browser writes down.
  expect(await problems()).toEqual([expect.stringContaining('403')])
})

test('who has a licence uses the tool, finds it among the purchases, and can buy it for good', async () => {
  const { page, problems } = tom
  await openPage(page, `${app.url}/purchases`)
  const held = page.getByRole('region', { name: 'Free licences' })
  await held.getByText(/^Given by its creator, who can take it back/).waitFor()
  await held.getByRole('link', { name: 'Open Word frequency' }).click()
  await lent(page).getByText('Bought for $20.00, the tool is yours for good.', { exact: false }).waitFor()
  expect(await page.getByRole('region', { name: 'Purchase required' }).count()).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  expect(await lookProblems(page, 'licence-card')).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('region', { name: 'Result' }).waitFor()

  await lent(page).getByRole('button', { name: 'Purchase Now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy Word frequency' })
  await dialog.getByText('To pay, once').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  await lent(page).waitFor()
  expect(await problems()).toEqual([])
})

test('a licence that is taken back closes the tool; bought, it is open without one', async () => {
  await openPage(grace.page, `${app.url}/licences`)
  await grace.page.getByRole('button', { name: 'Take back from tester@example.com' }).click()
  await grace.page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await toast(grace.page, 'Licence taken back').waitFor()
  await grace.page.getByText('0 of 200 stand').waitFor()

  const { page } = tom
  await openPage(page, app.url + TOOL)
  const wall = page.getByRole('region', { name: 'Purchase required' })
  await wall.getByRole('button', { name: 'Purchase Now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy Word frequency' })
  await dialog.getByRole('checkbox', { name: /I want to use this tool at once/ }).check()
  await enterCard(dialog, CARDS.pays)
  await dialog.getByRole('button', { name: 'Pay $20.00' }).click()
  await toast(page, 'Purchase successful!').waitFor()
  await wall.waitFor({ state: 'detached' })
  expect(await lent(page).count()).toBe(0)
})
