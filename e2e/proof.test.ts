import { execFileSync } from 'node:child_process'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, type Visit, visit } from './support/browser.ts'

// The whole way of a newcomer: from a mistyped word to a workflow's execution with the values of each step.
let app: AppProcess
let browser: Browser
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
}, 180_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

async function expectSplitBill({ page }: Visit): Promise<void> {
  const results = page.getByRole('region', { name: 'Results' })
  await results.getByText('101.40').first().waitFor()
  await results.getByText('16.90').first().waitFor()
  await results.getByText('33.80').first().waitFor()
  await results.getByText('5.63').first().waitFor()
}

test('a visitor finds the tip calculator by "tpi", works out a bill, and shares it with a second browser', async () => {
  const first = await visit(browser)
  const { page } = first
  await page.goto(`${app.url}/explore`)
  await page.getByRole('searchbox').fill('tpi')
  await page.waitForURL(/q=tpi/)
  await page
    .getByRole('link', { name: /tip calculator/i })
    .first()
    .click()
  await page.waitForURL(/\/fxn\/tip-calculator/)
  await page.getByLabel('Bill').fill('84.50')
  await page.getByRole('textbox', { name: /people/i }).fill('3')
  await expectSplitBill(first)

  await page.getByRole('button', { name: 'Share' }).first().click()
  await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click()
  await page.getByText('Link copied').filter({ visible: true }).first().waitFor()
  const link = String(await page.evaluate('navigator.clipboard.readText()'))
  expect(new URL(link).search).toBe('')
  expect(new URL(link).hash).not.toBe('')

  const second = await visit(browser)
  const requested: string[] = []
  second.page.on('request', (request) => requested.push(request.url() + (request.postData() ?? '')))
  await second.page.goto(link)
  await expectSplitBill(second)
  expect(requested.filter((text) => text.includes('84.5'))).toEqual([])
  expect(await first.problems()).toEqual([])
  expect(await second.problems()).toEqual([])
})

test('they sign up, run their own "Bill received" through curl, and find each step’s values', async () => {
  const newcomer = await visit(browser)
  const { page } = newcomer
  await page.goto(`${app.url}/auth`)
  await page
    .getByRole('button', { name: 'Create account' })
    .or(page.getByRole('link', { name: 'Create account' }))
    .last()
    .click()
  await page.getByLabel('Name', { exact: false }).first().fill('Ada Lovelace')
  await page.getByLabel('Email').fill('newcomer@example.com')
  await page.getByLabel('Password', { exact: false }).first().fill('analytical engine')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create account' }).last().click()
  await page.waitForURL(/\/dashboard/)

  await page.goto(`${app.url}/workflows`)
  await page.getByRole('link', { name: 'Bill received' }).first().click()
  await page.waitForURL(/\/workflows\/[0-9a-f-]{36}$/)
  const command = await page.locator('pre', { hasText: 'curl' }).first().textContent()
  expect(command).toContain(`-d '{"bill":84.5}'`)
  const forThree = String(command).replace('{"bill":84.5}', '{"bill":84.5,"people":3}')
  const answer = execFileSync('bash', ['-c', `${forThree} -s`], { encoding: 'utf8' })
  expect(JSON.parse(answer)).toEqual({
    message: 'Split it: 33.8 each, 16.9 of it is for the service.',
    total: 101.4,
    perPerson: 33.8,
  })

  await page.goto(`${page.url()}/executions`)
  await page.locator('main a[href*="/executions/"]').first().click()
  await page.waitForURL(/\/executions\/[0-9a-f-]{36}$/)
  const main = page.getByRole('main')
  for (const step of ['Bill received', 'Work out the tip', 'Is it more than 100?', 'Answer: worth splitting'])
    await main.getByText(step).first().waitFor()
  await main.getByText('Work out the tip').first().click()
  expect(await main.textContent()).toContain('101.4')
  expect(await newcomer.problems()).toEqual([])
})
