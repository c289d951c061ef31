import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Request,
  type Response,
} from 'playwright'
import { findChromium } from '../../scripts/chromium.ts'

// Without these, Chromium calls its maker's servers, which a closed network refuses by the hundred.
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

/** Of two lists Chromium obeys the last, so this one has all that Playwright switches off for Chromium, too. */
const WITHOUT = [
  // The suggestions under an address bar that nobody sees: two pages in every window, dearer than most of ours.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...['DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay'],
  ...['MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  'ThirdPartyStoragePartitioning',
]

interface BrowserOptions {
  /** Keeps pages that were left, for the way back, as people's browsers do. Playwright's own does not. */
  readonly keepsPages?: boolean
  /** Loads what could not be reached as soon as there is a connection, as people's browsers do. The light one does not. */
  readonly triesAgain?: boolean
}

/** The system's Chromium, without a window. */
export function openBrowser({ keepsPages = false, triesAgain = false }: BrowserOptions = {}): Promise<Browser> {
  const executablePath = findChromium(process.env, { light: !keepsPages && !triesAgain })
  if (executablePath === undefined) throw new Error('No Chromium found: npm test installs or asks for one')
  const ignoreDefaultArgs = keepsPages ? ['--disable-back-forward-cache'] : []
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', ...QUIET, `--disable-features=${WITHOUT.join(',')}`],
    ignoreDefaultArgs,
  })
}

/** The two ends of what pages are made for; the phone has a finger and no scroll bars. */
export const DEVICES = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
} as const
export type Device = keyof typeof DEVICES
export const SCHEMES = ['light', 'dark'] as const

export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** Console errors and warnings, uncaught errors and violations of the content security policy so far. */
  problems(): Promise<string[]>
}

type Watched = typeof globalThis & { violations: string[] }

/** A browser of somebody new, with an eye on everything that a page should not do. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  // A service worker answers before Playwright can: tests that play a broken network do without, e2e/offline.test.ts does not.
  const context = await browser.newContext({ ...DEVICES.desk, serviceWorkers: 'block', ...options })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.addInitScript(() => {
    const watched = globalThis as unknown as Watched & EventTarget
    watched.violations = []
    watched.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI } = event as Event & { effectiveDirective: string; blockedURI: string }
      watched.violations.push(`CSP ${effectiveDirective} ${blockedURI}`)
    })
  })
  context.on('page', countCalls)
  const page = await context.newPage()
  const seen: string[] = []
  page.on('console', (message) => {
    const isOurs = !message.text().startsWith('Service Worker registration blocked')
    if (isOurs && (message.type() === 'error' || message.type() === 'warning')) seen.push(message.text())
  })
  page.on('pageerror', (error) => seen.push(`uncaught: ${error.message}`))
  return {
    context,
    page,
    async problems() {
      const violations = await page.evaluate(() => (globalThis as unknown as Watched).violations)
      return [...seen, ...violations]
    },
  }
}

/** The requests of a page that have no answer yet, and when that last changed. */
interface Calls {
  readonly open: Set<Request>
  /** Those of them that began before a worker ended: perhaps its own, which then have no end of their own. */
  readonly orphans: Set<Request>
  changed: number
}
const callsOf = new WeakMap<Page, Calls>()

function countCalls(page: Page): void {
  const open = new Set<Request>()
  const orphans = new Set<Request>()
  const calls: Calls = { open, orphans, changed: 0 }
  callsOf.set(page, calls)
  const changes = (change: (request: Request) => unknown) => (request: Request) => {
    // A stream of events never ends.
    if (request.resourceType() === 'eventsource') return
    change(request)
    calls.changed = performance.now()
  }
  const begin = changes((request) => open.add(request))
  const end = changes((request) => open.delete(request))
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  page.on('worker', (worker) => {
    worker.on('close', () => {
      for (const request of open) orphans.add(request)
    })
  })
}

const ANSWERED = `performance.getEntriesByType('resource').flatMap(({ name, responseEnd }) => (responseEnd > 0 ? [name] : []))`

/**
 * Of the scripts of a worker, and of what they import, Playwright is at times told the beginning only: what the page or
 * its worker has is no call any more, nor what a worker was fetching that has ended.
 */
async function forgetScripts(page: Page, { open, orphans }: Calls): Promise<void> {
  // One that computes answers nothing until it is done.
  const ofWorkers = page
    .workers()
    .map((worker) => Promise.race([worker.evaluate<string[]>(ANSWERED).catch(() => []), sleep(LONG_MS).then(() => [])]))
  const answered = new Set((await Promise.all([page.evaluate<string[]>(ANSWERED), ...ofWorkers])).flat())
  for (const request of open) {
    const isOver = orphans.has(request) || answered.has(request.url())
    if (request.resourceType() === 'script' && isOver) open.delete(request)
  }
}

const QUIET_MS = 100
const LONG_MS = 2000
const IS_HYDRATED = `(() => {
  const last = [...document.querySelectorAll('a, button')].at(-1)
  return !last || Object.keys(last).some((key) => key.startsWith('__react'))
})()`

/**
 * Until the page answers to its user and has what it asked for. Playwright's own measure of that waits for half a
 * second of silence, which is as long as everything else together.
 */
export async function settled(page: Page): Promise<void> {
  // Not waitForFunction, which evaluates in the page: its policy forbids that.
  while (!(await page.evaluate(IS_HYDRATED))) await sleep(QUIET_MS / 5)
  const calls = callsOf.get(page)
  if (calls === undefined) throw new Error('Only a page of visit() is watched')
  let lookAt = performance.now() + LONG_MS
  while (calls.open.size > 0 || performance.now() - calls.changed < QUIET_MS) {
    await sleep(QUIET_MS / 5)
    if (performance.now() < lookAt) continue
    await forgetScripts(page, calls)
    lookAt += LONG_MS
  }
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
}

/** Until a part of a page answers whose code comes later than that of the page. */
export async function answers(part: Locator): Promise<void> {
  const isHydrated = () => part.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react')))
  while (!(await isHydrated())) await sleep(QUIET_MS / 5)
}

/** What a page asks for from now on, without the icon of the tab: the browser fetches that for itself, when it likes. */
export function requestsOf(page: Page): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/favicon.svg')) requests.push(request)
  })
  return requests
}

/** Whether a page has fetched a file of this name, as far as it says so itself. */
export const hasFetched = (page: Page, file: string): Promise<boolean> =>
  page.evaluate(`performance.getEntriesByType('resource').some(({ name }) => name.includes('/${file}'))`)

/** Opens an address and waits until the page has settled. */
export async function openPage(page: Page, url: string): Promise<Response | null> {
  const response = await page.goto(url)
  await settled(page)
  return response
}

/**
 * The page of a visit for the next test: online, and with nothing between it and the server. Another tab would be
 * another process, and another browser would fetch all scripts again: together as dear as the page itself.
 */
export async function afresh({ context, page }: Visit): Promise<Page> {
  await context.setOffline(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return page
}

/** Creates an account in this browser and stays signed in. */
export async function register({ page }: Pick<Visit, 'page'>, url: string, email: string): Promise<void> {
  const status = await page.evaluate(
    async ({ url: target, body }) => {
      const response = await fetch(`${target}/api/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'e2e' },
        body: JSON.stringify(body),
      })
      return response.status
    },
    { url, body: { name: 'Ada Lovelace', email, password: 'analytical engine' } },
  )
  if (status !== 201) throw new Error(`registering ${email} answered ${status}`)
}
