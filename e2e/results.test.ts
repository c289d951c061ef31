import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { afresh, openBrowser, openPage, settled, type Visit, visit } from './support/browser.ts'
import { lookProblems } from './support/page-checks.ts'

// What becomes of a result: sorted, saved, sent on to another tool.
let app: AppProcess
let browser: Browser
let visitor: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  visitor = await visit(browser)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

async function open(path: string): Promise<Page> {
  const page = await afresh(visitor)
  await openPage(page, app.url + path)
  return page
}
const results = (page: Page) => page.getByRole('region', { name: 'Results', exact: true })

test('a table is saved whole as CSV', async () => {
  const page = await open('/fxn/loan-payment')
  await page.getByRole('button', { name: /ten monthly payments/ }).click()
  await results(page).getByText('1,037.03').first().waitFor()
  await page.getByRole('button', { name: /A car for 21,000/ }).click()
  await results(page).getByText('501.90').first().waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV of Repayment plan' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('loan-payment-schedule.csv')
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(lines).toHaveLength(50)
  expect(lines[0]).toBe('No.,Payment,Interest,Principal,Balance')
  expect(lines[1]).toBe('1,501.90,120.75,381.15,20618.85')
  expect(lines[48]).toMatch(/^48,.*,0\.00$/)
})

test('a column head sorts the rows up, down and back, by keyboard too, and the file follows', async () => {
  const page = await open('/fxn/loan-payment')
  await page.getByRole('button', { name: /A car for 21,000/ }).click()
  await results(page).getByText('501.90').first().waitFor()
  const table = results(page).getByRole('table', { name: 'Repayment plan' })
  const column = (name: string) => table.getByRole('columnheader', { name, exact: true })
  const firstRow = () => table.getByRole('row').nth(1).getByRole('cell').allTextContents()
  const original = await firstRow()
  expect([await column('Interest').getAttribute('aria-sort'), original[0]]).toEqual(['none', '1'])
  await column('Interest').getByRole('button').press('Enter')
  // The last of 48 payments has the least interest, though "2.87" stands behind "113.97" in the alphabet.
  await expect.poll(async () => (await firstRow())[0]).toBe('48')
  const sortOf = (name: string) => column(name).getAttribute('aria-sort')
  expect(await sortOf('Interest')).toBe('ascending')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV of Repayment plan' }).click()
  const lines = readFileSync(await (await download).path(), 'utf8').split('\r\n')
  expect(lines.slice(1, 49).map((line) => Number(line.split(',')[0]))).toEqual(
    Array.from({ length: 48 }, (_, index) => 48 - index),
  )
  await column('Interest').getByRole('button').press('Space')
  await expect.poll(() => sortOf('Interest')).toBe('descending')
  expect(await firstRow()).toEqual(original)
  for (const wanted of ['ascending', 'descending', 'none']) {
    await column('No.').getByRole('button').click()
    await expect.poll(() => sortOf('No.')).toBe(wanted)
    expect(await sortOf('Interest')).toBe('none')
  }
  expect(await firstRow()).toEqual(original)
})

test.each([
  ['json-formatter', 'JSON', '[1]', 'Result (.json)', 'json-formatter-result.json', /^\[\n {2}1\n\]$/],
  ['rot13', 'Text', 'Why', 'Result (.txt)', 'rot13-result.txt', /^Jul$/],
  ['tip-calculator', 'Bill', '50', 'Whole result (.txt)', 'tip-calculator.txt', /^Total: 60\n/],
  ['tip-calculator', 'Bill', '50', 'Whole result (.json)', 'tip-calculator.json', /^\{\n {2}"total": 60,/],
  ['tip-calculator', 'People', '3', 'What each person pays (.csv)', 'tip-calculator-shares.csv', /^Person,/],
])('%s: a result is downloaded in the form that fits it', async (slug, label, typed, item, name, content) => {
  const page = await open(`/fxn/${slug}`)
  await page.getByLabel(label, { exact: false }).first().fill(typed)
  await settled(page)
  const button = results(page).getByRole('button', { name: 'Download', exact: true })
  await button.press('Enter')
  const entry = page.getByRole('menuitem', { name: item, exact: true })
  await entry.waitFor()
  // Beside its button, from the first time on.
  const [menu, opener] = await Promise.all([page.getByRole('menu').boundingBox(), button.boundingBox()])
  expect(Math.abs((menu?.y ?? 0) - (opener?.y ?? 0) - (opener?.height ?? 0))).toBeLessThan(20)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Download')
  await button.press('Enter')
  const download = page.waitForEvent('download')
  await entry.press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toBe(name)
  expect(readFileSync(await file.path(), 'utf8')).toMatch(content)
})

test('a result goes on to a tool that takes it, which opens with it, and the value reaches no server', async () => {
  const page = await open('/fxn/base64')
  await page.getByLabel('Text', { exact: false }).first().fill('Why did the chicken')
  await results(page).getByText('V2h5IGRpZCB0aGUgY2hpY2tlbg==').first().waitFor()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
  const button = results(page).getByRole('button', { name: 'Send to…' })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Send result to…' })
  const targets = dialog.getByRole('list', { name: 'Tools that take it' }).getByRole('link')
  await targets.first().waitFor()
  // Of the same category.
  expect(await targets.first().textContent()).toContain('Developer')
  expect(await dialog.getByRole('link', { name: /^Loan Payment/ }).count()).toBe(0)
  expect(await lookProblems(page, 'send-result')).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Send to…')
  await button.press('Enter')
  await dialog.getByLabel('What to send').selectOption({ label: 'Bytes' })
  await dialog.getByRole('link', { name: /^Number to Words/ }).waitFor()
  await dialog.getByLabel('What to send').selectOption({ label: 'Result' })
  await dialog.getByRole('link', { name: /^ROT13/ }).waitFor()
  await dialog.getByLabel('Find a tool').fill('rot')
  await expect.poll(() => targets.count()).toBe(1)
  await targets.first().press('Enter')
  await page.waitForURL(/\/fxn\/rot13#in=/)
  await expect.poll(() => page.locator('#input-text').inputValue()).toBe('V2h5IGRpZCB0aGUgY2hpY2tlbg==')
  await results(page).getByText('I2u5VTEcMPO0nTHtL2ucL2gyot==').first().waitFor()
  expect(sent.filter((one) => one.includes('V2h5'))).toEqual([])
})

test('a failure to find tools can be mended, and a secret is not sent on', async () => {
  const page = await open('/fxn/rot13')
  await page.getByLabel('Text', { exact: false }).first().fill('Why')
  await page.route('**/api/discovery/receivers*', (route) => route.fulfill({ status: 400, json: {} }))
  await results(page).getByRole('button', { name: 'Send to…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send result to…' })
  await dialog.getByText('Failed to fetch tools').waitFor()
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('link', { name: /^Hash Generator/ }).waitFor()
  const secret = await open('/fxn/password-generator')
  await secret.getByRole('button', { name: 'Run', exact: true }).click()
  await results(secret).getByRole('button', { name: 'Copy' }).first().waitFor()
  expect(await results(secret).getByRole('button', { name: 'Send to…' }).count()).toBe(0)
})
