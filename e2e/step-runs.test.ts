import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import { axeProblems } from './support/page-checks.ts'

// What of a draft runs from its steps: parts of it, and with outputs that are pinned.
let app: AppProcess
let browser: Browser
let person: Visit
let page: Page
/** What workflows have called, in its order. */
const ledger: string[] = []
let shop: Server
let shopUrl: string
beforeAll(async () => {
  shop = createServer((request, response) => {
    ledger.push(String(request.url))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(shop.address() as AddressInfo).port}`
  shopUrl = `http://${host}/`
  app = await startApp({ env: { EGRESS_ALLOW: host } })
  browser = await openBrowser()
  person = await visit(browser)
  page = person.page
  await page.goto(app.url)
  await register(person, app.url, 'runs@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
  shop.close()
})

const GRAPH = {
  nodes: [
    { id: 'a', key: 'start', type: 'manual', name: 'Start', config: { sample: { total: 12.5, people: 2 } } },
    { id: 'b', key: 'order', type: 'set', name: 'Order', config: { values: { share: '{{ trigger.total / 2.0 }}' } } },
    { id: 'c', key: 'text', type: 'set', name: 'Text', config: { values: { one: '', two: '', three: '' } } },
    { id: 'd', key: 'shop', type: 'http', name: 'Shop', config: { url: 'http://127.0.0.1:9/' } },
  ],
  edges: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'd' },
  ],
}

interface Run {
  readonly execution: {
    readonly id: string
    readonly steps: readonly { nodeId: string; status: string; output: unknown }[]
  }
}

async function aWorkflow(graph: object): Promise<string> {
  const { workflow } = await ask<{ workflow: { id: string } }>(person, 'POST', '/api/workflows', {
    name: 'Panel',
    graph,
  })
  return workflow.id
}
const stepOf = (id: string, step: string) => openPage(page, `${app.url}/workflows/${id}?step=${step}`)
const lastTry = (name: string) => page.getByRole('region', { name: `Last try of ${name}` })
const ended = (name: string, word: string) => lastTry(name).getByText(word, { exact: true }).waitFor()

test('a run that is started from a setting shows the output, and the focus is not lost', async () => {
  const id = await aWorkflow({ ...GRAPH, nodes: GRAPH.nodes.slice(0, 2), edges: GRAPH.edges.slice(0, 1) })
  await stepOf(id, 'b')
  const focused = () => page.evaluate<string | undefined>('document.activeElement?.textContent')
  await page.getByLabel('Name of the step').press('Control+Enter')
  await page.getByRole('dialog', { name: 'Run' }).getByLabel('Input (JSON)').press('Control+Enter')
  await ended('Order', 'Succeeded')
  await expect.poll(focused).toBe('Output')
})

test('a pinned output counts in the draft and never in a live run', async () => {
  const id = await aWorkflow({ ...GRAPH, nodes: GRAPH.nodes.slice(0, 2), edges: GRAPH.edges.slice(0, 1) })
  await stepOf(id, 'b')
  await page.getByRole('button', { name: 'Run this step' }).click()
  await page.getByRole('button', { name: 'Pin this output' }).click()
  await page.getByRole('button', { name: 'Edit the pinned output' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pin the output of “Order”' })
  await dialog.getByLabel('Output (JSON)').fill('{"share": 99}')
  await dialog.getByRole('button', { name: 'Pin', exact: true }).click()
  await page.getByRole('treeitem').filter({ hasText: '99' }).waitFor()
  await page.getByText('Published versions ignore pins and run it').waitFor()
  expect(await page.getByRole('complementary').getByText('Pinned', { exact: true }).count()).toBe(1)
  expect(await axeProblems(page)).toEqual([])
  await ask(person, 'POST', `/api/workflows/${id}/publish`, {})
  const outputOf = async (body: object) => {
    const { execution } = await ask<Run>(person, 'POST', `/api/workflows/${id}/run`, body)
    const log = () => ask<Run>(person, 'GET', `/api/executions/${execution.id}`)
    await expect.poll(async () => (await log()).execution.steps.length, { timeout: 10_000 }).toBe(2)
    return (await log()).execution.steps.find(({ nodeId }) => nodeId === 'b')?.output
  }
  expect(await outputOf({ version: 'draft' })).toEqual({ share: 99 })
  expect(await outputOf({ version: 1 })).toEqual({ share: 6.25 })
})

test('a pinned output and a name come back by undo, of the notice and of the editor, also after a reload', async () => {
  const id = await aWorkflow({ ...GRAPH, nodes: GRAPH.nodes.slice(0, 2), edges: GRAPH.edges.slice(0, 1) })
  await stepOf(id, 'b')
  const pins = async () => (await ask<{ pins: object }>(person, 'GET', `/api/workflows/${id}/pins`)).pins
  const before = { b: { output: { share: 6.25 }, port: 'out' } }
  const undo = () => page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await page.getByRole('button', { name: 'Run this step' }).click()
  await page.getByRole('button', { name: 'Pin this output' }).click()
  await expect.poll(pins).toEqual(before)
  await page.getByRole('button', { name: 'Edit the pinned output' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pin the output of “Order”' })
  await dialog.getByLabel('Output (JSON)').fill('{"share": 99}')
  await dialog.getByRole('button', { name: 'Pin', exact: true }).click()
  await page.getByText('“Order” has another pinned output').first().waitFor()
  await expect.poll(pins).toEqual({ b: { output: { share: 99 }, port: 'out' } })
  await undo()
  await expect.poll(pins).toEqual(before)
  await page.getByRole('button', { name: 'Unpin', exact: true }).click()
  await page.locator('button:focus').filter({ hasText: /^Pin/ }).waitFor()
  await page.getByText('“Order” is no longer pinned').first().waitFor()
  await expect.poll(pins).toEqual({})
  await undo()
  await expect.poll(pins).toEqual(before)

  const heading = page.getByRole('heading', { level: 1 })
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByLabel('Name of the workflow').fill('Lunch')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => heading.textContent()).toBe('Lunch')
  await undo()
  await expect.poll(() => heading.textContent()).toBe('Panel')

  // The editor's own undo knows them, too, after a reload as well.
  await page.reload()
  await page.getByRole('button', { name: 'Undo: Rename the workflow' }).click()
  await expect.poll(() => heading.textContent()).toBe('Lunch')
  await page.keyboard.press('Control+z')
  await expect.poll(() => heading.textContent()).toBe('Panel')
  for (const then of [{}, before, { b: { output: { share: 99 }, port: 'out' } }, before, {}]) {
    await page.keyboard.press('Control+z')
    await expect.poll(pins).toEqual(then)
  }
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => heading.textContent()).toBe('Lunch')
  await expect.poll(pins).toEqual(before)
})

test('a draft runs up to a step and from a step, and of the rest nothing runs', async () => {
  const set = (id: string, key: string, value: string) => ({
    ...{ id, key, type: 'set', name: key },
    config: { values: { value } },
  })
  const id = await aWorkflow({
    nodes: [
      GRAPH.nodes[0],
      set('b', 'half', '{{ trigger.total / 2.0 }}'),
      set('c', 'again', '{{ steps.half.value + 1.0 }}'),
      set('d', 'end', '{{ steps.again.value }}'),
    ],
    edges: GRAPH.edges,
  })
  await openPage(page, `${app.url}/workflows/${id}?view=outline`)
  const ran = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for again' }).first().click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const steps = async () => {
    type Runs = { executions: { id: string }[] }
    const [last] = (await ask<Runs>(person, 'GET', `/api/workflows/${id}/executions`)).executions
    const { execution } = await ask<Run>(person, 'GET', `/api/executions/${last?.id}`)
    return execution.steps.map(({ nodeId, status }) => `${nodeId} ${status}`)
  }
  await ran('Run up to here')
  await ended('again', 'Succeeded')
  await expect.poll(steps).toEqual(['a succeeded', 'b succeeded', 'c succeeded'])
  await ran('Run from here')
  await expect.poll(steps).toEqual(['a reused', 'b reused', 'c succeeded', 'd succeeded'])
  await ended('again', 'Succeeded')
})

test('a draft is simulated by key and by the menu: its marks stay, and nobody is asked or mailed', async () => {
  const [start, , , http] = GRAPH.nodes
  const id = await aWorkflow({
    nodes: [
      start,
      { ...http, id: 'b', config: { url: `${shopUrl}{{ trigger.people }}` } },
      { id: 'c', key: 'text', type: 'set', name: 'Text', config: { values: { status: '{{ steps.shop.status }}' } } },
      ...[{ id: 'd', key: 'sleep', type: 'wait', name: 'Sleep', config: { amount: 3, unit: 'days' } }],
    ],
    edges: GRAPH.edges,
  })
  await openPage(page, `${app.url}/workflows/${id}?view=outline`)
  await page.keyboard.press('Control+Shift+Enter')
  const dialog = page.getByRole('dialog', { name: 'Simulate' })
  expect(await dialog.getByRole('radio', { name: 'The draft, simulated' }).isChecked()).toBe(true)
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByLabel('Input (JSON)').press('Control+Enter')
  const strip = page.getByRole('region', { name: 'Last run' })
  await strip.getByText('Simulated', { exact: true }).waitFor()
  const marks = [
    'Step 2 of 4: Shop HTTP request Simulated: sample',
    'Step 3 of 4: Text Set values Succeeded',
    'Step 4 of 4: Sleep Wait Simulated: no wait',
  ]
  const marked = async () => {
    for (const name of marks) await page.getByRole('treeitem', { name }).waitFor()
  }
  await marked()
  await page.reload()
  await strip.getByText('Simulated', { exact: true }).waitFor()
  await marked()
  expect(await axeProblems(page)).toEqual([])

  await strip.getByRole('link', { name: 'Open the execution' }).click()
  await page.getByText('Simulated: sample', { exact: true }).waitFor()
  await page.getByText('Simulated: no wait', { exact: true }).waitFor()
  await openPage(page, `${app.url}/workflows/${id}/executions`)
  await page.getByRole('listitem').filter({ hasText: 'Succeeded' }).getByText('Simulated', { exact: true }).waitFor()
  expect(ledger).toEqual([])

  // The same step, run, asks; simulated after that it gives what it gave then.
  await openPage(page, `${app.url}/workflows/${id}?view=outline`)
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for Shop' }).first().click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await choose('Run up to here')
  await ended('Shop', 'Succeeded')
  expect(ledger).toEqual(['/2'])
  await choose('Simulate this step')
  await ended('Shop', 'Simulated: last run')
  expect(ledger).toEqual(['/2'])
})
