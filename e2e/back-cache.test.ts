import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, type Visit, visit } from './support/browser.ts'

// Back brings a page as it was left, at once: nothing on a public page may keep the browser from keeping it whole.
let app: AppProcess
let browser: Browser
let visitor: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser({ keepsPages: true })
  visitor = await visit(browser)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const RETURN = `(() => {
  const [{ notRestoredReasons }] = performance.getEntriesByType('navigation')
  return [window.wasKept ?? false, (notRestoredReasons?.reasons ?? []).map(({ reason }) => reason)]
})()`

test.each([
  '/',
  '/explore?q=tip',
  '/fxn/tip-calculator',
  '/fxn/word-frequency',
  '/auth',
  '/support',
  '/api/docs',
  '/privacy',
])('Back brings %s as it was left', async (path) => {
  const { page } = visitor
  const answer = await openPage(page, app.url + path)
  expect(answer?.headers()['cache-control']).toBe('private, no-cache')
  await page.evaluate(`window.addEventListener('pageshow', ({ persisted }) => { window.wasKept = persisted })`)
  await openPage(page, `${app.url}/terms`)
  await page.goBack({ waitUntil: 'commit' })
  await page.waitForURL(app.url + path, { waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(RETURN).catch(() => undefined)).toEqual([true, []])
})
