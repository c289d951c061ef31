import type { Browser, CDPSession, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { middle, node } from './support/canvas.ts'

// A workflow under a finger: the gestures are those of a screen, which the browser itself takes for scrolls and taps.
let app: AppProcess
let browser: Browser
let owner: Visit
let screen: CDPSession
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  owner = await visit(browser, DEVICES.phone)
  await owner.page.goto(app.url)
  await register(owner, app.url, 'finger@example.com')
  screen = await owner.context.newCDPSession(owner.page)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

interface Graph {
  readonly nodes: readonly { readonly id: string; readonly name: string; readonly position: object }[]
}
type Made = { workflow: { id: string; graph: Graph } }
const STEPS = 12
const graph = {
  nodes: Array.from({ length: STEPS }, (_, at) => ({
    ...{ id: `s${at}`, key: `s${at}`, name: `Step ${at}`, type: at === 0 ? 'manual' : 'set' },
    position: { x: at * 312, y: 0 },
    config: at === 0 ? {} : { values: { sum: `{{ ${at} + 40 }}` } },
  })),
  edges: Array.from({ length: STEPS - 1 }, (_, at) => ({ from: `s${at}`, to: `s${at + 1}` })),
}

const scrolled = (page: Page): Promise<number> => page.evaluate('window.scrollY')
const isSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

const inRow = (page: Page, id: string) => page.locator(`[role=treeitem][data-id="${id}"]`)
const MOVES = 12

/** A finger that lies down on something and is drawn upwards by so many pixels; says how far the page went with it. */
async function swipeUp(page: Page, on: Locator, far = 160): Promise<number> {
  const { x, y } = await middle(on)
  const before = await scrolled(page)
  await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (let at = 1; at <= MOVES; at++) {
    const touchPoints = [{ x, y: y - (far * at) / MOVES }]
    await screen.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
  }
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await settled(page)
  return (await scrolled(page)) - before
}

test('on a phone a finger scrolls over the outline, runs, reads what came out and edits a setting', async () => {
  const { page } = owner
  const { workflow } = await ask<Made>(owner, 'POST', '/api/workflows', { name: 'Under a finger', graph })
  await openPage(page, `${app.url}/workflows/${workflow.id}`)
  await page.getByRole('tree', { name: 'Steps' }).waitFor()
  expect(await swipeUp(page, inRow(page, 's3'))).toBeGreaterThan(100)
  await page.evaluate('window.scrollTo(0, 0)')
  expect(await swipeUp(page, page.getByRole('heading', { level: 1 }), 90)).toBeGreaterThan(50)
  await page.evaluate('window.scrollTo(0, 0)')
  await page.getByRole('button', { name: 'Run', exact: true }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).tap()
  await page.getByRole('region', { name: 'Last run' }).getByText('Succeeded').waitFor()
  await inRow(page, 's2').tap()
  await page.getByRole('tab', { name: 'Output' }).tap()
  await page.getByRole('tabpanel', { name: 'Output' }).getByText('42', { exact: true }).waitFor()
  expect(await swipeUp(page, page.getByRole('tab', { name: 'Output' }), 90)).toBeGreaterThan(50)
  await page.getByRole('tab', { name: 'Settings' }).tap()
  await page.getByLabel('Name of the step').tap()
  await page.getByLabel('Name of the step').fill('By a finger')
  const names = async () =>
    (await ask<Made>(owner, 'GET', `/api/workflows/${workflow.id}`)).workflow.graph.nodes.map(({ name }) => name)
  await expect.poll(names).toContain('By a finger')
  expect(await isSideways(page)).toBe(false)
})

test('on the canvas of a phone a finger that is drawn over a step moves the bench; a step moves once it is chosen', async () => {
  const { page } = owner
  const { workflow } = await ask<Made>(owner, 'POST', '/api/workflows', { name: 'Steps stay', graph })
  const positions = async () => {
    const { nodes } = (await ask<Made>(owner, 'GET', `/api/workflows/${workflow.id}`)).workflow.graph
    return nodes.map(({ position }) => position)
  }
  const before = await positions()
  const undo = page.getByRole('button', { name: 'Undo: Move “Step 0”' })
  await openPage(page, `${app.url}/workflows/${workflow.id}?view=canvas`)
  const step = node(page, 's0')
  const { y } = await middle(step)
  await swipeUp(page, step, 80)
  expect((await middle(step)).y).toBeLessThan(y - 40)
  expect(await undo.count()).toBe(0)
  // The bench leaves room beside it, by which the page goes on.
  expect(await swipeUp(page, page.getByRole('heading', { level: 1 }), 90)).toBeGreaterThan(50)
  expect(await positions()).toEqual(before)
  await page.evaluate('window.scrollTo(0, 0)')
  await step.tap()
  await page.getByRole('group', { name: 'Step 0', exact: false }).and(page.locator('.selected')).waitFor()
  await swipeUp(page, step, -80)
  await undo.waitFor()
})
