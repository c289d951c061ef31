import { generateSync } from 'otplib'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, visit } from './support/browser.ts'
import { lookProblems } from './support/page-checks.ts'
import {
  addAuthenticator,
  dialogOf,
  forgetLastStep,
  logOut,
  makeStale,
  readSecret,
  typePassword,
} from './support/second-factor.ts'

// Every screen on the way through two-factor authentication and passkeys, in light and in dark.
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

const look = (page: Page) => async (name: string) => {
  await page.evaluate('scrollTo(0, 0)')
  expect(await lookProblems(page, `second-factor-${name}`), name).toEqual([])
}

test.each(['desk', 'phone'] as const)('on the %s', { timeout: 180_000 }, async (device) => {
  const someone = await visit(browser, DEVICES[device])
  const { page } = someone
  const email = `${device}@example.com`
  const see = look(page)
  const settings = async (section: string) => {
    await openPage(page, `${app.url}/settings`)
    await page.locator(`#${section}`).scrollIntoViewIfNeeded()
  }
  await addAuthenticator(someone)
  await page.goto(app.url)
  await register(someone, app.url, email)

  await settings('second-factor')
  await page.getByRole('button', { name: 'Set up' }).click()
  const setUp = dialogOf(page, 'Set up an authenticator app')
  const secret = await readSecret(setUp)
  await setUp.getByLabel('Enter the code').fill('12')
  await setUp.getByRole('button', { name: 'Turn on' }).click()
  await setUp.getByText('This code is wrong').waitFor()
  await see('set-up')
  await setUp.getByLabel('Enter the code').fill(generateSync({ secret }))
  await setUp.getByRole('button', { name: 'Turn on' }).click()
  await dialogOf(page, 'Keep your recovery codes').waitFor()
  await see('recovery-codes')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const adding = dialogOf(page, 'Add a passkey')
  await adding.getByLabel('Name').waitFor()
  await see('new-passkey')
  await adding.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('button', { name: /^Rename/ }).click()
  await dialogOf(page, 'Rename passkey').getByLabel('Name').waitFor()
  await see('rename-passkey')
  await page.keyboard.press('Escape')
  await see('settings')

  await makeStale(app, email)
  await page.getByRole('button', { name: 'New codes' }).click()
  await dialogOf(page, 'Make new recovery codes?').getByRole('button', { name: 'Make new codes' }).click()
  const proof = dialogOf(page, 'Confirm that it is you')
  await proof.getByRole('textbox', { name: 'Password' }).fill('not this one')
  await proof.getByLabel('Code').fill('123456')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await proof.getByText('This password is wrong').waitFor()
  await see('proof')

  await forgetLastStep(app)
  await logOut(page, app)
  await typePassword(page, email)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('12')
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('This code is wrong or was used before').waitFor()
  await see('step')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').waitFor()
  await see('step-recovery')
  await someone.context.close()
})
