import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import {
  type Authenticator,
  addAuthenticator,
  dialogOf,
  logOut,
  makeStale,
  typePassword,
  withoutRefusals,
} from './support/second-factor.ts'

let app: AppProcess
let browser: Browser
let someone: Visit
let authenticator: Authenticator
let email = ''
let count = 0

beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})
beforeEach(async () => {
  someone = await visit(browser)
  authenticator = await addAuthenticator(someone)
  email = `passkey${++count}@example.com`
  await someone.page.goto(app.url)
  await register(someone, app.url, email)
})
afterEach(async () => {
  const problems = withoutRefusals(await someone.problems())
  await someone.context.close()
  if (problems.length > 0) throw new Error(problems.join('\n'))
})

/** From the settings; ends with the list on the screen. */
async function enrol(name: string): Promise<void> {
  const { page } = someone
  await openPage(page, `${app.url}/settings#passkeys`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialogOf(page, 'Add a passkey').getByLabel('Name').fill(name)
  await dialogOf(page, 'Add a passkey').getByRole('button', { name: 'Add passkey' }).click()
  const codes = dialogOf(page, 'Keep your recovery codes')
  await codes.waitFor()
  expect(await codes.getByRole('listitem').count()).toBe(10)
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText(name, { exact: true }).waitFor()
}

test('a passkey signs in without a password, and counts as the second factor', async () => {
  const { page } = someone
  await enrol('My laptop')
  const { credentials } = await authenticator.cdp.send('WebAuthn.getCredentials', authenticator)
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
  await logOut(page, app)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${app.url}/dashboard`)
  await page.goto(`${app.url}/settings#passkeys`)
  await page
    .getByText(/last used/)
    .first()
    .waitFor()
  // Within ten minutes of the passkey nothing asks again, not even what needs the second factor.
  await page.getByRole('button', { name: 'New codes' }).click()
  await dialogOf(page, 'Make new recovery codes?').getByRole('button', { name: 'Make new codes' }).click()
  await dialogOf(page, 'Keep your recovery codes').waitFor()
})

test('a passkey is the second step after the password', async () => {
  const { page } = someone
  await enrol('My laptop')
  await logOut(page, app)
  await typePassword(page, email)
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${app.url}/dashboard`)
})

test('without the person there is no sign-in: the page says so and goes on', async () => {
  const { page } = someone
  await enrol('My laptop')
  await logOut(page, app)
  await authenticator.cdp.send('WebAuthn.setUserVerified', { ...authenticator, isUserVerified: false })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('No passkey was used. You can try again.').waitFor()
  await authenticator.cdp.send('WebAuthn.setUserVerified', { ...authenticator, isUserVerified: true })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${app.url}/dashboard`)
})

test('one device has one passkey of an account', async () => {
  const { page } = someone
  await enrol('My laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialogOf(page, 'Add a passkey').getByRole('button', { name: 'Add passkey' }).click()
  await page.getByText('This device has a passkey for your account already').waitFor()
})

test('a passkey is renamed, and removed after the passkey itself has confirmed who asks', async () => {
  const { page } = someone
  await enrol('My laptop')
  await page.getByRole('button', { name: 'Rename My laptop' }).click()
  await dialogOf(page, 'Rename passkey').getByLabel('Name').fill('The blue laptop')
  await dialogOf(page, 'Rename passkey').getByRole('button', { name: 'Rename' }).click()
  await page.getByText('The blue laptop', { exact: true }).waitFor()
  await makeStale(app, email)
  await page.getByRole('button', { name: 'Remove The blue laptop' }).click()
  await dialogOf(page, 'Remove “The blue laptop”?').getByRole('button', { name: 'Remove' }).click()
  await dialogOf(page, 'Confirm that it is you').getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('No passkeys', { exact: true }).waitFor()
  await logOut(page, app)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('This passkey does not open this account').waitFor()
  await typePassword(page, email)
  await page.waitForURL(`${app.url}/dashboard`)
})

test('the library for passkeys is loaded by the click, not by the page', async () => {
  const { page } = someone
  await enrol('My laptop')
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  const isLibrary = async (url: string) => (await (await fetch(url)).text()).includes('navigator.credentials.get')
  const withLibrary = async (urls: readonly string[]) => (await Promise.all(urls.map(isLibrary))).filter(Boolean).length
  await logOut(page, app)
  const before = scripts.length
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${app.url}/dashboard`)
  expect(before).toBeGreaterThan(0)
  expect(await withLibrary(scripts.slice(0, before))).toBe(0)
  expect(await withLibrary(scripts.slice(before))).toBe(1)
})
