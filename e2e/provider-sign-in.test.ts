import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT, startTestProvider, type TestProvider } from '#src/features/oidc/test-provider.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, visit } from './support/browser.ts'

let app: AppProcess
let browser: Browser
let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
  app = await startApp({
    env: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Example',
    },
  })
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
  await provider.stop()
})

test('a visitor who wanted a page signs in with the provider and arrives there', async () => {
  provider.person = { sub: 'one', email: 'one@example.com', email_verified: true, name: 'Ada' }
  const { page, problems } = await visit(browser)
  await openPage(page, `${app.url}/workflows`)
  await page.getByRole('button', { name: 'Sign in with Example' }).click()
  await page.waitForURL(`${app.url}/workflows`)
  await page.getByText('Bill received').first().waitFor()
  // Neither the code nor the state is left in the history.
  await page.goBack()
  expect(new URL(page.url()).search).not.toContain('code=')
  expect(await problems()).toEqual([])
})

test('whoever refuses over there is told, and can sign in otherwise', async () => {
  const { page } = await visit(browser)
  await openPage(page, `${app.url}/auth`)
  await page.route(`${provider.issuer}/authorize*`, (route) => {
    const state = new URL(route.request().url()).searchParams.get('state')
    return route.fulfill({ status: 302, headers: { location: `${app.url}/auth?error=access_denied&state=${state}` } })
  })
  await page.getByRole('button', { name: 'Sign in with Example' }).click()
  await page.getByRole('main').getByText('Signing in with Example did not work. Try again.').waitFor()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.getByLabel('Email').waitFor()
})

test('a known account links the provider in its settings and signs in with it from then on', async () => {
  provider.person = { sub: 'two', email: 'elsewhere@example.com', email_verified: true, name: 'Grace' }
  const own = await visit(browser)
  await own.page.goto(app.url)
  await register(own, app.url, 'linked@example.com')
  await openPage(own.page, `${app.url}/settings#providers`)
  await own.page.getByRole('button', { name: 'Link Example' }).click()
  await own.page.getByText('Example: elsewhere@example.com').waitFor()
  const later = await visit(browser)
  await openPage(later.page, `${app.url}/auth`)
  await later.page.getByRole('button', { name: 'Sign in with Example' }).click()
  await later.page.waitForURL('**/dashboard')
  const { email } = await later.page.evaluate(
    async () => (await fetch('/api/user')).json() as Promise<{ email: string }>,
  )
  expect(email).toBe('linked@example.com')
})
