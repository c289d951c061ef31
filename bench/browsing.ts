import type { Browser, Page } from 'playwright'
import { openBrowser, openPage, settled, visit } from '../e2e/support/browser.ts'
import type { BenchApp } from './bench-app.ts'
import { type Figure, quantile, rounded } from './figures.ts'

const VISITS = 5
const BIG_FILE = 5_000_000

/** Long tasks and shifts of the layout from now on, as the browser counts them. */
const WATCH = `window.tasks = []
window.shift = 0
new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)))
  .observe({ type: 'longtask' })
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value
}).observe({ type: 'layout-shift' })`
const drawn = (page: Page) =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))')

/** The longest task while a file as large as the tool takes is dropped and computed. */
async function bigFile(page: Page, url: string): Promise<number> {
  await openPage(page, `${url}/fxn/json-formatter`)
  await settled(page)
  await page.evaluate(`window.file = (() => {
    const record = '{"name":"somebody","age":42,"tags":["a","b"]},'
    const text = '[' + record.repeat(Math.floor((${BIG_FILE} - 100) / record.length)) + '{}]'
    return new File([text], 'big.json', { type: 'application/json' })
  })()`)
  await page.evaluate(WATCH)
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(window.file)
    document.querySelector('textarea').dispatchEvent(
      new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })()`)
  await page
    .getByRole('region', { name: 'Results', exact: true })
    .getByText(/Result: the first 20,000 of [\d,]+ characters/)
    .waitFor()
  await drawn(page)
  return Number(await page.evaluate('Math.max(0, ...window.tasks)'))
}

/** From the pause after the last key until the results are there, and how much of the page moved meanwhile. */
async function search(page: Page, url: string): Promise<{ ms: number; shift: number }> {
  await openPage(page, `${url}/explore`)
  await settled(page)
  await page.evaluate(WATCH)
  await page.evaluate(`void (window.took = new Promise((resolve) => {
    let last = 0
    addEventListener('input', () => { last = performance.now() }, { capture: true })
    new MutationObserver(() => {
      if (document.querySelector('main')?.textContent.includes('Search results for "json format"'))
        resolve(performance.now() - last - 300)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }))`)
  await page.getByRole('main').getByRole('searchbox').pressSequentially('json format', { delay: 60 })
  const ms = Number(await page.evaluate('window.took'))
  await drawn(page)
  return { ms, shift: Number(await page.evaluate('window.shift')) }
}

/** From the click on a card that the pointer rests on until the tool stands there. */
async function openCard(page: Page, url: string): Promise<number> {
  await openPage(page, `${url}/explore?q=tip`)
  await settled(page)
  const link = page.getByRole('main').getByRole('link', { name: 'Tip Calculator' }).first()
  await link.hover()
  await settled(page)
  await page.evaluate(`void (window.took = new Promise((resolve) => {
    let pressed = 0
    addEventListener('click', () => { pressed = performance.now() }, { capture: true, once: true })
    new MutationObserver(() => {
      if (document.querySelector('#input-bill') !== null) resolve(performance.now() - pressed)
    }).observe(document.body, { subtree: true, childList: true })
  }))`)
  await link.click()
  return Number(await page.evaluate('window.took'))
}

async function middle(browser: Browser, act: (page: Page) => Promise<number>): Promise<number> {
  const values: number[] = []
  for (let index = 0; index < VISITS; index++) {
    const { page, context } = await visit(browser)
    values.push(await act(page))
    await context.close()
  }
  return quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  )
}

/** What browsing feels like on this machine, not slowed down; the median of a few visits. */
export async function browsingBench({ url }: BenchApp): Promise<Figure[]> {
  const browser = await openBrowser()
  try {
    const task = await middle(browser, (page) => bigFile(page, url))
    const found = await middle(browser, async (page) => (await search(page, url)).ms)
    const shift = await middle(browser, async (page) => (await search(page, url)).shift)
    const opened = await middle(browser, (page) => openCard(page, url))
    return [
      { name: 'a 5 MB file in the JSON formatter, longest task', value: Math.round(task), unit: 'ms', target: '< 100' },
      { name: 'search on /explore, results after the pause', value: Math.round(found), unit: 'ms', target: '≤ 150' },
      { name: 'search on /explore, layout shift × 100', value: rounded(shift * 100), unit: 'count', target: '≤ 2' },
      { name: 'a card under the pointer, click to tool', value: Math.round(opened), unit: 'ms', target: '≤ 300' },
    ]
  } finally {
    await browser.close()
  }
}
