import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, type Visit, visit } from './support/browser.ts'
import { BROKEN } from './support/failures.ts'
import { aPerson, sells } from './support/money.ts'
import { lookProblems } from './support/page-checks.ts'

// Grace decides what her tool costs, and what others see of it then: its cards, its page, and the frames it is shown in.
let app: AppProcess
let browser: Browser
let grace: Visit
let toolId = ''
const PATH = '/fxn/word-frequency'

beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  grace = await aPerson(browser, app, 'seller@example.com')
  toolId = await sells(app, 'seller@example.com', 'word-frequency', 999)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const price = (pricing: object) =>
  ask(grace, 'POST', `/api/marketplace/pricing/${toolId}`, { ...pricing, licenseType: 'personal' })
const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Notification' }).getByText(text)

test('the pricing dialog shows who gets what, refuses less than $0.99, and saves', async () => {
  await price({ pricingModel: 'free', price: 0, accessTier: 'free' })
  const { page } = grace
  await openPage(page, app.url + PATH)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Manage Pricing' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage pricing of Word frequency' })
  const field = dialog.getByLabel('Price in US dollars')
  // What a tool that was free until now would cost, and what its creator would get of Pro.
  expect(await dialog.getByRole('radio', { name: 'Free' }).isChecked()).toBe(true)
  await dialog.getByRole('radio', { name: 'Pro tier' }).check()
  await dialog.getByText(/70 % of what Pro earns, after refunds, is shared among creators/).waitFor()
  await dialog.getByRole('radio', { name: 'One-time purchase' }).check()
  expect(await field.inputValue()).toBe('9.99')
  expect(await lookProblems(page, 'pricing-dialog')).toEqual([])
  await field.fill('0.99')
  await dialog.getByText('−$0.04').waitFor()
  await field.fill('0.98')
  await dialog.getByRole('button', { name: 'Save pricing' }).click()
  await toast(page, 'Invalid price').waitFor()
  await dialog.getByText('Minimum price is $0.99').waitFor()
  const refuse = { status: 422, json: BROKEN }
  await page.route('**/api/marketplace/pricing/*', (route) => route.fulfill(refuse))
  await field.fill('4.50')
  await dialog.getByRole('button', { name: 'Save pricing' }).click()
  await toast(page, 'Failed to update pricing').waitFor()
  await page.unroute('**/api/marketplace/pricing/*')
  await dialog.getByRole('button', { name: 'Save pricing' }).click()
  await toast(page, 'Pricing updated').waitFor()
  // Nothing waits behind it: what was refused before has been mended.
  expect(await toast(page, /more waiting/).count()).toBe(0)
  await page.getByRole('main').getByText('$4.50').waitFor()
})

test('a Pro tool asks for Pro: on its card, its page, and when it is run', async () => {
  await price({ pricingModel: 'subscription', price: 0, accessTier: 'pro' })
  const { page } = await aPerson(browser, app, 'reader@example.com')
  await openPage(page, `${app.url}/explore?q=word+frequency`)
  await page
    .getByRole('article')
    .filter({ hasText: 'Word frequency' })
    .getByText(/PRO ONLY · \$9\.00\/mo/)
    .waitFor()
  await openPage(page, app.url + PATH)
  await page.getByRole('region', { name: 'Pro Subscription Required' }).waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const told = page.getByRole('region', { name: 'Notification' })
  await told.getByText('Pro Subscription Required').waitFor()
  await told.getByText('This tool requires a Pro subscription to use.').waitFor()
  await told.getByRole('link', { name: 'Upgrade to Pro' }).click()
  await page.waitForURL('**/pricing')
})

test.each([
  [{ pricingModel: 'one_time', price: 999, accessTier: 'free' }, 'You need to purchase this tool to use it'],
  [{ pricingModel: 'subscription', price: 0, accessTier: 'pro' }, 'This tool requires a Pro subscription to use.'],
])('a tool that has to be paid for runs in no frame: %o', async (pricing, refusal) => {
  await price(pricing)
  const [status, code] = pricing.pricingModel === 'one_time' ? [402, 'PURCHASE_REQUIRED'] : [403, 'PRO_REQUIRED']
  const { page, problems } = await visit(browser)
  // A process knows what a tool costs for a second.
  const run = { data: { inputs: {} }, headers: { 'x-requested-with': 'e2e' } }
  const codeNow = async () =>
    (await (await page.request.post(`${app.url}/api/tools/${toolId}/run`, run)).json()).error.code
  await expect.poll(codeNow).toBe(code)
  const answered = page.waitForResponse(`${app.url}/api/tools/${toolId}/run`)
  await openPage(page, `${app.url}/embed/word-frequency`)
  await page.getByLabel('Text', { exact: false }).first().fill('a a b')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const answer = await answered
  expect([answer.status(), Object.keys(await answer.json())]).toEqual([status, ['error']])
  const results = page.getByRole('region', { name: 'Results', exact: true })
  await results.getByText(refusal).waitFor()
  expect(await results.getByRole('table').count()).toBe(0)
  // The refusal itself, which the browser notes.
  expect(await problems()).toEqual([expect.stringMatching(/responded with a status of 40[23]/)])
})
