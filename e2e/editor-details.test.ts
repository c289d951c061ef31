import type { Browser, Page, Route } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMANDS, isSingleKey } from '#src/features/workflows/editor/keymap.ts'
import { ask, openAccount } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, settled, type Visit, visit } from './support/browser.ts'
import { drag, middle, node } from './support/canvas.ts'

// What is done by hand on the bench beside its steps, and what is read off schedules.
let app: AppProcess
let browser: Browser
let owner: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  // Neither the zone of the schedule nor that of the server.
  owner = await visit(browser, { timezoneId: 'Asia/Kolkata' })
  await openAccount(owner, app, 'details@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

async function open(name: string, graph: object): Promise<Page> {
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', { name, graph })
  await openPage(owner.page, `${app.url}/workflows/${workflow.id}?view=canvas`)
  return owner.page
}
const idIn = (page: Page): string => new URL(page.url()).pathname.split('/')[2] ?? ''
interface Stored {
  readonly revision: number
  readonly graph: { readonly nodes: readonly { readonly id: string; readonly name: string }[] }
}
const storedOf = async (page: Page): Promise<Stored> =>
  (await ask<{ workflow: Stored }>(owner, 'GET', `/api/workflows/${idIn(page)}`)).workflow
const step = (id: string, x: number, y = 0, type = 'set', config: object = {}) => ({
  ...{ id, key: id, name: id.toUpperCase(), type, config },
  position: { x, y },
})
const chosen = (page: Page) =>
  page
    .locator('.react-flow__node.selected')
    .evaluateAll((all) => all.map((element) => String(Reflect.get(Reflect.get(element, 'dataset'), 'id'))))
const viewport = (page: Page) => page.locator('.react-flow__viewport').getAttribute('style')

test('a rectangle that is drawn with Shift chooses what it meets, and nothing else', async () => {
  const page = await open('Rectangle', {
    nodes: [step('c', 0, 0, 'manual'), step('a', 320), step('b', 320, 160)],
    edges: [],
  })
  await node(page, 'a').waitFor()
  const [first, last] = [await node(page, 'a').boundingBox(), await node(page, 'b').boundingBox()]
  if (first === null || last === null) throw new Error('Nothing is drawn there')
  await page.keyboard.down('Shift')
  const end = { x: last.x + last.width / 2, y: last.y + last.height / 2 }
  await drag(page, { x: first.x - 16, y: first.y - 16 }, end)
  await page.keyboard.up('Shift')
  await expect.poll(async () => (await chosen(page)).toSorted()).toEqual(['a', 'b'])
})

test('the map is shown when it is asked for, and moves the bench', async () => {
  const page = await open('Map', { nodes: [step('a', 0, 0, 'manual'), step('b', 3000, 2000)], edges: [] })
  await node(page, 'a').waitFor()
  const map = page.getByRole('img', { name: 'Map of the steps' })
  expect(await map.count()).toBe(0)
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await map.waitFor()
  const before = await viewport(page)
  const place = await middle(map)
  await drag(page, place, { x: place.x + 30, y: place.y + 20 })
  await expect.poll(() => viewport(page)).not.toBe(before)
})

test('the panes of a step are made wider and narrower by hand', async () => {
  const page = await open('Panes', {
    nodes: [step('a', 0, 0, 'manual'), step('b', 312)],
    edges: [{ from: 'a', to: 'b' }],
  })
  await node(page, 'b').dblclick()
  await page.getByRole('button', { name: 'Show input and output beside the settings' }).click()
  const line = page.getByRole('separator', { name: 'Width of Input' })
  await line.waitFor()
  await settled(page)
  const width = async () => Number(await line.getAttribute('aria-valuenow'))
  const before = await width()
  const place = await middle(line)
  await drag(page, place, { x: place.x + 60, y: place.y })
  const wider = await width()
  await drag(page, await middle(line), { x: place.x - 40, y: place.y })
  expect([Math.abs(wider - before) > 0, Math.sign((await width()) - wider)]).toEqual([true, -Math.sign(wider - before)])
})

test('a pane of a step that was put away is away after a reload, and one click brings it back', async () => {
  const page = await open('Put away', {
    nodes: [step('a', 0, 0, 'manual'), step('b', 312)],
    edges: [{ from: 'a', to: 'b' }],
  })
  const widen = async () => {
    await node(page, 'b').dblclick()
    await page.getByRole('button', { name: 'Show input and output beside the settings' }).click()
  }
  const line = page.getByRole('separator', { name: 'Width of Output' })
  const output = page.getByRole('region', { name: 'Output', exact: true })
  await widen()
  await output.waitFor()
  await line.press('Enter')
  await output.waitFor({ state: 'hidden' })
  await page.reload()
  await node(page, 'b').waitFor()
  await widen()
  await line.waitFor()
  expect([await line.getAttribute('aria-valuenow'), await output.isVisible()]).toEqual(['0', false])
  await line.click()
  await output.waitFor()
  expect(await page.getByRole('region', { name: 'Input', exact: true }).isVisible()).toBe(true)
})

test('a schedule says its next five times in its zone and in that of whoever looks', async () => {
  const page = await open('Morning', {
    nodes: [step('a', 0, 0, 'schedule', { mode: 'cron', cron: '30 9 * * *', timeZone: 'Europe/Berlin' })],
    edges: [],
  })
  const card = page.getByRole('listitem').filter({ has: page.locator('time') })
  await expect.poll(() => card.count()).toBe(5)
  for (const text of await card.allTextContents()) {
    expect(text).toMatch(/09:30.*\(Europe\/Berlin\)/)
    // Four and a half hours ahead in winter, three and a half in summer.
    expect(text).toMatch(/Where you are: .*1[34]:00:00 \(Asia\/(Kolkata|Calcutta)\)/)
  }
})

test('what is wrong with a schedule is said at its field, once nobody types', async () => {
  const page = await open('Wrong', { nodes: [step('a', 0, 0, 'schedule', { cron: '0 9 * * *' })], edges: [] })
  await node(page, 'a').click()
  for (const [name, wrong, right, message] of [
    ['Cron expression', '0 9 * *', '0 9 * * 1', 'It must have 5 fields, not 4.'],
    [
      'Time zone',
      'Mars/Olympus',
      'Europe/Berlin',
      'There is no such time zone: write UTC, or one such as Europe/Berlin',
    ],
  ] as const) {
    const field = page.getByRole('textbox', { name })
    await field.fill(wrong)
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    const said = await field.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${said?.split(' ').at(-1)}"]`).textContent()).toBe(message)
    await field.fill(right)
    await expect.poll(() => field.getAttribute('aria-invalid')).not.toBe('true')
  }
})

const LINE = { nodes: [step('a', 0, 0, 'manual'), step('b', 312)], edges: [{ from: 'a', to: 'b' }] }

test('the sheet has every key; single keys that are switched off stay dead, and what is typed is never a command', async () => {
  const page = await open('Keys', LINE)
  await node(page, 'b').waitFor()
  const before = (await storedOf(page)).graph
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const undo = page.getByRole('button', { name: /^Undo/ })
  await node(page, 'b').focus()
  await page.keyboard.press('?')
  await sheet.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
  expect((await sheet.locator('dt').allTextContents()).toSorted()).toEqual(
    COMMANDS.map(({ label }) => label).toSorted(),
  )
  await sheet.getByLabel('Single keys').click()
  await sheet.getByRole('button', { name: 'Done' }).click()
  const single = COMMANDS.flatMap(({ keys }) => keys).filter(isSingleKey)
  expect(single.length).toBeGreaterThan(10)
  const pressAll = async () => {
    await node(page, 'b').focus()
    await settled(page)
    const place = await viewport(page)
    for (const key of single) await page.keyboard.press(key)
    expect(await page.locator('dialog[open]').count()).toBe(0)
    expect([await undo.isDisabled(), await viewport(page)]).toEqual([true, place])
    expect(await node(page, 'b').isVisible()).toBe(true)
  }
  await pressAll()
  await page.reload()
  await node(page, 'b').waitFor()
  await settled(page)
  await pressAll()
  await node(page, 'b').focus()
  await page.keyboard.press('Control+d')
  await expect.poll(() => undo.isDisabled()).toBe(false)
  await page.keyboard.press('Control+z')
  await expect.poll(() => undo.isDisabled()).toBe(true)

  // The way back from there: the sheet opens by hand, and by a key that is not a single one.
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await page.keyboard.press('Control+/')
  await sheet.getByLabel('Single keys').click()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await node(page, 'b').focus()
  await page.keyboard.press('?')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await node(page, 'b').dblclick()
  const name = page.getByLabel('Name of the step')
  await name.fill('')
  await name.pressSequentially(`${single.join('')}acdmv `)
  for (const key of [
    'Delete',
    'Backspace',
    'Home',
    'ArrowLeft',
    'Shift+ArrowRight',
    'End',
    'Control+a',
    'Control+ArrowLeft',
  ])
    await page.keyboard.press(key)
  expect(await page.locator('dialog[open]').count()).toBe(0)
  const typed = await name.inputValue()
  await expect.poll(async () => (await storedOf(page)).graph.nodes[1]?.name).toBe(typed)
  const after = (await storedOf(page)).graph
  expect(after).toEqual({
    ...before,
    nodes: before.nodes.map((one) => (one.id === 'b' ? { ...one, name: typed } : one)),
  })
})

test('an edit is sent within five seconds with the revision that it rests on, and each state is told in words', async () => {
  const page = await open('Words', LINE)
  const sent: { readonly at: number; readonly revision: number }[] = []
  const held = Promise.withResolvers<void>()
  await page.route('**/draft', async (route: Route) => {
    sent.push({ at: performance.now(), revision: route.request().postDataJSON().revision })
    await held.promise
    await route.continue()
  })
  const said = (words: string) => page.getByRole('status').getByText(words, { exact: true })
  await said('Saved').waitFor()
  const { revision } = await storedOf(page)
  const place = () => page.locator('.react-flow').boundingBox()
  const before = await place()
  await node(page, 'b').focus()
  const begun = performance.now()
  await page.keyboard.press('d')
  await said('Unsaved changes').waitFor()
  // Words of other lengths move nothing.
  expect(await place()).toEqual(before)
  await said('Saving…').waitFor()
  expect(await place()).toEqual(before)
  expect([await said('Saved').count(), sent.map((one) => one.revision)]).toEqual([0, [revision]])
  expect((sent[0]?.at ?? Number.NaN) - begun).toBeLessThan(5000)
  held.resolve()
  await said('Saved').waitFor()
  await page.keyboard.press('d')
  await expect.poll(() => sent.map((one) => one.revision)).toEqual([revision, revision + 1])
  await said('Saved').waitFor()
  expect((await storedOf(page)).revision).toBe(revision + 2)
  await page.unroute('**/draft')
})

test('a webhook says both of its addresses, listens for a test call, and shows it when it comes', async () => {
  const page = await open('Called', {
    ...LINE,
    nodes: [
      step('a', 0, 0, 'webhook', { respond: 'now' }),
      step('b', 312, 0, 'set', { values: { letters: '{{ size(trigger.body.?token.orValue("")) }}' } }),
    ],
  })
  await node(page, 'a').dblclick()
  const address = async (label: string) =>
    /https?:[^\s'"]+/.exec((await page.getByRole('region', { name: label, exact: true }).textContent()) ?? '')?.[0] ??
    ''
  await page.getByRole('button', { name: 'Listen for a test call' }).waitFor()
  const [live, trial] = [await address('Address'), await address('Address for a test')]
  expect(trial).toBe(live.replace('/hooks/', '/hooks-test/'))
  expect([await address('curl'), await address('curl for a test')]).toEqual([live, trial])
  const call = async (url: string, body = '{"order":"A-4711"}') =>
    (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status
  // Neither is published nor does anybody listen yet.
  expect([await call(live), await call(trial)]).toEqual([404, 404])
  await page.getByRole('button', { name: 'Listen for a test call' }).click()
  await page.getByRole('status').getByText('Listening… Nothing has called yet.').waitFor()
  expect(await call(trial)).toBe(202)
  await page.getByRole('status').getByText('A test call came in.').waitFor()
  await page.getByRole('complementary').getByText('A-4711').first().waitFor()
  expect(await page.getByRole('link', { name: 'See its run' }).getAttribute('href')).toMatch(
    /\/executions\/[0-9a-f-]{36}$/,
  )
  // The call is followed as a run begun here is, and the next run begins with what it brought.
  await page.getByRole('region', { name: 'Last run' }).getByText('Succeeded').waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Run' })
  expect(JSON.parse(await dialog.getByLabel('Input (JSON)').inputValue())).toEqual({ order: 'A-4711' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close the step' }).click()
  await page.getByRole('complementary', { name: 'Start and state' }).getByText('A-4711').first().waitFor()
  expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)

  // Also while another step is open; and what the log redacts comes along with the next run all the same.
  await node(page, 'b').click()
  expect(await call(trial, '{"order":"A-4712","token":"abc"}')).toBe(202)
  await page.getByRole('tab', { name: 'Output' }).click()
  const letters = page.getByRole('tabpanel', { name: 'Output' }).getByText('3', { exact: true })
  await letters.waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  expect(JSON.parse(await dialog.getByLabel('Input (JSON)').inputValue())).toEqual({
    order: 'A-4712',
    token: '[redacted]',
  })
  await dialog.getByText('Its secret values are not shown, but come along').waitFor()
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Last run' }).getByText('Succeeded').waitFor()
  await letters.waitFor()
  await node(page, 'a').click()
  await page.getByRole('button', { name: 'Stop listening' }).click()
  await page.getByText('Not listening.').waitFor()
  expect(await call(trial)).toBe(404)
})

test('a form says both of its addresses, listens for a test submission, and shows its answers', async () => {
  const form = { title: 'Orders', fields: [{ name: 'order', label: 'Order', required: true }] }
  const page = await open('Asked', { ...LINE, nodes: [step('a', 0, 0, 'form', form), step('b', 312)] })
  await node(page, 'a').dblclick()
  const address = async (label: string) =>
    (await page.getByRole('region', { name: label, exact: true }).textContent()) ?? ''
  await page.getByRole('button', { name: 'Listen for a test submission' }).click()
  await page.getByRole('status').getByText('Listening… Nobody has sent the form yet.').waitFor()
  const [live, trial] = [await address('Address'), await address('Address for a test')]
  expect([live.startsWith(app.url), trial.startsWith(app.url), live === trial]).toEqual([true, true, false])
  expect((await fetch(live)).status).toBe(404)
  const opening = owner.context.waitForEvent('page')
  await page.getByRole('link', { name: /Open the test form/ }).click()
  const guest = await opening
  expect(guest.url()).toBe(trial)
  await guest.getByLabel('Order').fill('A-4711')
  await guest.getByRole('button', { name: 'Send' }).click()
  await guest.getByRole('heading', { name: 'Thank you' }).waitFor()
  await guest.close()
  await page.getByRole('status').getByText('A test submission came in.').waitFor()
  await page.getByRole('complementary').getByText('A-4711').first().waitFor()
  await page.getByRole('button', { name: 'Stop listening' }).click()
  await page.getByText('Not listening.').waitFor()
  expect((await fetch(trial)).status).toBe(404)
})

test('a draft that is taken back to what was published is published again, without a reload', async () => {
  const page = await open('There and back', LINE)
  const { revision } = await storedOf(page)
  await ask(owner, 'POST', `/api/workflows/${idIn(page)}/publish`, { revision })
  await page.reload()
  const published = page.getByRole('button', { name: 'Published', exact: true })
  await published.waitFor()
  await node(page, 'b').focus()
  await page.keyboard.press('d')
  await page.getByRole('button', { name: 'Publish changes' }).waitFor()
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await storedOf(page)).revision).toBe(revision + 1)
  await page.keyboard.press('Control+z')
  await published.waitFor()
  expect(await published.isDisabled()).toBe(true)
  await node(page, 'b').press('F2')
  await page.keyboard.type('Another name')
  const publish = page.getByRole('button', { name: 'Publish changes' })
  await publish.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click()
  await published.waitFor()
  expect(await page.evaluate('document.activeElement?.textContent')).toBe('Published')
})

test('the bar over a published workflow is as high with edits as without, and one row on a desk', async () => {
  const page = await open('A workflow whose name is long enough to be in the way', LINE)
  const { revision } = await storedOf(page)
  await ask(owner, 'POST', `/api/workflows/${idIn(page)}/publish`, { revision })
  await page.reload()
  await page.getByRole('button', { name: 'Published', exact: true }).waitFor()
  const bar = page.locator('main header').first()
  const heights = async () => {
    const found: (number | undefined)[] = []
    for (const width of [360, 640, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      found.push((await bar.boundingBox())?.height)
    }
    return found
  }
  const before = await heights()
  expect(before.at(-1)).toBeLessThan(60)
  await node(page, 'b').focus()
  await page.keyboard.press('d')
  await page.getByRole('button', { name: 'Publish changes' }).waitFor()
  expect(await heights()).toEqual(before)
})
