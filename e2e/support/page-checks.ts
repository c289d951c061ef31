import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page, Request } from 'playwright'
import { SCHEMES, settled } from './browser.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The short form: it goes into every page that is looked at, and the long one is more than twice as much to read. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds against WCAG 2.2 A and AA, one line per rule. A page that is only shown in other colours is asked
 * about these alone: the other rules have answered already, and large pages take them seconds.
 */
export async function axeProblems(page: Page, only?: 'colours'): Promise<string[]> {
  const runOnly = only === 'colours' ? { type: 'rule', values: COLOUR_RULES } : { type: 'tag', values: WCAG }
  return axeIn(page, runOnly)
}

/**
 * Without axe's own package for Playwright, which opens another page for each question. What people wrote is shown in
 * frames that run no script, and so cannot be asked.
 */
async function axeIn(page: Page, runOnly: object): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(AXE)
  // Or axe says nothing of the colours of whatever stands in something that has a line or a pattern drawn over it.
  const checks = { 'color-contrast': { options: { ignorePseudo: true } } }
  const options = { runOnly, checks, resultTypes: ['violations'], iframes: false }
  // Axe knows no top layer, and would take a menu or a dialog for covered by what has a place in the order of the page.
  await page.evaluate(
    `document.querySelectorAll('dialog:modal, :popover-open').forEach(({ style }) => { style.zIndex = 9999 })`,
  )
  return page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(' | ')))`)
}

/** Language, title, one h1, landmarks, and a skip link before everything else. */
export const structureProblems = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const problems = []
    const count = (selector) => document.querySelectorAll(selector).length
    if (document.documentElement.lang !== 'en') problems.push('no language')
    if (document.title.trim() === '') problems.push('no title')
    if (count('h1') !== 1) problems.push(count('h1') + ' h1')
    for (const landmark of ['header', 'main', 'footer', 'nav']) if (count(landmark) === 0) problems.push('no ' + landmark)
    const first = document.querySelector('a[href], button, input, select, textarea')
    if (!/skip/i.test(first?.textContent ?? '')) problems.push('the skip link is not first')
    return problems
  })()`)

/** How far the page is wider than its window, in pixels. A phone would make its window wider, so the size asked for counts. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(`Math.max(0, document.documentElement.scrollWidth - ${page.viewportSize()?.width ?? 0})`)

/** Controls smaller than 24 × 24 pixels; links inside a sentence are exempt (WCAG 2.5.8). */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=button], [role=tab]')]
    const isInline = (element) => element.tagName === 'A' && getComputedStyle(element).display === 'inline'
    const box = (element) => (element.labels?.[0] && /checkbox|radio/.test(element.type) ? element.labels[0] : element).getBoundingClientRect()
    return controls
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isInline(element) && !element.closest('.sr-only'))
      // The title of a card stretches over the whole card.
      .filter((element) => getComputedStyle(element, '::after').position !== 'absolute')
      .map((element) => ({ element, rect: box(element) }))
      .filter(({ rect }) => rect.width > 1 && rect.height > 1 && (rect.width < 24 || rect.height < 24))
      .map(({ element, rect }) => (element.textContent.trim() || element.getAttribute('aria-label') || element.tagName).slice(0, 40)
        + ' ' + Math.round(rect.width) + 'x' + Math.round(rect.height))
  })()`)

export interface Weight {
  /** Of the JavaScript that came with the first view, in kB as gzip makes them. */
  readonly script: number
  readonly style: number
  readonly fonts: number
  readonly preloadedFonts: number
}

/** What the first view of an address costs, in a browser that has nothing yet. */
export async function weigh(page: Page, url: string): Promise<Weight> {
  const finished: Request[] = []
  page.on('requestfinished', (request) => finished.push(request))
  const fonts = new Set<string>()
  page.on('request', (request) => request.resourceType() === 'font' && fonts.add(request.url()))
  await page.goto(url, { waitUntil: 'networkidle' })
  // The code is asked for once the page has been painted, which a slow machine may need longer for.
  await settled(page)
  const counted = finished.filter((request) => ['script', 'stylesheet'].includes(request.resourceType()))
  const sizes = await Promise.all(
    counted.map(async (request) => {
      const response = await request.response()
      return { type: request.resourceType(), size: gzipSync((await response?.body()) ?? '', { level: 9 }).length }
    }),
  )
  const sum = (type: string) => sizes.reduce((all, one) => all + (one.type === type ? one.size : 0), 0) / 1000
  const preloadedFonts = await page.locator('link[rel=preload][as=font]').count()
  return { script: sum('script'), style: sum('stylesheet'), fonts: fonts.size, preloadedFonts }
}

/** Longer than any transition of ours. */
const SETTLED_MS = 1000

/** Changes to light or dark, without the transitions, and waits until every colour has arrived. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // Chromium never settles the promise of some transitions that a second one has replaced.
  await page.evaluate(`Promise.race([
    new Promise((resolve) => setTimeout(resolve, ${SETTLED_MS})),
    Promise.allSettled(
      document.getAnimations()
        .filter((one) => one.timeline === document.timeline && Number.isFinite(one.effect.getComputedTiming().endTime))
        .map((one) => one.finished)),
  ])`)
}

/** What is wrong with the page as it stands: with its contrast in light and in dark, for axe, for a finger, for a narrow screen. */
export async function lookProblems(page: Page, name: string, part: Part = 'window'): Promise<string[]> {
  const found: string[] = []
  // It begins in the colours that the page has already: each change costs as much as a question.
  const first = await schemeOf(page)
  for (const colorScheme of [first, ...SCHEMES.filter((one) => one !== first)]) {
    await showIn(page, colorScheme)
    await picture(page, `${name}-${colorScheme}`, part)
    const problems = await axeProblems(page, colorScheme === first ? undefined : 'colours')
    found.push(...problems.map((problem) => `${colorScheme}: ${problem}`))
  }
  const sideways = await sidewaysScroll(page)
  if (sideways > 0) found.push(`scrolls sideways by ${sideways} px`)
  return [...found, ...(await smallTargets(page))]
}

const schemeOf = (page: Page): Promise<(typeof SCHEMES)[number]> =>
  page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'`)

type Part = 'window' | 'page'
const OUTPUT = join(import.meta.dirname, '../output')
/** Pixels; Chromium draws nothing below. */
const HIGHEST = 16_000

/** Of a desk there is one as wide as a tablet, too. */
const TABLET = { width: 768, height: 1024 }

/**
 * A picture in e2e/output for people to look at, when PICTURES=1 asks for them: nothing is compared, and they take as
 * long as the checks. A full-page picture would lose the finger of a phone, so its window grows instead.
 */
export async function picture(page: Page, name: string, part: Part = 'window'): Promise<void> {
  if (process.env.PICTURES !== '1') return
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const one of size.width > TABLET.width ? [TABLET, size] : [size]) {
    await page.setViewportSize(one)
    const height = part === 'window' ? 0 : Number(await page.evaluate('document.documentElement.scrollHeight'))
    await page.setViewportSize({ width: one.width, height: Math.min(Math.max(one.height, height), HIGHEST) })
    await page.screenshot({ path: join(OUTPUT, `${name}-${one.width}.png`) })
  }
  await page.setViewportSize(size)
}
