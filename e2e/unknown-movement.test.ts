import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rank } from './support/admin.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage } from './support/browser.ts'
import { aPerson, buy, sells } from './support/money.ts'
import { lookProblems } from './support/page-checks.ts'

// The provider has moved something that no order and no rule of ours explains, and an admin says what it was.
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

test('an admin finds an unknown movement, says what it was, and every cent is explained', async () => {
  const { page } = await aPerson(browser, app, 'books-admin@example.com')
  await rank(app, 'books-admin@example.com', { role: 'admin', secondFactor: 'passed' })
  const grace = await aPerson(browser, app, 'grace@example.com')
  await buy(
    await aPerson(browser, app, 'ada@example.com'),
    await sells(app, 'grace@example.com', 'word-frequency', 2000),
  )
  await grace.context.close()
  await queryDatabase(
    app.dataDir,
    `insert into test_payments.balance_move (id, kind, amount, fee, source_id, currency)
     values ('txn_climate', 'other', -150, 0, 'cl_1', 'usd'), ('txn_bank', 'bank', -1000, 0, 'po_1', 'usd'),
            ('txn_euros', 'fee', -250, 0, 'fee_1', 'eur')`,
  )
  await openPage(page, `${app.url}/admin/payments/reconciliation`)
  const main = page.getByRole('main')
  const report = main.getByRole('region', { name: /UTC$/ })
  await main.getByRole('button', { name: 'Compare now' }).click()
  await report.getByText('2 differences', { exact: true }).waitFor()
  await report.getByRole('cell', { name: '-250 smallest units of EUR', exact: true }).waitFor()
  const figures = () => report.locator('dl > div').allTextContents()
  // $20.00 less 88 cents, of which $10.00 are at our bank and $1.50 are the climate's.
  expect(await figures()).toEqual([
    ...['Balance with the provider$7.62', 'Balance in the books$9.12', 'Not explained−$1.50'],
  ])
  expect(await lookProblems(page, 'unknown-movement', 'page')).toEqual([])

  await report.getByRole('row', { name: 'txn_climate' }).getByRole('button', { name: 'Say what it was' }).click()
  const dialog = page.getByRole('dialog', { name: 'What was this movement?' })
  await dialog.getByText('txn_climate').waitFor()
  await dialog.getByRole('button', { name: 'Book it' }).click()
  await dialog.getByText('Say why').first().waitFor()
  expect(await lookProblems(page, 'unknown-movement-dialog', 'page')).toEqual([])
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('What Stripe keeps for the climate')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await report.getByText('1 difference', { exact: true }).waitFor()

  await report.getByRole('button', { name: 'Say what it was' }).click()
  await dialog.getByText('The books are in US dollars and do not have it').waitFor()
  expect(await lookProblems(page, 'movement-of-euros', 'page')).toEqual([])
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('What Stripe keeps of our euros')
  await dialog.getByRole('button', { name: 'Note it' }).click()
  await dialog.waitFor({ state: 'detached' })
  await report.getByText('Nothing differs').waitFor()
  expect(await figures()).toEqual([
    ...['Balance with the provider$7.62', 'Balance in the books$7.62', 'Not explained$0.00'],
  ])
})
