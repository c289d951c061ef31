import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rank } from './support/admin.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage } from './support/browser.ts'
import { aPerson, CARDS, enterCard } from './support/money.ts'
import { lookProblems } from './support/page-checks.ts'

// An admin gives a payment for Pro back from its page: a part leaves Pro, the rest of it ends it.
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

test('a payment for Pro is given back in part and then whole, and Pro is over with that', async () => {
  const payer = await aPerson(browser, app, 'payer@example.com')
  await openPage(payer.page, `${app.url}/subscription`)
  await payer.page.getByRole('checkbox', { name: /I want Pro at once/ }).check()
  await payer.page.getByRole('button', { name: 'Subscribe now' }).click()
  await payer.page.getByText('Your card is charged $9.00 now.').waitFor()
  await enterCard(payer.page, CARDS.pays)
  await payer.page.getByRole('button', { name: 'Pay $9.00' }).click()
  await payer.page.getByRole('main').getByText('Active').waitFor()

  const admin = await aPerson(browser, app, 'pro-admin@example.com')
  await rank(app, 'pro-admin@example.com', { role: 'admin', secondFactor: 'passed' })
  const [order] = await queryDatabase(app.dataDir, 'select id from subscription_order')
  await openPage(admin.page, `${app.url}/admin/payments/${order?.id}`)
  expect(await lookProblems(admin.page, 'pro-payment', 'page')).toEqual([])
  const give = async (amount: string) => {
    await admin.page.getByRole('textbox', { name: /^Amount/ }).fill(amount)
    await admin.page.getByRole('textbox', { name: /^Reason/ }).fill('Paid by mistake')
    await admin.page.getByRole('button', { name: /^Refund/ }).click()
  }
  const givenBack = (amount: string) => admin.page.getByRole('row', { name: `${amount} Given back` }).first()
  await give('4.00')
  await givenBack('$4.00').waitFor()
  await openPage(payer.page, `${app.url}/subscription`)
  await payer.page.getByRole('main').getByText('Active').waitFor()

  await openPage(admin.page, `${app.url}/admin/payments/${order?.id}`)
  await give('')
  await givenBack('$5.00').waitFor()
  // What is over cannot be resumed, also before the clock has ended it.
  await openPage(payer.page, `${app.url}/subscription`)
  await payer.page.getByText(/Your last payment was given back|Your subscription has ended/).waitFor()
  expect(await payer.page.getByRole('button', { name: 'Resume' }).count()).toBe(0)
  await openPage(payer.page, `${app.url}/pricing`)
  await payer.page.getByRole('link', { name: 'Get Pro' }).waitFor()
  expect(await lookProblems(admin.page, 'pro-payment-back', 'page')).toEqual([])
})
