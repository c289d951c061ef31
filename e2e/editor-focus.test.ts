import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import { node } from './support/canvas.ts'

// Whoever works by keyboard always has something in hand, and keys mean what is in hand.
let app: AppProcess
let browser: Browser
let owner: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  owner = await visit(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  await owner.page.goto(app.url)
  await register(owner, app.url, 'focus@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const set = (id: string, values: object = { n: '{{ 1 }}' }) => ({
  ...{ id, key: id, type: 'set', name: id.toUpperCase(), config: { values } },
})
const LINE = {
  nodes: [{ id: 's', key: 's', type: 'manual', name: 'Manual start', config: {} }, set('a'), set('b'), set('c')],
  edges: [
    { from: 's', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ],
}
async function open(name: string, view: string, graph: object = LINE): Promise<Page> {
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', { name, graph })
  await openPage(owner.page, `${app.url}/workflows/${workflow.id}?view=${view}`)
  return owner.page
}
const row = (page: Page, id: string): Locator => page.locator(`[role="treeitem"][data-id="${id}"]`)
const inHand = (page: Page) => page.evaluate('document.activeElement?.dataset.id ?? document.activeElement?.tagName')
const namesIn = (page: Page) =>
  page.getByRole('treeitem').evaluateAll((rows) => rows.map((one) => String(Reflect.get(one, 'ariaLabel'))))

test('a pasted step is in hand, so that Delete takes it away and not the one that was copied', async () => {
  const page = await open('Pasted', 'outline')
  await row(page, 'c').focus()
  const before = await namesIn(page)
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect.poll(() => namesIn(page)).toHaveLength(5)
  await expect.poll(() => inHand(page)).not.toBe('c')
  await page.keyboard.press('Delete')
  await expect.poll(() => namesIn(page)).toEqual(before)
})

test.each(['outline', 'canvas'])(
  'on the %s the step in the place of a deleted one is in hand, also by undo',
  async (view) => {
    const page = await open('Deleted', view)
    const step = (id: string) => (view === 'canvas' ? node(page, id) : page.locator(`[data-id="${id}"]`))
    await step('b').focus()
    await page.keyboard.press('Delete')
    await step('b').waitFor({ state: 'detached' })
    await expect.poll(() => inHand(page)).toBe('c')
    await page.keyboard.press('Delete')
    await step('c').waitFor({ state: 'detached' })
    await expect.poll(() => inHand(page)).toBe('a')
    await page.keyboard.press('Control+z')
    await step('c').waitFor()
    await expect.poll(() => inHand(page)).toBe('a')
  },
)

test('Escape leads from an expression back to its step, and Control and Enter run a step out of its code', async () => {
  const code = { id: 'k', key: 'k', type: 'code', name: 'Code', config: { code: 'function run() {\n  return 7\n}' } }
  const page = await open('Ways out', 'outline', {
    nodes: [...LINE.nodes, code],
    edges: [...LINE.edges, { from: 'c', to: 'k' }],
  })
  await row(page, 'a').press('Enter')
  const field = page.getByRole('textbox', { name: 'Value of n' })
  await field.click()
  await page.keyboard.type('7')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => inHand(page)).toBe('a')
  await row(page, 'k').press('Enter')
  const editor = page.locator('.cm-content[role="textbox"]').filter({ hasText: 'function run' })
  await editor.click()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog', { name: 'Run' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await editor.textContent()).toBe('function run() {  return 7}')
})

test('what a version is restored to is one change, which Undo takes back', async () => {
  const page = await open('Restored', 'outline')
  const id = new URL(page.url()).pathname.split('/')[2] ?? ''
  await ask(owner, 'POST', `/api/workflows/${id}/publish`, {})
  await row(page, 'c').focus()
  await page.keyboard.press('Delete')
  await row(page, 'c').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Restore version 1…' }).click()
  await page.getByRole('button', { name: 'Replace the draft' }).click()
  await row(page, 'c').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.getByText('Changes made elsewhere').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo: Restore Version 1' }).click()
  await row(page, 'c').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Redo: Restore Version 1' }).click()
  await row(page, 'c').waitFor()
})

test('a result of before the last change says so, and a run without a connection says that it did not begin', async () => {
  const page = await open('Old results', 'outline')
  await row(page, 'a').press('Enter')
  await page.getByRole('button', { name: 'Run this step' }).click()
  const last = page.getByRole('region', { name: 'Last try of A' })
  await last.getByText('Succeeded', { exact: true }).waitFor()
  expect(await last.getByText('before the last change').count()).toBe(0)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('textbox', { name: 'Value of n' }).fill('{{ 2 }}')
  await last.getByText('before the last change').waitFor()
  await page.getByRole('button', { name: 'Run this step' }).click()
  await last.getByText('before the last change').waitFor({ state: 'detached' })
  await owner.context.setOffline(true)
  await page.getByRole('button', { name: 'Run this step' }).click()
  await page.getByText('There is no connection').filter({ visible: true }).first().waitFor()
  await owner.context.setOffline(false)
})

test('a link to a field of a tool leads there though its form comes late, and nothing to type into is taken away', async () => {
  const config = { tool: 'tip-calculator', input: { bill: 100, people: 1 } }
  const graph = {
    nodes: [LINE.nodes[0], { id: 't', key: 't', type: 'tool', name: 'Tip', config }],
    edges: [{ from: 's', to: 't' }],
  }
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', { name: 'Late', graph })
  const { page } = owner
  const held = Promise.withResolvers<void>()
  await page.route('**/api/tools/tip-calculator', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${app.url}/workflows/${workflow.id}?step=t&field=input.people`, { waitUntil: 'commit' })
  await page.getByRole('status').getByText('Loading the fields of the tool…').waitFor({ state: 'attached' })
  expect(await page.getByRole('textbox', { name: /people|Name 1/i }).count()).toBe(0)
  held.resolve()
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('t.input.people')
  await page.getByRole('textbox', { name: 'People' }).fill('3')
  await page.getByRole('button', { name: 'Undo: Change “Tip”' }).waitFor()
  await page.unroute('**/api/tools/tip-calculator')
})

test('on a phone the name of an open step stays under the bar of the page, whole', async () => {
  const page = await open('Small', 'outline')
  await page.setViewportSize({ width: 360, height: 740 })
  await row(page, 'a').press('Enter')
  const close = page.getByRole('button', { name: 'Close the step' })
  await close.waitFor()
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate('scrollY > 100')).toBe(true)
  const [bar, button] = [await page.getByRole('banner').boundingBox(), await close.boundingBox()]
  expect(button?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  await close.click()
  await page.setViewportSize({ width: 1440, height: 900 })
})
