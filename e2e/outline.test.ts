import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'

// The outline beside the canvas: two views of one graph, and what one can do the other can.
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
  await register(owner, app.url, 'outline@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

interface Graph {
  readonly nodes: readonly { readonly id: string; readonly name: string }[]
  readonly edges: readonly { readonly from: string; readonly port: string; readonly to: string }[]
}
type Made = { workflow: { id: string; graph: Graph } }

const step = (id: string, type: string, x: number, y = 0) => ({
  ...{ id, key: id, name: id.toUpperCase(), type },
  position: { x, y },
})
const GRAPH = {
  nodes: [step('a', 'manual', 0), step('b', 'set', 320), step('c', 'set', 640, 80), step('d', 'set', 320, 400)],
  edges: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ],
}

/** A step, in whichever view is open. */
const row = (id: string) => page.locator(`:is(.react-flow__node, [role=treeitem])[data-id="${id}"]`)
async function press(id: string, ...keys: readonly string[]): Promise<void> {
  await row(id).focus()
  for (const key of keys) await page.keyboard.press(key)
}
async function choose(id: string, item: string): Promise<void> {
  await row(id).click()
  const actions = page.getByRole('button', { name: `Actions for ${id.toUpperCase()}` }).first()
  await actions.press('ArrowDown')
  await page.getByRole('menuitem', { name: item, exact: true }).press('Enter')
}
async function find(typed: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox').fill(typed)
  await page.keyboard.press('Enter')
}

/** What is done to steps, by the keys and menus that both views share. */
const DEEDS: Readonly<Record<string, () => Promise<void>>> = {
  async 'adding after'() {
    await press('c', 'a')
    await find('code')
  },
  async 'adding before'() {
    await choose('c', 'Add a step before this')
    await find('code')
  },
  async connecting() {
    await press('a', 'c')
    await find('d')
  },
  async disconnecting() {
    await press('a', 'c')
    await find('b')
  },
  'passing by': () => press('b', 'd'),
  async configuring() {
    await press('b', 'F2')
    await page.getByLabel('Name of the step').fill('Second')
  },
  moving: () => press('b', 'Control+Shift+ArrowDown'),
  swapping: () => press('c', 'Alt+ArrowUp'),
  'choosing several': async () => {
    await row('b').click()
    await row('c').click({ modifiers: ['Shift'] })
    await page.keyboard.press('d')
  },
  duplicating: () => choose('d', 'Duplicate'),
  async 'copying and pasting'() {
    await press('b', 'Control+c')
    await page.getByRole('status').getByText('Copied “B”').waitFor({ state: 'attached' })
    await press('b', 'Control+v')
  },
  removing: () => press('b', 'Delete'),
  'removing by the menu': () => choose('b', 'Remove'),
  'removing and joining': () => choose('b', 'Remove and join what it stood between'),
  tidying: () => press('b', 'Control+a', 'Shift+T'),
  async noting() {
    await press('a', 'a')
    await find('note')
  },
}

/** Without the names that are made up anew each time, and the place of what is pasted into the middle of the window. */
function plain({ nodes, edges }: Graph, deed: string) {
  const names = new Map(nodes.map(({ id, name }, at) => [id, `${at} ${name}`]))
  const known = new Set(GRAPH.nodes.map(({ id }) => id))
  return {
    nodes: nodes.map(({ id, ...node }) => ({
      ...node,
      id: names.get(id),
      ...(deed === 'copying and pasting' && !known.has(id) && { position: null }),
    })),
    edges: edges.map(({ from, port, to }) => `${names.get(from)} ${port} ${names.get(to)}`).toSorted(),
  }
}

test('what is done on the canvas is done in the outline too, comes to the same, and each takes back what the other did', async () => {
  const { workflow } = await ask<Made>(owner, 'POST', '/api/workflows', { name: 'Two views', graph: GRAPH })
  const stored = async () => (await ask<Made>(owner, 'GET', `/api/workflows/${workflow.id}`)).workflow.graph
  const before = await stored()
  const undo = page.getByRole('button', { name: /^Undo: / })
  const switchTo = (view: 'Canvas' | 'Outline') => page.getByRole('button', { name: view, exact: true }).click()
  const count = (view: 'Canvas' | 'Outline') =>
    page.locator(view === 'Canvas' ? '.react-flow__node' : '[role=treeitem][data-id]').count()
  const results = new Map<string, object>()
  await openPage(page, `${app.url}/workflows/${workflow.id}?view=canvas`)
  for (const view of ['Canvas', 'Outline'] as const) {
    const other = view === 'Canvas' ? 'Outline' : 'Canvas'
    for (const [name, deed] of Object.entries(DEEDS)) {
      await switchTo(view)
      // What is found in the view that goes would lose the focus with it.
      await expect.poll(() => count(other)).toBe(0)
      await row('a').waitFor()
      await page.keyboard.press('Escape')
      // It gives the focus back to the step in hand with the next frame, from whichever one has it by then.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      await deed()
      await undo.waitFor()
      await page.keyboard.press('Control+s')
      await expect.poll(stored, { message: `${name} (${view})` }).not.toEqual(before)
      const after = plain(await stored(), name)
      if (view === 'Canvas') results.set(name, after)
      else expect(after, name).toEqual(results.get(name))
      await switchTo(other)
      await expect.poll(() => count(other), { message: `${name}, seen in ${other}` }).toBe(after.nodes.length)
      while ((await undo.count()) > 0) await undo.click()
      await page.keyboard.press('Control+s')
      await expect.poll(stored, { message: `${name} taken back (${other})` }).toEqual(before)
    }
  }
  expect(results.get('removing by the menu')).toEqual(results.get('removing'))
  expect(results.get('removing and joining')).not.toEqual(results.get('removing'))
  expect(await owner.problems()).toEqual([])
})

test('whoever leaves the settings of a step, by Escape or by its button, is back at the step', async () => {
  const { workflow } = await ask<Made>(owner, 'POST', '/api/workflows', { name: 'Back', graph: GRAPH })
  const focused = () => page.evaluate<string | undefined>('document.activeElement?.dataset.id')
  const name = page.getByLabel('Name of the step')
  for (const view of ['canvas', 'outline']) {
    await openPage(page, `${app.url}/workflows/${workflow.id}?view=${view}`)
    await row('b').waitFor()
    await press('b', 'F2')
    await expect
      .poll(() => page.evaluate('document.activeElement?.labels?.[0]?.textContent'))
      .toMatch('Name of the step')
    await page.getByRole('button', { name: 'Actions for B' }).last().click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor({ state: 'hidden' })
    expect(await name.isVisible()).toBe(true)
    await name.press('Escape')
    await name.waitFor({ state: 'hidden' })
    await expect.poll(focused).toBe('b')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Close the step' }).press('Enter')
    await expect.poll(focused).toBe('b')
  }
})
