import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import { openMenuItem } from './support/opened.ts'

// What other pages do to a draft is taken back in its editor.
let app: AppProcess
let browser: Browser
let person: Visit
let page: Page
let shop: Server
let shopUrl: string
beforeAll(async () => {
  shop = createServer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(shop.address() as AddressInfo).port}`
  shopUrl = `http://${host}/`
  app = await startApp({ env: { EGRESS_ALLOW: host } })
  browser = await openBrowser()
  person = await visit(browser)
  page = person.page
  await page.goto(app.url)
  await register(person, app.url, 'undo@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
  shop.close()
})

interface Stored {
  readonly graph: { readonly nodes: readonly { readonly id: string; readonly name: string }[] }
  readonly revision: number
}
type Made = { workflow: Stored & { id: string } }
type Pins = Record<string, { output: unknown; port: string }>

const graphThatFails = () => ({
  nodes: [
    { id: 'a', key: 'start', type: 'manual', name: 'Start', config: {} },
    { id: 'b', key: 'shop', type: 'http', name: 'Shop', config: { method: 'POST', url: shopUrl } },
    { id: 's', key: 'stock', type: 'http', name: 'Stock', config: { method: 'POST', url: shopUrl } },
    { id: 'c', key: 'text', type: 'set', name: 'Text', config: { values: { n: '{{ steps.shop.body.nothing }}' } } },
  ],
  edges: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 's' },
    { from: 's', to: 'c' },
  ],
})
const make = async (name: string): Promise<string> =>
  (await ask<Made>(person, 'POST', '/api/workflows', { name, graph: graphThatFails() })).workflow.id
const stored = async (id: string) => (await ask<Made>(person, 'GET', `/api/workflows/${id}`)).workflow
const graphOf = async (id: string) => (await stored(id)).graph
const pinsOf = async (id: string) => (await ask<{ pins: Pins }>(person, 'GET', `/api/workflows/${id}/pins`)).pins
async function renameStep(id: string, step: string, name: string): Promise<Stored['graph']> {
  const { graph, revision } = await stored(id)
  const nodes = graph.nodes.map((node) => (node.id === step ? { ...node, name } : node))
  await ask(person, 'PUT', `/api/workflows/${id}/draft`, { graph: { ...graph, nodes }, revision })
  return graphOf(id)
}
const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()

const REPLACE = 'Replace the draft with what ran'

test('the draft and the pins that Debug replaced come back by undo, also while the pins are still on their way', async () => {
  const id = await make('Debugged')
  const ran = await graphOf(id)
  const started = await ask<{ execution: { id: string } }>(person, 'POST', `/api/workflows/${id}/run`, {
    version: 'draft',
  })
  const execution = `/api/executions/${started.execution.id}`
  const statusOf = async () => (await ask<{ execution: { status: string } }>(person, 'GET', execution)).execution.status
  await expect.poll(statusOf).toBe('failed')
  const before = await renameStep(id, 'c', 'Later')
  const pinned = { b: { output: { mine: true }, port: 'out' } }
  await ask(person, 'PUT', `/api/workflows/${id}/pins/b`, pinned.b)

  await openPage(page, `${app.url}/workflows/${id}/executions/${started.execution.id}`)
  await press('Debug in editor')
  await press('Replace the draft and open')
  await page.waitForURL(/step=c/)
  expect(await graphOf(id)).toEqual(ran)
  const fromRun = await pinsOf(id)
  expect(fromRun).toMatchObject({ b: { output: { status: 200 } }, s: { output: { status: 200 } } })
  await press(`Undo: ${REPLACE}`)
  await expect.poll(() => graphOf(id)).toEqual(before)
  await press('Undo: Pin “Stock”')
  await press('Undo: Pin “Shop”')
  await expect.poll(() => pinsOf(id)).toEqual(pinned)
  await press('Redo: Pin “Shop”')
  await press('Redo: Pin “Stock”')
  await expect.poll(() => pinsOf(id)).toEqual(fromRun)
  await press(`Redo: ${REPLACE}`)
  await expect.poll(() => graphOf(id)).toEqual(ran)

  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/api/workflows/${id}/pins`, async (route) => {
    await isAnswered
    await route.continue()
  })
  await page.reload()
  await press(`Undo: ${REPLACE}`)
  // What is not known yet is not nothing: only before Debug there was none.
  await press('Undo: Pin “Stock”')
  answer()
  await press('Undo: Pin “Shop”')
  await expect
    .poll(() => page.getByRole('button', { name: 'Redo: Pin “Shop”', exact: true }).count())
    .toBeGreaterThan(0)
  await page.unroute(`**/api/workflows/${id}/pins`)
  expect(await pinsOf(id)).toEqual(pinned)
  await expect.poll(() => graphOf(id)).toEqual(before)
})

test('a version that is restored from the list of workflows is one change, which undo takes back in the editor', async () => {
  const id = await make('Restored')
  const published = await graphOf(id)
  await ask(person, 'POST', `/api/workflows/${id}/publish`, {})
  const before = await renameStep(id, 'c', 'Later')
  await openPage(page, `${app.url}/workflows`)
  await openMenuItem(page, 'Actions for Restored', /Versions/)
  await press('Restore version 1…')
  await press('Replace the draft')
  await page.getByText('Version 1 is the draft now').first().waitFor()
  expect(await graphOf(id)).toEqual(published)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Restored', exact: true }).click()
  await press('Undo: Restore Version 1')
  await expect.poll(() => graphOf(id)).toEqual(before)
})
