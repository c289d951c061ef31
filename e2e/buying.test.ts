import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { answers, DEVICES, openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import { BROKEN } from './support/failures.ts'
import { tabTo } from './support/keyboard.ts'
import { buy as buyPast, CARDS, enterCard as typeCard } from './support/money.ts'
import { axeProblems, lookProblems, showIn, sidewaysScroll } from './support/page-checks.ts'

// Grace sells a tool; others buy it with the cards of the test provider, lose their connection, and take the money back.
let app: AppProcess
let browser: Browser
let grace: Visit
let toolId = ''
const PATH = '/fxn/word-frequency'
const { pays: SUCCESS, declined: DECLINED, asks: ASKS } = CARDS

beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  grace = await person('seller@example.com')
  const [tool] = await sql<{ id: string }>(
    `update tool set owner_id = (select id from "user" where email = 'seller@example.com')
      where slug = 'word-frequency' returning id`,
  )
  toolId = tool?.id ?? ''
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})
beforeEach(() => price({ pricingModel: 'one_time', price: 999, accessTier: 'free' }))

const sql = async <Row>(text: string, values: unknown[] = []) =>
  (await queryDatabase(app.dataDir, text, values)) as unknown as Row[]
const price = (pricing: object) =>
  ask(grace, 'POST', `/api/marketplace/pricing/${toolId}`, { ...pricing, licenseType: 'personal' })

let people = 0
async function person(email = `buyer${++people}@example.com`, device: keyof typeof DEVICES = 'desk'): Promise<Visit> {
  const someone = await visit(browser, DEVICES[device])
  await someone.page.goto(app.url)
  await register(someone, app.url, email)
  await sql('update "user" set email_verified_at = now() where email = $1', [email])
  return someone
}
const buyer = () => person()

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Buy Word frequency' })
async function openDialog({ page }: Visit) {
  await openPage(page, app.url + PATH)
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('checkbox', { name: /I want to use this tool at once/ }).check()
  return dialog
}
const enterCard = (page: Page, number: string) => typeCard(dialogOf(page), number)
const pay = (page: Page) => dialogOf(page).getByRole('button', { name: 'Pay $9.99' })
const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Notification' }).getByText(text)
const hasAccess = async (page: Page) => {
  await toast(page, 'Purchase successful!').waitFor()
  await page.getByRole('button', { name: 'Purchase Now' }).waitFor({ state: 'detached' })
}
/** What the provider took of this person, and what the books know. */
async function charges(someone: Visit): Promise<{ paid: number; sold: number }> {
  const { id } = await ask<{ id: string }>(someone, 'GET', '/api/user')
  const { purchases } = await ask<{ purchases: { state: string }[] }>(someone, 'GET', '/api/purchases')
  const [taken] = await sql<{ count: number }>(
    `select count(*)::int as count from test_payments.intent join test_payments.customer on customer.id = customer_id
      where account_id = $1 and intent.status = 'succeeded'`,
    [id],
  )
  return { paid: taken?.count ?? 0, sold: purchases.filter(({ state }) => state === 'paid').length }
}
const ONCE = { paid: 1, sold: 1 }

test('a visitor sees the price and signs in to come back; a run is blocked', async () => {
  const { page } = await visit(browser)
  await openPage(page, app.url + PATH)
  const card = page.getByRole('region', { name: 'Premium Tool' })
  await card.getByText('$9.99').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await toast(page, 'You need to purchase this tool to use it').waitFor()
  await card.getByRole('link', { name: 'Sign In to Purchase' }).click()
  await page.waitForURL('**/auth?**')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(PATH)
  await openPage(page, `${app.url}/explore?q=word+frequency`)
  await page.getByRole('article').filter({ hasText: 'Word frequency' }).getByText('$9.99').waitFor()
})

test('who buys with a good card has the tool, an order and a receipt, and its creator 70 %', async () => {
  const someone = await buyer()
  const { page, problems } = someone
  const dialog = await openDialog(someone)
  await dialog.getByText('To pay, once').waitFor()
  expect(await lookProblems(page, 'purchase-dialog')).toEqual([])
  await enterCard(page, SUCCESS)
  await pay(page).click()
  await hasAccess(page)
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('heron heron wader')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('region', { name: 'Results', exact: true }).getByText('heron').first().waitFor()
  expect(await charges(someone)).toEqual(ONCE)
  await openPage(page, `${app.url}/purchases?success=true`)
  await page.getByRole('heading', { name: 'Purchase successful!' }).waitFor()
  type Bought = { purchases: { invoiceId: string | null }[] }
  const receipt = async () => (await ask<Bought>(someone, 'GET', '/api/purchases')).purchases[0]?.invoiceId
  await expect.poll(receipt, { timeout: 15_000 }).not.toBeNull()
  await openPage(page, `${app.url}/purchases?success=true`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: /^PDF of receipt TEST-/ }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^TEST-\d{4}-\d{6}\.pdf$/)
  expect(await lookProblems(page, 'purchases-bought', 'page')).toEqual([])
  await page.getByRole('listitem').filter({ hasText: 'Personal licence' }).getByRole('link').first().click()
  await page.waitForURL('**/checkout/success?order=*')
  await page.getByRole('link', { name: /^TEST-\d{4}-\d{6}$/ }).waitFor()
  expect(await lookProblems(page, 'checkout-success', 'page')).toEqual([])
  const order = page.url()
  expect(await problems()).toEqual([])

  const { page: strange } = await buyer()
  expect((await strange.goto(order))?.status()).toBe(404)
  expect(await strange.getByText('Word frequency').count()).toBe(0)
  const { page: nobody } = await visit(browser)
  await nobody.goto(order)
  expect(new URL(nobody.url()).pathname).toBe('/auth')

  await openPage(grace.page, `${app.url}/earnings`)
  const row = grace.page.getByRole('row').filter({ hasText: 'Word frequency' }).first()
  expect((await row.getByRole('cell').allTextContents()).slice(2, 4)).toEqual(['$9.99', '$7.00'])
  expect(await lookProblems(grace.page, 'earnings-sold', 'page')).toEqual([])
})

test('a click on “Purchase Now” before its code has come opens the dialog once it has', async () => {
  const { page, problems } = await buyer()
  const arrived = Promise.withResolvers<void>()
  await page.route(/paywall[^/]*\.js/, async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.goto(app.url + PATH)
  // The page answers; React knows that a part is to come, and stops the click there.
  await answers(page.getByRole('button', { name: 'Reset' }).first())
  await page.getByRole('button', { name: 'Purchase Now' }).dblclick()
  expect(await dialogOf(page).count()).toBe(0)
  arrived.resolve()
  await dialogOf(page).waitFor()
  expect(await problems()).toEqual([])
})

test('a declined card is told with the words of the bank, its fields stay, and another card pays', async () => {
  const someone = await buyer()
  const { page } = someone
  await openDialog(someone)
  await enterCard(page, DECLINED)
  await pay(page).click()
  await toast(page, 'Payment failed').waitFor()
  await toast(page, 'Your card was declined.').waitFor()
  expect(await dialogOf(page).getByLabel('Card number').inputValue()).toMatch(/^4000/)
  expect(await charges(someone)).toEqual({ paid: 0, sold: 0 })
  await enterCard(page, SUCCESS)
  await pay(page).click()
  await hasAccess(page)
  await toast(page, 'Purchase successful!').waitFor({ state: 'hidden' })
  expect(await toast(page, 'Payment failed').count()).toBe(0)
  expect(await charges(someone)).toEqual(ONCE)
})

test('a card whose owner must prove to be there pays once that is done, and nothing when they say that it is not them', async () => {
  const someone = await buyer()
  const { page } = someone
  await openDialog(someone)
  await enterCard(page, ASKS)
  await pay(page).click()
  await page.getByRole('button', { name: 'It is not me' }).click()
  await toast(page, 'Payment failed').waitFor()
  expect(await charges(someone)).toEqual({ paid: 0, sold: 0 })
  await pay(page).click()
  const approve = page.getByRole('button', { name: /^(Complete|Confirm|Approve|Authenticate)/ })
  await approve.waitFor()
  expect(await toast(page, 'Payment failed').count()).toBe(0) // On a phone it would lie on these buttons.
  await approve.click()
  await hasAccess(page)
  expect(await charges(someone)).toEqual(ONCE)
})

test('a double click charges once', async () => {
  const someone = await buyer()
  const { page } = someone
  await openDialog(someone)
  await enterCard(page, SUCCESS)
  await pay(page).dblclick()
  await hasAccess(page)
  expect(await charges(someone)).toEqual(ONCE)
})

test('after a reload in the middle the same order goes on', async () => {
  const someone = await buyer()
  const { page } = someone
  await openDialog(someone)
  await enterCard(page, SUCCESS)
  await openDialog(someone)
  await enterCard(page, SUCCESS)
  await pay(page).click()
  await hasAccess(page)
  expect(await charges(someone)).toEqual(ONCE)
  expect(
    await sql(`select count(*)::int as count from sale where buyer_id = (select id from "user" where email = $1)`, [
      `buyer${people}@example.com`,
    ]),
  ).toEqual([{ count: 1 }])
})

test('a page that never heard that the card was charged, and is loaded again, finds the tool bought', async () => {
  const someone = await buyer()
  const { page } = someone
  await openDialog(someone)
  await enterCard(page, SUCCESS)
  const charged = Promise.withResolvers<void>()
  await page.route('**/api/payments/confirm', async (route) => {
    await route.fetch()
    charged.resolve()
  })
  await pay(page).click()
  await charged.promise
  await page.unroute('**/api/payments/confirm')
  await openPage(page, app.url + PATH)
  const offer = page.getByRole('button', { name: 'Purchase Now' })
  // The word of the provider comes by itself, and may be later than the page.
  await expect.poll(async () => (await charges(someone)).sold, { timeout: 30_000 }).toBe(1)
  await openPage(page, app.url + PATH)
  expect(await offer.count()).toBe(0)
  expect(await charges(someone)).toEqual(ONCE)
})

test('whoever opens the dialog of a tool that has become theirs meanwhile hears so, and of no failure', async () => {
  const someone = await buyer()
  const { page } = someone
  await openPage(page, app.url + PATH)
  await buyPast(someone, toolId)
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await dialogOf(page).getByRole('alert').getByRole('heading', { name: 'You own this tool' }).waitFor()
  expect(await toast(page, 'Failed to initiate purchase').count()).toBe(0)
  await dialogOf(page).getByRole('button', { name: 'Use it' }).click()
  await page.getByRole('button', { name: 'Purchase Now' }).waitFor({ state: 'detached' })
  expect(await charges(someone)).toEqual(ONCE)
})

test('when the answer to the payment is lost, the order still knows', async () => {
  const someone = await buyer()
  const { page } = someone
  await openDialog(someone)
  await enterCard(page, SUCCESS)
  await page.route('**/api/payments/confirm', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await pay(page).click()
  await toast(page, 'Purchase successful!').waitFor({ timeout: 60_000 })
  expect(await charges(someone)).toEqual(ONCE)
})

test('an order that ends without a word is an unexpected error; without an answer it is not called failed', async () => {
  const ended = { json: { purchase: { hasAccess: false, state: 'canceled' }, payment: {} } }
  const broken = { status: 500, json: BROKEN }
  for (const answer of [ended, broken]) {
    const someone = await buyer()
    const { page } = someone
    await openDialog(someone)
    await enterCard(page, SUCCESS)
    await page.route('**/api/purchases/*', (route) => route.fulfill(answer))
    await pay(page).click()
    const said = answer === ended ? 'An unexpected error occurred' : 'Your bank has not decided yet'
    await dialogOf(page).getByText(said).waitFor()
    expect(await toast(page, 'Payment failed').count()).toBe(answer === ended ? 1 : 0)
    await page.unroute('**/api/purchases/*')
    await expect.poll(() => charges(someone), { timeout: 20_000 }).toEqual(ONCE)
  }
})

test('two tabs with the same order charge once', async () => {
  const someone = await buyer()
  const second = { ...someone, page: await someone.context.newPage() }
  for (const tab of [someone, second]) {
    await openDialog(tab)
    await enterCard(tab.page, SUCCESS)
  }
  await pay(someone.page).click()
  await hasAccess(someone.page)
  await pay(second.page).click()
  await hasAccess(second.page)
  expect(await charges(someone)).toEqual(ONCE)
})

test('an order that cannot begin says so, and begins at the next try', async () => {
  const { page } = await buyer()
  await openPage(page, app.url + PATH)
  await page.route('**/api/marketplace/purchase', (route) =>
    route.fulfill({ status: 422, json: { error: { ...BROKEN.error, code: 'NOT_FOR_SALE' } } }),
  )
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await toast(page, 'Failed to initiate purchase').waitFor()
  await page.unroute('**/api/marketplace/purchase')
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
  await dialogOf(page).getByText('To pay, once').waitFor()
})

test('it can all be done with the keyboard, on a phone too', async () => {
  const someone = await person('thumbs@example.com', 'phone')
  const { page } = someone
  await openPage(page, app.url + PATH)
  await tabTo(page, /Purchase Now/)
  await page.keyboard.press('Enter')
  await dialogOf(page).getByRole('checkbox').waitFor()
  await tabTo(page, /I want to use this tool at once/)
  await page.keyboard.press('Space')
  await dialogOf(page).getByLabel('Card number').waitFor()
  await tabTo(page, /Card number/)
  await page.keyboard.type(SUCCESS)
  await page.keyboard.press('Tab')
  await page.keyboard.type('12/30')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  expect(await sidewaysScroll(page)).toBe(0)
  await tabTo(page, /Pay \$9\.99/)
  await page.keyboard.press('Enter')
  await hasAccess(page)
})

test('the buyer takes the money back alone, and after that the tool is not theirs', async () => {
  const someone = await buyer()
  const { page } = someone
  await openDialog(someone)
  await enterCard(page, SUCCESS)
  await pay(page).click()
  await hasAccess(page)
  await openPage(page, `${app.url}/purchases`)
  await page.getByRole('button', { name: /^Refund/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund Word frequency' })
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Refund $9.99' }).click()
  await toast(page, 'Refund requested').waitFor()
  await page.getByText('$9.99 given back').waitFor()
  expect(await page.getByRole('button', { name: /^Refund/ }).count()).toBe(0)
  await openPage(page, `${app.url}/purchases?success=true`)
  expect(await page.getByText(/is not confirmed yet/).count()).toBe(0)
  await openPage(page, app.url + PATH)
  await page.getByRole('button', { name: 'Purchase Now' }).waitFor()
  const mails = () =>
    sql<{ subject: string; text: string }>(
      `select subject, text_body as text from mail join "user" on "user".id = user_id
        where email = $1 and (subject like '%receipt%' or subject like '%way back%') order by mail.created_at`,
      [`buyer${people}@example.com`],
    )
  await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBe(2)
  const [receipt, refund] = await mails()
  const [, number] = /^Your receipt (TEST-\d{4}-\d{6}) for “Word frequency”$/.exec(receipt?.subject ?? '') ?? []
  expect(receipt?.text).toContain('You paid $9.99 for “Word frequency” with a personal licence.')
  expect(receipt?.text).toContain(
    'Within 14 days you get the money back yourself, as long as you have run the tool three',
  )
  expect(refund?.subject).toBe('$9.99 on the way back to you')
  expect(refund?.text).toContain(`We have sent back $9.99 of the purchase with the receipt ${number}.`)
})

test('the creator gives half of it back', async () => {
  const someone = await buyer()
  await openDialog(someone)
  await enterCard(someone.page, SUCCESS)
  await pay(someone.page).click()
  await hasAccess(someone.page)
  const { page } = grace
  await openPage(page, `${app.url}/earnings`)
  await page
    .getByRole('button', { name: /^Refund/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Refund a sale of Word frequency' })
  await dialog.getByLabel('Amount in US dollars').fill('20')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByText('At most $9.99 can be given back').waitFor()
  await dialog.getByLabel('Amount in US dollars').fill('5')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await toast(page, 'Refunded').waitFor()
  await page.getByRole('row').filter({ hasText: 'Partly refunded' }).getByText('−$3.50').waitFor()
})

test('nothing bought, nothing sold, and no way into somebody else’s refund', async () => {
  const someone = await buyer()
  const { page } = someone
  await openPage(page, `${app.url}/purchases`)
  await page.getByRole('heading', { name: 'Nothing bought yet' }).waitFor()
  await openPage(page, `${app.url}/earnings`)
  await page.getByRole('heading', { name: 'Nothing sold yet' }).waitFor()
  await showIn(page, 'dark')
  expect(await axeProblems(page, 'colours')).toEqual([])
})
