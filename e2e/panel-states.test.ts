import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, openAccount } from './support/account.ts'
import { rank } from './support/admin.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { afresh, openBrowser, settled, type Visit, visit } from './support/browser.ts'
import { BROKEN } from './support/failures.ts'
import { axeProblems } from './support/page-checks.ts'

// The pages of an account and of admins, whose panels each fetch for themselves: while they wait, fail and are offline.
let app: AppProcess
let browser: Browser
let admin: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  admin = await visit(browser)
  await openAccount(admin, app, 'panels@example.com')
  // An account without one has an empty list, which nothing tells from no list.
  await ask(admin, 'POST', '/api/account/exports', {})
  await rank(app, 'panels@example.com', { role: 'super_admin', secondFactor: 'passed' })
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

interface Panel {
  /** The call that brings its data. */
  readonly call: string
  readonly failed: string
  /** Seen once the data is there. */
  readonly data: string | RegExp
}
const PAGES: Readonly<Record<string, readonly Panel[]>> = {
  '/settings': [
    { call: '/api/user', failed: 'Failed to fetch your profile', data: 'panels@example.com' },
    { call: '/api/reauthenticate', failed: 'Failed to fetch your sign-in methods', data: 'Change password' },
    { call: '/api/second-factor', failed: 'This could not be loaded', data: 'Authenticator app' },
    { call: '/api/passkeys', failed: 'Your passkeys could not be loaded', data: 'No passkeys' },
    { call: '/api/sessions', failed: 'Your devices could not be loaded', data: 'This device' },
    { call: '/api/keys', failed: 'Your API keys could not be loaded', data: /You have no API keys|No API keys/ },
    { call: '/api/account/exports', failed: 'Your exports could not be loaded', data: /^The export of/ },
    { call: '/api/account/deletion', failed: 'This could not be loaded', data: 'Delete my account…' },
  ],
  '/email-preferences': [
    { call: '/api/email-preferences', failed: 'Your preferences could not be loaded', data: 'Workflows' },
  ],
  '/admin': [{ call: '/api/admin', failed: 'Failed to fetch the overview', data: /\d+ people/ }],
  '/admin/people': [{ call: '/api/admin/people', failed: 'Failed to fetch people', data: 'panels@example.com' }],
  '/admin/errors': [{ call: '/api/admin/client-errors', failed: 'Failed to fetch client errors', data: /No |Nothing/ }],
  '/admin/moderation': [{ call: '/api/admin/moderation', failed: 'Failed to fetch cases', data: 'Nothing waits' }],
  '/admin/featured': [{ call: '/api/admin/featured', failed: 'Failed to fetch the featured tools', data: 'Shown now' }],
  '/admin/tags': [{ call: '/api/admin/tags', failed: 'Failed to fetch tags', data: 'Merge…' }],
  '/admin/figures': [{ call: '/api/admin/figures', failed: 'Failed to fetch the figures', data: 'Sign-ups' }],
  '/admin/audit': [{ call: '/api/admin/audit', failed: 'Failed to fetch the audit log', data: 'account.registered' }],
}

const main = (page: Page) => page.getByRole('main')
const shown = (page: Page, text: string | RegExp) => main(page).getByText(text).filter({ visible: true })
const isCallOf = (panels: readonly Panel[]) => (url: URL) => panels.some(({ call }) => url.pathname === call)

async function openWith(path: string, answer: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await afresh(admin)
  await answer(page)
  await page.goto(app.url + path, { waitUntil: 'domcontentloaded' })
  return page
}

describe.each(Object.entries(PAGES))('%s', (path, panels) => {
  const calls = isCallOf(panels)

  test('loading: each panel says so, in the place of its data', async () => {
    const page = await openWith(path, (slow) => slow.route(calls, () => undefined))
    // The code of some panels is on its way at first, and says so too.
    const placeholders = main(page).getByText(/^Loading/)
    await expect.poll(() => placeholders.count(), { timeout: 15_000 }).toBe(panels.length)
  })

  test('error: each names what failed and the request; Try again brings the data', async () => {
    const page = await openWith(path, (broken) =>
      broken.route(calls, (route) => route.fulfill({ status: 500, json: BROKEN })),
    )
    const again = main(page).getByRole('button', { name: 'Try again' })
    await expect.poll(() => again.count(), { timeout: 15_000 }).toBe(panels.length)
    for (const { failed } of panels) await shown(page, failed).first().waitFor()
    expect(await shown(page, 'req-0815').count()).toBe(panels.length)
    for (const { data } of panels) expect(await shown(page, data).count(), String(data)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await page.unroute(calls)
    for (let left = panels.length; left > 0; left--) {
      await again.first().click()
      await expect.poll(() => again.count()).toBe(left - 1)
    }
    for (const { data } of panels) await shown(page, data).first().waitFor()
  })

  test('offline: what is there stays, and the page says that it may be old', async () => {
    const page = await openWith(path, async () => undefined)
    for (const { data } of panels) await shown(page, data).first().waitFor()
    await settled(page)
    await admin.context.setOffline(true)
    await shown(page, /^You are offline\. What you see may be old/)
      .first()
      .waitFor()
    for (const { data } of panels) expect(await shown(page, data).count()).toBeGreaterThan(0)
    await admin.context.setOffline(false)
  })
})
