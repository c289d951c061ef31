import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { type Account, ask, openAccount } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, type Device, openBrowser, type Visit, visit } from './support/browser.ts'
import { button, dialog, menu, openedProblems, openMenuItem, opens } from './support/opened.ts'

// What a page becomes when something is opened or goes wrong: menus, dialogs, errors, messages.
interface Place {
  readonly page: Page
  readonly visit: Visit
  readonly account: Account
  readonly problemWorkflow: string
  /** Where somebody decides. */
  readonly approval: string
}
interface State {
  readonly path: string | ((place: Place) => string)
  readonly open: (place: Place) => Promise<void>
  readonly signedIn?: true
  readonly only?: Device
}

const editor = ({ account }: Place) => `/workflows/${account.workflowId}`
const outline = (place: Place) => `${editor(place)}?view=outline`

async function signInWrongly(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('not my password')
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('region', { name: 'Notification' }).getByText('Login failed').waitFor()
}
async function conflict({ page, visit: owner, account }: Place): Promise<void> {
  const path = `/api/workflows/${account.workflowId}`
  const { workflow } = await ask<{ workflow: { graph: Graph; revision: number } }>(owner, 'GET', path)
  const { graph, revision } = workflow
  // The step that is then changed here, too: other changes would come together.
  const nodes = graph.nodes.map((node) => (node.key === 'tip' ? { ...node, timeoutMs: 1000 + revision } : node))
  await ask(owner, 'PUT', `${path}/draft`, { graph: { ...graph, nodes }, revision })
  await page.getByText('Work out the tip').first().click()
  await page
    .getByRole('textbox', { name: /people/i })
    .first()
    .fill(String(revision))
  await button(page, 'Take over with mine').waitFor()
}

const STATES: Readonly<Record<string, State>> = {
  'theme-menu': { path: '/', ...opens(/^Theme/, menu) },
  drawer: { path: '/explore', only: 'phone', ...opens('Open menu', dialog) },
  'tray-empty': { path: '/explore', ...opens('Notifications', dialog) },
  'tray-with-errors': {
    path: '/auth',
    open: async ({ page }) => {
      await signInWrongly(page)
      await button(page, 'Notifications, 1 error').click()
      await dialog(page).getByText('Login failed').waitFor()
    },
  },
  'auth-refused': { path: '/auth', open: ({ page }) => signInWrongly(page) },
  'auth-errors': {
    path: '/auth?mode=register',
    open: async ({ page }) => {
      await page.getByLabel('Email').fill('ada')
      await page.getByRole('textbox', { name: 'Password' }).fill('short')
      await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
      await page.getByText('Please enter a valid email address').first().waitFor()
    },
  },
  'share-menu': { path: '/fxn/tip-calculator', ...opens('Share', menu) },
  'embed-dialog': {
    path: '/fxn/tip-calculator',
    open: async ({ page }) => {
      await page.getByLabel('Bill').fill('250')
      await button(page, 'Share').click()
      await page.getByRole('menuitem', { name: 'Embed in a page' }).click()
      await dialog(page).getByText('/embed/tip-calculator#in=').waitFor()
    },
  },
  'download-menu': { path: '/fxn/tip-calculator', ...opens('Download', menu) },
  'send-dialog': { path: '/fxn/tip-calculator', ...opens('Send to…', dialog) },
  'toast-success': {
    path: '/fxn/tip-calculator',
    open: async ({ page }) => {
      await button(page, 'Share').click()
      await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click()
      await page.getByRole('region', { name: 'Notification' }).getByText('Link copied').waitFor()
    },
  },
  'tool-errors': {
    path: '/fxn/tip-calculator',
    open: async ({ page }) => {
      await page.getByLabel('Bill').fill('-1')
      await button(page, 'Run').click()
      await page.getByText('Bill must be at least 0').first().waitFor()
    },
  },
  'tool-failed': {
    path: '/fxn/regex-tester',
    open: async ({ page }) => {
      await page.getByLabel('Pattern').fill('^(a+)+$')
      await page
        .getByLabel('Text', { exact: false })
        .first()
        .fill(`${'a'.repeat(40)}!`)
      await page
        .getByText(/Stopped after 1 s/)
        .first()
        .waitFor()
    },
  },
  'tool-details': {
    path: '/fxn/loan-payment',
    open: async ({ page }) => {
      await page.getByText('Use it from your own program, page or workflow').click()
      await page.getByRole('tab', { name: 'curl' }).waitFor()
      await page.getByText('Earlier runs in this browser').click()
      await page.getByRole('switch', { name: 'Don’t keep a history in this browser' }).waitFor()
      await page.getByText('Show the numbers').click()
      await button(page, /^Show all/).click()
    },
  },
  'tool-cases': {
    path: '/fxn/loan-payment',
    open: async ({ page }) => {
      await button(page, /published cases pass$/).click()
      await dialog(page).getByText('Passes', { exact: true }).last().waitFor()
    },
  },
  // One row is enough: further down, the page would be scrolled under its bar when the menu is open.
  'workflow-menu': { path: '/workflows?text=Bill', signedIn: true, ...opens('Actions for Bill received', menu) },
  'pause-dialog': {
    path: '/workflows',
    signedIn: true,
    open: ({ page }) => openMenuItem(page, 'Actions for Bill received', /Pause/),
  },
  'new-workflow': {
    path: '/workflows?new',
    signedIn: true,
    open: async ({ page }) => {
      await dialog(page).getByRole('button', { name: 'Create' }).click()
      await dialog(page).getByText('Name is required').waitFor()
    },
  },
  canvas: { path: editor, signedIn: true, open: ({ page }) => page.getByText('Work out the tip').first().waitFor() },
  'editor-step': {
    path: editor,
    signedIn: true,
    open: async ({ page }) => {
      await page.getByText('Work out the tip').first().click()
      await page
        .getByRole('textbox', { name: /people/i })
        .first()
        .waitFor()
    },
  },
  'step-menu': { path: outline, signedIn: true, ...opens('Actions for Bill received', menu) },
  'add-step': { path: outline, signedIn: true, ...opens('Add a step', dialog) },
  'connect-step': {
    path: outline,
    signedIn: true,
    open: ({ page }) => openMenuItem(page, 'Actions for Bill received', /Connect/),
  },
  'find-step': {
    path: outline,
    signedIn: true,
    open: async ({ page }) => {
      await page.getByRole('treeitem').first().press('Control+f')
      await dialog(page).getByRole('combobox', { name: 'Find a step' }).waitFor()
    },
  },
  'paste-steps': {
    path: outline,
    signedIn: true,
    open: async ({ page }) => {
      await openMenuItem(page, 'Actions for Bill received', /Paste/)
      await dialog(page).getByLabel('Steps as text').fill('Hello')
      await dialog(page).getByRole('button', { name: 'Paste', exact: true }).click()
      await dialog(page).getByText('These are no steps').waitFor()
    },
  },
  'pin-output': {
    path: outline,
    signedIn: true,
    open: async ({ page }) => {
      await openMenuItem(page, 'Actions for Work out the tip', /Pin its output/)
      await dialog(page).getByLabel('Output (JSON)').fill('{"tip":')
      await dialog(page).getByRole('button', { name: 'Pin', exact: true }).click()
      await dialog(page)
        .getByText(/^The output must be JSON/)
        .waitFor()
    },
  },
  leave: {
    path: ({ problemWorkflow }) => `/workflows/${problemWorkflow}?view=outline`,
    signedIn: true,
    only: 'desk',
    open: async ({ page, visit: { context } }) => {
      await context.setOffline(true)
      await page.getByRole('treeitem').first().press('Control+ArrowRight')
      await page.getByText('Offline: 1 change waiting').waitFor()
      await page.getByRole('link', { name: 'Workflows' }).last().click()
      await dialog(page).getByText('They stay in this browser').waitFor()
    },
  },
  'retry-all': {
    path: ({ account }) => `/workflows/${account.workflowId}/executions`,
    signedIn: true,
    open: async ({ page }) => {
      await button(page, 'Retry all…').click()
      await dialog(page).getByText('of this workflow').waitFor()
    },
  },
  shortcuts: {
    path: outline,
    signedIn: true,
    open: async ({ page }) => {
      await page.getByRole('treeitem').first().press('?')
      await dialog(page).waitFor()
    },
  },
  rename: {
    path: editor,
    signedIn: true,
    open: async ({ page }) => {
      await button(page, 'Rename').click()
      await page.getByLabel('Name of the workflow').fill('')
      await button(page, 'Save').click()
      await page.getByText('Name is required').waitFor()
    },
  },
  'run-dialog': {
    path: editor,
    signedIn: true,
    open: async ({ page }) => {
      await button(page, 'Run').click()
      await dialog(page).getByRole('textbox').fill('{"bill":')
      await dialog(page).getByRole('button', { name: 'Run' }).click()
      await dialog(page).getByText('The input is not valid JSON').waitFor()
    },
  },
  'publish-problems': {
    path: ({ problemWorkflow }) => `/workflows/${problemWorkflow}`,
    signedIn: true,
    open: async ({ page }) => {
      await button(page, 'Publish').click()
      await dialog(page).getByRole('heading', { name: 'One thing stands in the way' }).waitFor()
    },
  },
  conflict: { path: editor, signedIn: true, open: conflict },
  'conflict-difference': {
    path: editor,
    signedIn: true,
    open: async (place) => {
      await conflict(place)
      await button(place.page, 'View the difference').click()
      await dialog(place.page).getByRole('list', { name: 'What was changed elsewhere' }).waitFor()
    },
  },
  'failed-execution': {
    path: ({ account }) => `/workflows/${account.workflowId}/executions/${account.failed}`,
    signedIn: true,
    open: async ({ page }) => {
      await page.locator('summary', { hasText: 'Bill received' }).click()
      await page.getByText('has no field').first().waitFor()
    },
  },
  'secret-dialog': {
    path: '/settings',
    signedIn: true,
    open: async ({ page }) => {
      await button(page, 'New secret').click()
      await dialog(page).getByLabel('Name').fill('stripe')
      await dialog(page).getByLabel('Value').fill('short')
      await button(page, 'Store').click()
      await dialog(page).getByText('at least 8 characters', { exact: false }).last().waitFor()
    },
  },
  'delete-secret': { path: '/settings', signedIn: true, ...opens('Delete kept_key', dialog) },
  'variable-dialog': { path: '/settings', signedIn: true, ...opens('Change region', dialog) },
  'import-dialog': {
    path: '/workflows',
    signedIn: true,
    open: async ({ page }) => {
      await button(page, 'Import').click()
      await dialog(page).getByRole('textbox').fill('{"no":"workflow"}')
      await dialog(page).getByRole('button', { name: 'Import' }).click()
      await dialog(page).getByText('This was not imported').waitFor()
    },
  },
  versions: {
    path: '/workflows',
    signedIn: true,
    open: async ({ page }) => {
      await openMenuItem(page, 'Actions for Bill received', /Versions/)
      await dialog(page).getByRole('button', { name: 'Restore version 1…' }).click()
    },
  },
  approval: {
    path: ({ approval }) => approval,
    open: ({ page }) => page.getByRole('button', { name: 'Approve' }).waitFor(),
  },
}

let app: AppProcess
let browser: Browser
let account: Account
let problemWorkflow: string
let approval: string
const visits = new Map<string, Visit>()

beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  for (const device of ['desk', 'phone'] as const)
    for (const whose of ['visitor', 'owner'] as const)
      visits.set(`${whose} ${device}`, await visit(browser, DEVICES[device]))
  const owner = visitOf('owner', 'desk')
  account = await openAccount(owner, app, 'states@example.com')
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', {
    name: 'Unfinished',
    graph: {
      nodes: [
        { id: 'a', key: 'start', type: 'manual', name: 'Start' },
        { id: 'b', key: 'call', type: 'http', name: 'Call', config: { url: '{{ steps.nobody.x }}' } },
      ],
      edges: [],
    },
  })
  problemWorkflow = workflow.id
  await ask(owner, 'PUT', '/api/secrets/kept_key', { value: 'a long value' })
  await ask(owner, 'PUT', '/api/variables/region', { kind: 'string', value: 'eu' })
  approval = await askForApproval(owner)
  await visitOf('owner', 'phone').context.addCookies(await owner.context.cookies())
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

/** Of somebody who asks herself; the address where she decides. */
async function askForApproval(owner: Visit): Promise<string> {
  const query = (text: string) => queryDatabase(app.dataDir, text)
  await query('update "user" set email_verified_at = now()')
  const config = { question: 'Pay 120 € to Ada?', details: 'The invoice of May.', approvers: 'states@example.com' }
  const graph = {
    nodes: [
      { id: 'a', key: 'start', type: 'manual', name: 'Start' },
      { id: 'b', key: 'ask', type: 'approval', name: 'Ask', config },
    ],
    edges: [{ from: 'a', to: 'b' }],
  }
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', { name: 'Pay', graph })
  await ask(owner, 'POST', `/api/workflows/${workflow.id}/run`, { version: 'draft' })
  const asked = "select href from notification where kind = 'approval.asked'"
  return String(await vi.waitUntil(async () => (await query(asked))[0]?.href, { timeout: 20_000 }))
}

function visitOf(whose: 'visitor' | 'owner', device: Device): Visit {
  const found = visits.get(`${whose} ${device}`)
  if (found === undefined) throw new Error(`no visit ${whose} ${device}`)
  return found
}

describe.each(Object.entries(STATES))('%s', (name, { path, open, signedIn, only }) => {
  test.each(only === undefined ? (['desk', 'phone'] as const) : [only])('on the %s', async (device) => {
    const someone = visitOf(signedIn ? 'owner' : 'visitor', device)
    const place = { page: someone.page, visit: someone, account, problemWorkflow, approval }
    const url = app.url + (typeof path === 'string' ? path : path(place))
    expect(await openedProblems(someone, name, { url, open: () => open(place) })).toEqual([])
  })
})
