import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { type Account, ask, openAccount } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, type Visit, visit } from './support/browser.ts'
import { heard, PAGES_HEARD } from './support/heard.ts'
import { button, dialog, openMenuItem } from './support/opened.ts'

// What a screen reader says of the pages of workflows and of runs, in the order of the page.
let app: AppProcess
let browser: Browser
let owner: Visit
let page: Page
let account: Account
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  owner = await visit(browser)
  page = owner.page
  account = await openAccount(owner, app, 'heard@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const nodes = [
  { id: 'a', key: 'start', type: 'manual', name: 'Start', config: {} },
  { id: 'b', key: 'sum', type: 'set', name: 'Sum', config: { values: { n: '{{ steps.nobody.n }}' } } },
]
const graph = { nodes, edges: [{ from: 'a', to: 'b' }] }

/** Times differ from one run to the next, and so do addresses. */
const WITHOUT_TIMES: readonly [RegExp, string][] = [
  [/(< )?\d+(\.\d+)? (µs|ms|s)\b/g, '… ms'],
  // A run on a machine that has nothing else to do waits for no turn.
  [/queued … ms, /g, ''],
  [/\d{4}-\d\d-\d\d/g, 'a day'],
  [/(just now|now|\d+ (second|minute|hour|day)s? ago|yesterday)/g, '… ago'],
  [/^- \/url: .*$/g, ''],
]
async function told(part: Locator): Promise<string[]> {
  const lines = await heard(part)
  const same = lines.map((line) => WITHOUT_TIMES.reduce((text, [what, word]) => text.replaceAll(what, word), line))
  return same.filter((line) => line !== '')
}
const isTold = (name: keyof typeof PAGES_HEARD, part: Locator) =>
  expect.poll(() => told(part)).toEqual(PAGES_HEARD[name])

test('the checklist before publishing', async () => {
  const body = { name: 'Checked', graph }
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', body)
  await openPage(page, `${app.url}/workflows/${workflow.id}`)
  await button(page, 'Publish').click()
  await dialog(page).getByRole('heading', { name: 'One thing stands in the way' }).waitFor()
  await isTold('checklist', dialog(page))
})

test('what somebody else has changed meanwhile, and the difference', async () => {
  const path = `/api/workflows/${account.workflowId}`
  await openPage(page, `${app.url}/workflows/${account.workflowId}?view=outline`)
  const answer = await ask<{ workflow: { graph: Graph; revision: number } }>(owner, 'GET', path)
  const { graph: theirs, revision } = answer.workflow
  const changed = theirs.nodes.map((node) => (node.key === 'tip' ? { ...node, timeoutMs: 9000 } : node))
  await ask(owner, 'PUT', `${path}/draft`, { graph: { ...theirs, nodes: changed }, revision })
  await page.locator('[data-id="n_tip"]').first().press('Control+ArrowRight')
  const view = button(page, 'View the difference')
  await view.waitFor()
  await isTold('conflict', page.getByRole('alert').filter({ has: view }))
  await view.click()
  await isTold('difference', dialog(page))
})

test('a row of the list of workflows with the bar of what is chosen, and its versions', async () => {
  await openPage(page, `${app.url}/workflows?text=Bill`)
  await page.getByLabel('Select Bill received').check()
  await isTold('bar', page.getByRole('region', { name: 'Selected workflows' }))
  await isTold('row', page.getByRole('list', { name: 'Workflows' }))
  await openMenuItem(page, 'Actions for Bill received', /Versions/)
  await dialog(page).getByRole('button', { name: 'Restore version 1…' }).waitFor()
  await isTold('versions', dialog(page))
})

test('the filter of executions with a row, and one with a step that failed', async () => {
  const path = `${app.url}/workflows/${account.workflowId}/executions`
  await openPage(page, `${path}?status=failed`)
  await isTold('filter', page.getByRole('form', { name: 'Filter executions' }))
  await isTold('execution', page.getByRole('listitem').filter({ has: page.locator('[data-execution]') }))
  await openPage(page, `${path}/${account.failed}`)
  await isTold('failed', page.getByRole('region', { name: 'Steps' }))
})

test('a figure of the analytics', async () => {
  await openPage(page, `${app.url}/workflows/${account.workflowId}/analytics`)
  const heading = page.getByRole('heading', { name: 'Runs', exact: true })
  const figure = page.getByRole('figure').filter({ has: heading })
  await figure.getByRole('slider').waitFor()
  await isTold('figure', figure)
})
