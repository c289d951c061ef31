import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ask } from './support/account.ts'
import { rank } from './support/admin.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, settled, type Visit } from './support/browser.ts'
import { aPerson, buy, CARDS, enterCard, letHoldsPass, moveClock, sells } from './support/money.ts'

// One story, told in order: what buyers, their banks, a creator and an admin do with the same money, to the cent. Grace
// asks $20.00 for a tool, of which $14.00 are hers and $0.88 the processor's. All that the provider tells is told twice
// and out of order.
const PRICE = 2000
const TOOL = 'Word frequency'

let app: AppProcess
let browser: Browser
let grace: Visit
/** At the desk of the test provider. */
let desk: Visit
let toolId: string
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  grace = await aPerson(browser, app, 'grace@example.com')
  desk = await aPerson(browser, app, 'desk@example.com')
  toolId = await sells(app, 'grace@example.com', 'word-frequency', PRICE)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const toastOf = (page: Page, text: string) => page.getByRole('region', { name: 'Notification' }).getByText(text)
const main = (page: Page) => page.getByRole('main')
const dialogOf = (page: Page) => page.getByRole('dialog', { name: `Buy ${TOOL}` })

async function openDialog({ page }: Visit): Promise<void> {
  await openPage(page, `${app.url}/fxn/word-frequency`)
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await dialogOf(page)
    .getByRole('checkbox', { name: /I want to use this tool at once/ })
    .check()
}
async function payWith({ page }: Visit, card: string): Promise<void> {
  await enterCard(dialogOf(page), card)
  await dialogOf(page).getByRole('button', { name: 'Pay $20.00' }).click()
}
const isBought = ({ page }: Visit) => toastOf(page, 'Purchase successful!').waitFor()

interface Earnings {
  readonly balance: { readonly available: number; readonly pending: number; readonly held: number }
  readonly sales: readonly { readonly dispute: { readonly evidenceSent: boolean } | null }[]
}
/** Waits until the books say so, and then for the page of the creator to say the same. */
async function graceSees(balance: Earnings['balance'], shown: readonly string[]): Promise<void> {
  const inBooks = async () => (await ask<Earnings>(grace, 'GET', '/api/earnings')).balance
  await expect.poll(inBooks, { timeout: 15_000 }).toEqual(balance)
  await openPage(grace.page, `${app.url}/earnings`)
  const figures = grace.page.getByRole('region', { name: 'Balance' }).locator('dd.figures')
  expect(await figures.allTextContents()).toEqual(shown)
}
const totals = async () =>
  (await grace.page.getByRole('region', { name: 'All sales, before refunds' }).locator('dd').allTextContents()).map(
    (text) => text.trim(),
  )
const saleOf = (text: string) => main(grace.page).getByRole('row').filter({ hasText: text })

async function refundSale(row: ReturnType<typeof saleOf>, dollars: string): Promise<void> {
  await row.getByRole('button', { name: /^Refund/ }).click()
  const dialog = grace.page.getByRole('dialog', { name: `Refund a sale of ${TOOL}` })
  await dialog.getByLabel('Amount in US dollars').fill(dollars)
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await toastOf(grace.page, 'Refunded').waitFor()
}

/** What a bank does to a payment, at the desk of the provider. */
async function atTheDesk(text: string, button: string, said: string): Promise<void> {
  await openPage(desk.page, `${app.url}/dev/payments`)
  await desk.page.getByRole('row').filter({ hasText: text }).getByRole('button', { name: button }).click()
  await toastOf(desk.page, said).waitFor()
}

test('the provider tells everything twice, and out of order', async () => {
  const { page, problems } = desk
  await openPage(page, `${app.url}/dev/payments`)
  await page.getByLabel('How often').selectOption('2 times')
  await page.getByRole('checkbox', { name: 'Out of order' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await toastOf(page, 'Webhooks go out like this from now on').waitFor()
  expect(await problems()).toEqual([])
})

test('three buyers: a good card, one that is declined first, and one whose owner has to confirm', async () => {
  const ada = await aPerson(browser, app, 'ada@example.com')
  await openDialog(ada)
  await payWith(ada, CARDS.pays)
  await isBought(ada)
  await graceSees({ available: 0, pending: 1400, held: 0 }, ['$0.00', '$14.00', '$0.00'])

  const bob = await aPerson(browser, app, 'bob@example.com')
  await openDialog(bob)
  await payWith(bob, CARDS.declined)
  await toastOf(bob.page, 'Your card was declined.').waitFor()
  await payWith(bob, CARDS.pays)
  await isBought(bob)
  await graceSees({ available: 0, pending: 2800, held: 0 }, ['$0.00', '$28.00', '$0.00'])

  const cleo = await aPerson(browser, app, 'cleo@example.com')
  await openDialog(cleo)
  await payWith(cleo, CARDS.asks)
  await cleo.page.getByRole('button', { name: /^(Complete|Confirm|Approve|Authenticate)/ }).click()
  await isBought(cleo)
  await graceSees({ available: 0, pending: 4200, held: 0 }, ['$0.00', '$42.00', '$0.00'])
  expect(await totals()).toEqual(['3', '$60.00', '$18.00', '$42.00', '$0.00', '$0.00'])
  for (const { problems } of [ada, bob, cleo]) expect(await problems()).toEqual([])
})

test('half of a sale is given back, and half of the share goes with it', async () => {
  await refundSale(saleOf(TOOL).first(), '10')
  await graceSees({ available: 0, pending: 3500, held: 0 }, ['$0.00', '$35.00', '$0.00'])
  await saleOf('Partly refunded').getByText('−$7.00').waitFor()
  expect(await totals()).toEqual(['3', '$60.00', '$18.00', '$42.00', '$7.00', '$0.00'])
})

test('a bank disputes a sale: its share is held, and is hers again when the dispute is won', async () => {
  const [sale] = await queryDatabase(
    app.dataDir,
    `select intent_id from sale join "user" buyer on buyer.id = buyer_id where email = 'bob@example.com'`,
  )
  const intent = String(sale?.intent_id)
  await atTheDesk(intent, 'Dispute', 'The bank disputes it')
  const hasBankEvidence = async () =>
    (await ask<Earnings>(grace, 'GET', '/api/earnings')).sales.some((one) => one.dispute?.evidenceSent)
  await expect.poll(hasBankEvidence, { timeout: 15_000 }).toBe(true)
  await graceSees({ available: 0, pending: 2100, held: 1400 }, ['$0.00', '$21.00', '$14.00'])
  await saleOf('Disputed')
    .getByText(/^Our evidence is with the bank\. The bank takes evidence until \d+ \w+ \d{4}\.$/)
    .waitFor()
  expect(await saleOf('Disputed').locator('time').count()).toBe(2)

  await atTheDesk('$15.00', 'We win', 'The dispute is won')
  await graceSees({ available: 0, pending: 3500, held: 0 }, ['$0.00', '$35.00', '$0.00'])
  await saleOf('Dispute won').waitFor()
})

const invoices = async (of: Visit) => {
  await openPage(of.page, `${app.url}/billing`)
  const rows = main(of.page).getByRole('row').filter({ hasText: 'Fettle Pro' })
  return rows.getByRole('cell', { name: '$9.00', exact: true }).count()
}

test('somebody subscribes, renews three times with one card that fails, and cancels', async () => {
  const dana = await aPerson(browser, app, 'dana@example.com')
  const { page, problems } = dana
  const openSubscription = () => openPage(page, `${app.url}/subscription`)
  await openSubscription()
  await page.getByRole('checkbox', { name: /I want Pro at once/ }).check()
  await page.getByRole('button', { name: 'Subscribe now' }).click()
  await page.getByText('Your card is charged $9.00 now.').waitFor()
  await enterCard(page, CARDS.pays)
  await page.getByRole('button', { name: 'Pay $9.00' }).click()
  await main(page).getByText('Active').waitFor()

  await moveClock(desk, app, '31 days')
  expect(await invoices(dana)).toBe(2)

  await openSubscription()
  await page.getByRole('button', { name: 'Change card' }).click()
  await page.getByLabel('Card number').waitFor()
  await enterCard(page, CARDS.declinedLater)
  await page.getByRole('button', { name: 'Keep this card' }).click()
  await main(page).getByText('ends in 0341').waitFor()
  await moveClock(desk, app, '31 days')
  await openSubscription()
  await main(page).getByText('Payment failed').waitFor()
  await page.getByRole('button', { name: 'Change card' }).click()
  await page.getByText('The card is kept, and nothing is charged now.').waitFor()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: 'Pay now' }).waitFor()
  expect(await invoices(dana)).toBe(2)

  await openSubscription()
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByLabel('Card number').waitFor()
  await enterCard(page, CARDS.pays)
  await page.getByRole('button', { name: 'Pay $9.00' }).click()
  await main(page).getByText('Active').waitFor()
  expect(await invoices(dana)).toBe(3)

  await moveClock(desk, app, '31 days')
  expect(await invoices(dana)).toBe(4)
  await openSubscription()
  await page.getByRole('button', { name: 'Cancel Pro' }).click()
  await page.getByRole('dialog', { name: 'Cancel Pro?' }).getByRole('button', { name: 'Cancel Pro' }).click()
  await main(page).getByText('Ends soon').waitFor()
  await moveClock(desk, app, '31 days')
  await openSubscription()
  await main(page).getByText('Your subscription has ended.').waitFor()
  expect(await invoices(dana)).toBe(4)
  expect(await problems()).toEqual([])
})

async function payOut(amount: string): Promise<void> {
  await openPage(grace.page, `${app.url}/earnings`)
  const card = grace.page.getByRole('region', { name: 'Next payout' })
  await card.getByRole('button', { name: `Pay out ${amount} now` }).click()
  await toastOf(grace.page, `${amount} is on its way to your bank`).waitFor()
}

test('she is paid out; a refund afterwards makes her balance negative, and what she sells next makes up for it', async () => {
  const { page, problems } = grace
  await letHoldsPass(app)
  await openPage(page, `${app.url}/earnings`)
  await page.getByRole('link', { name: 'Set it up in your settings' }).waitFor()
  expect(await page.getByRole('button', { name: 'Set up payouts' }).count()).toBe(0)
  await rank(app, 'grace@example.com', { role: 'user', secondFactor: 'passed' })
  await openPage(page, `${app.url}/earnings`)
  await page.getByLabel('Country of your bank account').selectOption('United States')
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await page.waitForURL('**/test-payments/onboarding#token=*')
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL('**/earnings')
  await payOut('$35.00')
  await moveClock(desk, app, '1 day')
  await vi.waitUntil(
    async () => {
      await openPage(page, `${app.url}/earnings`)
      return (await main(page).getByRole('row').filter({ hasText: 'You asked' }).getByText('Paid out').count()) === 1
    },
    { timeout: 30_000 },
  )
  await graceSees({ available: 0, pending: 0, held: 0 }, ['$0.00', '$0.00', '$0.00'])

  // The oldest: nobody has asked for any of it back.
  await refundSale(saleOf(TOOL).last(), '20')
  await graceSees({ available: -1400, pending: 0, held: 0 }, ['−$14.00', '$0.00', '$0.00'])
  expect(await totals()).toEqual(['3', '$60.00', '$18.00', '$42.00', '$21.00', '$35.00'])

  await buy(await aPerson(browser, app, 'eve@example.com'), toolId)
  await graceSees({ available: -1400, pending: 1400, held: 0 }, ['−$14.00', '$14.00', '$0.00'])
  await buy(await aPerson(browser, app, 'fay@example.com'), toolId)
  await letHoldsPass(app)
  await payOut('$14.00')
  await graceSees({ available: 0, pending: 0, held: 0 }, ['$0.00', '$0.00', '$0.00'])
  expect(await totals()).toEqual(['5', '$100.00', '$30.00', '$70.00', '$21.00', '$49.00'])
  expect(await problems()).toEqual([])
})

test('what the provider moved is what the books say, cent by cent', async () => {
  const admin = await aPerson(browser, app, 'admin@example.com')
  await rank(app, 'admin@example.com', { role: 'admin', secondFactor: 'passed' })
  const { page, problems } = admin
  await openPage(page, `${app.url}/admin/payments/reconciliation`)
  await page.getByLabel('Compare').selectOption('The last year')
  await page.getByRole('button', { name: 'Compare now' }).click()
  await toastOf(page, 'Nothing differs').waitFor()
  await settled(page)
  const sums = page.getByRole('table', { name: 'Sums by kind' }).getByRole('row')
  expect(
    (await sums.allInnerTexts())
      .slice(1)
      .map((row) => row.replace(/\s+/g, ' ').trim())
      .toSorted(),
  ).toEqual([
    'Dispute 1 −$35.00 −$35.00',
    'Dispute won 1 $20.00 $20.00',
    // Five times $20.00 less $0.88, four times $9.00 less $0.56.
    'Payment 9 $129.36 $129.36',
    'Payout 2 −$49.00 −$49.00',
    'Refund 2 −$30.00 −$30.00',
  ])
  expect(await page.getByRole('table', { name: 'Differences' }).count()).toBe(0)
  expect(await problems()).toEqual([])
})

test('no number of a card is kept, neither in what the server writes down nor in its database', async () => {
  const digits = Object.values(CARDS).flatMap((number) => [number, number.replaceAll(' ', '')])
  const [typed] = await queryDatabase(
    app.dataDir,
    'select count(distinct status)::int as outcomes from test_payments.intent',
  )
  expect(typed?.outcomes).toBeGreaterThan(1)
  for (const number of digits) expect(app.output()).not.toContain(number)
  const tables = await queryDatabase(
    app.dataDir,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(100)
  const kept: string[] = []
  for (const { name } of tables) {
    const found = await queryDatabase(app.dataDir, `select 1 from ${name} one where one::text like any($1) limit 1`, [
      digits.map((number) => `%${number}%`),
    ])
    if (found.length > 0) kept.push(String(name))
  }
  expect(kept).toEqual([])
})
