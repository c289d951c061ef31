import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import { axeProblems } from './support/page-checks.ts'

// One workflow on several pages of one browser, and on pages that go before all is saved.
let app: AppProcess
let browser: Browser
let person: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser({ triesAgain: true })
  person = await visit(browser)
  await person.page.goto(app.url)
  await register(person, app.url, 'tabs@example.com')
}, 240_000)
// One that fails in between leaves the others what they need.
afterEach(() => person.context.setOffline(false))
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const GRAPH = {
  nodes: [
    { id: 'a', key: 'start', type: 'manual', name: 'Start', config: {} },
    { id: 'b', key: 'one', type: 'set', name: 'One', config: {} },
    { id: 'c', key: 'two', type: 'set', name: 'Two', config: {} },
  ],
  edges: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ],
}

interface Stored {
  readonly graph: Graph
  readonly revision: number
}

async function aWorkflow(name: string): Promise<string> {
  const { workflow } = await ask<{ workflow: { id: string } }>(person, 'POST', '/api/workflows', { name, graph: GRAPH })
  return workflow.id
}
const stored = async (id: string) => (await ask<{ workflow: Stored }>(person, 'GET', `/api/workflows/${id}`)).workflow
const stepIn = ({ graph }: Stored, step: string) => graph.nodes.find(({ id }) => id === step)
const isDisabled = async (id: string, step: string) => stepIn(await stored(id), step)?.disabled
const open = (page: Page, id: string) => openPage(page, `${app.url}/workflows/${id}?view=outline`)
const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
const told = (page: Page, text: string) => page.getByText(text).first().waitFor({ state: 'attached' })
const undo = (page: Page, what: string) => page.getByRole('button', { name: `Undo: ${what}`, exact: true }).first()
const press = async (page: Page, step: string, key: string) => {
  const row = page.locator(`[data-id="${step}"]`).first()
  await row.focus()
  await row.press(key)
}

test('each of two tabs has its own undo after a reload, whatever it has heard of the other', async () => {
  const id = await aWorkflow('Two tabs')
  const [one, other] = [person.page, await person.context.newPage()]
  await open(one, id)
  await open(other, id)
  await press(one, 'b', 'd')
  await saved(one)
  await told(other, 'Changes made elsewhere were taken in: 1 step changed.')
  await open(one, id)
  await undo(one, 'Disable “One”').waitFor()

  await press(other, 'c', 'd')
  await saved(other)
  await told(one, 'Changes made elsewhere were taken in: 1 step changed.')
  await open(other, id)
  await undo(other, 'Disable “Two”').waitFor()
  await other.close()
  // A new tab goes on with what was done last by one that is gone.
  const third = await person.context.newPage()
  await open(third, id)
  await undo(third, 'Disable “Two”').waitFor()
  await third.close()
  await open(one, id)
  await undo(one, 'Disable “One”').click()
  await expect.poll(() => isDisabled(id, 'b')).toBe(false)
  expect(await isDisabled(id, 'c')).toBe(true)
})

test('steps copied in one tab are pasted in another as the text of a message', async () => {
  const [from, to] = [await aWorkflow('Told from'), await aWorkflow('Told to')]
  const [one, other] = [person.page, await person.context.newPage()]
  await open(one, from)
  await press(one, 'b', 'Control+c')
  await told(one, 'Copied “One”')
  const text = await one.evaluate<string>('navigator.clipboard.readText()')
  expect(JSON.parse(text)).toMatchObject({ kind: 'fettle/fragment', nodes: [{ name: 'One' }] })

  await open(other, to)
  await other.getByRole('button', { name: 'Actions for Two' }).first().press('ArrowDown')
  await other.getByRole('menuitem', { name: 'Paste…' }).press('Enter')
  const dialog = other.getByRole('dialog', { name: 'Paste steps' })
  const paste = dialog.getByRole('button', { name: 'Paste', exact: true })
  await paste.click()
  await dialog.getByText('Paste the steps first').waitFor()
  await dialog.getByLabel('Steps as text').fill('Try this, it works for me.')
  await paste.click()
  await dialog.getByText('These are no steps').waitFor()
  await dialog.getByLabel('Steps as text').fill(`Try this:\n\`\`\`json\n${text}\n\`\`\`\nIt works for me.`)
  await paste.click()
  await dialog.waitFor({ state: 'hidden' })
  await saved(other)
  const { nodes } = (await stored(to)).graph
  expect(nodes.map(({ key, name }) => [key, name])).toEqual([
    ...[
      ['start', 'Start'],
      ['one', 'One'],
      ['two', 'Two'],
    ],
    ['one_2', 'One'],
  ])
  expect(await axeProblems(other)).toEqual([])
  await other.close()
})

/** Somebody elsewhere names a step; no page here hears of it. */
async function renamedElsewhere(id: string, step: string, name: string): Promise<void> {
  const { graph, revision } = await stored(id)
  const nodes = graph.nodes.map((node) => (node.id === step ? { ...node, name } : node))
  await ask(person, 'PUT', `/api/workflows/${id}/draft`, { graph: { ...graph, nodes }, revision })
}
const clashed = (page: Page) => page.getByRole('status').getByText('Not saved: changed elsewhere').waitFor()

test('what is changed while a copy is made is in the copy, and two clicks make one', async () => {
  const id = await aWorkflow('Copied once')
  const { page } = person
  await open(page, id)
  await renamedElsewhere(id, 'b', 'Theirs')
  await press(page, 'b', 'd')
  await clashed(page)
  let answer = () => {}
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/workflows', async (route) => {
    if (route.request().method() === 'POST') await isAsked
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save mine as a copy' }).dblclick()
  await press(page, 'c', 'd')
  answer()
  await page.getByRole('heading', { level: 1, name: 'Copied once (copy)' }).waitFor()
  await page.unroute('**/api/workflows')
  const copy = await stored(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  expect([stepIn(copy, 'b'), stepIn(copy, 'c')]).toMatchObject([{ name: 'One', disabled: true }, { disabled: true }])
  expect(stepIn(await stored(id), 'b')).toMatchObject({ name: 'Theirs', disabled: false })
  const { workflows } = await ask<{ workflows: object[] }>(person, 'GET', '/api/workflows?text=Copied')
  expect(workflows).toHaveLength(2)
})

test('nothing is published that was saved elsewhere after it was looked at', async () => {
  const id = await aWorkflow('Seen first')
  const { page } = person
  await open(page, id)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish “Seen first”' })
  await dialog.getByLabel('Note').fill('As it was seen')
  await renamedElsewhere(id, 'c', 'Theirs')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByRole('alert').getByText('was changed elsewhere meanwhile (1 step changed)').waitFor()
  expect(await ask(person, 'GET', `/api/workflows/${id}/versions`)).toEqual({ versions: [], cursor: null })
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await told(page, 'Version 1 runs from now on')
  const { version } = await ask<{ version: Stored & { note: string } }>(
    person,
    'GET',
    `/api/workflows/${id}/versions/1`,
  )
  expect([version.note, stepIn(version, 'c')?.name]).toEqual(['As it was seen', 'Theirs'])
  await page.locator('[data-id="c"]').filter({ hasText: 'Theirs' }).first().waitFor()
})

const offline = (page: Page, changes: string) => page.getByText(`Offline: ${changes} waiting`).first().waitFor()

async function aTab(id: string): Promise<Page> {
  const tab = await person.context.newPage()
  await open(tab, id)
  return tab
}
const restored = async (tab: Page, changes: string) => {
  await told(tab, `Restored: ${changes} that had not been saved.`)
  await saved(tab)
}

test('what is edited without a connection outlives a reload and a tab that is closed, with its undo', async () => {
  const id = await aWorkflow('Offline')
  const { context } = person
  const tab = await aTab(id)
  // Chromium ends its own offline with the page that is left, a moment before that has gone: it would save.
  await context.route('**/*', (route) => route.abort())
  await press(tab, 'b', 'd')
  await press(tab, 'c', 'd')
  await offline(tab, '2 changes')
  // The page is not among those that are there without a connection.
  await tab.reload().catch(() => undefined)
  await tab.waitForURL('chrome-error://**')
  await context.unroute('**/*')
  await open(tab, id)
  await restored(tab, '2 changes')
  await undo(tab, 'Disable “Two”').waitFor()
  expect([await isDisabled(id, 'b'), await isDisabled(id, 'c')]).toEqual([true, true])

  await context.setOffline(true)
  await press(tab, 'b', 'd')
  await offline(tab, '1 change')
  await tab.close()
  await context.setOffline(false)
  const next = await aTab(id)
  await restored(next, '1 change')
  await undo(next, 'Enable “One”').waitFor()
  expect(await isDisabled(id, 'b')).toBe(false)
  await next.close()
})

test('who takes over without a connection, and goes, leaves both versions', async () => {
  const id = await aWorkflow('Taken over')
  const { context } = person
  const tab = await aTab(id)
  await renamedElsewhere(id, 'c', 'Theirs')
  await press(tab, 'c', 'd')
  await clashed(tab)
  await context.setOffline(true)
  await tab.getByRole('button', { name: 'Take over with mine' }).click()
  await offline(tab, '1 change')
  await tab.close()
  await context.setOffline(false)
  const next = await aTab(id)
  await restored(next, '1 change')
  expect(stepIn(await stored(id), 'c')).toMatchObject({ name: 'Two', disabled: true })
  const kept = `/api/workflows/${id}/kept-drafts`
  const { drafts } = await ask<{ drafts: { id: string; reason: string }[] }>(person, 'GET', kept)
  expect(drafts.map(({ reason }) => reason)).toEqual(['taken-over'])
  const { draft } = await ask<{ draft: Stored }>(person, 'GET', `${kept}/${drafts[0]?.id}`)
  expect(stepIn(draft, 'c')).toMatchObject({ name: 'Theirs', disabled: false })
  await next.close()
})

test('of two browsers that name one step, the second is refused, sees both names and takes over, and then the first is refused', async () => {
  const id = await aWorkflow('Two browsers')
  const other = await visit(browser, { storageState: await person.context.storageState() })
  const pages = [person.page, other.page] as const
  for (const page of pages) {
    await open(page, id)
    await page.locator('[data-id="b"]').first().press('Enter')
  }
  /** Its answer to the save. */
  const renames = async (page: Page, name: string) => {
    const isSaved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await page.getByLabel('Name of the step').fill(name)
    return (await isSaved).status()
  }
  const [first, second] = pages
  expect(await renames(first, 'First')).toBe(200)
  await saved(first)
  expect(await renames(second, 'Second')).toBe(409)
  await clashed(second)
  await second.getByRole('button', { name: 'View the difference' }).click()
  await second.getByRole('list', { name: 'What you changed' }).getByText('Second').first().waitFor()
  await second.getByRole('list', { name: 'What was changed elsewhere' }).getByText('First').first().waitFor()
  await second.getByRole('dialog').getByRole('button', { name: 'Take over with mine' }).click()
  await saved(second)
  expect(stepIn(await stored(id), 'b')?.name).toBe('Second')

  expect(await renames(first, 'First again')).toBe(409)
  await clashed(first)
  const kept = `/api/workflows/${id}/kept-drafts`
  const { drafts } = await ask<{ drafts: { id: string; reason: string }[] }>(person, 'GET', kept)
  expect(drafts.map(({ reason }) => reason)).toEqual(['taken-over'])
  const { draft } = await ask<{ draft: Stored }>(person, 'GET', `${kept}/${drafts[0]?.id}`)
  expect(stepIn(draft, 'b')?.name).toBe('First')
  await first.getByRole('button', { name: 'Use what was saved elsewhere' }).click()
  await expect.poll(() => first.getByLabel('Name of the step').inputValue()).toBe('Second')
  await other.context.close()
})
