import type { Browser, Page, Request } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, requestsOf, type Visit } from './support/browser.ts'
import { aPerson, sells } from './support/money.ts'
import { axeProblems } from './support/page-checks.ts'

// Stripe's card form in our pages. Nothing leaves the machine: a script of ours stands in for js.stripe.com, and our
// own calls that would need Stripe are answered here.
const VENDOR = 'https://js.stripe.com/'
const SECRET = 'pi_1_secret_2'
const ORDER = '0192f000-0000-7000-8000-00000000cafe'
const DECLINED = 'Your card has insufficient funds. Try another one.'

/** What Stripe's script offers, as far as we use it: it notes what it is told, declines once and then takes the card. */
const PAYMENT_ELEMENT = `
window.told = []
const tell = (what, value) => window.told.push([what, value])
window.Stripe = (key) => {
  tell('key', key)
  let tries = 0
  return {
    elements: ({ clientSecret }) => {
      tell('secret', clientSecret)
      return {
        create: (kind) => {
          tell('element', kind)
          const hears = {}
          let field
          return {
            once: (event, act) => { hears[event] = act },
            mount: (place) => {
              field = document.createElement('input')
              field.setAttribute('aria-label', 'Card number of the vendor')
              field.className = 'field-box'
              place.append(field)
              hears.ready?.()
            },
            destroy: () => field?.remove(),
          }
        },
      }
    },
    confirmPayment: async ({ confirmParams, redirect }) => {
      tell('confirm', [confirmParams.return_url, redirect])
      tries += 1
      return tries === 1 ? { error: { type: 'card_error', message: ${JSON.stringify(DECLINED)} } } : {}
    },
  }
}
window.Stripe.version = 'endive'`

let app: AppProcess
let browser: Browser
let toolId: string
beforeAll(async () => {
  app = await startApp({
    env: {
      STRIPE_SECRET_KEY: 'sk_test_e2e',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_e2e',
      STRIPE_WEBHOOK_SECRET: 'whsec_e2e',
    },
  })
  browser = await openBrowser()
  const seller = await aPerson(browser, app, 'seller@example.com')
  await seller.context.close()
  toolId = await sells(app, 'seller@example.com', 'word-frequency', 2000)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const ofVendor = (requests: readonly Request[]) =>
  requests.map((request) => request.url()).filter((url) => url.startsWith(VENDOR))
const told = (page: Page) => page.evaluate('window.told')
/** Of the dialog that keeps everything else out; undefined where none does. */
const modalStyle = (page: Page) => page.evaluate(`document.querySelector('dialog:modal')?.style.cssText`)
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Buy Word frequency' })

const FORM = {
  ...{ orderId: ORDER, clientSecret: SECRET, amount: 2000, discount: 0, coupon: null, tax: 0, currency: 'usd' },
  ...{ provider: 'stripe', publishableKey: 'pk_test_e2e', livemode: false },
}
const purchase = (isPaid: boolean) => ({
  ...{ orderId: ORDER, state: isPaid ? 'paid' : 'open', hasAccess: isPaid, licenseType: 'personal', amount: 2000 },
  tool: { id: toolId, slug: 'word-frequency', title: 'Word frequency', status: 'published' },
  ...{ discount: 0, coupon: null, tax: 0, refunded: 0, currency: 'usd', livemode: false, refunds: [] },
  ...{ receiptNumber: null, invoiceId: null, createdAt: '2026-11-23T00:00:00.000Z', paidAt: null },
  ...{ refundableUntil: null, notRefundable: null },
})

/** A buyer whose order is open at Stripe; `pays` is called when Stripe has taken the card. */
async function aBuyer(email: string): Promise<Visit & { readonly pays: () => void }> {
  const someone = await aPerson(browser, app, email)
  const { page } = someone
  let isPaid = false
  await page.route('**/api/marketplace/purchase', (route) => route.fulfill({ json: FORM }))
  await page.route(`**/api/purchases/${ORDER}**`, (route) =>
    route.fulfill({
      json: { purchase: purchase(isPaid), payment: { status: 'needs_card', failure: null } },
    }),
  )
  return { ...someone, pays: () => (isPaid = true) }
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Purchase Now' }).click()
  await dialogOf(page).getByText('To pay, once').waitFor()
}

test('the vendor is asked for its form where a card is entered, and nowhere before', async () => {
  const buyer = await aBuyer('careful@example.com')
  const { page, problems } = buyer
  await page.route(`${VENDOR}**`, (route) => route.fulfill({ contentType: 'text/javascript', body: PAYMENT_ELEMENT }))
  const requests = requestsOf(page)
  for (const path of ['/', '/pricing', '/subscription', '/fxn/word-frequency']) await openPage(page, app.url + path)
  await openDialog(page)
  expect(ofVendor(requests)).toEqual([])
  await dialogOf(page)
    .getByRole('checkbox', { name: /I want to use this tool at once/ })
    .check()
  await dialogOf(page).getByLabel('Card number of the vendor').fill('4000 0000 0000 9995')
  expect(ofVendor(requests)).toEqual([`${VENDOR}endive/stripe.js`])
  expect(await axeProblems(page)).toEqual([])

  const before = await modalStyle(page)
  await dialogOf(page).getByRole('button', { name: 'Pay $20.00' }).click()
  await dialogOf(page).getByText(DECLINED).waitFor()
  // While a bank may ask in a frame of its own the dialog is an ordinary one; now it is as before.
  expect(before).toEqual(expect.any(String))
  expect(await modalStyle(page)).toEqual(before)
  // What was typed stays, to be mended.
  const field = dialogOf(page).getByLabel('Card number of the vendor')
  expect(await field.inputValue()).toBe('4000 0000 0000 9995')

  buyer.pays()
  await dialogOf(page).getByRole('button', { name: 'Pay $20.00' }).click()
  await page.getByRole('region', { name: 'Notification' }).getByText('Purchase successful!').waitFor()
  const confirmed = ['confirm', [`${app.url}/purchases?success=true`, 'if_required']]
  expect(await told(page)).toEqual([
    ['key', 'pk_test_e2e'],
    ['secret', SECRET],
    ['element', 'payment'],
    confirmed,
    confirmed,
  ])
  // No number of a card has come to us.
  const bodies = requests
    .filter((request) => request.url().startsWith(app.url))
    .map((request) => request.postData() ?? '')
  expect(bodies.join()).not.toMatch(/4000/)
  expect(await problems()).toEqual([])
})

test('where something keeps the vendor out, the form says so and can be asked for again', async () => {
  const { page } = await aBuyer('blocked@example.com')
  await page.route(`${VENDOR}**`, (route) => route.abort())
  await openPage(page, `${app.url}/fxn/word-frequency`)
  await openDialog(page)
  await dialogOf(page)
    .getByRole('checkbox', { name: /I want to use this tool at once/ })
    .check()
  await dialogOf(page).getByText('The card form could not be loaded').waitFor()
  await page.unroute(`${VENDOR}**`)
  await page.route(`${VENDOR}**`, (route) => route.fulfill({ contentType: 'text/javascript', body: PAYMENT_ELEMENT }))
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
  await dialogOf(page).getByLabel('Card number of the vendor').waitFor()
})
