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
  await tags.getByLabel('Add a tag').fill('Later')
  await tags.getByRole('button', { name: 'Done' }).press('Enter')
  await page.getByRole('link', { name: '#Later' }).waitFor()

  await bar.getByRole('button', { name: 'Pause…' }).press('Enter')
  const pause = page.getByRole('dialog', { name: 'Pause 2 workflows?' })
  await pause.getByText('Webhooks answer 503').waitFor()
  await pause.getByRole('button', { name: 'Pause' }).press('Enter')
  await seen('“Invoices” paused').waitFor()
  await seen('1 left out. “Reminders”').waitFor()
  // It stays until the list is as the message says.
  await pause.waitFor({ state: 'hidden' })
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
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Invoices')
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
  await page.getByRole('dialog', { name: 'Import from n8n' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
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

const failing = {
  nodes: [
    { id: 'a', key: 'start', type: 'manual', name: 'Start', config: {} },
    { id: 'b', key: 'list', type: 'set', name: 'List', config: { values: { ids: '{{ [1, 2] }}' } } },
    { id: 'c', key: 'each', type: 'loop', name: 'Each of them', config: { items: '{{ steps.list.ids }}' } },
    { id: 'd', key: 'twice', type: 'set', name: 'Twice', config: { values: { n: '{{ item * 2 }}' } } },
    { id: 'e', key: 'sum', type: 'set', name: 'Sum', config: { values: { n: '{{ steps.list.ids[5] }}' } } },
  ],
  edges: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', port: 'item', to: 'd' },
    { from: 'c', port: 'done', to: 'e' },
  ],
}

test('an execution shows its time, says what to do about its failure, and leads to the field', async () => {
  const id = await create('Failing', failing)
  const { execution } = await ask<{ execution: { id: string } }>(owner, 'POST', `/api/workflows/${id}/run`, {
    version: 'draft',
  })
  await openPage(page, `${app.url}/workflows/${id}/executions/${execution.id}`)
  const main = page.getByRole('main')
  await main.getByText('Sum: ').first().waitFor()
  await seen('Look at what came before it').waitFor()
  await main.getByRole('region', { name: 'Turns of Each of them' }).getByText('Turn 0').click()
  await main.getByText('Show the times as a table').click()
  const table = main.getByRole('table', { name: 'Times of the steps' })
  expect(await table.getByRole('rowheader').allTextContents()).toEqual([
    'Start',
    'List',
    'Each of them',
    'Twice',
    'Twice',
    'Sum',
  ])
  expect(await axeProblems(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await sidewaysScroll(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  const link = main.getByRole('link', { name: 'Open this step in the editor' })
  expect(await link.getAttribute('href')).toBe(`/workflows/${id}?step=e&field=values.n`)
  expect(await owner.problems()).toEqual([])
})

test('new executions wait for whoever looks, and the list does not jump', async () => {
  const id = await create('Busy', failing)
  const run = (count: number) =>
    sql(
      `insert into execution (id, workflow_id, owner_id, version, graph, status, lane, trigger_kind, finished_at)
       select gen_random_uuid(), id, owner_id, null, '{}', 'succeeded', 'inline', 'manual', now()
         from workflow, generate_series(1, $2::int) where id = $1`,
      id,
      count,
    )
  await run(50)
  await openPage(page, `${app.url}/workflows/${id}/executions`)
  const place = () => page.evaluate('scrollY')
  await page.evaluate('scrollTo(0, 400)')
  await run(3)
  const pill = page.getByRole('button', { name: '3 new', exact: true })
  await pill.waitFor()
  expect(await place()).toBe(400)
  expect(await page.locator('[data-execution]').count()).toBe(50)
  expect(await axeProblems(page)).toEqual([])
  await pill.press('Enter')
  await pill.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate(`document.activeElement === document.querySelector('[data-execution]')`))
    .toBe(true)
  await page.getByRole('button', { name: 'Cancel all…' }).press('Enter')
  await page.getByRole('dialog').getByText('0 executions of this workflow are meant').waitFor()
  await page
    .getByRole('dialog', { name: 'Cancel executions?' })
    .getByRole('button', { name: 'Cancel all' })
    .press('Enter')
  await seen('0 cancelled').waitFor()
  expect(await owner.problems()).toEqual([])
})

test('executions are found by state, key and words, and all that failed are retried, all that wait cancelled', async () => {
  const id = await create('Sorted out', {
    nodes: [
      { id: 'a', key: 'start', type: 'manual', name: 'Start', config: {} },
      { id: 'b', key: 'share', type: 'set', name: 'Share', config: { values: { n: '{{ [1][trigger.n] }}' } } },
      { id: 'c', key: 'wait', type: 'wait', name: 'Wait', config: {} },
    ],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ],
  })
  await ask(owner, 'POST', `/api/workflows/${id}/publish`, {})
  for (const [at, n] of [0, 0, 7, 7].entries())
    await ask(owner, 'POST', `/api/workflows/${id}/run`, { input: { n }, key: `order-${at}` })
  const statuses = async () => {
    const path = `/api/workflows/${id}/executions`
    const { executions } = await ask<{ executions: { status: string }[] }>(owner, 'GET', path)
    return executions.map(({ status }) => status).toSorted()
  }
  await expect.poll(statuses).toEqual(['failed', 'failed', 'waiting', 'waiting'])
  await openPage(page, `${app.url}/workflows/${id}/executions`)
  const shown = () => page.locator('[data-execution]').count()
  const search = () => new URL(page.url()).search
  await page.getByRole('navigation', { name: 'Filter by status' }).getByRole('link', { name: 'Failed' }).click()
  await expect.poll(shown).toBe(2)
  const form = page.getByRole('form', { name: 'Filter executions' })
  const filter = form.getByRole('button', { name: 'Filter', exact: true })
  await form.getByLabel('Key', { exact: true }).fill('order-3')
  await filter.click()
  await expect.poll(shown).toBe(1)
  expect(search()).toBe('?status=failed&key=order-3')
  await page.goBack()
  await expect.poll(shown).toBe(2)
  await form.getByLabel('Words of the error').fill('no such words')
  await filter.click()
  await expect.poll(shown).toBe(0)
  await form.getByRole('link', { name: 'Clear filters' }).click()
  await expect.poll(shown).toBe(4)
  expect(search()).toBe('')

  const confirm = async (button: string, words: string) => {
    await page.getByRole('button', { name: `${button}…` }).click()
    const dialog = page.getByRole('dialog').filter({ visible: true })
    await dialog.getByText(words).waitFor()
    await dialog.getByRole('button', { name: button, exact: true }).click()
  }
  await confirm('Retry all', '2 executions of this workflow are meant')
  await seen('2 retried').waitFor()
  await expect.poll(statuses).toEqual(['failed', 'failed', 'failed', 'failed', 'waiting', 'waiting'])
  await confirm('Cancel all', '2 executions of this workflow are meant')
  await seen('2 cancelled').waitFor()
  await expect.poll(statuses).toEqual(['cancelled', 'cancelled', 'failed', 'failed', 'failed', 'failed'])
  // Those that failed at first have been retried, and are meant once more when that is said.
  await confirm('Retry all', '4 executions of this workflow are meant')
  await seen('2 retried, 2 left out').waitFor()
  await expect.poll(statuses).toEqual(['cancelled', 'cancelled', ...Array.from({ length: 6 }, () => 'failed')])
  await page.getByRole('button', { name: 'Retry all…' }).click()
  const asking = page.getByRole('dialog').filter({ visible: true })
  await asking.getByLabel('Also those that were retried before').check()
  await asking.getByRole('button', { name: 'Retry all', exact: true }).click()
  await seen('6 retried').waitFor()
  expect(await owner.problems()).toEqual([])
})

test('publishing asks for what was checked: errors stand in the way and lead to their field, warnings do not', async () => {
  const missing = { n: '{{ steps.list.missing }}' }
  const broken = failing.nodes.map((node) => (node.id === 'e' ? { ...node, config: { values: missing } } : node))
  const id = await create('Checked', { ...failing, nodes: broken })
  await openPage(page, `${app.url}/workflows/${id}?view=outline`)
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await publish.click()
  const dialog = page.getByRole('dialog', { name: 'Publish “Checked”' })
  await dialog.getByRole('heading', { name: 'One thing stands in the way' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Sum: / }).press('Enter')
  await page.waitForURL(/step=e/)
  const { workflow } = await ask<{ workflow: { revision: number } }>(owner, 'GET', `/api/workflows/${id}`)
  const nodes = failing.nodes.map((node) => (node.id === 'e' ? { ...node, config: { values: { n: 1 } } } : node))
  const draft = { graph: { ...failing, nodes }, revision: workflow.revision }
  await ask(owner, 'PUT', `/api/workflows/${id}/draft`, draft)
  await openPage(page, `${app.url}/workflows/${id}?view=outline`)
  await publish.click()
  await dialog.getByText('5 steps were checked').waitFor()
  await dialog.getByLabel('Note').fill('The first one')
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Publish' }).press('Enter')
  await seen('Version 1 runs from now on').waitFor()
  const { versions } = await ask<{ versions: object[] }>(owner, 'GET', `/api/workflows/${id}/versions`)
  expect(versions).toMatchObject([{ version: 1, note: 'The first one' }])
  await ask(owner, 'PUT', `/api/workflows/${id}/draft`, { graph: failing, revision: workflow.revision + 1 })
  await ask(owner, 'POST', `/api/workflows/${id}/pause`)
  await openPage(page, `${app.url}/workflows/${id}?view=outline`)
  await seen('Edits are a draft; version 1 is paused.').waitFor()
  await seen('Paused: what that means').click()
  await page.getByRole('button', { name: 'Resume' }).click()
  await seen('Edits are a draft; version 1 runs.').waitFor()
})

test('a line of the checklist puts the cursor into its field, and live runs take what was published meanwhile', async () => {
  const answering = (body: string) => ({
    ...graph,
    nodes: graph.nodes.map((node) => (node.id === 'b' ? { ...node, config: { body } } : node)),
  })
  const id = await create('Live', answering('one'))
  await ask(owner, 'POST', `/api/workflows/${id}/publish`, {})
  type Live = { workflow: { hookPath: string; revision: number } }
  const { workflow } = await ask<Live>(owner, 'GET', `/api/workflows/${id}`)
  const draft = { graph: answering('{{ steps.gone.n }}'), revision: workflow.revision }
  await ask(owner, 'PUT', `/api/workflows/${id}/draft`, draft)
  const call = async () => (await fetch(app.url + workflow.hookPath, { method: 'POST' })).text()
  const versions = async () =>
    (
      await ask<{ executions: { version: number | 'draft' }[] }>(owner, 'GET', `/api/workflows/${id}/executions`)
    ).executions.map(({ version }) => version)

  await openPage(page, `${app.url}/workflows/${id}?view=canvas`)
  await page.getByRole('button', { name: 'Publish changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish “Live”' })
  await dialog.getByRole('button', { name: /^Answer: / }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('b.body')
  expect([await call(), await versions()]).toEqual(['one', [1]])
  await page.keyboard.press('Control+a')
  await page.keyboard.type('two')
  expect([await call(), await versions()]).toEqual(['one', [1, 1]])
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await seen('Version 2 runs from now on').waitFor()
  expect([await call(), await versions()]).toEqual(['two', [2, 1, 1]])
  expect(await owner.problems()).toEqual([])
})

test('a past run is gone through in the editor, on what ran', async () => {
  const id = await create('Debugged', failing)
  const { execution } = await ask<{ execution: { id: string } }>(owner, 'POST', `/api/workflows/${id}/run`, {
    version: 'draft',
    input: { order: 'A-4711' },
  })
  const nodes = failing.nodes.map((node) => (node.id === 'd' ? { ...node, name: 'Thrice' } : node))
  await ask(owner, 'PUT', `/api/workflows/${id}/draft`, { graph: { ...failing, nodes }, revision: 1 })
  await openPage(page, `${app.url}/workflows/${id}/executions/${execution.id}`)
  await page.getByRole('link', { name: 'On the canvas' }).press('Enter')
  await page.getByRole('group', { name: /Sum.*, failed$/ }).press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Sum' }).waitFor()
  const mend = page.getByRole('link', { name: 'Open this step in the editor' })
  expect(await mend.getAttribute('href')).toBe(`/workflows/${id}?step=e&field=values.n`)
  for (const view of ['Outline', 'Canvas']) {
    await page.getByRole('button', { name: view, exact: true }).click()
    await settled(page)
    expect(await axeProblems(page)).toEqual([])
  }
  await page.goBack()
  await page.getByRole('link', { name: 'On the canvas' }).waitFor()
  await page.getByRole('button', { name: 'Debug in editor' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Debug this execution in the editor' })
  await dialog.getByText('1 step changed').waitFor()
  await settled(page)
  expect(await axeProblems(page)).toEqual([])
  expect(await dialog.getByLabel('Debug what ran').isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Replace the draft and open' }).press('Enter')
  await page.waitForURL(/step=e&field=values\.n/)
  const { workflow } = await ask<{ workflow: { graph: typeof failing } }>(owner, 'GET', `/api/workflows/${id}`)
  expect(workflow.graph.nodes[3]?.name).toBe('Twice')
  // What it came with is what the next trial comes with.
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const input = page.getByRole('dialog', { name: 'Run' }).getByLabel('Input (JSON)')
  expect(JSON.parse(await input.inputValue())).toEqual({ order: 'A-4711' })
  await page.context().setOffline(true)
  await page.getByRole('dialog', { name: 'Run' }).getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('There is no connection: runs begin on the server').waitFor({ timeout: 2000 })
  await page.context().setOffline(false)
  await input.press('Escape')
})

test('of a row that is deleted by key, the focus goes to the row in its place, and at the end to the last one', async () => {
  const names = ['Kept 1', 'Kept 2', 'Kept 3', 'Kept 4']
  for (const name of names) await create(name)
  await openPage(page, `${app.url}/workflows?sort=name&text=Kept`)
  const inHand = () => page.evaluate('document.activeElement?.textContent')
  await page.getByRole('link', { name: 'Kept 2' }).focus()
  await page.keyboard.press('Delete')
  await expect.poll(namesShown).toEqual(['Kept 1', 'Kept 3', 'Kept 4'])
  await expect.poll(inHand).toBe('Kept 3')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect.poll(namesShown).toEqual(['Kept 1', 'Kept 3'])
  await expect.poll(inHand).toBe('Kept 3')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Clear selection' }).press('Enter')
  await expect.poll(inHand).toBe('Select all 2')
  for (const name of ['Kept 3', 'Kept 1']) {
    await page.getByRole('link', { name }).press('Delete')
    await expect.poll(namesShown).not.toContain(name)
  }
  await expect.poll(inHand).toBe('Show all workflows')
})
