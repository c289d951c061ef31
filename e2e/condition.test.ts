import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { aStep, lineOf } from './support/line-of-steps.ts'
import { lookProblems } from './support/page-checks.ts'

// A condition is chosen from lists by whoever does not write expressions.
let app: AppProcess
let browser: Browser
let owner: Visit
let page: Page
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  owner = await visit(browser)
  page = owner.page
  await page.goto(app.url)
  await register(owner, app.url, 'condition@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const SAMPLE = { bill: 84.5, plan: 'gold', orders: [{ total: 120 }, { total: 80 }] }
const start = aStep('s', 'manual', { sample: SAMPLE })

async function openStep(steps: readonly { readonly id: string }[], name: string): Promise<string> {
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', {
    name: 'Decides',
    graph: lineOf([start, ...steps]),
  })
  await openPage(page, `${app.url}/workflows/${workflow.id}?view=outline&step=${name}`)
  await settled(page)
  return workflow.id
}
const valueIn = (line: number) => page.getByRole('combobox', { name: `Value of line ${line}`, exact: true })
const wayOf = (line: number) => page.getByRole('combobox', { name: `How line ${line} compares`, exact: true })
const otherOf = (line: number) => page.getByRole('textbox', { name: `What line ${line} is compared with`, exact: true })
const expression = (name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) })

test('a condition is chosen from lists, is written as an expression, and decides as it says', async () => {
  await openStep([aStep('rich', 'if', {})], 'rich')
  await valueIn(1).selectOption({ label: 'trigger.bill: 84.5' })
  await wayOf(1).selectOption('is greater than')
  await otherOf(1).fill('80')
  await otherOf(1).fill('8o')
  await page.getByText('Write a number, as 100 or 8.5. Until then the condition stays as it was.').waitFor()
  expect(await expression('Condition').textContent()).toBe('{{ trigger.bill > 80 }}')
  await otherOf(1).fill('80')
  await page.getByRole('button', { name: 'Add a line to Condition' }).click()
  await valueIn(2).selectOption({ label: 'trigger.plan: "gold"' })
  await wayOf(2).selectOption('starts with')
  await otherOf(2).fill('gol')
  expect(await expression('Condition').textContent()).toBe('{{ trigger.bill > 80 && trigger.plan.startsWith("gol") }}')
  await page.getByText('With sample data this is true.').waitFor()
  await page.getByRole('button', { name: 'Run this step' }).click()
  await page.getByRole('region', { name: 'Last try of RICH' }).getByText('Succeeded', { exact: true }).waitFor()

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('combobox', { name: 'How the lines are joined' }).selectOption('One of these is so')
  await page.getByRole('button', { name: 'Remove line 1' }).click()
  expect(await expression('Condition').textContent()).toBe('{{ trigger.plan.startsWith("gol") }}')
  expect(await lookProblems(page, 'condition-desk')).toEqual([])
})

test('what is written comes into the lines, and what they cannot show stays as it is', async () => {
  await openStep([aStep('rich', 'if', { condition: '{{ trigger.bill >= 84.5 }}' })], 'rich')
  await page.getByText('Choose values to compare').click()
  await valueIn(1).waitFor()
  expect([await valueIn(1).inputValue(), await wayOf(1).inputValue(), await otherOf(1).inputValue()]).toEqual([
    'trigger.bill',
    'atLeast',
    '84.5',
  ])
  await expression('Condition').fill('{{ trigger.bill * 2 > 100 }}')
  await page.getByText('Lines cannot show what is written above').waitFor()
  expect(await valueIn(1).count()).toBe(0)
  expect(await expression('Condition').textContent()).toBe('{{ trigger.bill * 2 > 100 }}')
})

test('a case of a switch is chosen from lists, too', async () => {
  const cases = [{ id: 'case_1', name: 'Gold', when: '' }]
  await openStep([aStep('plan', 'switch', { cases })], 'plan')
  await valueIn(1).selectOption({ label: 'trigger.plan: "gold"' })
  await otherOf(1).fill('gold')
  expect(await expression('Condition of Gold').textContent()).toBe('{{ trigger.plan == "gold" }}')
  await otherOf(1).fill('')
  expect(await valueIn(1).inputValue()).toBe('trigger.plan')
  expect(await expression('Condition of Gold').textContent()).toBe('{{ trigger.plan == "gold" }}')
  await page.getByRole('button', { name: 'Remove line 1' }).click()
  expect(await expression('Condition of Gold').textContent()).not.toContain('gold')
})

test('items of a list are kept by a condition that was chosen on a phone', async () => {
  await page.setViewportSize(DEVICES.phone.viewport)
  await openStep([aStep('large', 'filter', { items: '{{ trigger.orders }}' })], 'large')
  await valueIn(1).selectOption({ label: 'item.total: 120' })
  await wayOf(1).selectOption('is at least')
  await otherOf(1).fill('100')
  expect(await expression('Keep an item when').textContent()).toBe('{{ item.total >= 100 }}')
  expect(await lookProblems(page, 'condition-phone')).toEqual([])
  await page.setViewportSize(DEVICES.desk.viewport)
})
