import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, settled, visit } from './support/browser.ts'
import { sidewaysScroll } from './support/page-checks.ts'

// What is seen and heard of a tool: at first sight, on a phone, with a screen reader, and before a card is pressed.
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
  await openPage(page, app.url + path)
  return page
}
const main = (page: Page) => page.getByRole('main')
const results = (page: Page) => main(page).getByRole('region', { name: 'Results', exact: true })

test.each([
  'tip-calculator',
  'loan-payment',
  'unit-converter',
  'bmi-calculator',
  'hash-generator',
  'subnet-calculator',
  'url-parser',
])('%s opens with the result of its example, above the fold of a small laptop', async (slug) => {
  const { page, context } = await visit(browser, {
    viewport: { width: 1280, height: 720 },
    javaScriptEnabled: false,
  })
  await page.goto(`${app.url}/fxn/${slug}`)
  const lead = results(page).locator('.figures, output, pre, code').first()
  const box = await lead.boundingBox()
  expect(box?.y).toBeGreaterThan(0)
  expect((box?.y ?? 0) + Math.min(box?.height ?? 0, 40)).toBeLessThan(720)
  expect(await main(page).getByText('Ready to run').count()).toBe(0)
  await context.close()
})

test('on a phone the leading result stays in sight above the form, and leads to all of them', async () => {
  const page = await open('/fxn/loan-payment', DEVICES.phone)
  await page.getByLabel('Loan amount').fill('10000')
  const peek = main(page).getByRole('button', { name: /Show all results/ })
  await expect.poll(() => peek.textContent()).toMatch(/\d/)
  await main(page).getByRole('button', { name: 'Run', exact: true }).scrollIntoViewIfNeeded()
  expect(await peek.isVisible()).toBe(true)
  const box = await peek.boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect(box?.y).toBeLessThan(DEVICES.phone.viewport.height)
  expect(await sidewaysScroll(page)).toBe(0)
  await peek.click()
  await expect.poll(async () => (await results(page).boundingBox())?.y).toBeLessThan(200)
  await page.context().close()
})

test('a result is said once typing has paused, and not for every key', async () => {
  const page = await open('/fxn/tip-calculator')
  await page.evaluate(`window.said = []
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role=status]'))
        if (/Total: /.test(region.textContent) && window.said.at(-1) !== region.textContent)
          window.said.push(region.textContent)
    }).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true })`)
  await page.getByLabel('Bill').fill('')
  await page.getByLabel('Bill').pressSequentially('1234.50', { delay: 30 })
  await expect.poll(() => page.evaluate('window.said')).toEqual(['Total: 1,481.40'])
  await page.context().close()
})

test('several wrong inputs: the summary takes the focus after Run, and leads to each', async () => {
  const page = await open('/fxn/tip-calculator')
  await page.getByLabel('Bill').fill('-1')
  await page.getByRole('textbox', { name: /people/i }).fill('0')
  await main(page).getByRole('button', { name: 'Run', exact: true }).click()
  const summary = main(page).getByRole('alert').filter({ hasText: '2 things need your attention' })
  await summary.waitFor()
  expect(await page.evaluate('document.activeElement.textContent')).toContain('Bill must be at least 0')
  await summary.getByRole('link', { name: 'People must be at least 1' }).click()
  const field = page.getByRole('textbox', { name: /people/i })
  await expect.poll(() => field.and(page.locator(':focus')).count()).toBe(1)
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  const described = (await field.getAttribute('aria-describedby')) ?? ''
  expect(await page.locator(`#${described.split(' ').at(-1)}`).textContent()).toBe('People must be at least 1')
  await page.context().close()
})

test('a card that somebody points at is fetched before it is pressed', async () => {
  const page = await open('/explore?q=base64')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const card = main(page).getByRole('link', { name: 'Base64 Encoder and Decoder' })
  const path = String(await card.getAttribute('href'))
  await card.hover()
  await expect.poll(() => asked).toContain(`${path}.data`)
  await settled(page)
  const fetched = asked.filter((one) => one === `${path}.data`).length
  await card.click()
  await main(page).getByRole('heading', { level: 1, name: 'Base64 Encoder and Decoder' }).waitFor()
  expect(fetched).toBe(1)
  await page.context().close()
})

test.each([
  ['/fxn/tip-calculator', 'Bill', '250'],
  ['/explore', 'Search tools', 'json'],
  ['/auth', 'Email', 'ada@example.com'],
])('what is typed into %s before its code has come stays', async (path, label, typed) => {
  const { page, context, problems } = await visit(browser)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(app.url + path, { waitUntil: 'commit' })
  const field = main(page).getByLabel(label).first()
  await field.fill(typed)
  release()
  await settled(page)
  expect(await field.inputValue()).toBe(typed)
  if (path.startsWith('/fxn/')) await results(page).getByText('300.00').first().waitFor()
  if (path === '/explore') await main(page).getByRole('heading', { name: 'Search results for "json"' }).waitFor()
  expect(await problems()).toEqual([])
  await context.close()
})
