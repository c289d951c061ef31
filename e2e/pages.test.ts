import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccount } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, type Device, openBrowser, openPage, type Visit, visit } from './support/browser.ts'
import { lookProblems, sidewaysScroll, structureProblems, weigh } from './support/page-checks.ts'

// Every page on a desk and on a phone, in light and in dark. PICTURES=1 leaves pictures in e2e/output for people to look at.
const PUBLIC = {
  home: '/',
  explore: '/explore',
  'explore-empty': '/explore?q=zzqxv',
  'explore-facets': '/explore?q=calculator&category=calculator&sort=popular',
  'tool-tip': '/fxn/tip-calculator',
  'tool-units': '/fxn/unit-converter',
  'tool-json': '/fxn/json-formatter',
  'tool-regex': '/fxn/regex-tester',
  'tool-loan': '/fxn/loan-payment',
  'tool-workout': '/fxn/workout-generator',
  'tool-custom': '/fxn/word-frequency',
  'tool-config': '/fxn/paint-needed',
  'tool-missing': '/fxn/no-such-tool',
  'tool-versions': '/fxn/paint-needed/versions',
  'tool-versions-one': '/fxn/tip-calculator/versions',
  'tool-versions-missing': '/fxn/no-such-tool/versions',
  creator: '/creators/grace',
  'creator-missing': '/creators/nobody',
  auth: '/auth',
  'auth-register': '/auth?mode=register',
  'auth-forgot': '/auth?mode=forgot',
  'auth-reset': '/auth?mode=reset',
  'auth-verify': '/auth?mode=verify',
  support: '/support',
  pricing: '/pricing',
  terms: '/terms',
  privacy: '/privacy',
  'unsubscribe-unknown': '/email-preferences?token=x',
  'approval-unknown': '/approvals/x',
  mailbox: '/dev/mailbox',
  'dev-payments': '/dev/payments',
  'api-docs': '/api/docs',
  'not-found': '/no/such/page',
  'dev-ui': '/dev/ui',
} as const
const PRIVATE = [
  'dashboard',
  'settings',
  'email-preferences',
  'purchases',
  'earnings',
  'coupons',
  'licences',
  'subscription',
  'billing',
  'workflows',
  'editor',
  'executions',
  'execution',
  'analytics',
] as const

let app: AppProcess
let browser: Browser
/** By page and device: visitors see the public pages, the account its own. */
const visits = new Map<string, Visit>()
const privatePaths = new Map<string, string>()

beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  for (const device of ['desk', 'phone'] as const)
    for (const whose of ['public', 'private'] as const)
      visits.set(`${whose} ${device}`, await visit(browser, DEVICES[device]))
  const desk = visitOf('private', 'desk')
  const { workflowId: id, succeeded } = await openAccount(desk, app, 'pages@example.com')
  await visitOf('private', 'phone').context.addCookies(await desk.context.cookies())
  privatePaths.set('settings', '/settings').set('email-preferences', '/email-preferences')
  privatePaths
    .set('purchases', '/purchases')
    .set('earnings', '/earnings')
    .set('coupons', '/coupons')
    .set('licences', '/licences')
  privatePaths.set('subscription', '/subscription').set('billing', '/billing')
  privatePaths.set('dashboard', '/dashboard').set('workflows', '/workflows').set('editor', `/workflows/${id}`)
  privatePaths.set('executions', `/workflows/${id}/executions`)
  privatePaths.set('analytics', `/workflows/${id}/analytics`)
  privatePaths.set('execution', `/workflows/${id}/executions/${succeeded}`)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

function visitOf(whose: 'public' | 'private', device: Device): Visit {
  const found = visits.get(`${whose} ${device}`)
  if (found === undefined) throw new Error(`no visit ${whose} ${device}`)
  return found
}
const whoseIs = (name: string) => (name in PUBLIC ? 'public' : 'private')

const pathOf = (name: string) => (PUBLIC as Readonly<Record<string, string>>)[name] ?? privatePaths.get(name) ?? '/'
const names = [...Object.keys(PUBLIC), ...PRIVATE]
/** Pages that are meant to answer with a failure: the browser notes their status as a console error. */
const failing = new Set([
  ...['tool-missing', 'tool-versions-missing', 'creator-missing'],
  ...['unsubscribe-unknown', 'approval-unknown', 'not-found'],
])
const withoutStatusNote = (problems: readonly string[]) =>
  problems.filter((text) => !text.startsWith('Failed to load resource: the server responded with a status of 404'))

/** The reference draws one card for each call: the first dozen stands for all, which axe needs a minute for. */
const shorten = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('main article')].slice(12).forEach((card) => card.remove())`)

/** How far a page scrolls sideways at 320 px, and with text twice as large. */
async function sidewaysWhenTight(page: Page) {
  await page.setViewportSize({ width: 320, height: 640 })
  const narrow = await sidewaysScroll(page)
  await page.setViewportSize({ width: 640, height: 640 })
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  const enlarged = await sidewaysScroll(page)
  await page.setViewportSize(DEVICES.desk.viewport)
  return { narrow, enlarged }
}

describe.each(names)('%s', (name) => {
  test.each(['desk', 'phone'] as const)('on the %s', async (device) => {
    const { page, problems: noted } = visitOf(whoseIs(name), device)
    const seen = (await noted()).length
    await openPage(page, app.url + pathOf(name))
    if (name === 'api-docs') await shorten(page)
    expect(await lookProblems(page, name, 'page')).toEqual([])
    expect(await structureProblems(page)).toEqual([])
    if (device === 'desk') expect(await sidewaysWhenTight(page)).toEqual({ narrow: 0, enlarged: 0 })
    const problems = (await noted()).slice(seen)
    expect(failing.has(name) ? withoutStatusNote(problems) : problems).toEqual([])
  })
})

test.each([
  ['/', 'public', 150],
  ['/explore', 'public', 150],
  ['/auth', 'public', 150],
  ['/api/docs', 'public', 150],
  ['/support', 'public', 150],
  ['/privacy', 'public', 150],
  ['/fxn/tip-calculator', 'public', 150],
  ['/fxn/unit-converter', 'public', 150],
  ['/fxn/json-formatter', 'public', 150],
  ['/fxn/regex-tester', 'public', 150],
  ['/fxn/loan-payment', 'public', 150],
  ['/fxn/workout-generator', 'public', 150],
  ['/fxn/word-frequency', 'public', 150],
  ['/fxn/paint-needed/versions', 'public', 150],
  ['/creators/grace', 'public', 150],
  ['/dashboard', 'private', 220],
  ['/settings', 'private', 220],
  ['/workflows', 'private', 220],
] as const)('%s, a %s page, weighs at most %i kB of compressed JavaScript', async (path, whose, limit) => {
  const fresh = await visit(browser)
  if (whose === 'private') await fresh.context.addCookies(await visitOf('private', 'desk').context.cookies())
  const weight = await weigh(fresh.page, app.url + path)
  await fresh.context.close()
  expect(weight.script).toBeGreaterThan(50)
  expect(weight.script).toBeLessThanOrEqual(limit)
  expect(weight.style).toBeLessThanOrEqual(30)
  expect(weight.fonts).toBeLessThanOrEqual(2)
  expect(weight.preloadedFonts).toBe(1)
})

test('the editor weighs at most 330 kB of compressed JavaScript', async () => {
  const fresh = await visit(browser)
  await fresh.context.addCookies(await visitOf('private', 'desk').context.cookies())
  const { script } = await weigh(fresh.page, app.url + pathOf('editor'))
  await fresh.context.close()
  expect(script).toBeLessThanOrEqual(330)
})
