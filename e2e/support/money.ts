import type { Browser, Locator, Page } from 'playwright'
import { ask } from './account.ts'
import { queryDatabase } from './app-database.ts'
import type { AppProcess } from './app-process.ts'
import { DEVICES, openPage, register, type Visit, visit } from './browser.ts'

/** Test cards by what they do. */
export const CARDS = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asks: '4000 0027 6000 3184',
  declinedLater: '4000 0000 0000 0341',
} as const

/** Somebody new, whose address is confirmed. */
export async function aPerson(
  browser: Browser,
  app: AppProcess,
  email: string,
  device: keyof typeof DEVICES = 'desk',
): Promise<Visit> {
  const someone = await visit(browser, DEVICES[device])
  await someone.page.goto(app.url)
  await register(someone, app.url, email)
  await queryDatabase(app.dataDir, 'update "user" set email_verified_at = now() where email = $1', [email])
  return someone
}

/** Gives a tool of the sample catalogue to somebody, who asks one price for it. */
export async function sells(app: AppProcess, email: string, slug: string, cents: number): Promise<string> {
  const [tool] = await queryDatabase(
    app.dataDir,
    `update tool set price_cents = $3, owner_id = (select id from "user" where email = $1) where slug = $2 returning id`,
    [email, slug, cents],
  )
  return String(tool?.id)
}

/** Types a card into the form of the test provider. */
export async function enterCard(form: Page | Locator, number: string): Promise<void> {
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel(/^Expir/).fill('12 / 40')
  await form.getByLabel(/^(CVC|Security code)/).fill('123')
}

/** Buys a tool past its page; answers the order. */
export async function buy(buyer: Visit, fxnId: string): Promise<string> {
  const { orderId, clientSecret } = await ask<{ orderId: string; clientSecret: string }>(
    buyer,
    'POST',
    '/api/marketplace/purchase',
    { fxnId, licenseType: 'personal' },
  )
  const card = { number: CARDS.pays, expMonth: 12, expYear: 2040, cvc: '123' }
  await ask(buyer, 'POST', '/api/payments/confirm', { clientSecret, card })
  await ask(buyer, 'GET', `/api/purchases/${orderId}`)
  return orderId
}

/** Lets the days pass for which the share of a sale is held: all that were paid until now become available. */
export const letHoldsPass = (app: AppProcess) =>
  queryDatabase(app.dataDir, "update sale set paid_at = paid_at - interval '8 days' where released_at is null")

/** Moves the clock of the test provider at its desk. */
export async function moveClock(desk: Visit, app: AppProcess, step: '1 day' | '31 days'): Promise<void> {
  await openPage(desk.page, `${app.url}/dev/payments`)
  await desk.page.getByRole('button', { name: `Forward ${step}` }).click()
  await desk.page.getByRole('region', { name: 'Notification' }).getByText('The clock was moved').waitFor()
}
