import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import { lookProblems } from './support/page-checks.ts'

// Grace gives out codes; others pay less with them.
let app: AppProcess
let browser: Browser
let grace: Visit
const PATH = '/fxn/word-frequency'
const SUCCESS = '4242 4242 4242 4242'

beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  grace = await person('seller@example.com')
  const [tool] = await sql<{ id: string }>(
    `update tool set owner_id = (select id from "user" where email = 'seller@example.com')
      where slug = 'word-frequency' returning id`,
  )
  const pricing = { pricingModel: 'one_time', price: 999, accessTier: 'free', licenseType: 'personal' }
  await ask(grace, 'POST', `/api/marketplace/pricing/${tool?.id}`, pricing)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const sql = async <Row>(text: string, values: unknown[] = []) =>
  (await queryDatabase(app.dataDir, text, values)) as unknown as Row[]

let people = 0
async function person(email = `buyer${++people}@example.com`): Promise<Visit> {
  const someone = await visit(browser, DEVICES.desk)
  await someone.page.goto(app.url)
  await register(someone, app.url, email)
  await sql('update "user" set email_verified_at = now() where email = $1', [email])
  return someone
}
const buyer = () => person()

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Buy Word frequency' })
async function enterCard(page: Page, number: string) {
  const dialog = dialogOf(page)
  await dialog.getByLabel('Card number').fill(number)
  await dialog.getByLabel(/^Expir/).fill('12 / 30')
  await dialog.getByLabel(/^(CVC|Security code)/).fill('123')
}
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notification' }).getByText(text)
const hasAccess = async (page: Page) => {
  await toast(page, 'Purchase successful!').waitFor()
  await page.getByRole('button', { name: 'Purchase Now' }).waitFor({ state: 'detached' })
}

test('a creator makes codes, and buyers pay less with them, or nothing', async () => {
  const { page: hers } = grace
  await openPage(hers, `${app.url}/coupons`)
  for (const [code, percent] of [
    ['spring', '20'],
    ['gift', '100'],
    ['almost', '96'],
  ] as const) {
    await hers.getByRole('button', { name: 'New coupon' }).click()
    const making = hers.getByRole('dialog', { name: 'New coupon' })
    await making.getByRole('textbox', { name: /^Code/ }).fill(code)
    await making.getByRole('textbox', { name: /^Percentage/ }).fill(percent)
    if (code === 'spring') {
      await making.getByText('Word frequency costs $7.99 with it instead of $9.99.').waitFor()
      expect(await lookProblems(hers, 'coupon-dialog')).toEqual([])
    }
    await making.getByRole('button', { name: 'Make the coupon' }).click()
    await making.waitFor({ state: 'detached' })
  }
  const row = (code: string) => hers.getByRole('listitem').filter({ hasText: code })
  await row('SPRING').getByText('20 % off · all tools that you sell').waitFor()

  const someone = await buyer()
  const { page } = someone
  await openPage(page, app.url + PATH)
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  const dialog = dialogOf(page)
  const enter = async (code: string) => {
    await dialog.getByRole('textbox', { name: 'Code' }).fill(code)
    await dialog.getByRole('button', { name: 'Apply' }).click()
  }
  await dialog.getByRole('button', { name: 'I have a code' }).click()
  await enter('nonsense')
  await dialog.getByText('This code is not valid for this tool').waitFor()
  await enter('almost')
  await dialog.getByText('less than $0.50 cannot be charged').waitFor()
  await enter('spring')
  await dialog.getByText('Code SPRING', { exact: true }).waitFor()
  await dialog.getByText('−$2.00').waitFor()
  const busy = { code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Try again in 9 s.', details: [] }
  await page.route('**/api/marketplace/purchase', (route) => route.fulfill({ status: 429, json: { error: busy } }))
  await dialog.getByRole('button', { name: 'Remove the code SPRING' }).click()
  await dialog.getByRole('alert').getByText('Too many requests. Try again in 9 s.').waitFor()
  await page.unroute('**/api/marketplace/purchase')
  expect(await lookProblems(page, 'purchase-with-code')).toEqual([])
  await dialog.getByRole('checkbox', { name: /I want to use this tool at once/ }).check()
  await enterCard(page, SUCCESS)
  await dialog.getByRole('button', { name: 'Pay $7.99' }).click()
  await hasAccess(page)
  await openPage(page, `${app.url}/purchases`)
  await page.getByText('$2.00 off with SPRING').waitFor()

  const { page: other } = await buyer()
  await openPage(other, app.url + PATH)
  await other.getByRole('button', { name: 'Purchase Now' }).click()
  await dialogOf(other).getByRole('button', { name: 'I have a code' }).click()
  await dialogOf(other).getByRole('textbox', { name: 'Code' }).fill('gift')
  await other.keyboard.press('Enter')
  await dialogOf(other).getByRole('button', { name: 'Take it for $0.00' }).click()
  await hasAccess(other)

  await openPage(hers, `${app.url}/coupons`)
  await row('SPRING').getByText('used 1 time').waitFor()
  await hers.getByRole('button', { name: 'End SPRING' }).click()
  expect(await lookProblems(hers, 'coupons', 'page')).toEqual([])
  await hers.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await row('SPRING').getByText('Ended').waitFor()
})
