import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ask } from './support/account.ts'
import { rank } from './support/admin.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { lookProblems } from './support/page-checks.ts'

// A creator from the sale to the bank, and what a refund takes afterwards.
let app: AppProcess
let browser: Browser
let grace: Visit
let toolId = ''
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  grace = await person('payee@example.com')
  const [tool] = await sql<{ id: string }>(
    `update tool set price_cents = 2000, owner_id = (select id from "user" where email = 'payee@example.com')
      where slug = 'word-frequency' returning id`,
  )
  toolId = tool?.id ?? ''
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const sql = async <Row>(text: string, values: unknown[] = []) =>
  (await queryDatabase(app.dataDir, text, values)) as unknown as Row[]

async function person(email: string): Promise<Visit> {
  const someone = await visit(browser, DEVICES.desk)
  await someone.page.goto(app.url)
  await register(someone, app.url, email)
  await sql('update "user" set email_verified_at = now() where email = $1', [email])
  return someone
}

/** Somebody buys the tool, and eight days pass. */
async function sold(email: string): Promise<void> {
  const buyer = await person(email)
  const form = await ask<{ orderId: string; clientSecret: string }>(buyer, 'POST', '/api/marketplace/purchase', {
    ...{ fxnId: toolId, licenseType: 'personal' },
  })
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }
  await ask(buyer, 'POST', '/api/payments/confirm', { clientSecret: form.clientSecret, card })
  await ask(buyer, 'GET', `/api/purchases/${form.orderId}`)
  await sql("update sale set paid_at = paid_at - interval '8 days' where id = $1", [form.orderId])
  await buyer.context.close()
}

interface Payouts {
  readonly payouts: readonly { readonly status: string; readonly amount: number }[]
}
const latest = async () => (await ask<Payouts>(grace, 'GET', '/api/payouts')).payouts[0]

/** The button leads to what the books say, line by line. */
async function savesTheBooks(page: Page): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^fettle-earnings-\d{4}-\d\d-\d\d\.csv$/)
  const saved = readFileSync(await download.path(), 'utf8')
  expect(saved).toBe(await (await page.request.get(`${app.url}/api/earnings/csv`)).text())
  expect(saved).toContain('14.00')
}

test('a creator sells, says where the money goes, is paid, and a refund afterwards makes the balance negative', async () => {
  const { page, problems } = grace
  const card = page.getByRole('region', { name: 'Next payout' })
  const toast = (text: string) => page.getByRole('region', { name: 'Notification' }).getByText(text)
  await openPage(page, `${app.url}/earnings`)
  await card.getByText('Payouts begin at $10.00.').waitFor()
  expect(await card.getByRole('button').count()).toBe(0)
  await openPage(page, `${app.url}/dashboard`)
  const earned = page.getByRole('region', { name: 'Earnings (test payments)' })
  expect(await earned.count()).toBe(0)
  await sold('first-buyer@example.com')

  await openPage(page, `${app.url}/dashboard`)
  // Pending or, once the books have been looked at, available.
  expect((await earned.locator('dd').allTextContents()).sort()).toEqual(['$0.00', '$14.00'])
  expect(await lookProblems(page, 'dashboard-earned', 'page')).toEqual([])
  await earned.getByRole('link', { name: 'All earnings and payouts' }).click()
  await page.waitForURL('**/earnings')
  await openPage(page, `${app.url}/earnings`)
  await card.getByRole('link', { name: 'Set it up in your settings' }).waitFor()
  await settled(page)
  expect(await lookProblems(page, 'payouts-second-factor', 'page')).toEqual([])
  await rank(app, 'payee@example.com', { role: 'user', secondFactor: 'passed' })
  await openPage(page, `${app.url}/earnings`)
  await card.getByText('Say first where the money goes.').waitFor()
  await settled(page)
  expect(await lookProblems(page, 'payouts-onboarding', 'page')).toEqual([])
  await card.getByRole('button', { name: 'Set up payouts' }).click()
  await card.getByText('Choose your country').first().waitFor()
  await card.getByLabel('Country of your bank account').selectOption('United States')
  await card.getByRole('button', { name: 'Set up payouts' }).click()
  await page.waitForURL('**/test-payments/onboarding#token=*')
  await page.getByRole('heading', { name: 'Where your money goes' }).waitFor()
  expect(await lookProblems(page, 'payouts-test-bank')).toEqual([])
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL('**/earnings')

  const now = card.getByRole('button', { name: 'Pay out $14.00 now' })
  await now.click()
  await toast('$14.00 is on its way to your bank').waitFor()
  await page.getByRole('row').filter({ hasText: 'You asked' }).getByText('On its way').waitFor()
  await now.waitFor({ state: 'detached' })

  await sql('update test_payments.world set ahead_seconds = ahead_seconds + 86400')
  await vi.waitUntil(async () => (await latest())?.status === 'paid', { timeout: 30_000 })
  await openPage(page, `${app.url}/earnings`)
  await page.getByRole('row').filter({ hasText: 'You asked' }).getByText('Paid out').waitFor()
  await savesTheBooks(page)
  await page
    .getByRole('button', { name: /^Refund/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
  await toast('Refunded').waitFor()

  await openPage(page, `${app.url}/earnings`)
  await card.getByText('Refunds took more than was there. What you sell next makes up for it.').waitFor()
  await page.getByText('−$14.00').first().waitFor()
  await settled(page)
  expect(await lookProblems(page, 'payouts-negative', 'page')).toEqual([])
  const phone = await visit(browser, DEVICES.phone)
  await phone.context.addCookies(await grace.context.cookies())
  await openPage(phone.page, `${app.url}/earnings`)
  await phone.page.getByRole('row').filter({ hasText: 'You asked' }).waitFor()
  await settled(phone.page)
  expect(await lookProblems(phone.page, 'payouts-negative', 'page')).toEqual([])

  await sold('second-buyer@example.com')
  await sold('third-buyer@example.com')
  await openPage(page, `${app.url}/earnings`)
  await now.click()
  await toast('$14.00 is on its way to your bank').waitFor()
  expect(await latest()).toMatchObject({ status: 'sending', amount: 1400 })
  expect(await problems()).toEqual([])
})

test('the page of test payees is for who is signed in, and a link of nobody is told so', async () => {
  const { page } = await visit(browser)
  await page.goto(`${app.url}/test-payments/onboarding#token=nobody`)
  expect(new URL(page.url()).pathname).toBe('/auth')
  await openPage(grace.page, `${app.url}/test-payments/onboarding#token=nobody`)
  await grace.page.getByRole('button', { name: 'Finish' }).click()
  await grace.page.getByText('This link is not valid. Go back to your earnings and begin again.').waitFor()
})
