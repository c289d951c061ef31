import type { Page } from 'playwright'
import { ask } from '../e2e/support/account.ts'
import { openBrowser, openPage, register, settled, type Visit, visit } from '../e2e/support/browser.ts'
import { largeGraph } from '../e2e/support/large-graph.ts'
import type { BenchApp } from './bench-app.ts'
import { SLOWEST_FELT, WATCH_FELT } from './felt.ts'
import { type Figure, quantile } from './figures.ts'

const ROUNDS = 3
/** Milliseconds between two keys, and for the browser to tell of the last one. */
const KEY_PAUSE = 110
const QUIET_MS = 400
/** Steps that end a second after each other, with one that computes behind each. */
const WAITS = 8

/** When each of so many steps was first drawn as done. */
const drawnAt = (steps: number) => `window.drawn = new Promise((resolve) => {
  const at = {}
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('.react-flow__node:has(.is-succeeded)')) at[one.dataset.id] ??= Date.now()
    if (Object.keys(at).length === ${steps}) resolve(at)
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] })
})`

const make = async (someone: Visit, name: string, graph: object): Promise<string> =>
  (await ask<{ workflow: { id: string } }>(someone, 'POST', '/api/workflows', { name, graph })).workflow.id

async function slowestKey(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate('window.felt.length = 0')
  await act()
  await page.waitForTimeout(QUIET_MS)
  return Number(await page.evaluate(SLOWEST_FELT))
}

/** In a workflow of 500 steps. */
async function palette(someone: Visit, url: string): Promise<Figure[]> {
  const { page } = someone
  const id = await make(someone, 'Palette', largeGraph(500, 700))
  await openPage(page, `${url}/workflows/${id}?view=canvas`)
  const step = page.locator('.react-flow__node[data-id="n1_4"]')
  const field = page.getByRole('dialog').getByRole('combobox')
  await step.waitFor()
  await settled(page)
  const opened: number[] = []
  const typed: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await step.focus()
    opened.push(await slowestKey(page, () => page.keyboard.press('a').then(() => field.waitFor())))
    typed.push(await slowestKey(page, () => page.keyboard.type('htt', { delay: KEY_PAUSE })))
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
  }
  return [
    { name: '500 steps, palette: opening it, slowest', value: Math.max(...opened), unit: 'ms', target: '≤ 100' },
    { name: '500 steps, palette: slowest of its keys', value: Math.max(...typed), unit: 'ms', target: '≤ 100' },
  ]
}

/** From the end of a step, as the server wrote it down, until the canvas shows it: one machine, one clock. */
async function told(someone: Visit, url: string): Promise<Figure[]> {
  const { page } = someone
  const keys = Array.from({ length: WAITS }, (_, at) => [`w${at}`, `s${at}`]).flat()
  const nodes = keys.map((key, at) => ({
    ...{ id: key, key, name: key, position: { x: ((at + 1) % 6) * 312, y: Math.floor((at + 1) / 6) * 120 } },
    ...(key.startsWith('w') ? { type: 'wait', config: { amount: 1, unit: 'seconds' } } : { type: 'set', config: {} }),
  }))
  const id = await make(someone, 'Told of', {
    nodes: [{ id: 'start', key: 'start', type: 'manual', name: 'Start', position: { x: 0, y: 0 } }, ...nodes],
    edges: keys.map((to, at) => ({ from: keys[at - 1] ?? 'start', to })),
  })
  await openPage(page, `${url}/workflows/${id}?view=canvas`)
  await settled(page)
  await page.evaluate(`void (${drawnAt(keys.length + 1)})`)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
  const drawn = await page.evaluate<Readonly<Record<string, number>>>('window.drawn')
  type Steps = { execution: { steps: { nodeId: string; startedAt: string; durationMs: number }[] } }
  type Runs = { executions: { id: string }[] }
  const [run] = (await ask<Runs>(someone, 'GET', '/api/executions')).executions
  const { steps } = (await ask<Steps>(someone, 'GET', `/api/executions/${run?.id}`)).execution
  const late = steps
    .map(({ nodeId, startedAt, durationMs }) => (drawn[nodeId] ?? Number.NaN) - Date.parse(startedAt) - durationMs)
    .toSorted((one, other) => one - other)
  return [
    { name: 'a step that ends until it is drawn: p50', value: Math.round(quantile(late, 0.5)), unit: 'ms' },
    {
      name: 'a step that ends until it is drawn: slowest',
      ...{ value: Math.round(late.at(-1) ?? Number.NaN), unit: 'ms', target: '≤ 300' },
    },
  ]
}

/** How fast the editor answers keys of its palette, and shows what a run does. */
export async function editorAnswersBench({ url }: BenchApp): Promise<Figure[]> {
  const browser = await openBrowser()
  try {
    const someone = await visit(browser)
    await someone.page.addInitScript(WATCH_FELT)
    await someone.page.goto(url)
    await register(someone, url, 'answers@example.com')
    return [...(await palette(someone, url)), ...(await told(someone, url))]
  } finally {
    await browser.close()
  }
}
