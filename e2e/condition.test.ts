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

async function openStep(steps: readonly { readonly id: string }[], name: string, first = start): Promise<string> {
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', {
    name: 'Decides',
    graph: lineOf([first, ...steps]),
  })
  await openPage(page, `${app.url}/workflows/${workflow.id}?view=outline&step=${name}`)
  await settled(page)
  return workflow.id
}
const valueIn = (line: number) => page.getByRole('combobox', { name: `Value of line ${line}`, exact: true })
const wayOf = (line: number) => page.getByRole('combobox', { name: `How line ${line} compares`, exact: true })
const otherOf = (line: number) => page.getByRole('textbox', { name: `What line ${line} is compared with`, exact: true })
const expression = (name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) })
const says = (template: string) => expect.poll(() => expression('Condition').textContent()).toBe(template)
const openLines = async () => {
  await page.getByText('Choose values to compare').click()
  await valueIn(1).waitFor()
}
/** One for each line, and what the condition comes to: they are there before they say anything. */
const statuses = () => page.getByRole('group', { name: 'Condition in lines' }).getByRole('status').count()
const status = (text: string) => page.getByRole('status').filter({ hasText: text })

test('a condition is chosen from lists, is written as an expression, and decides as it says', async () => {
  await openStep([aStep('rich', 'if', {})], 'rich')
  await valueIn(1).selectOption({ label: 'trigger.bill: 84.5' })
  await wayOf(1).selectOption('is greater than')
  await otherOf(1).fill('80')
  expect(await statuses()).toBe(2)
  await otherOf(1).fill('8o')
  await status('Write a number, as 100 or 8.5. Until then this line counts as it was.').waitFor()
  expect(await statuses()).toBe(2)
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

test('texts that a webhook has not brought yet stay texts, also after a trial with samples', async () => {
  const condition = '{{ trigger.body.zip == "1010" && trigger.body.plan == "gold" }}'
  await openStep([aStep('rich', 'if', { condition })], 'rich', aStep('s', 'webhook', {}))
  await openLines()
  expect(await valueIn(1).locator('option', { hasText: 'trigger.body.zip: 84.5' }).count()).toBe(1)
  await otherOf(1).fill('1020')
  await otherOf(2).fill('silver')
  await says('{{ trigger.body.zip == "1020" && trigger.body.plan == "silver" }}')
  await wayOf(2).selectOption('is true')
  await wayOf(2).selectOption('is false')
  await wayOf(2).selectOption('is true')
  await says('{{ trigger.body.zip == "1020" && trigger.body.plan == true }}')
  await page.getByRole('button', { name: 'Run this step' }).click()
  await page.getByRole('region', { name: 'Last try of RICH' }).getByText('Succeeded', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await otherOf(1).fill('1030')
  await says('{{ trigger.body.zip == "1030" && trigger.body.plan == true }}')
})

test('values that are passed by keyboard on the way to another change nothing else of a line', async () => {
  await openStep([aStep('rich', 'if', { condition: '{{ trigger.bill > 80 }}' })], 'rich')
  await openLines()
  await valueIn(1).press('ArrowDown')
  await says('{{ trigger.plan == "80" }}')
  await valueIn(1).press('Home')
  await status('Choose a value. Until then this line counts as it was.').waitFor()
  await says('{{ trigger.plan == "80" }}')
  await valueIn(1).selectOption('trigger.bill')
  await says('{{ trigger.bill > 80 }}')
})

test('a line that is begun keeps nothing back, and is there when the panel is widened or opened again', async () => {
  const condition = '{{ trigger.bill > 100 && trigger.plan == "gold" }}'
  await openStep([aStep('rich', 'if', { condition }), aStep('poor', 'if', {})], 'rich')
  await openLines()
  await status('With sample data this is false.').waitFor()
  await page.getByRole('button', { name: 'Add a line to Condition' }).click()
  await valueIn(3).selectOption('trigger.bill')
  await status('Write what it is compared with. Until then this line does not count.').waitFor()
  expect(await status('this is false').count()).toBe(0)
  await otherOf(1).fill('80')
  await says('{{ trigger.bill > 80 && trigger.plan == "gold" }}')

  const widen = page.getByRole('button', { name: 'Show input and output beside the settings' })
  await widen.click()
  await expect.poll(() => widen.count()).toBe(0)
  expect(await valueIn(3).inputValue()).toBe('trigger.bill')
  await page.getByRole('button', { name: 'Show the steps again' }).click()
  expect(await valueIn(3).inputValue()).toBe('trigger.bill')
  await page.locator('[role="treeitem"][data-id="poor"]').click()
  await expect.poll(() => valueIn(1).inputValue()).toBe('')
  await page.locator('[role="treeitem"][data-id="rich"]').click()
  await expect.poll(() => valueIn(3).inputValue()).toBe('trigger.bill')
  await otherOf(3).fill('81')
  await says('{{ trigger.bill > 80 && trigger.plan == "gold" && trigger.bill == 81 }}')
  await status('With sample data this is false.').waitFor()
  await page.getByRole('button', { name: 'Remove line 3' }).click()
  await status('With sample data this is true.').waitFor()
})

test('a case of a switch is chosen from lists, too', async () => {
  const cases = [{ id: 'case_1', name: 'Gold', when: '' }]
  await openStep([aStep('plan', 'switch', { cases })], 'plan')
  await valueIn(1).selectOption({ label: 'trigger.plan: "gold"' })
  await otherOf(1).fill('gold')
  expect(await expression('Condition of Gold').textContent()).toBe('{{ trigger.plan == "gold" }}')
  await status('With sample data this is true.').waitFor()
  await otherOf(1).fill('')
  await status('Write what it is compared with. Until then this line counts as it was.').waitFor()
  expect(await status('With sample data this is true.').count()).toBe(0)
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
  await status('For the first item of the sample data this is true.').waitFor()
  expect(await lookProblems(page, 'condition-phone')).toEqual([])
  await page.setViewportSize(DEVICES.desk.viewport)
})
