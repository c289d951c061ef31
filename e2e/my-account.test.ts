import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unzip } from '#src/features/data-export/test-unzip.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, visit } from './support/browser.ts'

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

let people = 0
async function somebody() {
  const email = `mine${++people}@example.com`
  const own = await visit(browser)
  await own.page.goto(app.url)
  await register(own, app.url, email)
  return { ...own, email }
}
const stale = (email: string) =>
  queryDatabase(
    app.dataDir,
    `update session set authenticated_at = now() - interval '11 minutes'
      where user_id = (select id from "user" where email = $1)`,
    [email],
  )

test('a device that is signed out has to sign in again', async () => {
  const { page, email, problems } = await somebody()
  const other = await visit(browser)
  await openPage(other.page, `${app.url}/auth?redirect=/settings`)
  await other.page.getByLabel('Email').fill(email)
  await other.page.getByLabel(/^Password/).fill('analytical engine')
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).last().click()
  await other.page.waitForURL('**/settings')
  await openPage(page, `${app.url}/settings#devices`)
  const devices = page.getByRole('region', { name: 'Devices' })
  await devices.getByRole('listitem').nth(1).waitFor()
  expect(await devices.getByText('This device').count()).toBe(1)
  await devices.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await devices.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
  await other.page.goto(`${app.url}/settings`)
  expect(new URL(other.page.url()).pathname).toBe('/auth')
  expect(await problems()).toEqual([])
})

test('an API key is made after a new proof, is shown once, and works in another program', async () => {
  const { page, email } = await somebody()
  await stale(email)
  await openPage(page, `${app.url}/settings#api-keys`)
  await page.getByRole('button', { name: 'New API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByRole('button', { name: 'Make key' }).click()
  await dialog.getByText('Name is required').waitFor()
  await dialog.getByLabel('Name').fill('Office')
  await dialog.getByRole('button', { name: 'Make key' }).click()
  const proof = page.getByRole('dialog', { name: /confirm/i })
  await proof.getByLabel(/^Password/).fill('analytical engine')
  await page.keyboard.press('Enter')
  const made = page.getByRole('dialog', { name: 'Your new API key' })
  const token = (await made.getByText(/^ftl_/).textContent()) ?? ''
  await made.getByRole('button', { name: 'I have copied it' }).click()
  const answer = await fetch(`${app.url}/api/tools/tip-calculator/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ bill: 100, tipPercent: 20, people: 2 }),
  })
  expect([answer.status, ((await answer.json()) as { outputs: object }).outputs]).toEqual([
    200,
    expect.objectContaining({ totalPerPerson: 60 }),
  ])
  await page.reload()
  await page.getByRole('region', { name: 'API keys' }).getByText('Office').waitFor()
  expect(await page.getByText(token).count()).toBe(0)
})

test('an export is made in the background and holds the account', async () => {
  const { page, email } = await somebody()
  await openPage(page, `${app.url}/settings#data`)
  const panel = page.getByRole('region', { name: 'Export my data' })
  await panel.getByRole('button', { name: 'Make an export' }).click()
  const link = panel.getByRole('link', { name: /^Download/ })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click({ timeout: 20_000 })])
  expect(download.suggestedFilename()).toMatch(/^fettle-data-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzip(readFileSync(await download.path()))
  expect(JSON.parse(files.get('account.json') ?? '{}')).toMatchObject({ email })
})

test('leaving signs out at once; whoever comes back in time keeps everything', async () => {
  const { page, email, context } = await somebody()
  await openPage(page, `${app.url}/settings#delete`)
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('textbox').fill('delete')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL(`${app.url}/`)
  expect((await context.cookies()).filter(({ name }) => name === 'session')).toEqual([])
  await openPage(page, `${app.url}/auth`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill('analytical engine')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await page.getByRole('button', { name: 'Keep my account' }).waitFor({ state: 'detached' })
  await page.getByText('Bill received').first().waitFor()
})
