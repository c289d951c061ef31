import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, visit } from './support/browser.ts'

// Finding and using tools as a visitor does.
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

async function open(path: string, options = {}): Promise<Page> {
  const { page } = await visit(browser, options)
  await page.goto(app.url + path, { waitUntil: 'networkidle' })
  return page
}
const results = (page: Page) => page.getByRole('region', { name: 'Results', exact: true })
const runCount = async (slug: string): Promise<number> => {
  const { fxn } = (await (await fetch(`${app.url}/api/tools/${slug}`)).json()) as { fxn: { runCount: number } }
  return fxn.runCount
}

test('using an in-browser tool makes no request; leaving the page sends one count without content', async () => {
  const page = await open('/fxn/tip-calculator')
  const before = await runCount('tip-calculator')
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`))
  await page.getByLabel('Bill').fill('123.45')
  await results(page).getByText('148.14').first().waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  expect(requests).toEqual([])
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))`)
  await expect.poll(() => runCount('tip-calculator')).toBe(before + 1)
  await page.goto('about:blank')
  expect(await runCount('tip-calculator')).toBe(before + 1)
  const counts = requests.filter((text) => text.includes('/api/discovery/runs/'))
  expect(counts).toHaveLength(1)
  expect(counts[0]).toMatch(/\{"version":\d+,"success":true,"durationMs":[\d.]+\}$/)
})

test('bad input is said at its field, and the last result stays, marked', async () => {
  const page = await open('/fxn/tip-calculator')
  await page.getByLabel('Bill').fill('50')
  await results(page).getByText('60.00').first().waitFor()
  await page.getByLabel('Bill').fill('-1')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Bill must be at least 0').first().waitFor()
  expect(await page.getByLabel('Bill').getAttribute('aria-invalid')).toBe('true')
  await results(page).getByText('Not up to date').waitFor()
  expect(await results(page).getByText('60.00').count()).toBeGreaterThan(0)
})

test('Reset brings back the defaults and "Ready to run", and can be undone', async () => {
  const page = await open('/fxn/tip-calculator')
  await page.getByLabel('Bill').fill('50')
  await results(page).getByText('60.00').first().waitFor()
  await page.getByRole('button', { name: 'Reset' }).first().click()
  await page.getByText('Ready to run').waitFor()
  await page.getByRole('button', { name: 'Undo' }).filter({ visible: true }).first().click()
  await results(page).getByText('60.00').first().waitFor()
})

test('a pattern that never ends is stopped, and the page answers meanwhile', async () => {
  const page = await open('/fxn/regex-tester')
  await page.getByLabel('Pattern').fill('^(a+)+$')
  await page
    .getByLabel('Text', { exact: false })
    .first()
    .fill(`${'a'.repeat(40)}!`)
  const begun = performance.now()
  await page.getByLabel('Pattern').press('End')
  expect(performance.now() - begun).toBeLessThan(1000)
  await page
    .getByText(/Stopped after 1 s/)
    .first()
    .waitFor()
  await page.getByLabel('Pattern').fill('a')
  await results(page).getByText('a', { exact: true }).first().waitFor()
})

test('a creator tool runs on the server when Run is pressed', async () => {
  const page = await open('/fxn/word-frequency')
  await page.getByText('Ready to run').waitFor()
  await page.getByLabel('Text', { exact: false }).first().fill('to be or not to be')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await results(page).getByText('6 words, 4 different').waitFor()
})

test('a click on an example fills the form and computes it', async () => {
  const page = await open('/fxn/loan-payment')
  await page.getByRole('button', { name: /ten monthly payments/ }).click()
  await results(page).getByText('1,037.03').first().waitFor()
})

test('an answer that comes late never replaces a newer one', async () => {
  const page = await open('/explore')
  let held: (() => void) | undefined
  await page.route(/q=loan/, async (route) => {
    await new Promise<void>((resolve) => {
      held = resolve
    })
    await route.continue()
  })
  await page.getByRole('searchbox').first().fill('loan')
  await expect.poll(() => held !== undefined).toBe(true)
  await page.getByRole('searchbox').first().fill('regex')
  await page.getByRole('heading', { name: 'Search results for "regex"' }).waitFor()
  held?.()
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('main').textContent()).not.toMatch(/loan payment/i)
  expect(new URL(page.url()).searchParams.get('q')).toBe('regex')
})

test('Back from a tool finds the list where it was', async () => {
  const page = await open('/explore', { viewport: { width: 800, height: 500 } })
  const last = page.getByRole('link', { name: /word frequency/i }).first()
  await last.scrollIntoViewIfNeeded()
  const before = Number(await page.evaluate('scrollY'))
  expect(before).toBeGreaterThan(100)
  await last.click()
  await page.waitForURL(/word-frequency/)
  await page.goBack()
  await expect.poll(async () => Math.abs(Number(await page.evaluate('scrollY')) - before)).toBeLessThanOrEqual(20)
})

test('a search that fails says so and keeps what was typed; Retry brings the tools', async () => {
  const page = await open('/explore')
  await page.context().setOffline(true)
  await page.getByRole('searchbox').first().fill('tip')
  await page.getByText('Failed to fetch tools').first().waitFor()
  await page.context().setOffline(false)
  await page
    .getByRole('button', { name: /retry|try again/i })
    .first()
    .click()
  await page
    .getByRole('link', { name: /tip calculator/i })
    .first()
    .waitFor()
  expect(await page.getByRole('searchbox').first().inputValue()).toBe('tip')
})

test('nothing found says so, and Clear search shows everything again', async () => {
  const page = await open('/explore?q=zzqxv')
  await page.getByText('No tools found').first().waitFor()
  await page.getByText('Try adjusting your search terms or browse by category').waitFor()
  await page
    .getByRole('button', { name: 'Clear search' })
    .or(page.getByRole('link', { name: 'Clear search' }))
    .first()
    .click()
  await page.getByRole('heading', { name: 'All Tools' }).waitFor()
})

test('one run is not "1 runs"', async () => {
  const page = await open('/explore?q=tip')
  const text = (await page.getByRole('main').textContent()) ?? ''
  expect(text).not.toMatch(/\b1 (runs|favourites|tools found)\b/)
})
