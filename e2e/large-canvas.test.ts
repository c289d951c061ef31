import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { drag, middle, node } from './support/canvas.ts'
import { largeGraph } from './support/large-graph.ts'
import { axeProblems, showIn } from './support/page-checks.ts'
import { countRenders, rendersSince } from './support/step-renders.ts'
import { beginTelling, TOLD, tellByHand, waitingGraph } from './support/told-steps.ts'

// The canvas with more steps than anybody sees at once.
let app: AppProcess
let browser: Browser
let owner: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  owner = await visit(browser)
  await countRenders(owner.page)
  await owner.page.goto(app.url)
  await register(owner, app.url, 'large-canvas@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

interface Made {
  readonly workflow: {
    readonly id: string
    readonly graph: { readonly nodes: readonly Placed[] }
  }
}
interface Placed {
  readonly id: string
  readonly name: string
  readonly position: { readonly x: number; readonly y: number }
}

async function make(name: string, graph: object): Promise<string> {
  const { workflow } = await ask<Made>(owner, 'POST', '/api/workflows', { name, graph })
  return workflow.id
}
/** Says how often the browser has laid out this page, or part of it. */
async function layoutCounter(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN
  }
}
/** Another tab of the same person, to be prepared in another way. */
async function anotherTab(): Promise<Page> {
  const page = await owner.context.newPage()
  await countRenders(page)
  return page
}
const graphOf = async (id: string) => (await ask<Made>(owner, 'GET', `/api/workflows/${id}`)).workflow.graph

test('a workflow of 500 steps: a drag draws nothing but what is dragged', async () => {
  const { page } = owner
  const id = await make('Large', largeGraph(500, 700))
  await openPage(page, `${app.url}/workflows/${id}?view=canvas`)
  await node(page, 'n1_4').waitFor()
  const place = await middle(node(page, 'n1_4'))
  // Each step, and the frame that the canvas library puts around it.
  expect(Object.keys(await rendersSince(page)).length).toBe(1000)
  await drag(page, place, { x: place.x + 80, y: place.y + 20 }, 60)
  await page.getByText('Saved').filter({ visible: true }).first().waitFor()
  const { n1_4: dragged = 0, 'frame of n1_4': framed = 0, ...others } = await rendersSince(page)
  expect(dragged).toBeGreaterThan(0)
  expect(framed).toBeGreaterThan(0)
  expect(others).toEqual({})

  // From so far that no name can be read, all connections are one drawing; nearer they are themselves again.
  const lines = page.locator('.tiny-lines path')
  const drawn = page.locator('.react-flow__edge').filter({ visible: true })
  await node(page, 'n1_4').focus()
  await page.keyboard.press('1')
  await lines.waitFor({ state: 'attached' })
  expect((await lines.getAttribute('d'))?.match(/M/g)?.length).toBe(700)
  expect(await drawn.count()).toBe(0)
  await page.keyboard.press('0')
  await lines.waitFor({ state: 'detached' })
  expect(await drawn.count()).toBeGreaterThan(0)
})

test('a run of 500 steps, fifty told in a second: nothing but these is drawn, and what is typed arrives', async () => {
  const page = await anotherTab()
  await tellByHand(page)
  const id = await make('Told', waitingGraph())
  await ask(owner, 'POST', `/api/workflows/${id}/run`, { version: 'draft' })
  await openPage(page, `${app.url}/workflows/${id}?view=canvas&step=n1_4`)
  await page.getByRole('tab', { name: 'Settings' }).click()
  const name = page.getByLabel('Name of the step')
  await name.waitFor()
  await page.getByRole('region', { name: 'Last run' }).getByText('Waiting').waitFor()
  await settled(page)
  await rendersSince(page)
  await beginTelling(page)
  await name.fill('')
  await name.pressSequentially('typed while it runs', { delay: 100 })
  await page.evaluate('window.telling')
  await node(page, 'n21_9').locator('.is-succeeded').waitFor({ state: 'attached' })
  expect(await name.inputValue()).toBe('typed while it runs')
  const drawn = Object.entries(await rendersSince(page)).filter(([one]) => !one.endsWith('n1_4'))
  expect(drawn.map(([one]) => one.replace('frame of ', '')).filter((one) => !TOLD.includes(one))).toEqual([])
  // Running, then succeeded: each of them, and the frame of each, for its own news alone.
  expect(Math.max(...drawn.map(([, times]) => times))).toBeLessThanOrEqual(4)
  await page.close()
})

test('tidying 500 steps brings each to its place, undo brings each back, and what is in sight is drawn', async () => {
  const { page } = owner
  const id = await make('Tidied', largeGraph(500, 700))
  await openPage(page, `${app.url}/workflows/${id}?view=canvas`)
  await node(page, 'n1_4').focus()
  await page.keyboard.press('Escape')
  const placesShown = () =>
    page.evaluate<Record<string, string>>(`Object.fromEntries(Array.from(document.querySelectorAll('.react-flow__node'),
      (step) => [step.dataset.id, step.style.transform]))`)
  const placesOf = (nodes: readonly Placed[]) =>
    Object.fromEntries(nodes.map((one) => [one.id, `translate(${one.position.x}px, ${one.position.y}px)`]))
  const hiddenInSight = () =>
    page.evaluate(`(() => {
      const bench = document.querySelector('.react-flow').getBoundingClientRect()
      const overlaps = (box) => box.right > bench.left && box.left < bench.right && box.bottom > bench.top && box.top < bench.bottom
      return [...document.querySelectorAll('.react-flow__node[data-out-of-sight]')]
        .filter((step) => overlaps(step.getBoundingClientRect())).length
    })()`)
  const before = await placesShown()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.keyboard.press('Shift+T')
  await saved
  const tidied = placesOf((await graphOf(id)).nodes)
  expect(Object.keys(tidied).filter((one) => tidied[one] !== before[one]).length).toBeGreaterThan(300)
  await expect.poll(placesShown).toEqual(tidied)
  await expect.poll(hiddenInSight).toBe(0)
  await page.keyboard.press('Control+z')
  await expect.poll(placesShown).toEqual(before)
  await expect.poll(hiddenInSight).toBe(0)
})

test('the steps of a large workflow are measured together, when it opens and when they are pasted', async () => {
  const { page } = owner
  const id = await make('Measured', largeGraph(300, 400))
  const countLayouts = await layoutCounter(page)
  const before = await countLayouts()
  await openPage(page, `${app.url}/workflows/${id}?view=canvas`)
  await node(page, 'n1_4').waitFor()
  await page.locator('.react-flow__node[data-settled]').nth(299).waitFor({ state: 'attached' })
  const opened = await countLayouts()
  // Each by itself, they would be 300 layouts more.
  expect(opened - before).toBeLessThan(150)
  await node(page, 'n1_4').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+d')
  await page.locator('.react-flow__node[data-settled]').nth(599).waitFor({ state: 'attached' })
  expect((await countLayouts()) - opened).toBeLessThan(150)
})

test('a link to a step opens with that step in sight', async () => {
  const { page } = owner
  const id = await make('Far away', largeGraph(120, 160))
  const isInSight = async (step: string) => {
    const [bench, box] = await Promise.all([page.locator('.react-flow').boundingBox(), node(page, step).boundingBox()])
    if (bench === null || box === null) return false
    const fitsAcross = box.x >= bench.x && box.x + box.width <= bench.x + bench.width
    return fitsAcross && box.y >= bench.y && box.y + box.height <= bench.y + bench.height
  }
  await openPage(page, `${app.url}/workflows/${id}?view=canvas`)
  await node(page, 'n11_9').waitFor()
  expect(await isInSight('n11_9')).toBe(false)
  await openPage(page, `${app.url}/workflows/${id}?view=canvas&step=n11_9`)
  await page.getByLabel('Name of the step').waitFor()
  await expect.poll(() => isInSight('n11_9')).toBe(true)
  expect(await isInSight('n0_1')).toBe(false)
})

test('a hundred steps and no connection: the canvas and the outline are whole for everybody', async () => {
  const { page, context } = owner
  const id = await make('Dense', largeGraph(120, 160))
  await openPage(page, `${app.url}/workflows/${id}?view=canvas`)
  await node(page, 'n1_4').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await openPage(page, `${app.url}/workflows/${id}?view=outline`)
  await page.getByRole('tree', { name: 'Steps' }).waitFor()
  expect(await page.getByRole('treeitem').count()).toBe(120)
  expect(await axeProblems(page)).toEqual([])
  await openPage(page, `${app.url}/workflows/${id}?view=canvas&step=n1_4`)
  const name = page.getByLabel('Name of the step')
  await name.waitFor()
  await settled(page)
  await context.setOffline(true)
  try {
    await page.getByText(/^You are offline\. What you see may be old/).waitFor()
    await name.fill('Renamed without a connection')
    await page.getByRole('group', { name: /Renamed without a connection/ }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await showIn(page, 'dark')
    expect(await axeProblems(page, 'colours')).toEqual([])
    await showIn(page, 'light')
  } finally {
    await context.setOffline(false)
  }
  await expect
    .poll(async () => (await graphOf(id)).nodes.find(({ id: one }) => one === 'n1_4')?.name)
    .toBe('Renamed without a connection')
})
