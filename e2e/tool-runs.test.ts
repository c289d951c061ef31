import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { afresh, answers, openBrowser, openPage, settled, type Visit, visit } from './support/browser.ts'
import { axeProblems } from './support/page-checks.ts'

let app: AppProcess
let browser: Browser
let visitor: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  visitor = await visit(browser)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

async function open(path: string): Promise<Page> {
  const page = await afresh(visitor)
  await openPage(page, app.url + path)
  return page
}
const results = (page: Page) => page.getByRole('region', { name: 'Results', exact: true })

describe('when a tool runs', () => {
  const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true })
  const AUTO = { name: 'Auto-run' } as const

  test('off, only Run and its keys compute; the choice is of this device, and on again computes at once', async () => {
    const page = await open('/fxn/tip-calculator')
    await page.locator('#input-bill').fill('50')
    await results(page).getByText('60.00').first().waitFor()
    await page.getByRole('switch', AUTO).press('Space')
    await page.locator('#input-bill').fill('70')
    await results(page).getByText('Not up to date').waitFor()
    expect(await results(page).getByText('60.00').count()).toBeGreaterThan(0)
    await page.locator('#input-bill').press('Control+Enter')
    await results(page).getByText('84.00').first().waitFor()
    await page.reload()
    await settled(page)
    expect(await page.getByRole('switch', AUTO).isChecked()).toBe(false)
    await page.locator('#input-bill').fill('90')
    await results(page).getByText('Not up to date').waitFor()
    await run(page).click()
    await results(page).getByText('108.00').first().waitFor()
    await page.locator('#input-bill').fill('100')
    await results(page).getByText('Not up to date').waitFor()
    await page.getByRole('switch', AUTO).check()
    await results(page).getByText('120.00').first().waitFor()
    expect(await page.evaluate(`localStorage.getItem('auto-run')`)).toBe('on')
    const server = await open('/fxn/word-frequency')
    expect(await server.getByRole('switch', AUTO).count()).toBe(0)
  })

  test('the largest file that a tool takes runs in a worker, is shown in part, and stays out of the address', async () => {
    const page = await open('/fxn/json-formatter')
    await page.locator('#input-json').fill('[1]')
    await results(page).getByText('1', { exact: false }).first().waitFor()
    await answers(page.getByRole('button', { name: 'Browse for a file: JSON' }))
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer()
      const text = '[' + '1234567,'.repeat(124998) + '7654321]'
      dataTransfer.items.add(new File([text], 'big.json', { type: 'application/json' }))
      document.querySelector('textarea').dispatchEvent(
        new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })()`)
    await results(page)
      .getByText(/Result: the first 20,000 of [\d,]+ characters/)
      .waitFor()
    expect(
      await page.evaluate(`performance.getEntriesByType('resource').some(({ name }) => name.includes('tool-worker'))`),
    ).toBe(true)
    await page.getByLabel('Minify').check()
    await results(page).getByText('Result: the first 20,000 of 999,993 characters').waitFor()
    expect(page.url()).not.toContain('#')
  })

  test('on the server: what it costs, that it runs, and Cancel', async () => {
    const page = await open('/fxn/word-frequency')
    await page.getByText('Runs on our server, for free', { exact: true }).waitFor()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/run', async (route) => {
      await held
      await route.continue().catch(() => undefined)
    })
    await page.getByLabel('Text', { exact: false }).first().fill('to be or not')
    await run(page).click()
    await results(page).getByRole('status').getByText('Running on our server').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Running on our server').waitFor({ state: 'detached' })
    expect(await page.evaluate(`sessionStorage.getItem('tool-pending-run')`)).toBeNull()
    release()
  })

  test('a run that a reload interrupts is answered after it, and is one run', async () => {
    const page = await open('/fxn/word-frequency')
    const runsOf = async () => {
      const { fxn } = (await (await fetch(`${app.url}/api/tools/word-frequency`)).json()) as {
        fxn: { runCount: number }
      }
      return fxn.runCount
    }
    const before = await runsOf()
    const keys: (string | undefined)[] = []
    let answered: () => void = () => undefined
    const isAnswered = new Promise<void>((resolve) => {
      answered = resolve
    })
    // The server answers, but the page never hears of it.
    await page.route('**/run', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      answered()
    })
    await page.getByLabel('Text', { exact: false }).first().fill('to be or not to be')
    await run(page).click()
    await isAnswered
    await page.reload()
    await results(page).getByText('6 words, 4 different').waitFor()
    expect(await page.getByLabel('Text', { exact: false }).first().inputValue()).toBe('to be or not to be')
    expect(await results(page).getByText('Not up to date').count()).toBe(0)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect(await runsOf()).toBe(before + 1)
    expect(await page.evaluate(`sessionStorage.getItem('tool-pending-run')`)).toBeNull()
    await page.reload()
    await settled(page)
    expect(keys).toHaveLength(2)
  })
})

// A worker's tools are files of its own build: a tool made with another class of errors than its worker knows would
// fail without a word.
test.each([
  ['json-formatter', '#input-json', '{"a":1,}', 'Line 1, column 8: There must be no comma before }'],
  ['xml-formatter', '#input-xml', '<a><b></a>', 'Line 1, column 7: Expected the end tag of b'],
  ['expression-evaluator', '#input-expression', '2+*3', 'Expression: Value expected (char 3)'],
  ['jwt-decoder', '#input-token', 'abc', 'Token must have three parts with points between them'],
  ['sql-formatter', '#input-sql', "select '", `SQL could not be read: Unexpected "'" at line 1 column 8.`],
  [
    'color-converter',
    '#input-color',
    'oragne',
    'Colour must be a CSS colour, such as #1d4ed8, teal or oklch(60% 0.1 200)',
  ],
] as const)('%s says at its field why it refuses what was entered', async (slug, field, text, message) => {
  const page = await open(`/fxn/${slug}`)
  await page.locator(field).fill(text)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.locator(`${field}-error`).getByText(message, { exact: true }).waitFor()
  expect(await page.locator(field).getAttribute('aria-invalid')).toBe('true')
})
