import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import {
  DEVICES,
  hasFetched,
  openBrowser,
  openPage,
  register,
  requestsOf,
  settled,
  type Visit,
  visit,
} from './support/browser.ts'
import { field, saved, tab, writeCode, writeFailingCode } from './support/builder.ts'
import { tabTo } from './support/keyboard.ts'
import { lookProblems } from './support/page-checks.ts'

// What a creator and a stranger go through, from the first field to the address that is gone.
let app: AppProcess
let browser: Browser
let creator: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  creator = await visit(browser)
  await creator.page.goto(app.url)
  await register(creator, app.url, 'maker@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

/** Code of one's own needs it. */
const givePro = () =>
  queryDatabase(app.dataDir, `update "user" set pro_until = now() + interval '1 day' where email = $1`, [
    'maker@example.com',
  ])

/** What is offered for a tool, on its page. */
async function offered(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const items = page.getByRole('menuitem')
  await items.filter({ hasText: 'Clone' }).waitFor()
  const names = await items.allTextContents()
  await page.keyboard.press('Escape')
  return names
}

/** From wherever the focus is, without a mouse. */
async function cloneByKey(page: Page): Promise<void> {
  await tabTo(page, /^More$/)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Clone' }).waitFor()
  const inHand = () => page.locator(':focus').textContent()
  await expect.poll(inHand).toBe('Report…')
  await page.keyboard.press('c')
  await expect.poll(inHand).toBe('Clone')
  await page.keyboard.press('Enter')
}

test('the ways to begin, and a builder that looks right in light, dark and on a phone', async () => {
  const { page } = creator
  await openPage(page, `${app.url}/create-tool`)
  expect(await lookProblems(page, 'create-tool-start', 'page')).toEqual([])
  await page.getByRole('button', { name: 'Guide' }).click()
  await page.getByRole('heading', { name: 'My guide', level: 1 }).waitFor()
  await page.getByRole('region', { name: 'Results' }).getByText('Sit down and breathe').first().waitFor()
  expect(await lookProblems(page, 'builder-inputs', 'page')).toEqual([])
  await page.setViewportSize(DEVICES.phone.viewport)
  expect(await lookProblems(page, 'builder-inputs', 'page')).toEqual([])
  await tab(page, /^Examples/)
  expect(await lookProblems(page, 'builder-examples', 'page')).toEqual([])
  await tab(page, /^Listing/)
  expect(await lookProblems(page, 'builder-listing', 'page')).toEqual([])
  await page.setViewportSize(DEVICES.desk.viewport)
  expect(await lookProblems(page, 'builder-listing', 'page')).toEqual([])
})

test('a failing example blocks publishing; mended, the tool is found, run, cloned and taken down', async () => {
  const { page } = creator
  await openPage(page, `${app.url}/create-tool`)
  await page.getByRole('button', { name: 'Calculator' }).click()
  await page.getByRole('heading', { name: 'My calculator', level: 1 }).waitFor()

  // A field by hand, moved and seen in the preview.
  await page.getByRole('button', { name: 'Add input' }).click()
  await field(page, 'Label *').fill('Surcharge')
  await field(page, 'Name *').fill('surcharge')
  await page.getByText('Say what to enter').filter({ visible: true }).first().waitFor()
  await field(page, 'Help *').fill('On top of the total')
  await expect.poll(() => page.getByText('Say what to enter').filter({ visible: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Move Surcharge up' }).click()
  // By its grip, to the first place and back.
  const row = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Move ${name} up` }) })
  const order = async () => {
    const ups = await page.getByRole('button', { name: /^Move .+ up$/ }).all()
    const labels = await Promise.all(ups.map((up) => up.getAttribute('aria-label')))
    return labels.map((label) => label?.split(' ')[1])
  }
  expect(await order()).toEqual(['Amount', 'Surcharge', 'Rate'])
  await row('Surcharge').locator('[draggable=true]').dragTo(row('Amount'))
  expect(await order()).toEqual(['Surcharge', 'Amount', 'Rate'])
  await row('Surcharge').locator('[draggable=true]').dragTo(row('Amount'))
  expect(await order()).toEqual(['Amount', 'Surcharge', 'Rate'])
  const form = page.getByRole('region', { name: 'Input Parameters' })
  await form.getByLabel('Surcharge', { exact: false }).waitFor()

  // The same as JSON, both ways.
  await tab(page, /^JSON/)
  const raw = page.getByLabel('Inputs and outputs as JSON')
  const text = await raw.inputValue()
  expect(Object.keys((JSON.parse(text) as { input: object }).input)).toEqual(['amount', 'surcharge', 'rate'])
  await raw.fill(text.replace('"label": "Surcharge"', '"label": "Extra charge", "default": 5'))
  await form.getByLabel('Extra charge', { exact: false }).waitFor()

  await tab(page, /^Outputs/)
  const expression = field(page, 'Expression *')
  await expression.fill('input.amount * (100.0 + input.rate) / 100.0 + input.surcharge')
  await tab(page, /^Listing/)
  await field(page, 'Title *').fill('Surcharge reckoner')
  await field(page, 'Description *').fill('An amount with a rate and a surcharge on top of it.')
  await saved(page)

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish this tool' })
  await dialog.getByRole('button', { name: 'Publish 1.0.0' }).click()
  await dialog.getByText('“Ten percent of 200” gives 225 for total, not 220').waitFor()
  expect(await lookProblems(page, 'publish-refused')).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await tab(page, /^Examples 1 to mend/)
  await page.getByRole('button', { name: 'Run this example' }).click()
  await page.getByText('Not what it says').waitFor()
  await page.getByRole('button', { name: 'Expect what came out' }).click()
  await saved(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog.getByRole('button', { name: 'Publish 1.0.0' }).click()
  await page.getByRole('link', { name: 'View' }).waitFor()

  const stranger = await visit(browser)
  await openPage(stranger.page, `${app.url}/explore?q=surcharge`)
  await stranger.page.getByRole('link', { name: 'Surcharge reckoner' }).click()
  await stranger.page.getByRole('heading', { name: 'Surcharge reckoner', level: 1 }).waitFor()
  await settled(stranger.page)
  await stranger.page.getByRole('button', { name: 'Run', exact: true }).click()
  await stranger.page.getByRole('region', { name: 'Results', exact: true }).getByText('225').first().waitFor()
  // By key: a press of the mouse waits for a frame, which a headless browser at times never draws. This test cannot be
  // asked twice. Clone: for people with an account; then the owner takes the tool down, and its address says so.
  await cloneByKey(stranger.page)
  await stranger.page.getByText('You must be logged in to clone tools').filter({ visible: true }).first().waitFor()
  expect(await stranger.page.getByRole('link', { name: 'Sign in', exact: true }).last().getAttribute('href')).toMatch(
    /^\/auth\?redirect=%2Ffxn%2F/,
  )
  await register(stranger, app.url, 'other@example.com')
  await openPage(stranger.page, `${app.url}/fxn/surcharge-reckoner`)
  expect(await offered(stranger.page)).toEqual(['Report…', 'Clone'])
  await openPage(stranger.page, `${app.url}/fxn/surcharge-reckoner`)
  await cloneByKey(stranger.page)
  await stranger.page.getByText('Cloned from').filter({ visible: true }).first().waitFor()
  expect(await stranger.page.getByRole('button', { name: 'Delete draft' }).count()).toBe(1)

  const built = new URL(page.url())
  await page.getByRole('link', { name: 'View' }).click()
  await page.waitForURL('**/fxn/surcharge-reckoner')
  expect(await offered(page)).toEqual(['Report…', 'Clone', 'Edit', 'Manage Pricing', 'Delete'])
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('heading', { name: 'Surcharge reckoner', level: 1 }).waitFor()
  await page.getByRole('tab', { name: /^Inputs/ }).waitFor()
  expect(page.url()).toBe(`${app.url}/create-tool?draft=${built.searchParams.get('draft')}`)
  await page.getByRole('link', { name: 'View' }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByText('Whoever has bought it keeps it').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText('Deleted', { exact: true }).filter({ visible: true }).first().waitFor()
  const gone = await stranger.page.goto(`${app.url}/fxn/surcharge-reckoner`)
  expect(gone?.status()).toBe(410)
  await stranger.page.getByRole('heading', { name: 'Tool Not Found' }).waitFor()

  const problems = [...(await creator.problems()), ...(await stranger.problems())]
  // What was refused on purpose.
  expect(problems.filter((problem) => !/422|410/.test(problem))).toEqual([])
})

test('code of one’s own: an editor with lines, a console, and the line of a failure', async () => {
  const { page } = creator
  await givePro()
  await openPage(page, `${app.url}/create-tool`)
  await page.getByRole('button', { name: 'Code' }).click()
  await page.getByRole('heading', { name: 'My code tool', level: 1 }).waitFor()
  await tab(page, /^Outputs/)
  await page.getByRole('textbox', { name: 'Code' }).waitFor()
  await page.getByText('3 words', { exact: true }).waitFor()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText(/^\d+\.\d MB of 64 MB$/).waitFor()
  await preview.getByText(/^\d\.\d kB of 256 kB$/).waitFor()
  expect(await lookProblems(page, 'builder-code', 'page')).toEqual([])
  const results = preview.getByRole('region', { name: 'Results' })
  await writeCode(page, ['function run() {', 'const all = []', 'for (;;) all.push(new Array(100000).fill(1))', '}'])
  await results.getByText('Stopped at 64 MB: the tool needs more memory than it may use.').waitFor()
  await writeCode(page, ['function run() {', 'return { words: "x".repeat(300000), longest: "" }', '}'])
  await results.getByText('The outputs are larger than 256 kB.').waitFor()
  await writeFailingCode(page)
  await page.getByText('so far', { exact: true }).waitFor()
  await tab(page, /^Listing/)
  await page.getByLabel('Runs in the visitor’s browser').check()
  expect(await lookProblems(page, 'builder-listing-code', 'page')).toEqual([])
  expect((await creator.problems()).filter((problem) => !/422|410/.test(problem))).toEqual([])
})

test('a function that is pasted is a form, which runs in the preview; a text without one is refused', async () => {
  const { page } = creator
  await openPage(page, `${app.url}/create-tool`)
  await givePro()
  const pasted = page.getByLabel('Function', { exact: true })
  const begin = page.getByRole('button', { name: 'Make a tool of it' })
  await pasted.fill('Fifteen percent of the bill')
  await begin.click()
  await page.getByText('There is no function in this text').waitFor()
  expect(await lookProblems(page, 'create-tool-no-function', 'page')).toEqual([])
  await pasted.fill('export function tipOf(bill: number, percent = 20): number {\n  return (bill * percent) / 100\n}')
  await begin.click()
  await page.getByRole('heading', { name: 'Tip of', level: 1 }).waitFor()
  await page.waitForURL(/\/create-tool\?draft=/)
  await settled(page)
  const preview = page.getByRole('region', { name: 'Preview' })
  const form = preview.getByRole('region', { name: 'Input Parameters' })
  const results = preview.getByRole('region', { name: 'Results' })
  expect(await form.getByLabel('Percent', { exact: false }).first().inputValue()).toBe('20')
  await form.getByLabel('Bill', { exact: false }).first().fill('250')
  await preview.getByRole('button', { name: 'Run', exact: true }).click()
  await results.getByText('50', { exact: true }).first().waitFor()
  expect((await creator.problems()).filter((problem) => !/422|410/.test(problem))).toEqual([])
})

const GUEST = `function run({ text }) {
  if (text === 'for ever') for (;;);
  // Deep in the engine, where nothing asks whether the time is up.
  if (text === 'deaf') return { words: new Array(2 ** 32 - 1).join('').length, longest: '' };
  if (text === 'throw') throw new Error('not today');
  const reach = [typeof fetch, typeof XMLHttpRequest, typeof importScripts, typeof self, typeof postMessage];
  return { words: text.split(' ').length, longest: reach.join(' ') };
}
`

test('code that its creator lets browsers run asks for nothing there, and is stopped', async () => {
  const { page: making } = creator
  await givePro()
  const slug = await making.evaluate(async (source) => {
    const send = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'x-requested-with': 'e2e' }
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as Record<'draft' | 'fxn', { id: string; slug: string }>
    }
    const field = { name: 'text', type: 'text', label: 'Text', help: 'Words', required: true }
    const output = { type: 'any', renderer: 'text', expression: '' }
    const content = {
      ...{ title: 'Words at home', description: 'Counts words where you are.', category: 'developer', icon: '#' },
      ...{ tags: [], licence: 'MIT', kind: 'custom', source, inBrowser: true, fields: [field] },
      outputs: ['words', 'longest'].map((name) => ({ ...output, name, label: name })),
      examples: [{ title: 'One', input: { text: 'one' }, output: { words: 1 }, source: '' }],
    }
    const { draft } = await send('/api/tools', { content })
    const { fxn } = await send(`/api/tools/${draft.id}/publish`, { changelog: 'First' })
    return fxn.slug
  }, GUEST)
  // A first look notices that its code speaks of the network, and holds it for a moderator.
  for (const table of ['tool_hold', 'case_version']) await queryDatabase(app.dataDir, `delete from ${table}`)
  await queryDatabase(app.dataDir, `update tool set status = 'published' where slug = $1`, [slug])

  const visitor = await visit(browser)
  const { page } = visitor
  const requests = requestsOf(page)
  const asked = () => requests.map((request) => new URL(request.url()).pathname)
  await openPage(page, `${app.url}/fxn/${slug}`)
  // An engine is heavy: it comes when somebody turns to the form.
  expect(asked().filter((path) => path.endsWith('.wasm'))).toEqual([])
  await page.getByText('Nothing leaves this page').first().waitFor()
  const run = async (text: string) => {
    await page.getByLabel('Text', { exact: false }).first().fill(text)
    await page.getByRole('button', { name: /^Run/ }).first().click()
  }
  const results = page.getByRole('region', { name: 'Results' })
  await run('one two')
  await results.getByText(['undefined', 'undefined', 'undefined', 'undefined', 'undefined'].join(' ')).waitFor()
  expect(asked().filter((path) => path.endsWith('.wasm'))).toHaveLength(1)
  // What the page fetches for later, of itself, once it has come to rest.
  await expect.poll(() => hasFetched(page, 'offline-parts'), { timeout: 20_000 }).toBe(true)
  await settled(page)

  const before = requests.length
  await run('one two three')
  await results.getByText('3', { exact: true }).waitFor()
  expect(asked().slice(before)).toEqual([])
  await run('throw')
  await results.getByText('not today (line 5)').waitFor()
  expect(asked().slice(before)).toEqual([])
  for (const text of ['for ever', 'deaf']) {
    await run(text)
    await results.getByText('Stopped after 1 s: the tool did not finish in time.').waitFor()
    await run('one two three four')
    await results.getByText('4', { exact: true }).waitFor()
  }
  expect(await lookProblems(page, 'tool-in-browser', 'page')).toEqual([])
  expect(await visitor.problems()).toEqual([])
})
