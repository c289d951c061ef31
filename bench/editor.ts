import type { Browser, CDPSession, Page } from 'playwright'
import { ask } from '../e2e/support/account.ts'
import { queryDatabase } from '../e2e/support/app-database.ts'
import { openBrowser, openPage, register, settled, type Visit, visit } from '../e2e/support/browser.ts'
import { largeGraph } from '../e2e/support/large-graph.ts'
import { countRenders, rendersSince } from '../e2e/support/step-renders.ts'
import type { BenchApp } from './bench-app.ts'
import { type Figure, quantile, rounded } from './figures.ts'

const OPENINGS = 3
const DRAG_STEPS = 60
const ROUNDS_OF_MEMORY = 20
const ROUNDS_OF_WARMING = 10

/** Tasks that kept the page from answering, as the browser itself counts them: from 50 ms on. */
const WATCH = `window.tasks = []
window.felt = []
new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)))
  .observe({ type: 'longtask', buffered: true })
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries()) if (interactionId > 0) window.felt.push(duration)
}).observe({ type: 'event', durationThreshold: 16 })`
const DRAWN = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'
/** Later than the last task that an act leaves behind, and than the browser's telling of it. */
const QUIET = 'new Promise((resolve) => setTimeout(resolve, 400))'

const median = (times: readonly number[]): number =>
  quantile(
    times.toSorted((one, other) => one - other),
    0.5,
  )
const node = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)

async function make(someone: Visit, name: string, graph: object): Promise<string> {
  type Made = { workflow: { id: string } }
  const { workflow } = await ask<Made>(someone, 'POST', '/api/workflows', { name, graph })
  return workflow.id
}

async function aPerson(browser: Browser, { url }: BenchApp, email: string): Promise<Visit> {
  const someone = await visit(browser)
  await someone.page.addInitScript(WATCH)
  await someone.page.goto(url)
  await register(someone, url, email)
  return someone
}

/** From the address until the steps are drawn and answer. */
async function timeOpening(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  await node(page, 'n1_4').waitFor()
  await page.evaluate(DRAWN)
  return Number(await page.evaluate('performance.now()'))
}

async function drag(page: Page, id: string): Promise<void> {
  const box = await node(page, id).boundingBox()
  if (box === null) throw new Error(`${id} is not in sight`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 2, y + 2)
  await page.mouse.move(x + 80, y + 20, { steps: DRAG_STEPS })
  await page.mouse.up()
}

/**
 * What people do to a large workflow once it is open. Elements are found by CSS: a search by role asks each of
 * the thousands of elements for its visibility, a task of half a second in the very page that is measured.
 */
const ACTS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'dragging a step': (page) => drag(page, 'n1_4'),
  async moving(page) {
    const box = await page.locator('.react-flow__pane').boundingBox()
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 40)
    for (let at = 0; at < 20; at++) await page.mouse.wheel(60, 20)
  },
  async 'zooming and showing all'(page) {
    await node(page, 'n1_4').focus()
    for (const key of ['+', '-', '1', '0']) await page.keyboard.press(key)
  },
  async 'choosing all and none'(page) {
    await node(page, 'n1_4').focus()
    await page.keyboard.press('Control+a')
    await page.evaluate(DRAWN)
    await page.keyboard.press('Escape')
  },
  async 'finding a step'(page) {
    await page.keyboard.press('Control+f')
    await page.locator('dialog:is(:modal, :popover-open) [role=combobox]').waitFor()
    await page.keyboard.type('Step 321')
    await page.keyboard.press('Enter')
  },
  async 'adding a step and taking it back'(page) {
    await page.keyboard.press('a')
    await page.locator('dialog:is(:modal, :popover-open) [role=combobox]').waitFor()
    await page.keyboard.type('set')
    await page.keyboard.press('Enter')
    await page.locator('dialog:is(:modal, :popover-open)').waitFor({ state: 'detached' })
    await page.evaluate(DRAWN)
    await page.keyboard.press('Control+z')
  },
  async 'opening a step and closing it'(page) {
    await node(page, 'n32_1').focus()
    await page.keyboard.press('Enter')
    await page.locator('[id="n32_1.name"]').waitFor()
    await page.locator('button[aria-label="Close the step"]').click()
  },
  async 'tidying all'(page) {
    await node(page, 'n32_1').focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+T')
    await page.locator('[role=status]', { hasText: 'Tidied all steps' }).waitFor({ state: 'attached' })
    await page.keyboard.press('Control+z')
  },
  async 'running it'(page) {
    await page.keyboard.press('Control+Enter')
    await page.locator('dialog:is(:modal, :popover-open) button', { hasText: /^Run$/ }).click()
    await page.locator('section[aria-label="Last run"]', { hasText: 'Succeeded' }).waitFor()
  },
  async 'changing to the outline'(page) {
    await node(page, 'n32_1').focus()
    await page.keyboard.press('o')
    await page.locator('[role=tree]').waitFor()
  },
}

async function longestTasks(page: Page, steps: number): Promise<Figure[]> {
  const figures: Figure[] = []
  await page.evaluate(QUIET)
  for (const [what, act] of Object.entries(ACTS)) {
    await page.evaluate('window.tasks.length = 0')
    await act(page)
    await page.evaluate(DRAWN)
    await page.evaluate(QUIET)
    const longest = Number(await page.evaluate('Math.max(0, ...window.tasks)'))
    figures.push({
      ...{ name: `${steps} steps, ${what}: longest task`, value: Math.round(longest), unit: 'ms', target: '≤ 200' },
    })
  }
  return figures
}

async function large(browser: Browser, app: BenchApp, size: readonly [number, number, string]): Promise<Figure[]> {
  const [steps, connections, target] = size
  const someone = await aPerson(browser, app, `editor-${steps}@example.com`)
  const { page } = someone
  const id = await make(someone, `${steps} steps`, largeGraph(steps, connections))
  const address = `${app.url}/workflows/${id}?view=canvas`
  const times: number[] = []
  // The first opening brings the code, as for whoever comes back.
  for (let opening = -1; opening < OPENINGS; opening++) {
    const took = await timeOpening(page, address)
    if (opening >= 0) times.push(took)
  }
  await settled(page)
  const figures = [
    {
      name: `${steps} steps and ${connections} connections: open`,
      value: Math.round(median(times)),
      unit: 'ms',
      target,
    },
    ...(await longestTasks(page, steps)),
  ] satisfies Figure[]
  await someone.context.close()
  return figures
}

const scriptSeconds = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN
}

/** What a drag and a run draw, counted as React's own tools count. */
async function renders(browser: Browser, app: BenchApp): Promise<Figure[]> {
  const someone = await aPerson(browser, app, 'editor-renders@example.com')
  const { page } = someone
  const id = await make(someone, 'Counted', largeGraph(500, 700))
  const address = `${app.url}/workflows/${id}?view=canvas`
  await openPage(page, address)
  await node(page, 'n1_4').waitFor()
  const session = await someone.context.newCDPSession(page)
  await session.send('Performance.enable')
  // What is not saved is taken up again at the next opening, as a graph of new steps.
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  const before = await scriptSeconds(session)
  await drag(page, 'n1_4')
  const perStep = ((await scriptSeconds(session)) - before) * (1000 / DRAG_STEPS)
  await saved
  await countRenders(page)
  await openPage(page, address)
  await node(page, 'n1_4').waitFor()
  await rendersSince(page)
  await drag(page, 'n1_4')
  await page.getByText('Saved').filter({ visible: true }).first().waitFor()
  const { n1_4: _, 'frame of n1_4': __, ...others } = await rendersSince(page)
  await node(page, 'n1_4').focus()
  await ACTS['running it']?.(page)
  // The end of a run is told before its last steps are drawn.
  // What nothing leads to is skipped.
  await page.locator('.react-flow__node:not(:has(.is-succeeded, .is-skipped))').first().waitFor({ state: 'detached' })
  const ofRun = Object.values(await rendersSince(page))
  await someone.context.close()
  return [
    { name: '500 steps, a drag: script for each of its moves', value: rounded(perStep), unit: 'ms', target: '≤ 8' },
    {
      name: '500 steps, a drag: other steps that were drawn',
      value: Object.keys(others).length,
      unit: 'count',
      target: '0',
    },
    { name: '500 steps, a run: how often one step was drawn', value: Math.max(...ofRun), unit: 'count', target: '≤ 4' },
  ]
}

const STEPS = {
  nodes: [
    { id: 'a', key: 'start', type: 'manual', name: 'Start', config: { sample: { total: 12.5 } } },
    { id: 'b', key: 'order', type: 'set', name: 'Order', config: { values: { share: '{{ trigger.total }}' } } },
    { id: 'c', key: 'text', type: 'set', name: 'Text', config: { values: { one: '' } } },
    { id: 'd', key: 'wait', type: 'wait', name: 'Wait', config: {} },
  ],
  edges: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'd' },
  ],
}

async function felt(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate('window.felt.length = 0')
  await act()
  await page.evaluate(DRAWN)
  await page.evaluate(QUIET)
  return Number(await page.evaluate('Math.max(0, ...window.felt)'))
}

/** Five megabytes of ten thousand items, looked through in each of the three ways. */
async function inspect(someone: Visit, { process: app, url }: BenchApp): Promise<Figure[]> {
  const { page } = someone
  const id = await make(someone, 'Items', STEPS)
  const itemAt = (_: unknown, id: number) => ({ id, name: `Item ${id}`, note: id % 2 === 0 ? null : 'odd' })
  const items = Array.from({ length: 10_000 }, itemAt)
  await ask(someone, 'POST', `/api/workflows/${id}/run`, { version: 'draft', upTo: 'b', input: { total: 1, items } })
  // More than a request may bring, as a step may give it.
  const large = { total: 1, items: items.map((item) => ({ ...item, text: 'x'.repeat(440) })) }
  await queryDatabase(
    app.dataDir,
    `update execution_blob set content = $1 where execution_id in
    (select id from execution where workflow_id = $2)`,
    [JSON.stringify(large), id],
  )
  await openPage(page, `${url}/workflows/${id}?step=b`)
  await page.getByRole('tab', { name: 'Input' }).click()
  await page.getByText('null 5,000 · text 5,000').waitFor()
  const tab = (name: string) => page.getByRole('tab', { name, exact: true }).first().click()
  const grid = page.getByRole('grid')
  const search = page.getByRole('searchbox', { name: 'Search in what Start gave' })
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    'opening the table': () => tab('Table'),
    'going to its end': () => grid.press('End'),
    'copying a value': () => page.getByRole('button', { name: 'Value at this place' }).first().click(),
    'putting it in order by a column': () => grid.getByRole('button', { name: 'name', exact: true }).dblclick(),
    'searching in it': () => search.pressSequentially('Item 77', { delay: 120 }),
    'opening the JSON': () => tab('JSON'),
    'searching in that': () => search.pressSequentially('7', { delay: 120 }),
    'opening the schema': () => tab('Schema'),
  }
  const figures: Figure[] = []
  let rows = 0
  for (const [what, act] of Object.entries(acts)) {
    const value = Math.round(await felt(page, act))
    rows = Math.max(rows, await page.locator('[role=row], [role=treeitem]').count())
    figures.push({ name: `10,000 items, ${what}: slowest event`, value, unit: 'ms', target: '≤ 200' })
  }
  return [...figures, { name: '10,000 items: rows in the page at most', value: rows, unit: 'count', target: '< 200' }]
}

/** From the last key of an expression until its value is on the screen. */
const VALUE_SHOWN = `new Promise((resolve) => {
  let pressed = 0
  window.addEventListener('keydown', ({ timeStamp }) => { pressed = timeStamp }, { capture: true })
  const watcher = new MutationObserver(() => {
    if (![...document.querySelectorAll('output')].some((one) => one.textContent.includes('25'))) return
    watcher.disconnect()
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)))
  })
  watcher.observe(document, { subtree: true, childList: true, characterData: true })
}).then((ms) => { window.shownAfter = ms })`

async function react(someone: Visit, url: string): Promise<Figure[]> {
  const { page } = someone
  const id = await make(someone, 'Reacting', STEPS)
  await ask(someone, 'POST', `/api/workflows/${id}/run`, { version: 'draft', upTo: 'b', input: { total: 12.5 } })
  await openPage(page, `${url}/workflows/${id}?step=c`)
  const field = page.getByRole('textbox', { name: 'Values, value of one', exact: true })
  await field.waitFor()
  const values: number[] = []
  for (let round = 0; round < OPENINGS; round++) {
    await field.fill('{{ steps.order.share *')
    await page.evaluate(QUIET)
    await page.evaluate(`void ${VALUE_SHOWN}`)
    await page.keyboard.type(' 2.0 }}', { delay: 40 })
    await page.locator('output').filter({ hasText: '25' }).waitFor()
    await page.evaluate(DRAWN)
    values.push(Number(await page.evaluate('window.shownAfter')))
  }
  await openPage(page, `${url}/workflows/${id}?step=d`)
  const state = (word: string) =>
    page.getByRole('region', { name: 'Last try of Wait' }).getByText(word, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Run this step' }).click()
  await state('Waiting')
  await page.reload({ waitUntil: 'commit' })
  await state('Waiting')
  const attached = Number(await page.evaluate('performance.now()'))
  await settled(page)
  const pressed = performance.now()
  await page.getByRole('complementary').getByRole('button', { name: 'Stop', exact: true }).click()
  await state('Cancelled')
  const stopped = performance.now() - pressed
  return [
    {
      name: 'value of an expression after its last key',
      value: Math.round(median(values)),
      unit: 'ms',
      target: '≤ 150',
    },
    {
      name: 'a reload until the running step is shown again',
      value: Math.round(attached),
      unit: 'ms',
      target: '≤ 2500',
    },
    { name: 'Stop until the step says so', value: Math.round(stopped), unit: 'ms', target: '≤ 1000' },
  ]
}

/** The editor is opened and left, again and again, in one page. */
async function memory(someone: Visit, url: string): Promise<Figure[]> {
  const { page } = someone
  await make(someone, 'Left again', largeGraph(100, 140))
  await openPage(page, `${url}/workflows`)
  const session = await someone.context.newCDPSession(page)
  await session.send('Performance.enable')
  const used = async () => {
    for (let times = 0; times < 3; times++) await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 2 ** 20
  }
  const openAndLeave = async () => {
    await page.getByRole('link', { name: 'Left again', exact: true }).click()
    await node(page, 'n1_4').waitFor()
    await settled(page)
    await page.getByRole('link', { name: 'Workflows', exact: true }).first().click()
    await page.getByRole('list', { name: 'Workflows' }).waitFor()
    await settled(page)
  }
  const counted = () => session.send('Memory.getDOMCounters')
  // Code is compiled as it gets used, and again as it proves busy; all that comes later is what openings leave behind.
  for (let times = 0; times < ROUNDS_OF_WARMING; times++) await openAndLeave()
  const before = { heap: await used(), ...(await counted()) }
  for (let times = 0; times < ROUNDS_OF_MEMORY; times++) await openAndLeave()
  const after = { heap: await used(), ...(await counted()) }
  const name = `the editor opened and left ${ROUNDS_OF_MEMORY} times`
  const left = { unit: 'count', target: '≤ 5' } as const
  return [
    { name: `${name}: heap grown`, value: rounded((after.heap / before.heap - 1) * 100), unit: '%', target: '< 10' },
    { name: `${name}: elements left`, value: after.nodes - before.nodes, ...left },
    { name: `${name}: listeners left`, value: after.jsEventListeners - before.jsEventListeners, ...left },
  ]
}

async function inBrowser(work: (browser: Browser) => Promise<Figure[]>): Promise<Figure[]> {
  const browser = await openBrowser()
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** What people feel in a large workflow, and what is left of it once they go. */
export const editorBench = (app: BenchApp): Promise<Figure[]> =>
  inBrowser(async (browser) => {
    const figures = [
      ...(await large(browser, app, [500, 700, '≤ 2500'])),
      ...(await large(browser, app, [1000, 1400, '≤ 5000'])),
      ...(await renders(browser, app)),
    ]
    return [...figures, ...(await memory(await aPerson(browser, app, 'editor-memory@example.com'), app.url))]
  })

/** How soon the panel of a step answers: with large data, while one writes, and while it runs. */
export const stepPanelBench = (app: BenchApp): Promise<Figure[]> =>
  inBrowser(async (browser) => {
    const inspected = await inspect(await aPerson(browser, app, 'panel-data@example.com'), app)
    // Somebody else: how the panel was left is kept.
    return [...inspected, ...(await react(await aPerson(browser, app, 'panel-answers@example.com'), app.url))]
  })
