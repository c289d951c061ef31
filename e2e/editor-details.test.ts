import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, ask, openAccount } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, settled, type Visit, visit } from './support/browser.ts'
import { drag, middle, node } from './support/canvas.ts'

// What is done by hand on the bench beside its steps, and what is read off charts and schedules.
let app: AppProcess
let browser: Browser
let owner: Visit
let account: Account
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  // Neither the zone of the schedule nor that of the server.
  owner = await visit(browser, { timezoneId: 'Asia/Kolkata' })
  account = await openAccount(owner, app, 'details@example.com')
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

test('a chart is read by arrow keys, and its file has the figures of its table', async () => {
  const { page } = owner
  await openPage(page, `${app.url}/workflows/${account.workflowId}/analytics`)
  const chart = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: 'Runs', exact: true }) })
  const slider = chart.getByRole('slider')
  const today = new Date().toISOString().slice(0, 10)
  const read = () => slider.getAttribute('aria-valuetext')
  await expect.poll(read).toBe(`${today}: Succeeded 1, Failed 1, Cancelled 0, Under way 0`)
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
  await expect.poll(read).toBe(`${yesterday}: Succeeded 0, Failed 0, Cancelled 0, Under way 0`)
  const downloading = page.waitForEvent('download')
  await chart.getByRole('button', { name: 'Download CSV of Runs' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  await chart.getByText('Show the numbers').click()
  const rows = await chart.getByRole('row').all()
  const cells = (row: (typeof rows)[number]) => row.locator('th, td').allTextContents()
  const [head, ...table] = await Promise.all(rows.map(cells))
  const [first, ...lines] = file.replace('\ufeff', '').trimEnd().split(/\r?\n/)
  expect(first?.split(',').slice(1)).toEqual(head?.slice(1))
  expect(lines.map((one) => one.split(','))).toEqual(table)
  expect(lines).toContain(`${today},1,1,0,0`)
})
