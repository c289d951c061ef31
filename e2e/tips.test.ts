import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import { axeProblems, lookProblems, sidewaysScroll } from './support/page-checks.ts'

// Grace gives a tool away; Tom thanks her with money.
let app: AppProcess
let browser: Browser
let grace: Visit
let tom: Visit
const PATH = '/fxn/word-frequency'

beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  grace = await person('giver@example.com')
  tom = await person('thankful@example.com', 'phone')
  await queryDatabase(
    app.dataDir,
    `update tool set owner_id = (select id from "user" where email = 'giver@example.com') where slug = 'word-frequency'`,
    [],
  )
  await queryDatabase(
    app.dataDir,
    `insert into creator (user_id, handle) select id, 'grace' from "user" where email = 'giver@example.com'
       on conflict do nothing`,
    [],
  )
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

test('somebody tips the creator of a free tool, is thanked, and takes it back', async () => {
  const { page } = tom
  await openPage(page, app.url + PATH)
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Tip / })
  await dialog.getByRole('radio', { name: 'Another amount' }).check()
  await dialog.getByRole('textbox', { name: 'Amount in US dollars' }).fill('0.50')
  await dialog.getByRole('button', { name: 'Go on to the card' }).click()
  await dialog.getByText('Enter an amount from $1.00 to $100.00').waitFor()
  await dialog.getByRole('textbox', { name: 'Amount in US dollars' }).fill('3')
  expect(await axeProblems(page)).toEqual([])
  expect(await lookProblems(page, 'tip-dialog')).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await dialog.getByRole('button', { name: 'Go on to the card' }).click()
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByLabel(/^Expir/).fill('12 / 30')
  await dialog.getByLabel(/^(CVC|Security code)/).fill('123')
  await dialog.getByRole('button', { name: 'Tip $3.00' }).click()
  await page.getByRole('region', { name: 'Notification' }).getByText('Thank you for the tip!').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const { sales } = await ask<{ sales: object[] }>(grace, 'GET', '/api/earnings')
  expect(sales).toMatchObject([{ kind: 'tip', amount: 300, share: 210 }])
  await openPage(page, `${app.url}/purchases`)
  await page.getByRole('button', { name: /^Refund/ }).click()
  await page.getByRole('button', { name: 'Refund $3.00' }).click()
  await page.getByText('Refunded', { exact: true }).waitFor()
})

test('creators cannot tip themselves, and strangers are asked to sign in', async () => {
  await openPage(grace.page, app.url + PATH)
  await grace.page.getByRole('link', { name: 'Ada Lovelace' }).waitFor()
  expect(await grace.page.getByRole('button', { name: 'Tip', exact: true }).count()).toBe(0)
  const stranger = await visit(browser)
  await openPage(stranger.page, app.url + PATH)
  expect(await stranger.page.getByRole('link', { name: 'Sign in to tip' }).getAttribute('href')).toBe(
    '/login?redirect=%2Ffxn%2Fword-frequency',
  )
})
