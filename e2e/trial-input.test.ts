import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { aStep, lineOf } from './support/line-of-steps.ts'

// What trials begin with: what is known of real runs, else a sample that says so.
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
  await register(owner, app.url, 'trials@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const WEBHOOK = lineOf([
  aStep('s', 'webhook', {}),
  aStep('a', 'set', { values: { twice: '{{ trigger.body.total * 2.0 }}' } }),
])

interface Made {
  readonly id: string
  readonly hookPath: string | null
  readonly revision: number
}
async function make(name: string, graph: object): Promise<Made> {
  return (await ask<{ workflow: Made }>(owner, 'POST', '/api/workflows', { name, graph })).workflow
}
const openStep = ({ id }: Made, name: string) => openPage(page, `${app.url}/workflows/${id}?view=outline&step=${name}`)
const row = (id: string): Locator => page.locator(`[role="treeitem"][data-id="${id}"]`)
const lastTry = (name: string) => page.getByRole('region', { name: `Last try of ${name}` })
/** What an expression comes to, beside its field. */
const worth = (text: string) => page.getByRole('tabpanel', { name: 'Settings' }).getByText(text, { exact: true })
const result = (text: string) => page.getByRole('treeitem').filter({ hasText: text })
const runsOf = async ({ id }: Made) =>
  (await ask<{ executions: { input: unknown }[] }>(owner, 'GET', `/api/workflows/${id}/executions`)).executions

test('F2 during a run leads to the name, and what is typed then is no key of the editor', async () => {
  const graph = lineOf([
    aStep('s', 'manual', {}),
    aStep('a', 'set', { values: { n: 1 } }),
    aStep('w', 'wait', { mode: 'for', amount: 1, unit: 'hours' }),
  ])
  const workflow = await make('Renamed in a run', graph)
  await ask(owner, 'POST', `/api/workflows/${workflow.id}/run`, { version: 'draft' })
  await openPage(page, `${app.url}/workflows/${workflow.id}?view=outline`)
  await page.getByRole('region', { name: 'Last run' }).getByText('Waiting').waitFor()
  await row('a').click()
  expect(await page.getByRole('tab', { name: 'Output' }).getAttribute('aria-selected')).toBe('true')
  await row('a').press('F2')
  const name = page.getByLabel('Name of the step')
  await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe(await name.getAttribute('id'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('dead')
  await page.getByRole('treeitem', { name: /\bdead\b/ }).waitFor()
  expect(await page.getByRole('treeitem').count()).toBe(3)
  await page.getByRole('button', { name: 'Stop' }).first().click()
  await page.getByRole('region', { name: 'Last run' }).getByText('Cancelled', { exact: true }).waitFor()
})

test('a run up to a step begins as the last run did, and samples are called samples', async () => {
  const workflow = await make('As before', WEBHOOK)
  await openStep(workflow, 'a')
  const field = page.getByRole('textbox', { name: 'Value of twice' })
  await field.click()
  await page.getByText('from sample data').waitFor()
  await ask(owner, 'POST', `/api/workflows/${workflow.id}/run`, { version: 'draft', input: { total: 21 } })
  await expect.poll(async () => (await runsOf(workflow)).length).toBe(1)
  await openStep(workflow, 'a')
  await field.click()
  await worth('42').waitFor()
  expect(await page.getByText('from sample data').count()).toBe(0)
  await page.getByRole('button', { name: 'Other ways to run it' }).click()
  await page.getByRole('menuitem', { name: 'Run up to here' }).click()
  await lastTry('A').getByText('Succeeded', { exact: true }).waitFor()
  await result('42').first().waitFor()
})

test('where no draft has run, what a real call brought is known: to expressions, to trials and to the line that calls', async () => {
  const workflow = await make('Called', WEBHOOK)
  await ask(owner, 'POST', `/api/workflows/${workflow.id}/publish`, {})
  const { workflow: live } = await ask<{ workflow: Made }>(owner, 'GET', `/api/workflows/${workflow.id}`)
  const called = await fetch(app.url + live.hookPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"total":50,"lines":["x"]}',
  })
  expect(called.status).toBe(202)
  await expect.poll(async () => (await runsOf(workflow)).length).toBe(1)
  await openStep(workflow, 'a')
  await page.getByRole('textbox', { name: 'Value of twice' }).click()
  await worth('100').waitFor()
  await page.getByRole('button', { name: 'Other ways to run it' }).click()
  await page.getByRole('menuitem', { name: 'Run up to here' }).click()
  await result('100').first().waitFor()
  await openStep(workflow, 's')
  await page
    .getByText(/-d '\{"lines":\["x"\],"total":50\}'|-d '\{"total":50,"lines":\["x"\]\}'/)
    .first()
    .waitFor()
})

test('a file that is imported into an empty workflow becomes its steps, which Undo takes away', async () => {
  const from = await make('Source', WEBHOOK)
  const { file } = await ask<{ file: object }>(owner, 'GET', `/api/workflows/${from.id}/export`)
  const { workflows } = await ask<{ workflows: unknown[] }>(owner, 'GET', '/api/workflows')
  const empty = await make('Empty', lineOf([aStep('s', 'manual', {})]))
  await openPage(page, `${app.url}/workflows/${empty.id}?view=outline`)
  await page.getByRole('button', { name: 'Import a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a workflow' })
  await dialog.getByLabel('Workflow as JSON').fill('{"nodes": 3}')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByText('This was not imported.').waitFor()
  await dialog.getByLabel('Workflow as JSON').fill(JSON.stringify(file))
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  const taken = page.getByRole('treeitem', { name: /\bA\b/ })
  await taken.waitFor()
  expect(await page.getByRole('treeitem').count()).toBe(2)
  expect(new URL(page.url()).pathname).toBe(`/workflows/${empty.id}`)
  expect((await ask<{ workflows: unknown[] }>(owner, 'GET', '/api/workflows')).workflows).toHaveLength(
    workflows.length + 1,
  )
  await page.keyboard.press('Control+z')
  await taken.waitFor({ state: 'detached' })
})

test('an import that was cancelled takes no step away, however late its answer', async () => {
  const empty = await make('Cancelled import', lineOf([aStep('s', 'manual', {})]))
  const { file } = await ask<{ file: object }>(owner, 'GET', `/api/workflows/${empty.id}/export`)
  await openPage(page, `${app.url}/workflows/${empty.id}?view=outline`)
  const isRead = (url: URL) => url.pathname === '/api/workflows/read-file'
  await page.route(isRead, () => undefined)
  const given = page.waitForEvent('requestfailed', (request) => isRead(new URL(request.url())))
  await page.getByRole('button', { name: 'Import a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a workflow' })
  await dialog.getByLabel('Workflow as JSON').fill(JSON.stringify(file))
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  // Nobody waits for its answer any more.
  await given
  expect(await page.getByRole('button', { name: /^Undo/ }).isDisabled()).toBe(true)
  expect(
    await page
      .getByRole('status')
      .getByText(/^Imported/)
      .count(),
  ).toBe(0)
  await page.unroute(isRead)
})

test('a run that had begun when it was cancelled is followed, so that it can be stopped', async () => {
  const workflow = await make('Begun', WEBHOOK)
  await openPage(page, `${app.url}/workflows/${workflow.id}?view=outline`)
  await settled(page)
  let answer: (() => void) | undefined
  const isRun = (url: URL) => url.pathname.endsWith('/run')
  await page.route(isRun, async (route) => {
    const response = await route.fetch()
    await new Promise<void>((resolve) => (answer = resolve))
    await route.fulfill({ response }).catch(() => undefined)
  })
  const dialog = page.getByRole('dialog', { name: 'Run' })
  await page.getByRole('button', { name: 'Run', exact: true }).first().click()
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await expect.poll(() => answer !== undefined).toBe(true)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  answer?.()
  await page.getByRole('region', { name: 'Last run' }).waitFor()
  await page.unroute(isRun)
})

test('a run that is cancelled while it is asked for once more does not begin, nor does one without a connection', async () => {
  const workflow = await make('Cancelled', WEBHOOK)
  await openPage(page, `${app.url}/workflows/${workflow.id}?view=outline`)
  await settled(page)
  const asked: string[] = []
  const isRun = (url: URL) => url.pathname.endsWith('/run')
  await page.route(isRun, (route) => {
    asked.push(route.request().method())
    return route.abort()
  })
  const dialog = page.getByRole('dialog', { name: 'Run' })
  const begin = async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).first().click()
    await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  }
  await page.clock.install()
  await begin()
  await expect.poll(() => asked.length).toBe(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  // All of its retries would have come by then.
  await page.clock.runFor(60_000)
  expect(asked).toHaveLength(1)
  await owner.context.setOffline(true)
  await begin()
  await dialog.getByText('There is no connection: runs begin on the server').waitFor()
  await owner.context.setOffline(false)
  await page.clock.runFor(60_000)
  expect(asked).toHaveLength(1)
  await page.unroute(isRun)
  expect(await runsOf(workflow)).toEqual([])
})

test('without a connection the editor still fits into the window', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openStep(await make('Offline', WEBHOOK), 'a')
  await settled(page)
  const over = () => page.evaluate<number>('document.documentElement.scrollHeight - innerHeight')
  expect(await over()).toBe(0)
  await owner.context.setOffline(true)
  await page.getByText(/^You are offline\. What you see may be old/).waitFor()
  expect(await over()).toBe(0)
  await owner.context.setOffline(false)
})
