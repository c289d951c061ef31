import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import { lookProblems } from './support/page-checks.ts'

// Somebody subscribes to Pro with the cards of the test provider, reads the invoice, cancels, and takes it back.
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

async function person(email: string, device: keyof typeof DEVICES = 'desk'): Promise<Visit> {
  const someone = await visit(browser, DEVICES[device])
  await someone.page.goto(app.url)
  await register(someone, app.url, email)
  return someone
}

const main = (page: Page) => page.getByRole('main')
async function enterCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel(/^Expir/).fill('12 / 30')
  await page.getByLabel(/^(CVC|Security code)/).fill('123')
}
async function openCardForm(page: Page) {
  await openPage(page, `${app.url}/subscription`)
  await page.getByRole('checkbox', { name: /I want Pro at once/ }).check()
  await page.getByRole('button', { name: 'Subscribe now' }).click()
  await page.getByText('Your card is charged $9.00 now.').waitFor()
}

test('a visitor reads what Pro costs, and signs in to come back', async () => {
  const { page } = await visit(browser)
  await openPage(page, `${app.url}/pricing`)
  await main(page).getByText('a month, or $90 a year, which saves $18').waitFor()
  await main(page).getByText('Test payments: no money moves.').waitFor()
  await page.getByRole('link', { name: 'Get Pro' }).click()
  await page.waitForURL('**/auth?**')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/subscription')
})

test('whoever subscribes has Pro and an invoice, cancels, and takes it back', async () => {
  const { page, problems } = await person('pro@example.com')
  await openPage(page, `${app.url}/subscription`)
  await page.getByRole('button', { name: 'Subscribe now' }).click()
  await page.getByText('Agree to this to go on').waitFor()
  await openCardForm(page)
  expect(await lookProblems(page, 'subscription-card', 'page')).toEqual([])
  await enterCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay $9.00' }).click()
  await main(page).getByText('Active').waitFor()
  await main(page).getByText('Visa, ends in 4242, valid until 12/2030').waitFor()
  expect(await lookProblems(page, 'subscription-active', 'page')).toEqual([])

  await openPage(page, `${app.url}/pricing`)
  await main(page).getByText('You have Pro.').waitFor()
  expect(await page.getByRole('link', { name: 'Get Pro' }).count()).toBe(0)
  await main(page).getByRole('link', { name: 'Your subscription' }).click()

  await main(page).getByRole('link', { name: 'Invoices' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Fettle Pro, one month' })
  await row.getByRole('cell', { name: '$9.00', exact: true }).waitFor()
  await row.getByRole('link').click()
  await page.getByRole('heading', { name: /^TEST-F-\d{4}-000001$/ }).waitFor()
  expect(await lookProblems(page, 'invoice', 'page')).toEqual([])
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^TEST-F-\d{4}-000001\.pdf$/)
  const invoice = page.url()

  await openPage(page, `${app.url}/subscription`)
  await page.getByRole('button', { name: 'Cancel Pro' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel Pro?' })
  expect(await lookProblems(page, 'subscription-cancel')).toEqual([])
  await dialog.getByRole('button', { name: 'Keep Pro' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Cancel Pro' }).click()
  await dialog.getByRole('button', { name: 'Cancel Pro' }).click()
  await main(page).getByText('Ends soon').waitFor()
  await main(page)
    .getByText(/^Pro ends on .*\. Nothing more is charged\.$/)
    .waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await main(page).getByText('Active').waitFor()
  await main(page)
    .getByText(/^You have Pro\. On .* your card is charged \$9\.00\.$/)
    .waitFor()
  expect(await problems()).toEqual([])

  const { page: strange } = await person('other@example.com')
  expect((await strange.goto(invoice))?.status()).toBe(404)
})

test('a declined card is told in the form, and another card pays', async () => {
  const { page } = await person('declined@example.com', 'phone')
  await openCardForm(page)
  await enterCard(page, '4000 0000 0000 0002')
  await page.getByRole('button', { name: 'Pay $9.00' }).click()
  await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor()
  expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0000 0000 0002')
  expect(await main(page).getByText('Active').count()).toBe(0)
  await enterCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay $9.00' }).click()
  await main(page).getByText('Active').waitFor()
})
