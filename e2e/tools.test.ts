import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { answers, hasFetched, openBrowser, openPage, requestsOf, settled, visit } from './support/browser.ts'

// Finding and using tools as a visitor does.
let app: AppProcess
let browser: Browser
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

async function open(path: string, options = {}): Promise<Page> {
  const { page } = await visit(browser, options)
  await openPage(page, app.url + path)
  return page
}
const results = (page: Page) => page.getByRole('region', { name: 'Results', exact: true })
interface Counted {
  readonly id: string
  readonly version: number
  readonly runCount: number
}
const fxnOf = async (slug: string): Promise<Counted> => {
  const { fxn } = (await (await fetch(`${app.url}/api/tools/${slug}`)).json()) as { fxn: Counted }
  return fxn
}
const runCount = async (slug: string): Promise<number> => (await fxnOf(slug)).runCount

/** Of what comes some time after what a test did. */
const WAIT = { timeout: 20_000 }

// One computes in the page, one in a worker, one is large and always in a worker.
test.each([
  ['tip-calculator', 'Bill', '50', '60.00', '123.45', '148.14', '"bill":123.45'],
  ['regex-tester', 'Pattern', 'a', 'a', 'b', 'b', '"pattern":"b"'],
  ['json-formatter', 'JSON', '[1]', '1', '{"answer":42}', '"answer": 42', 'answer'],
] as const)('%s makes no request; leaving the page sends one count without content', async (...row) => {
  const [slug, label, first, firstShown, second, secondShown, kept] = row
  const page = await open(`/fxn/${slug}`)
  const field = page.getByLabel(label, { exact: false }).first()
  // Not what the closed menu of Share says.
  const shown = (text: string) => results(page).getByText(text).filter({ visible: true }).first()
  await page.getByText('Nothing leaves this page', { exact: true }).waitFor()
  if (slug === 'regex-tester') await page.getByLabel('Text', { exact: false }).first().fill('abc')
  // The code of a worker comes when somebody turns to the form; from then on there is nothing to fetch.
  await field.fill(first)
  await shown(firstShown).waitFor()
  if (slug !== 'tip-calculator') await expect.poll(() => hasFetched(page, 'tool-worker'), WAIT).toBe(true)
  // What the page fetches for later, of itself, once it has come to rest.
  for (const part of ['offline-parts', 'palette.web']) await expect.poll(() => hasFetched(page, part), WAIT).toBe(true)
  await settled(page)
  const before = await runCount(slug)
  const requests = requestsOf(page)
  await field.fill(second)
  await shown(secondShown).waitFor()
  // The history of this browser is written some time after a result. A run that Run overtook would end its worker.
  const history = (): Promise<string> => page.evaluate(`localStorage.getItem('tool-history') ?? ''`)
  await expect.poll(history, WAIT).toContain(kept)
  const keptOnce = await history()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect.poll(history, WAIT).not.toBe(keptOnce)
  expect(requests.map((request) => request.url())).toEqual([])
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))`)
  await expect.poll(() => runCount(slug)).toBe(before + 1)
  await page.goto('about:blank')
  expect(await runCount(slug)).toBe(before + 1)
  const counts = requests.filter((request) => request.url().includes('/api/'))
  const { id, version } = await fxnOf(slug)
  expect(counts.map((request) => `${request.method()} ${request.url()}`)).toEqual([
    `POST ${app.url}/api/discovery/runs/${id}`,
  ])
  const body = counts[0]?.postDataJSON() as Record<string, unknown>
  expect(body).toEqual({ version, success: true, durationMs: expect.any(Number) })
})

test('a one-time code gives way to the next one by itself, and says how long it has', async () => {
  const page = await open('/fxn/otp-generator')
  await page.locator('#input-period').fill('3')
  const counter = () => results(page).getByText('Of a code by time').locator('..').textContent()
  await results(page)
    .getByText(/^in [1-3] s$/)
    .waitFor()
  const first = await counter()
  await expect.poll(counter, WAIT).not.toBe(first)
  await results(page)
    .getByText(/^in [1-3] s$/)
    .waitFor()
})

test('bad input is said at its field, and the last result stays, marked', async () => {
  const page = await open('/fxn/tip-calculator')
  await page.getByLabel('Bill').fill('50')
  await results(page).getByText('60.00').first().waitFor()
  await page.getByLabel('Bill').fill('-1')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Bill must be at least 0').first().waitFor()
  expect(await page.getByLabel('Bill').getAttribute('aria-invalid')).toBe('true')
  await results(page).getByText('Not up to date').waitFor()
  expect(await results(page).getByText('60.00').count()).toBeGreaterThan(0)
})

test('where tools compute while somebody types, what is wrong is said once typing has paused', async () => {
  const page = await open('/fxn/due-date-calculator')
  const first = page.getByLabel('First day of the last period')
  await page.getByLabel('How far on').fill('2026-03-01')
  await results(page).getByText('8 weeks and 3 days, 221 days to go').waitFor()
  await first.fill('2026-04-01')
  await page.getByText('This date must not be before the last period').first().waitFor()
  await results(page).getByText('Not up to date').waitFor()
  await page.getByLabel('Length of the cycle').fill('5')
  await page.getByText('Length of the cycle must be at least 20').first().waitFor()
  expect(await page.evaluate('document.activeElement.id')).toBe('input-cycleDays')
  await page.getByLabel('Length of the cycle').fill('28')
  await first.fill('2026-01-01')
  await results(page).getByText('Not up to date').waitFor({ state: 'detached' })
  expect(await page.getByText('This date must not be before the last period').count()).toBe(0)
})

test('Reset brings back the defaults and "Ready to run", and can be undone', async () => {
  const page = await open('/fxn/tip-calculator')
  await page.getByLabel('Bill').fill('50')
  await results(page).getByText('60.00').first().waitFor()
  await page.getByRole('button', { name: 'Reset' }).first().click()
  await page.getByText('Ready to run').waitFor()
  await page.getByRole('button', { name: 'Undo' }).filter({ visible: true }).first().click()
  await results(page).getByText('60.00').first().waitFor()
})

test('a pattern that never ends is stopped, and the page answers meanwhile', async () => {
  const page = await open('/fxn/regex-tester')
  await page.getByLabel('Pattern').fill('^(a+)+$')
  await page
    .getByLabel('Text', { exact: false })
    .first()
    .fill(`${'a'.repeat(40)}!`)
  await page.getByLabel('Pattern').press('End')
  const stopped = page.getByText(/Stopped after 1 s/)
  expect(await stopped.count()).toBe(0)
  await stopped.first().waitFor()
  await page.getByLabel('Pattern').fill('a')
  await results(page).getByText('a', { exact: true }).first().waitFor()
})

test('Stop ends a run at once, without waiting for its second', async () => {
  const page = await open('/fxn/regex-tester')
  await page
    .getByLabel('Text', { exact: false })
    .first()
    .fill(`${'a'.repeat(40)}!`)
  await page.getByLabel('Pattern').fill('^(a+)+$')
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  await stop.click()
  await stop.waitFor({ state: 'detached' })
  expect(await page.getByText(/Stopped after 1 s/).count()).toBe(0)
  await page.getByLabel('Pattern').fill('a')
  await results(page).getByText('a', { exact: true }).first().waitFor()
})

test('Swap exchanges the two units by keyboard, and the result follows', async () => {
  const page = await open('/fxn/unit-converter')
  await page.getByLabel('Value').fill('1')
  await page.getByLabel('From').selectOption('mi')
  await page.getByLabel('To', { exact: true }).selectOption('km')
  await results(page).getByText('1.609344', { exact: true }).first().waitFor()
  await page.getByLabel('From').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await results(page).getByText('0.621371192237334', { exact: true }).first().waitFor()
  expect(await page.getByLabel('From').inputValue()).toBe('km')
  expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('mi')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Swap From and To')
})

test('a text area takes a dropped or chosen file, and says why it refuses one', async () => {
  const page = await open('/fxn/json-formatter')
  await page.getByText('or drop a text file on the box, up to 5 MB').waitFor()
  const box = page.getByLabel('JSON', { exact: false }).first()
  await answers(page.getByRole('button', { name: 'Browse for a file: JSON' }))
  const drop = (name: string, type: string, text: string) =>
    page.evaluate(`(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([${JSON.stringify(text)}], '${name}', { type: '${type}' }))
      const box = document.querySelector('textarea')
      box.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })()`)
  await drop('numbers.json', 'application/json', '[1,\n2]')
  await expect.poll(() => box.inputValue()).toBe('[1,\n2]')
  await drop('big.json', 'application/json', ' '.repeat(5_000_001))
  await page.getByRole('alert').getByText('big.json has 5,000,001 bytes; at most 5 MB are allowed').waitFor()
  await drop('picture.png', 'image/png', 'x')
  await page.getByRole('alert').getByText('picture.png is not a text file').waitFor()
  expect(await box.inputValue()).toBe('[1,\n2]')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Browse for a file: JSON' }).press('Enter')
  await (await chooser).setFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{"a":3}') })
  await expect.poll(() => box.inputValue()).toBe('{"a":3}')
  await page.getByText('is not a text file').waitFor({ state: 'detached' })
  await results(page).getByText('"a": 3').waitFor()
})

test('a pasted file is taken as a dropped one is', async () => {
  const page = await open('/fxn/json-formatter')
  const box = page.getByLabel('JSON', { exact: false }).first()
  await answers(page.getByRole('button', { name: 'Browse for a file: JSON' }))
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['{"pasted":1}'], 'a.json', { type: 'application/json' }))
    document.querySelector('textarea').dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
  await expect.poll(() => box.inputValue()).toBe('{"pasted":1}')
  await results(page).getByText('"pasted": 1').waitFor()
})

test('of a long text only the beginning is drawn, and all of it is computed with', async () => {
  const page = await open('/fxn/hash-generator')
  const box = page.getByLabel('Text', { exact: true })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Browse for a file: Text' }).click()
  await (await chooser).setFiles({ name: 'million.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1_000_000, 'a') })
  await page.getByText('1 MB of text, of which the beginning is shown').waitFor()
  expect(await box.inputValue()).toBe(`${'a'.repeat(2000)}…`)
  // FIPS 180-2, appendix B.3: SHA-256 of a million times "a".
  const hash = 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'
  await results(page).getByText(hash).first().waitFor()
  await page.getByRole('button', { name: 'Edit all' }).click()
  await expect.poll(async () => (await box.inputValue()).length).toBe(1_000_000)
  await box.fill('abc')
  await results(page).getByText('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad').first().waitFor()
})

test('matches are marked in the text, as text', async () => {
  const page = await open('/fxn/regex-tester')
  await page.getByLabel('Pattern').fill('(\\w)>|(?=/)')
  await page.getByLabel(/^g: /).check()
  await page.getByLabel('Text', { exact: false }).first().fill('<b>x</b> <img src=x onerror=alert(1)>')
  const marked = results(page).getByRole('region', { name: 'Matches in the text' })
  const marks = marked.locator('mark')
  await expect.poll(() => marks.allTextContents()).toEqual(['group 1: b', '>', 'empty match', 'group 1: b', '>'])
  expect(await marked.locator('b, img').count()).toBe(0)
  expect(await marked.textContent()).toContain('<img src=x onerror=alert(1)>')
})

test('a decimal comma is answered at its field, and never computed as another number', async () => {
  const page = await open('/fxn/tip-calculator')
  await page.getByLabel('Bill').fill('12,50')
  await page.getByLabel('Bill').press('Tab')
  await page.getByText('Bill: write 12.50, with a point').first().waitFor()
  await page.getByLabel('Bill').fill('1,234')
  await page.getByText('Read as 1234.').waitFor()
  await page.getByLabel('People').fill('')
  await page.getByText('Empty counts as 1.').waitFor()
})

test('a link that is damaged, or whose input does not fit, says so', async () => {
  const shown = (page: Page, words: string) => page.getByText(words).filter({ visible: true }).first().waitFor()
  const link = (inputs: unknown) => `#in=${Buffer.from(JSON.stringify(inputs)).toString('base64url')}`
  const page = await open('/fxn/tip-calculator#in=eyJiaWxsIjo4NC4')
  await shown(page, 'Its inputs cannot be read, so the form shows the usual ones.')
  const other = await open(`/fxn/tip-calculator${link({ bill: -5, tipp: 3 })}`)
  await shown(other, 'Bill must be at least 0. tipp is left out.')
  expect(await other.getByLabel('Bill').getAttribute('aria-invalid')).toBe('true')
  await results(other).getByText('Not up to date').waitFor()
})

test('a creator tool runs on the server when Run is pressed', async () => {
  const page = await open('/fxn/word-frequency')
  await page.getByText('Ready to run').waitFor()
  await page.getByLabel('Text', { exact: false }).first().fill('to be or not to be')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await results(page).getByText('6 words, 4 different').waitFor()
})

test('a click on an example fills the form and computes it', async () => {
  const page = await open('/fxn/loan-payment')
  await page.getByRole('button', { name: /ten monthly payments/ }).click()
  await results(page).getByText('1,037.03').first().waitFor()
})

test('an answer that comes late never replaces a newer one', async () => {
  const page = await open('/explore')
  let held: (() => void) | undefined
  await page.route(/q=loan/, async (route) => {
    await new Promise<void>((resolve) => {
      held = resolve
    })
    await route.continue()
  })
  await page.getByRole('searchbox').first().fill('loan')
  await expect.poll(() => held !== undefined).toBe(true)
  await page.getByRole('searchbox').first().fill('regex')
  await page.getByRole('heading', { name: 'Search results for "regex"' }).waitFor()
  held?.()
  await settled(page)
  expect(await page.getByRole('main').textContent()).not.toMatch(/loan payment/i)
  expect(new URL(page.url()).searchParams.get('q')).toBe('regex')
})

test('Back from a tool finds the list where it was', async () => {
  const page = await open('/explore', { viewport: { width: 800, height: 500 } })
  const last = page.getByRole('link', { name: 'Date Difference' }).first()
  await last.scrollIntoViewIfNeeded()
  // To click it, the browser may scroll once more.
  await last.hover()
  const height = () => page.evaluate('document.documentElement.scrollHeight')
  const before = Number(await page.evaluate('scrollY'))
  const heightBefore = await height()
  expect(before).toBeGreaterThan(100)
  await last.click()
  await page.waitForURL(/date-difference/)
  await page.goBack()
  await expect.poll(async () => Math.abs(Number(await page.evaluate('scrollY')) - before)).toBeLessThanOrEqual(1)
  // Cards that are far have the height of those that are near, or what is seen would move as they come.
  expect(await height()).toBe(heightBefore)
})

test('nothing found says so, and Clear search shows everything again', async () => {
  const page = await open('/explore?q=zzqxv')
  await page.getByText('No tools found').first().waitFor()
  await page.getByText('Try adjusting your search terms or browse by category').waitFor()
  await page
    .getByRole('button', { name: 'Clear search' })
    .or(page.getByRole('link', { name: 'Clear search' }))
    .first()
    .click()
  await page.getByRole('heading', { name: 'All Tools' }).waitFor()
})
