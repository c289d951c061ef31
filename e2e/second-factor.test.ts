import { readFile } from 'node:fs/promises'
import { generateSync } from 'otplib'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import {
  dialogOf,
  forgetLastStep,
  logOut,
  makeStale,
  readSecret,
  typePassword,
  withoutRefusals,
} from './support/second-factor.ts'

let app: AppProcess
let browser: Browser
let someone: Visit
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
  email = `totp${++count}@example.com`
  await someone.page.goto(app.url)
  await register(someone, app.url, email)
})
afterEach(async () => {
  const problems = withoutRefusals(await someone.problems())
  await someone.context.close()
  if (problems.length > 0) throw new Error(problems.join('\n'))
})

/** Turns the app on as a person with a phone does; returns the secret and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await openPage(page, `${app.url}/settings#second-factor`)
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = dialogOf(page, 'Set up an authenticator app')
  const image = dialog.getByRole('img')
  await image.waitFor()
  expect(
    await image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth),
  ).toBeGreaterThan(0)
  const secret = await readSecret(dialog)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await dialog.getByLabel('Enter the code').fill(generateSync({ secret }))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const kept = dialogOf(page, 'Keep your recovery codes')
  await kept.waitFor()
  const codes = await kept.getByRole('listitem').allTextContents()
  await forgetLastStep(app)
  return { secret, codes }
}

const toastOf = (page: Page, text: string) => page.getByRole('region', { name: 'Notification' }).getByText(text)

const keep = (page: Page) =>
  dialogOf(page, 'Keep your recovery codes').getByRole('button', { name: 'I have kept them' }).click()

test('an authenticator app, from setting it up to signing in with it', async () => {
  const { page } = someone
  const { secret } = await setUp(page)
  await keep(page)
  await page.getByText('10 left').waitFor()
  await logOut(page, app)
  await typePassword(page, email)
  const code = page.getByRole('textbox', { name: 'Code', exact: true })
  await code.waitFor()
  expect(await page.locator(':focus').getAttribute('name')).toBe('code')
  expect([await code.getAttribute('autocomplete'), await code.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'numeric',
  ])
  const right = generateSync({ secret })
  await code.fill(right === '000000' ? '000001' : '000000')
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('This code is wrong or was used before').waitFor()
  expect(await code.getAttribute('aria-invalid')).toBe('true')
  // Pasted as some apps show it.
  await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${app.url}/dashboard`)
})

test('recovery codes can be copied and downloaded, and one of them signs in', async () => {
  const { page } = someone
  const { codes } = await setUp(page)
  const dialog = dialogOf(page, 'Keep your recovery codes')
  await dialog.getByRole('button', { name: 'Copy all' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${codes.join('\n')}\n`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toBe(`Recovery codes for Fettle\n\n${codes.join('\n')}\n`)
  await keep(page)
  await logOut(page, app)
  await typePassword(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[3] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${app.url}/dashboard`)
  await page.goto(`${app.url}/settings#second-factor`)
  await page.getByText('9 left').waitFor()
})

test('turning it off asks for password and code again', async () => {
  const { page } = someone
  const { secret } = await setUp(page)
  await keep(page)
  await makeStale(app, email)
  await page.getByRole('button', { name: 'Turn off your authenticator app' }).click()
  await dialogOf(page, 'Turn off your authenticator app?').getByRole('button', { name: 'Turn off' }).click()
  const proof = dialogOf(page, 'Confirm that it is you')
  await proof.getByRole('textbox', { name: 'Password' }).fill('not this one')
  await proof.getByLabel('Code').fill(generateSync({ secret }))
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await proof.getByText('This password is wrong').waitFor()
  await proof.getByRole('textbox', { name: 'Password' }).fill('analytical engine')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await toastOf(page, 'Your authenticator app is off').waitFor()
  await page.getByRole('button', { name: 'Set up' }).waitFor()
})

test('who closes the question is told that nothing was changed', async () => {
  const { page } = someone
  await setUp(page)
  await keep(page)
  await makeStale(app, email)
  await page.getByRole('button', { name: 'New codes' }).click()
  await dialogOf(page, 'Make new recovery codes?').getByRole('button', { name: 'Make new codes' }).click()
  await dialogOf(page, 'Confirm that it is you').getByRole('button', { name: 'Cancel' }).click()
  await toastOf(page, 'No new codes were made').waitFor()
})
