import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ask } from './support/account.ts'
import { rank } from './support/admin.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, settled, type Visit, visit } from './support/browser.ts'
import { BROKEN } from './support/failures.ts'
import { walk } from './support/keyboard.ts'
import { aPerson, buy, letHoldsPass, sells } from './support/money.ts'
import { axeProblems, lookProblems, structureProblems } from './support/page-checks.ts'

// What admins see of money: orders with a refund and a dispute, a payout, webhooks, books and their comparison.
let app: AppProcess
let browser: Browser
let admin: Visit
let grace: Visit
const orders: string[] = []
const PAYMENTS = '/admin/payments'

beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  admin = await aPerson(browser, app, 'money-admin@example.com')
  await rank(app, 'money-admin@example.com', { role: 'admin', secondFactor: 'passed' })
  grace = await aPerson(browser, app, 'grace@example.com')
  const toolId = await sells(app, 'grace@example.com', 'word-frequency', 2000)
  for (const name of ['ada', 'bob', 'cleo', 'dan', 'eve']) {
    const buyer = await aPerson(browser, app, `${name}@example.com`)
    orders.push(await buy(buyer, toolId))
    await buyer.context.close()
  }
  await ask(grace, 'POST', `/api/earnings/${orders[0]}/refund`, { amount: 1000, reason: 'Half of it was of no use' })
  const [sale] = await queryDatabase(app.dataDir, 'select intent_id from sale where id = $1', [orders[1]])
  await ask(admin, 'POST', `/api/dev/payments/intents/${sale?.intent_id}/dispute`)
  await letHoldsPass(app)
  await rank(app, 'grace@example.com', { role: 'user', secondFactor: 'passed' })
  const { url } = await ask<{ url: string }>(grace, 'POST', '/api/payouts/onboarding', { country: 'us' })
  await ask(grace, 'POST', '/api/payments/onboarding', { token: url.split('#token=')[1], bank: 'pays' })
  await vi.waitUntil(async () => (await disputes()) === 1, { timeout: 15_000 })
  await ask(grace, 'POST', '/api/payouts', {})
  await ask(admin, 'POST', '/api/admin/reconciliation', { days: 31 })
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const disputes = async () =>
  (await queryDatabase(app.dataDir, 'select count(*)::int as count from sale_dispute where evidence_at is not null'))[0]
    ?.count
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notification' }).getByText(text)
const main = (page: Page) => page.getByRole('main')

interface Screen {
  readonly path: () => string
  /** Seen once the data is there. */
  readonly data: string | RegExp
  readonly call: string
  readonly loading: string
  readonly failed: string
}
const idOf = async (sql: string) => (await queryDatabase(app.dataDir, sql))[0]?.id as string
const SCREENS: Readonly<Record<string, Screen>> = {
  payments: {
    path: () => PAYMENTS,
    data: 'ada@example.com',
    call: '**/api/admin/payments?*',
    loading: 'Loading payments…',
    failed: 'Failed to fetch payments',
  },
  'a payment': {
    path: () => `${PAYMENTS}/${orders[0]}`,
    data: 'Half of it was of no use',
    call: '**/api/admin/payments/*',
    loading: 'Loading the payment…',
    failed: 'Failed to fetch this payment',
  },
  payouts: {
    path: () => `${PAYMENTS}/payouts`,
    data: 'On its way',
    call: '**/api/admin/payouts?*',
    loading: 'Loading payouts…',
    failed: 'Failed to fetch payouts',
  },
  webhooks: {
    path: () => `${PAYMENTS}/webhooks`,
    data: 'charge.dispute.created',
    call: '**/api/admin/payment-events*',
    loading: 'Loading the events…',
    failed: 'Failed to fetch the events',
  },
  reconciliation: {
    path: () => `${PAYMENTS}/reconciliation`,
    data: 'by an admin',
    call: '**/api/admin/reconciliation',
    loading: 'Loading the comparisons…',
    failed: 'Failed to fetch the comparisons',
  },
  margins: {
    path: () => `${PAYMENTS}/margins`,
    data: 'Word frequency',
    call: '**/api/admin/payments/margins?*',
    loading: 'Adding up the margins…',
    failed: 'Failed to fetch the margins',
  },
  checks: {
    path: () => `${PAYMENTS}/checks`,
    data: /holds|Nobody has looked yet/,
    call: '**/api/admin/payments/checks',
    loading: 'Loading the checks…',
    failed: 'Failed to fetch the checks',
  },
}

describe.each(Object.entries(SCREENS))('%s', (name, { path, data, call, loading, failed }) => {
  const shown = (page: Page) => main(page).getByText(data).filter({ visible: true }).first()

  test.each(['desk', 'phone'] as const)('with data, on the %s', async (device) => {
    const { page, context, problems } = await visit(browser, DEVICES[device])
    await context.addCookies(await admin.context.cookies())
    await openPage(page, app.url + path())
    await shown(page).waitFor()
    expect(await lookProblems(page, `admin-money-${name.replace(' ', '-')}`, 'page')).toEqual([])
    expect(await structureProblems(page)).toEqual([])
    const stops = await walk(page)
    expect(stops.flatMap((stop) => (stop.problem === '' ? [] : [`${stop.name}: ${stop.problem}`]))).toEqual([])
    expect(await problems()).toEqual([])
    await context.close()
  })

  test('loading, then failed, then asked again', async () => {
    const { page, context } = await visit(browser)
    await context.addCookies(await admin.context.cookies())
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(call, async (route) => {
      await held
      await route.fulfill({ status: 500, json: BROKEN })
    })
    await page.goto(app.url + path())
    await main(page).getByText(loading).first().waitFor({ state: 'attached' })
    expect(await axeProblems(page)).toEqual([])
    release()
    await main(page).getByText(failed).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.unroute(call)
    await main(page).getByRole('button', { name: 'Try again' }).first().click()
    await shown(page).waitFor()
    await context.close()
  })

  test('is not there for somebody else', async () => {
    expect((await grace.page.goto(app.url + path()))?.status()).toBe(404)
  })
})

test('the ledger leads from accounts to postings to the journal and back to the order', async () => {
  const { page, problems } = admin
  await openPage(page, `${app.url}${PAYMENTS}/ledger`)
  expect(await lookProblems(page, 'admin-money-ledger', 'page')).toEqual([])
  const journal = await idOf(`select id from journal order by id limit 1`)
  await openPage(page, `${app.url}${PAYMENTS}/ledger/journals/${journal}`)
  expect(await lookProblems(page, 'admin-money-journal', 'page')).toEqual([])
  await main(page).locator('a[href*="/ledger/accounts/"]').first().click()
  await page.waitForURL('**/ledger/accounts/*')
  await settled(page)
  expect(await lookProblems(page, 'admin-money-account', 'page')).toEqual([])
  expect(await problems()).toEqual([])
})

test('an event is acted on again, and that changes nothing', async () => {
  const { page } = admin
  const books = () => queryDatabase(app.dataDir, 'select count(*)::int as count from posting')
  const before = await books()
  await openPage(page, `${app.url}${PAYMENTS}/webhooks`)
  await page
    .getByRole('row')
    .filter({ hasText: 'charge.dispute.created' })
    .getByRole('button', { name: /^Replay/ })
    .click()
  await toast(page, 'Acted on again').waitFor()
  expect(await books()).toEqual(before)
})

test('an admin takes a payout back with a reason, and the creator has the money again', async () => {
  const { page, problems } = admin
  await openPage(page, `${app.url}${PAYMENTS}/payouts`)
  const row = page.getByRole('row').filter({ hasText: 'On its way' })
  await row.getByRole('button', { name: /^Take back/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Take $49.00 back from Ada Lovelace?' })
  expect(await lookProblems(page, 'admin-money-take-back')).toEqual([])
  await dialog.getByRole('button', { name: 'Take it back' }).click()
  await dialog.getByText('Say why').first().waitFor()
  await dialog.getByLabel('Reason').fill('It went to the wrong account')
  await dialog.getByRole('button', { name: 'Take it back' }).click()
  await toast(page, 'The payout was taken back').waitFor()
  await page.getByRole('row').filter({ hasText: 'The money came back' }).waitFor()
  const { balance } = await ask<{ balance: object }>(grace, 'GET', '/api/earnings')
  expect(balance).toEqual({ available: 4900, pending: 0, held: 1400 })
  expect(await problems()).toEqual([])
})

test('a refund of what is no order is told at the field', async () => {
  const { page, problems } = admin
  await openPage(page, `${app.url}${PAYMENTS}/checks`)
  await page.getByRole('textbox', { name: 'Order' }).fill('nonsense')
  await page.getByRole('textbox', { name: 'Reason' }).fill('Asked for')
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByText('Enter the id of an order').first().waitFor()
  expect(await problems()).toEqual([])
})

test('where nobody has bought anything, each page says what will be there', async () => {
  const { page } = admin
  await openPage(page, `${app.url}${PAYMENTS}?q=nobody-has-this`)
  await main(page).getByText('No payment found').waitFor()
  await openPage(page, `${app.url}${PAYMENTS}/payouts?q=nobody-has-this`)
  await main(page).getByText('No payout found').waitFor()
  await main(page).getByText('Nobody found').waitFor()
  await openPage(page, `${app.url}${PAYMENTS}/webhooks?q=nobody-has-this`)
  await main(page).getByText('No event found').waitFor()
  await openPage(page, `${app.url}${PAYMENTS}/0192f000-0000-7000-8000-000000000000`)
  await main(page).getByText('Failed to fetch this payment').waitFor()
})
