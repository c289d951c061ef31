import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Account, ask, openAccount } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, type Device, openBrowser, type Visit, visit } from './support/browser.ts'
import { button, dialog, menu, openedProblems, openMenuItem, opens } from './support/opened.ts'

// What the pages of workflows and of runs become when something is opened there, or goes on there.
interface Place {
  readonly page: Page
  readonly account: Account
  /** Workflows by what is in them, and the runs of their drafts. */
  readonly ids: Readonly<Record<string, string>>
  readonly runs: Readonly<Record<string, string>>
}
interface State {
  readonly path: (place: Place) => string
  readonly open: (place: Place) => Promise<void>
  readonly only?: Device
}

/** What a step calls that never answers: its run goes on for as long as an exchange may take. */
const silent = createServer(() => undefined)
const silentHost = () => `127.0.0.1:${(silent.address() as AddressInfo).port}`

const START = { key: 'start', type: 'manual', name: 'Start' }
const lineOf = (...steps: readonly object[]) => {
  const nodes = steps.map((step, at) => ({ id: 'abcdef'.charAt(at), position: { x: at * 312, y: 0 }, ...step }))
  return { nodes, edges: nodes.slice(1).map(({ id }, at) => ({ from: nodes[at]?.id, to: id })) }
}
const form = { title: 'Orders', fields: [{ name: 'order', label: 'Order', required: true }] }
const graphs = (): Readonly<Record<string, object>> => ({
  Waits: lineOf(START, { key: 'wait', type: 'wait', name: 'Wait', config: {} }),
  Ended: lineOf(START, { key: 'wait', type: 'wait', name: 'Wait', config: {} }),
  'Goes on': lineOf(START, {
    ...{ key: 'call', type: 'http', name: 'Call' },
    config: { method: 'GET', url: `http://${silentHost()}/`, timeoutMs: 300_000 },
  }),
  Sums: lineOf(START, { key: 'sum', type: 'set', name: 'Sum', config: { values: { n: 1 } } }),
  Scheduled: lineOf({ ...START, type: 'schedule', config: { mode: 'cron', cron: '30 9 * * *', timeZone: 'UTC' } }),
  Asked: lineOf({ ...START, type: 'form', config: form }),
  Called: lineOf({ ...START, type: 'webhook', config: { respond: 'now', signature: 'body' } }),
  Noted: {
    nodes: [
      ...lineOf(START).nodes,
      {
        id: 'n',
        key: 'note',
        type: 'note',
        name: 'Note',
        config: { text: 'Ask **Ada** first.' },
        position: { x: 0, y: 200 },
      },
    ],
    edges: [],
  },
})

const editorOf =
  (name: string) =>
  ({ ids }: Place): string =>
    `/workflows/${ids[name]}`
const runOf =
  (name: string) =>
  ({ ids, runs }: Place): string =>
    `/workflows/${ids[name]}/executions/${runs[name]}`
const executionsOf =
  (name: string) =>
  (place: Place): string =>
    `${editorOf(name)(place)}/executions`
const seen = (text: string | RegExp) => ({
  open: ({ page }: Place) => page.getByText(text).filter({ visible: true }).first().waitFor(),
})
const lastRun = (status: string) => ({
  open: ({ page }: Place) =>
    page.getByRole('region', { name: 'Last run' }).getByText(status).filter({ visible: true }).first().waitFor(),
})

/** On the canvas, or on a phone in the outline. */
const step = (page: Page, id: string) => page.locator(`[data-id="${id}"]`).first()

const STATES: Readonly<Record<string, State>> = {
  // First of all, as a call is given up after five minutes.
  'running-execution': { path: runOf('Goes on'), ...seen('Running') },
  'cancel-all': {
    path: executionsOf('Waits'),
    open: async ({ page }) => {
      await button(page, 'Cancel all…').click()
      await dialog(page).getByText('of this workflow').waitFor()
    },
  },
  'rename-in-list': {
    path: () => '/workflows?text=Sums',
    open: async ({ page }) => {
      await openMenuItem(page, 'Actions for Sums', /Rename/)
      await dialog(page).getByRole('textbox').fill('')
      await dialog(page).getByRole('button', { name: 'Rename', exact: true }).click()
      await dialog(page).getByText('Name is required').waitFor()
    },
  },
  'waiting-execution': { path: runOf('Waits'), ...seen('Waiting') },
  'cancelled-execution': { path: runOf('Ended'), ...seen('Cancelled') },
  'waiting-on-canvas': { path: (place) => `${runOf('Waits')(place)}/canvas`, ...seen('Waiting') },
  'canvas-after-run': { path: editorOf('Sums'), ...lastRun('Succeeded') },
  'canvas-waiting': { path: editorOf('Waits'), ...lastRun('Waiting') },
  'schedule-card': {
    path: editorOf('Scheduled'),
    open: async ({ page }) => {
      await step(page, 'a').click()
      await page.getByText('09:30').filter({ visible: true }).first().waitFor()
    },
  },
  'form-card': {
    path: editorOf('Asked'),
    open: async ({ page }) => {
      await step(page, 'a').click()
      await button(page, 'Listen for a test submission').waitFor()
    },
  },
  // It goes on listening, and there is no button for it a second time.
  'webhook-listening': {
    path: editorOf('Called'),
    only: 'desk',
    open: async ({ page }) => {
      await step(page, 'a').click()
      await button(page, 'Listen for a test call').click()
      await page.getByText('Listening… Nothing has called yet.').waitFor()
    },
  },
  'hook-secret': {
    path: editorOf('Called'),
    open: async ({ page }) => {
      await step(page, 'a').click()
      await button(page, /^(Set a|Change the) signing secret$/).click()
      await dialog(page).getByRole('button', { name: 'Set the secret' }).click()
      await dialog(page).getByText('It is shown this once.').waitFor()
    },
  },
  'hook-address': {
    path: editorOf('Called'),
    open: async ({ page }) => {
      await step(page, 'a').click()
      await button(page, 'New address').click()
      await dialog(page).getByText('Whoever calls the old address').waitFor()
    },
  },
  map: {
    path: editorOf('Sums'),
    only: 'desk',
    open: async ({ page }) => {
      await button(page, 'Map').click()
      await page.getByRole('img', { name: 'Map of the steps' }).waitFor()
    },
  },
  note: {
    path: editorOf('Noted'),
    open: async ({ page }) => {
      await step(page, 'n').click()
      await page.getByRole('textbox', { name: 'Text' }).first().waitFor()
    },
  },
  'version-restore': {
    path: ({ account }) => `/workflows/${account.workflowId}/versions/1`,
    open: async ({ page }) => {
      await button(page, 'Restore…').click()
      await dialog(page).getByRole('heading', { name: 'Restore version 1' }).waitFor()
      await dialog(page).getByRole('status').first().waitFor()
    },
  },
  'retry-menu': {
    path: ({ account }) => `/workflows/${account.workflowId}/executions/${account.failed}`,
    ...opens('Retry', menu),
  },
  'run-ways-menu': {
    path: editorOf('Sums'),
    open: async ({ page }) => {
      await step(page, 'b').click()
      await button(page, 'Other ways to run it').click()
      await menu(page).waitFor()
    },
  },
}

let app: AppProcess
let browser: Browser
let account: Account
const ids: Record<string, string> = {}
const runs: Record<string, string> = {}
const visits = new Map<Device, Visit>()

beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  app = await startApp({ env: { EGRESS_ALLOW: silentHost() } })
  browser = await openBrowser()
  const owner = await visit(browser, DEVICES.desk)
  account = await openAccount(owner, app, 'work-states@example.com')
  for (const [name, graph] of Object.entries(graphs())) {
    const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', { name, graph })
    ids[name] = workflow.id
  }
  for (const name of ['Waits', 'Ended', 'Goes on', 'Sums']) {
    const body = { version: 'draft' }
    const path = `/api/workflows/${ids[name]}/run`
    runs[name] = (await ask<{ execution: { id: string } }>(owner, 'POST', path, body)).execution.id
  }
  for (const [name, status] of Object.entries({ Waits: 'waiting', Ended: 'waiting', Sums: 'succeeded' }))
    await vi.waitUntil(async () => (await statusOf(name)) === status, { timeout: 60_000 })
  await ask(owner, 'POST', `/api/executions/${runs.Ended}/cancel`)
  const phone = await visit(browser, DEVICES.phone)
  await phone.context.addCookies(await owner.context.cookies())
  visits.set('desk', owner).set('phone', phone)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
  silent.closeAllConnections()
  silent.close()
})

const statusOf = async (name: string) =>
  (await queryDatabase(app.dataDir, 'select status from execution where id = $1', [runs[name]]))[0]?.status

describe.each(Object.entries(STATES))('%s', (name, { path, open, only }) => {
  test.each(only === undefined ? (['desk', 'phone'] as const) : [only])('on the %s', async (device) => {
    const someone = visits.get(device)
    if (someone === undefined) throw new Error(`no visit on the ${device}`)
    const place = { page: someone.page, account, ids, runs }
    const problems = await openedProblems(someone, name, { url: app.url + path(place), open: () => open(place) })
    expect(problems).toEqual([])
  })
})
