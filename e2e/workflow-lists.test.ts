import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { axeProblems, sidewaysScroll } from './support/page-checks.ts'

// Many workflows and many runs, as their owner goes through them.
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
  await register(owner, app.url, 'lists@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const graph = {
  nodes: [
    { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: {} },
    { id: 'b', key: 'answer', type: 'respond', name: 'Answer', config: { body: 'done' } },
  ],
  edges: [{ from: 'a', to: 'b' }],
}
const create = async (name: string, graph?: object) =>
  (await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', { name, ...(graph && { graph }) })).workflow
    .id
const sql = (text: string, ...values: readonly unknown[]) => queryDatabase(app.dataDir, text, values)
const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
const seen = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first()
const namesShown = () => page.getByRole('list', { name: 'Workflows' }).locator('[data-row-link]').allTextContents()

test('workflows are found, tagged, paused and deleted by keyboard, and Undo brings them back', async () => {
  const invoices = await create('Invoices', graph)
  await create('Reminders')
  await ask(owner, 'POST', `/api/workflows/${invoices}/publish`, {})
  await sql(
    `insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind, finished_at)
     select gen_random_uuid(), id, owner_id, 1, 'failed', 'inline', 'webhook', now()
       from workflow, generate_series(1, 3) where id = $1`,
    invoices,
  )
  await openPage(page, `${app.url}/workflows?sort=name`)
  expect(await namesShown()).toEqual(['Bill received', 'Invoices', 'Reminders'])
  await row('Invoices').getByText('Failing, version 1').waitFor()
  await row('Invoices').getByRole('img', { name: 'Its last 3 runs failed' }).waitFor()

  await page.getByRole('link', { name: 'Bill received' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Selected workflows' })
  await bar.getByText('2 selected').waitFor()
  await bar.getByRole('button', { name: 'Tag…' }).press('Enter')
  const tags = page.getByRole('dialog', { name: 'Tags of 2 workflows' })
  await tags.getByLabel('Add a tag').fill('Money')
  await page.keyboard.press('Enter')
  await tags.getByRole('button', { name: 'Remove Money' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')

  await bar.getByRole('button', { name: 'Pause…' }).press('Enter')
  const pause = page.getByRole('dialog', { name: 'Pause 2 workflows?' })
  await pause.getByText('Webhooks answer 503').waitFor()
  await pause.getByRole('button', { name: 'Pause' }).press('Enter')
  await seen('“Invoices” paused').waitFor()
  await seen('1 left out. “Reminders”').waitFor()
  await page.getByRole('link', { name: 'Paused', exact: true }).press('Enter')
  await page.waitForURL(/status=paused/)
  await expect.poll(namesShown).toEqual(['Invoices'])
  await page.getByRole('link', { name: '#Money' }).press('Enter')
  await page.waitForURL(/tag=Money/)
  expect(await axeProblems(page)).toEqual([])

  await page.getByRole('link', { name: 'Invoices' }).focus()
  await page.keyboard.press('Delete')
  await page.getByText('No workflows fit').waitFor()
  const undo = page.getByRole('region', { name: 'Notification' }).getByRole('button', { name: 'Undo' })
  await undo.focus()
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(namesShown).toEqual(['Invoices'])
  await row('Invoices').getByText('Paused').waitFor()
  expect(await owner.problems()).toEqual([])
})

test('who has no workflow is offered three ways to begin', async () => {
  const { workflows } = await ask<{ workflows: { id: string }[] }>(owner, 'GET', '/api/workflows')
  const bulk = (action: string) =>
    ask(owner, 'POST', '/api/workflows/bulk', { ids: workflows.map(({ id }) => id), action })
  await bulk('delete')
  await openPage(page, `${app.url}/workflows`)
  const ways = page.getByRole('region', { name: 'No workflows yet' })
  await ways.getByRole('button', { name: 'Import a workflow' }).waitFor()
  await ways.getByRole('button', { name: 'Import from n8n' }).click()
  await page.getByRole('dialog', { name: 'Import from n8n' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await axeProblems(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await sidewaysScroll(page)).toBe(0)
  await bulk('restore')
  await openPage(page, `${app.url}/workflows`)
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await ways.waitFor({ state: 'detached' })
  await settled(page)
})
