import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { axeProblems } from './support/page-checks.ts'

// The signed-in half as its owner uses it.
let app: AppProcess
let browser: Browser
let people = 0
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

async function aPerson(options = {}): Promise<Visit> {
  const person = await visit(browser, options)
  await person.page.goto(app.url)
  people += 1
  await register(person, app.url, `owner${people}@example.com`)
  return person
}
async function openStarter({ page }: Visit): Promise<void> {
  await openPage(page, `${app.url}/workflows`)
  await page.getByRole('link', { name: 'Bill received' }).click()
  await page.waitForURL(/\/workflows\/[0-9a-f-]{36}$/)
  await settled(page)
}

test('an edit is saved by itself and the state says so in words', async () => {
  const person = await aPerson()
  const { page } = person
  await openStarter(person)
  await page.getByText('Work out the tip').first().click()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/draft'))
  await page
    .getByRole('textbox', { name: /people/i })
    .first()
    .fill('4')
  expect((await saved).status()).toBe(200)
  await page.getByText('Saved').filter({ visible: true }).first().waitFor()
  expect(await person.problems()).toEqual([])
})

interface Stored {
  readonly graph: Graph
  readonly revision: number
}

test('thirty edits are undone and done again, also after a reload, and what is not saved outlives the page', async () => {
  const person = await aPerson()
  await openStarter(person)
  const path = `/api/workflows/${new URL(person.page.url()).pathname.split('/')[2]}`
  const stored = async () => (await ask<{ workflow: Stored }>(person, 'GET', path)).workflow
  const open = (page: Page) => openPage(page, `${app.url}${path.replace('/api', '')}?view=outline`)
  const isSaved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  const step = (page: Page) => page.locator('[data-id="n_tip"]').first()
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
  const { page } = person
  await open(page)

  const start = await stored()
  await step(page).focus()
  for (let at = 0; at < 15; at++) {
    await step(page).press('d')
    await step(page).press('Control+ArrowRight')
  }
  await isSaved(page)
  const end = await stored()
  expect(end.graph.nodes[1]).toMatchObject({ disabled: true, position: { x: 488 } })
  for (let at = 0; at < 30; at++) await step(page).press('Control+z')
  expect(await button(page, 'Undo').isDisabled()).toBe(true)
  await isSaved(page)
  expect((await stored()).graph).toEqual(start.graph)
  // Two reloads before a save has landed take nothing of it away.
  await page.route(`**${path}/draft`, (route) => route.abort())
  for (let at = 0; at < 30; at++) await step(page).press('Control+Shift+Z')
  await page
    .getByText(/^Offline: \d+ changes waiting$/)
    .first()
    .waitFor()
  for (let reload = 0; reload < 2; reload++) {
    await open(page)
    await button(page, 'Undo: Move “Work out the tip”').waitFor()
  }
  await page.unroute(`**${path}/draft`)
  await step(page).focus()
  for (let at = 0; at < 30; at++) await step(page).press('Control+z')
  expect(await button(page, 'Undo').isDisabled()).toBe(true)
  await isSaved(page)
  expect((await stored()).graph).toEqual(start.graph)
  for (let at = 0; at < 30; at++) await step(page).press('Control+Shift+Z')
  await isSaved(page)
  expect((await stored()).graph).toEqual(end.graph)
  await open(page)
  await button(page, 'Undo: Move “Work out the tip”').click()
  await button(page, 'Undo: Disable “Work out the tip”').click()
  await isSaved(page)

  // Somebody else changes the same step meanwhile.
  const { graph, revision } = await stored()
  const nodes = graph.nodes.map((node) => (node.id === 'n_tip' ? { ...node, timeoutMs: 9000 } : node))
  await ask(person, 'PUT', `${path}/draft`, { graph: { ...graph, nodes }, revision })
  await step(page).press('Control+ArrowRight')
  await button(page, 'View the difference').click()
  const theirs = page.getByRole('list', { name: 'What was changed elsewhere' })
  await theirs.getByText('timeoutMs').waitFor()
  expect(await page.getByRole('list', { name: 'What you changed' }).textContent()).toBe('MovedWork out the tip')
  await page.getByRole('dialog').getByRole('button', { name: 'Take over with mine' }).click()
  await isSaved(page)
  const { drafts } = await ask<{ drafts: unknown[] }>(person, 'GET', `${path}/kept-drafts`)
  expect(drafts).toMatchObject([{ reason: 'taken-over', revision: revision + 1 }])

  // Another tab hears of it at once.
  const second = await person.context.newPage()
  await open(second)
  await step(page).press('Control+ArrowRight')
  await second.getByText('Changes made elsewhere were taken in: 1 step changed.').first().waitFor({ state: 'attached' })
  await isSaved(page)

  await person.context.setOffline(true)
  await step(second).press('Control+ArrowDown')
  await second.getByText('Offline: 1 change waiting').waitFor()
  await second.getByRole('link', { name: 'Workflows' }).last().click()
  const leaving = second.getByRole('dialog', { name: /before it is saved\?$/ })
  await leaving.getByText('They stay in this browser').waitFor()
  await leaving.getByRole('button', { name: 'Leave' }).click()
  await leaving.waitFor({ state: 'hidden' })
  // A page that is being closed is online again for a moment, and saves.
  await second.goto('about:blank')
  await second.close()
  await person.context.setOffline(false)
  const third = await person.context.newPage()
  await open(third)
  await third.getByText('Restored: 1 change that had not been saved.').first().waitFor({ state: 'attached' })
  await isSaved(third)
  expect((await stored()).graph.nodes[1]?.position.y).toBe(8)

  await ask(person, 'POST', `${path}/publish`, { note: 'Moved' })
  await button(third, 'Versions').click()
  await button(third, 'Compare version 2…').click()
  const differences = third.getByRole('list', { name: 'Differences of version 2' })
  await differences.waitFor()
  expect(await differences.textContent()).toBe('MovedWork out the tip')
  await button(third, 'Restore version 1…').click()
  await button(third, 'Publish as a new version').click()
  await third.getByText('Version 1 runs again').first().waitFor({ state: 'attached' })
  const { versions } = await ask<{ versions: unknown[] }>(person, 'GET', `${path}/versions`)
  expect(versions[0]).toMatchObject({ version: 3, note: 'Version 1 restored' })

  // A version is drawn as it was, with what is different marked and told.
  await openPage(third, `${app.url}${path.replace('/api', '')}/versions/3?with=2&view=canvas`)
  await third.getByRole('group', { name: /Work out the tip.*, moved$/ }).waitFor()
  await third.getByRole('button', { name: 'Work out the tip' }).last().click()
  await third.getByRole('heading', { level: 2, name: 'Work out the tip' }).waitFor()
  expect(new URL(third.url()).searchParams.get('step')).toBe('n_tip')
  expect(await third.locator('.react-flow__node[data-id="n_tip"]').getAttribute('class')).toContain('selected')
  expect(await axeProblems(third)).toEqual([])
  expect((await stored()).graph).toEqual(start.graph)
}, 120_000)

test('what clashes with a save elsewhere is kept as a copy, or gives way and comes back by undo', async () => {
  const person = await aPerson()
  const { page } = person
  await openStarter(person)
  const path = `/api/workflows/${new URL(page.url()).pathname.split('/')[2]}`
  const stored = async (at = path) => (await ask<{ workflow: Stored }>(person, 'GET', at)).workflow
  const tipOf = ({ graph }: Stored) => graph.nodes.find(({ id }) => id === 'n_tip')
  /** Both change the name of one step; the second save is refused. */
  const clash = async (mine: string, theirs: string) => {
    const { graph, revision } = await stored()
    const nodes = graph.nodes.map((node) => (node.id === 'n_tip' ? { ...node, name: theirs } : node))
    await ask(person, 'PUT', `${path}/draft`, { graph: { ...graph, nodes }, revision })
    await openedName().fill(mine)
    await page.getByRole('status').getByText('Not saved: changed elsewhere').waitFor()
  }
  const openedName = () => page.getByLabel('Name of the step')
  await page.getByText('Work out the tip').first().dblclick()
  await openedName().waitFor()

  await clash('Mine', 'Theirs')
  await page.getByRole('button', { name: 'Use what was saved elsewhere' }).click()
  await expect.poll(() => openedName().inputValue()).toBe('Theirs')
  await page.getByRole('button', { name: 'Undo: Use what was saved elsewhere' }).click()
  await expect.poll(async () => tipOf(await stored())?.name).toBe('Mine')

  await clash('Mine again', 'Theirs again')
  const before = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Save mine as a copy' }).click()
  await page.waitForURL((url) => url.pathname !== before)
  await page.getByRole('heading', { level: 1, name: 'Bill received (copy)' }).waitFor()
  expect(tipOf(await stored(`/api${new URL(page.url()).pathname}`))?.name).toBe('Mine again')
  expect(tipOf(await stored())?.name).toBe('Theirs again')
})

/** How often any part of the page that is read out has come to say how a run ended. */
const COUNT_ENDS = `window.ends = 0
new MutationObserver((changes) => {
  const told = new Set(changes.map(({ target }) => (target.closest ? target : target.parentElement)?.closest('[role=status], [aria-live]')))
  for (const region of told) if (region?.textContent === 'The run succeeded') window.ends += 1
}).observe(document.body, { subtree: true, childList: true, characterData: true })`

test('a run by hand is followed to its end, and the page says how it ended', async () => {
  const person = await aPerson()
  const { page } = person
  await openStarter(person)
  await page.evaluate(COUNT_ENDS)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const dialog = page.getByRole('dialog').filter({ visible: true }).first()
  await dialog.getByRole('textbox').first().fill('{"bill": 250, "people": 2}')
  // The keys that opened it begin the run.
  await page.keyboard.press('Control+Enter')
  const run = page.getByRole('region', { name: 'Last run' })
  await run.getByText('Succeeded').waitFor()
  const step = page.getByRole('group', { name: 'Step 2 of 5, Work out the tip, Tool, succeeded' })
  await step.waitFor()
  await settled(page)
  expect(await page.evaluate('window.ends')).toBe(1)
  // Beside the word, how long it took.
  const timed = /Succeeded\s*[\d.,]+ (µs|ms|s)/
  expect(await step.textContent()).toMatch(timed)
  await page.getByRole('button', { name: 'Outline', exact: true }).click()
  const line = page.getByRole('treeitem', { name: /Work out the tip/ })
  await line.waitFor()
  expect(await line.textContent()).toMatch(timed)
  await run.getByRole('link', { name: 'Open the execution' }).click()
  await page.waitForURL(/\/executions\/[0-9a-f-]{36}$/)
  await page.getByText('Output of the run').filter({ visible: true }).first().waitFor()
  expect(await page.getByRole('main').textContent()).toContain('300')
  expect(await person.problems()).toEqual([])
})

test('a step is tried and pinned, and an execution is repeated, by keyboard too', async () => {
  const person = await aPerson()
  const { page } = person
  const graph = {
    nodes: [
      { id: 'a', key: 'start', type: 'manual', name: 'Start', config: {} },
      { id: 'b', key: 'sum', type: 'set', name: 'Sum', config: { values: { total: '{{ 1.5 + 2.0 }}' } } },
      { id: 'c', key: 'end', type: 'stop', name: 'End', config: { status: 'failed', message: 'Not today' } },
    ],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ],
  }
  const { workflow } = await ask<{ workflow: { id: string } }>(person, 'POST', '/api/workflows', { name: 'Sum', graph })
  await openPage(page, `${app.url}/workflows/${workflow.id}?view=outline`)
  const act = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for Sum' }).first().press('ArrowDown')
    await page.getByRole('menuitem', { name: action }).press('Enter')
  }
  await act('Run this step')
  const tried = page.getByRole('region', { name: 'Last try of Sum' })
  await tried.getByText('Succeeded', { exact: true }).waitFor()
  await page.getByRole('treeitem').filter({ hasText: '3.5' }).waitFor()
  await act('Pin its output…')
  const dialog = page.getByRole('dialog', { name: 'Pin the output of “Sum”' })
  await dialog.getByLabel('Output (JSON)').fill('{"total": 7}')
  await dialog.getByRole('button', { name: 'Pin', exact: true }).click()
  await page.getByText('Runs of the draft take its pinned output').waitFor()
  expect(await axeProblems(page)).toEqual([])

  const { execution } = await ask<{ execution: { id: string } }>(person, 'POST', `/api/workflows/${workflow.id}/run`, {
    version: 'draft',
  })
  await openPage(page, `${app.url}/workflows/${workflow.id}/executions/${execution.id}`)
  const retry = page.getByRole('button', { name: 'Retry', exact: true })
  await retry.waitFor()
  expect(await axeProblems(page)).toEqual([])
  await retry.press('ArrowDown')
  await page.getByRole('menuitem', { name: 'From “End”, which failed', exact: true }).press('Enter')
  await page.waitForURL((url) => !url.pathname.endsWith(execution.id))
  await page.getByText('3 steps, 2 reused').waitFor()
  await page.getByRole('link', { name: 'repeats an earlier execution' }).click()
  await page.getByRole('heading', { name: 'Repeated by' }).waitFor()
  expect(await person.problems()).toEqual([])
})

test('a form is filled in without scripts, says what is wrong at its fields, and starts one run', async () => {
  const owner = await aPerson()
  const graph = {
    nodes: [
      {
        id: 'a',
        key: 'form',
        type: 'form',
        name: 'Form',
        config: {
          title: 'Dinner on Friday',
          fields: [
            { name: 'who', label: 'Your name', required: true },
            { name: 'rules', label: 'I know the house rules', type: 'checkbox', required: true },
            { name: 'menu', label: 'Your menu', type: 'file', required: true, accept: 'document' },
          ],
        },
      },
      { id: 'b', key: 'note', type: 'set', name: 'Note', config: { values: { who: '{{ trigger.values.who }}' } } },
    ],
    edges: [{ from: 'a', to: 'b' }],
  }
  type Made = { workflow: { id: string; formPath: string } }
  const { workflow } = await ask<Made>(owner, 'POST', '/api/workflows', { name: 'Dinner', graph })
  await ask(owner, 'POST', `/api/workflows/${workflow.id}/publish`, {})
  const guest = await visit(browser, { ...DEVICES.phone, colorScheme: 'dark', javaScriptEnabled: false })
  await guest.page.goto(app.url + workflow.formPath)
  await guest.page.getByRole('button', { name: 'Send' }).click()
  await guest.page.getByText('3 things need your attention').waitFor()
  expect(await guest.page.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  await guest.page.getByLabel('Your name').fill('Eve')
  await guest.page.getByLabel('I know the house rules').check()
  const menu = (text: string) => ({ name: 'menu.pdf', mimeType: 'application/pdf', buffer: Buffer.from(text) })
  await guest.page.getByLabel('Your menu').setInputFiles(menu('<html>'))
  await guest.page.getByRole('button', { name: 'Send' }).click()
  await guest.page.getByText('This is not what its name says: a file of the kind .pdf').first().waitFor()
  expect(await guest.page.getByLabel('Your name').inputValue()).toBe('Eve')
  await guest.page.getByLabel('Your menu').setInputFiles(menu('%PDF-1.7 soup'))
  await guest.page.getByRole('button', { name: 'Send' }).click()
  await guest.page.getByRole('heading', { name: 'Thank you' }).waitFor()
  await guest.page.reload()
  type Listed = { executions: { id: string; trigger: string; status: string }[] }
  const list = () => ask<Listed>(owner, 'GET', `/api/workflows/${workflow.id}/executions`)
  const states = async () => (await list()).executions.map(({ trigger, status }) => [trigger, status])
  await expect.poll(states, { timeout: 30_000 }).toEqual([['form', 'succeeded']])
  const [execution] = (await list()).executions
  await openPage(owner.page, `${app.url}/workflows/${workflow.id}/executions/${execution?.id}`)
  const saving = owner.page.waitForEvent('download')
  await owner.page.getByRole('link', { name: 'Download menu.pdf' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('menu.pdf')
  expect(readFileSync(await saved.path(), 'utf8')).toBe('%PDF-1.7 soup')
  const reader = await visit(browser)
  await openPage(reader.page, app.url + workflow.formPath)
  expect(await axeProblems(reader.page)).toEqual([])
  expect(await reader.problems()).toEqual([])
})

test('a list that cannot be refreshed keeps what it has, names the request and offers Retry', async () => {
  const person = await aPerson()
  const { page } = person
  await openStarter(person)
  await openPage(page, `${page.url()}/executions`)
  await page.route('**/api/workflows/**', (route) => route.fulfill({ status: 400, json: refused }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('req-4711').filter({ visible: true }).first().waitFor()
  await page.unroute('**/api/workflows/**')
  await page
    .getByRole('button', { name: /retry|try again/i })
    .filter({ visible: true })
    .first()
    .click()
  await expect.poll(() => page.getByText('req-4711').filter({ visible: true }).count()).toBe(0)
})
const refused = {
  error: {
    code: 'REFUSED',
    message: 'It could not be read',
    details: [],
    timestamp: '2026-01-01T00:00:00.000Z',
    requestId: 'req-4711',
    retryAfter: null,
  },
}
