import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from './support/app-database.ts'
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

test('the choice of a year is taken back, a card form is left, and invoices and shares of Pro are all there', async () => {
  const { page, problems } = await person('undecided@example.com')
  await openPage(page, `${app.url}/subscription`)
  await page.getByRole('checkbox', { name: /I want Pro at once/ }).check()
  await page.getByRole('button', { name: 'Try it for 14 days' }).click()
  await page.getByText('The card is kept, and nothing is charged now.').waitFor()
  await enterCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Start 14 days of trial' }).click()
  await main(page).getByText('Trial', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Pay by the year' }).click()
  await page.getByRole('dialog', { name: 'Pay by the year?' }).getByRole('button', { name: 'Pay by the year' }).click()
  await main(page)
    .getByText(/^\$90\.00 for a year on/)
    .waitFor()
  await page.getByRole('button', { name: 'Stay with the month' }).click()
  await main(page)
    .getByText(/^\$9\.00 for a month on/)
    .waitFor()

  await page.getByRole('button', { name: 'Change card' }).click()
  await page.getByLabel('Card number').waitFor()
  expect(await lookProblems(page, 'subscription-change-card', 'page')).toEqual([])
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: 'Change card' }).waitFor()
  expect(await page.getByLabel('Card number').count()).toBe(0)
  await main(page).getByText('Visa, ends in 4242, valid until 12/2030').waitFor()

  await queryDatabase(
    app.dataDir,
    `insert into invoice (id, series, seq, number, kind, user_id, source_type, source_id, amount, tax, tax_rate, livemode,
                          issued_at, seller, lines)
     select gen_random_uuid(), 'TEST-F-2020', n, 'TEST-F-2020-' || n, 'invoice', id, 'subscription', gen_random_uuid(), 900, 0, '',
            false, '2020-01-01'::timestamptz + n * interval '1 day',
            '{"name": "Fettle", "address": "", "country": "", "taxId": ""}', '[{"text": "Fettle Pro", "amount": 900}]'
       from "user", generate_series(1, 60) n where email = 'undecided@example.com'`,
  )
  await openPage(page, `${app.url}/billing`)
  const rows = page.getByRole('row').filter({ hasText: 'TEST-F-2020-' })
  await page.getByRole('link', { name: 'TEST-F-2020-60' }).waitFor()
  expect(await rows.count()).toBe(50)
  expect(await lookProblems(page, 'billing-older', 'page')).toEqual([])
  await page.getByRole('button', { name: 'Older invoices' }).click()
  await page.getByRole('link', { name: 'TEST-F-2020-1', exact: true }).waitFor()
  expect(await rows.count()).toBe(60)
  expect(await page.getByRole('button', { name: 'Older invoices' }).count()).toBe(0)

  await queryDatabase(
    app.dataDir,
    `insert into pro_month (month, livemode, net, shared, shares)
     select '2026-10-01', false, 900, 473, json_build_array(json_build_object('creatorId', id, 'people', 3, 'amount', 473))
       from "user" where email = 'undecided@example.com'`,
  )
  await openPage(page, `${app.url}/earnings`)
  const share = page.getByRole('row').filter({ hasText: 'Share of Pro, October 2026' })
  expect(await share.getByRole('cell').allTextContents()).toEqual([expect.any(String), '3', '$4.73'])
  await page.getByRole('heading', { name: 'Nothing sold yet' }).waitFor()
  await page.getByText('Your shares of Pro').waitFor()
  expect(await lookProblems(page, 'earnings-shares-of-pro', 'page')).toEqual([])
  expect(await problems()).toEqual([])
})
