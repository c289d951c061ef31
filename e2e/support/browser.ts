import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { findChromium } from '../../scripts/chromium.ts'

// Without these, Chromium calls its maker's servers, which a closed network refuses by the hundred.
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

/** The system's Chromium, without a window. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium(process.env)
  if (executablePath === undefined) throw new Error('No Chromium found: npm test installs or asks for one')
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...QUIET] })
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
  const context = await browser.newContext({ ...DEVICES.desk, ...options })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.addInitScript(() => {
    const watched = globalThis as unknown as Watched & EventTarget
    watched.violations = []
    watched.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI } = event as Event & { effectiveDirective: string; blockedURI: string }
      watched.violations.push(`CSP ${effectiveDirective} ${blockedURI}`)
    })
  })
  const page = await context.newPage()
  const seen: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') seen.push(message.text())
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
export async function register({ page }: Visit, url: string, email: string): Promise<void> {
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
