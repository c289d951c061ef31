import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'

// What somebody does in the list of workflows, by mouse: finding, putting in order, copying, taking out and in, deleting.
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
  await register(owner, app.url, 'acts@example.com')
  for (const name of ['Pears', 'Apples', 'Plums']) await create(name)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const SECRET = 'sk_live_kept_to_myself'
const headers = { authorization: '{{ secrets.fruit_key }}' }
/** It names the secret, and somebody has written its value beside that, too. */
const config = { method: 'GET', url: `https://example.com/${SECRET}`, headers }
const graph = {
  nodes: [
    { id: 'a', key: 'start', type: 'manual', name: 'Start', config: {} },
    { id: 'b', key: 'call', type: 'http', name: 'Call', config },
  ],
  edges: [{ from: 'a', to: 'b' }],
}
const create = (name: string) => ask(owner, 'POST', '/api/workflows', { name, graph })
const namesShown = () => page.getByRole('list', { name: 'Workflows' }).locator('[data-row-link]').allTextContents()
const search = () => new URL(page.url()).search
const notification = () => page.getByRole('region', { name: 'Notification' })

test('workflows are found by a word and put in order, and the address keeps both', async () => {
  await openPage(page, `${app.url}/workflows?sort=name`)
  expect(await namesShown()).toEqual(['Apples', 'Bill received', 'Pears', 'Plums'])
  const field = page.getByRole('searchbox', { name: 'Search workflows' })
  await field.fill('pl')
  await field.press('Enter')
  await expect.poll(search).toBe('?text=pl&sort=name')
  await expect.poll(namesShown).toEqual(['Apples', 'Plums'])
  await page.goBack()
  await expect.poll(search).toBe('?sort=name')
  await expect.poll(namesShown).toEqual(['Apples', 'Bill received', 'Pears', 'Plums'])
  expect(await field.inputValue()).toBe('')
  await page.getByLabel('Order').selectOption('Last changed first')
  await expect.poll(search).toBe('')
  // The newest change comes first.
  await expect.poll(namesShown).toEqual(['Plums', 'Apples', 'Pears', 'Bill received'])
  await page.getByLabel('Order').selectOption('By name')
  await expect.poll(search).toBe('?sort=name')
  await expect.poll(namesShown).toEqual(['Apples', 'Bill received', 'Pears', 'Plums'])
  expect(await owner.problems()).toEqual([])
})

test('a workflow is duplicated, and taken out as a file without its secrets that becomes another one', async () => {
  await ask(owner, 'PUT', '/api/secrets/fruit_key', { value: SECRET })
  await openPage(page, `${app.url}/workflows?sort=name&text=Plums`)
  await page.getByRole('button', { name: 'Actions for Plums' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await notification().getByText('“Plums” duplicated').waitFor()
  await expect.poll(async () => (await namesShown()).length).toBe(2)
  const rows = page.getByRole('list', { name: 'Workflows' }).getByRole('listitem')
  const copy = (await namesShown()).find((name) => name !== 'Plums') ?? ''
  await rows
    .filter({ has: page.getByRole('link', { name: copy, exact: true }) })
    .getByText('Draft')
    .waitFor()
  await notification().getByRole('link', { name: 'Open the copy' }).click()
  await page.getByRole('heading', { level: 1, name: copy }).waitFor()

  await openPage(page, `${app.url}/workflows?sort=name&text=Pears`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Actions for Pears' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file).not.toContain(SECRET)
  const { format, name, graph: taken } = JSON.parse(file)
  expect([format, name]).toEqual(['fettle-workflow', 'Pears'])
  expect(taken.nodes[1].config).toMatchObject({ url: 'https://example.com/[redacted]', headers })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a workflow' })
  await dialog.getByRole('textbox').fill(file)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await openPage(page, `${app.url}/workflows?sort=name&text=Pears`)
  expect(await namesShown()).toEqual(['Pears', 'Pears'])
  expect(await rows.getByText('Draft').count()).toBe(2)
  expect(await owner.problems()).toEqual([])
})

test('two that are chosen are deleted together and brought back together, and the focus goes with neither row', async () => {
  await openPage(page, `${app.url}/workflows?sort=name`)
  const before = await namesShown()
  const inHand = () => page.evaluate<string>('document.activeElement?.outerHTML.slice(0, 60)')
  await page.getByLabel('Select Apples').check()
  await page.getByLabel('Select Bill received').check()
  const bar = page.getByRole('region', { name: 'Selected workflows' })
  await bar.getByText('2 selected').waitFor()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(namesShown).toEqual(before.slice(2))
  await expect.poll(inHand).not.toMatch(/^<body/)
  await notification().getByText('2 workflows deleted').waitFor()
  await notification().getByRole('button', { name: 'Undo' }).click()
  await expect.poll(namesShown).toEqual(before)
  await notification().getByText('2 workflows brought back').waitFor()
  expect(await owner.problems()).toEqual([])
})

test('a message stays as long as the focus is on it, and gives it back when it is used', async () => {
  await page.clock.install()
  await openPage(page, `${app.url}/workflows?sort=name`)
  const before = await namesShown()
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  await page.getByRole('link', { name: 'Apples', exact: true }).focus()
  await page.keyboard.press('Delete')
  await expect.poll(namesShown).toEqual(before.filter((name) => name !== 'Apples'))
  const message = notification()
  const undo = message.getByRole('button', { name: 'Undo' })
  await page.getByRole('link', { name: 'Bill received', exact: true }).focus()
  await undo.focus()
  await message.hover()
  await page.mouse.move(0, 0)
  await page.clock.runFor('01:00')
  await page.keyboard.press('Enter')
  await expect.poll(namesShown).toEqual(before)
  await message.waitFor({ state: 'hidden' })
  expect(await focused()).toBe('Bill received')

  // The next one is reached by somebody who was nowhere, and least of all where they were before.
  await page.getByRole('link', { name: 'Apples', exact: true }).focus()
  await page.keyboard.press('Delete')
  await undo.waitFor()
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('F8')
  await page.keyboard.press('Escape')
  await message.waitFor({ state: 'hidden' })
  expect(await page.evaluate('document.activeElement.id')).toBe('main')
})

test('of a run that waits, Cancel all makes one that was cancelled, and the list says so', async () => {
  const waiting = [graph.nodes[0], { id: 'b', key: 'wait', type: 'wait', name: 'Wait', config: {} }]
  const body = { name: 'Slow', graph: { ...graph, nodes: waiting } }
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', body)
  await ask(owner, 'POST', `/api/workflows/${workflow.id}/run`, { version: 'draft' })
  const status = async () =>
    (await queryDatabase(app.dataDir, 'select status from execution where workflow_id = $1', [workflow.id]))[0]?.status
  await expect.poll(status).toBe('waiting')
  await openPage(page, `${app.url}/workflows/${workflow.id}/executions`)
  const row = page.locator('[data-execution]')
  await row.getByText('Waiting').waitFor()
  await page.getByRole('button', { name: 'Cancel all…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel executions?' })
  await dialog.getByText('1 execution of this workflow is meant').waitFor()
  await dialog.getByRole('button', { name: 'Cancel all', exact: true }).click()
  await row.getByText('Cancelled').waitFor({ timeout: 5000 })
  expect(await status()).toBe('cancelled')
  expect(await owner.problems()).toEqual([])
})
