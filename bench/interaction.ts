import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { hasFetched, openBrowser, openPage, register, type Visit, visit } from '../e2e/support/browser.ts'
import type { BenchApp } from './bench-app.ts'
import { type Figure, quantile } from './figures.ts'

/** How much slower than this machine, as Lighthouse's phone is. */
const SLOWER = 4
const VISITS = 5
const TARGET = '≤ 150'
/** Milliseconds between two keys. */
const KEY_PAUSE = 120

/** What the browser itself says of each key and press: until its effect was on the screen. It leaves out what takes less than 16 ms. */
const WATCH = `window.felt = []
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries()) if (interactionId > 0) window.felt.push(duration)
}).observe({ type: 'event', durationThreshold: 16 })`
const WORST = 'Math.max(0, ...window.felt)'
/** From the key until the dialog has been drawn: what comes after the frame in which it opens. */
const OPENED = `new Promise((resolve) => {
  window.addEventListener('keydown', ({ timeStamp }) => {
    const watcher = new MutationObserver(() => {
      if (document.querySelector('dialog[open]') === null) return
      watcher.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
    })
    watcher.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] })
  }, { once: true, capture: true })
}).then((ms) => { window.opened = ms })`

/** As long as a hand takes from one key of a shortcut to the other. */
const HAND_MS = 80

/** Found by CSS: a search by role asks every element for its visibility, in the very page that is measured. */
const PALETTE = 'dialog[open]'
const FIELD = 'main input[type=search]'
const STAR = 'main button[aria-label^="Favourite: "]'

interface Interaction {
  readonly name: string
  readonly path: string
  /** Does it, and says how long it took: by default the slowest of its events. */
  readonly act: (page: Page) => Promise<unknown>
}

async function openPalette(page: Page): Promise<number> {
  await page.keyboard.down('Control')
  await sleep(HAND_MS)
  await page.evaluate(`void ${OPENED}`)
  await page.keyboard.press('k')
  await page.keyboard.up('Control')
  await page.locator(PALETTE).waitFor()
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))')
  return Number(await page.evaluate('window.opened'))
}

async function closePalette(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator(PALETTE).waitFor({ state: 'detached' })
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300)))')
}

const INTERACTIONS: readonly Interaction[] = [
  {
    name: 'typing in the search of /explore',
    path: '/explore',
    async act(page) {
      await page.locator(FIELD).pressSequentially('json format', { delay: KEY_PAUSE })
      await page.locator('main :is(h1, h2)', { hasText: 'Search results for "json format"' }).waitFor()
    },
  },
  {
    name: 'typing in a tool (tip-calculator)',
    path: '/fxn/tip-calculator',
    async act(page) {
      await page.locator('#input-bill').pressSequentially('1234.56', { delay: KEY_PAUSE })
    },
  },
  { name: 'opening the palette before the page has come to rest, with its code', path: '/explore', act: openPalette },
  {
    name: 'opening the palette for the first time',
    path: '/explore',
    async act(page) {
      while (!(await hasFetched(page, 'palette.web'))) await sleep(HAND_MS)
      await page.evaluate('window.felt.length = 0')
      return openPalette(page)
    },
  },
  {
    name: 'opening the palette again',
    path: '/explore',
    async act(page) {
      await openPalette(page)
      await closePalette(page)
      await page.evaluate('window.felt.length = 0')
      return openPalette(page)
    },
  },
  {
    name: 'closing the palette',
    path: '/explore',
    async act(page) {
      await openPalette(page)
      // As long as it takes to be modal, and a look at it.
      await sleep(1000)
      await page.evaluate('window.felt.length = 0')
      await closePalette(page)
    },
  },
  {
    name: 'typing in the palette',
    path: '/explore',
    async act(page) {
      await openPalette(page)
      await page.evaluate('window.felt.length = 0')
      await page.keyboard.type('json format', { delay: KEY_PAUSE })
      await page
        .locator('[role=option]', { hasText: /^JSON Formatter/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'marking a favourite',
    path: '/explore',
    async act(page) {
      const stars = page.locator(STAR)
      for (let index = 0; index < 3; index++) await stars.nth(index).click()
    },
  },
]

async function feel({ context, page }: Visit, url: string, { path, act }: Interaction): Promise<number> {
  await openPage(page, url + path)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.evaluate(WATCH)
  const took = await act(page)
  // The last event is known once its frame is on the screen.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300)))')
  const worst = Number(await page.evaluate(WORST))
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return Math.max(worst, typeof took === 'number' ? took : 0)
}

async function feelOften(browser: Browser, url: string, interaction: Interaction, index: number): Promise<Figure> {
  const times: number[] = []
  for (let visits = 0; visits < VISITS; visits++) {
    const someone = await visit(browser)
    await someone.page.goto(url)
    await register(someone, url, `interaction-${index}-${visits}@example.com`)
    times.push(await feel(someone, url, interaction))
    await someone.context.close()
  }
  const median = quantile(
    times.toSorted((one, other) => one - other),
    0.5,
  )
  return {
    name: `${interaction.name}, slowest event at CPU ${SLOWER}×`,
    value: Math.round(median),
    unit: 'ms',
    target: TARGET,
  }
}

/** What people feel while they do what they do most; the median of a few visits. */
export async function interactionBench({ url }: BenchApp): Promise<Figure[]> {
  const browser = await openBrowser()
  try {
    const figures: Figure[] = []
    for (const [index, interaction] of INTERACTIONS.entries())
      figures.push(await feelOften(browser, url, interaction, index))
    return figures
  } finally {
    await browser.close()
  }
}
