import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, startApp } from '../support/app-process.ts'
import { openBrowser, openPage, register, type Visit, visit } from '../support/browser.ts'
import { publishPainter, thief } from './card-painter.ts'

// Row 51: what a creator's tool draws reads neither our page nor our cookies, and calls nobody.
let app: AppProcess
let browser: Browser
let creator: Visit
/** Of somebody else, and what was asked there. What the browser itself has stopped never comes to it. */
const away: string[] = []
const elsewhere = createServer((request, response) => {
  away.push(request.url ?? '')
  response.end()
})
let there = ''
let tool = { id: '', slug: '' }
beforeAll(async () => {
  app = await startApp()
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  there = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  browser = await openBrowser()
  creator = await visit(browser)
  await creator.page.goto(app.url)
  await register(creator, app.url, 'painter@example.com')
  tool = await publishPainter(creator)
}, 240_000)
afterAll(async () => {
  elsewhere.close()
  await browser.close()
  await removeApps()
})

/** How many messages the frames of this page have sent to it. */
async function watch(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    globalThis.heard = 0
    addEventListener('message', ({ source }) => { if (source !== window) heard += 1 })`)
  return () => page.evaluate<number>('heard')
}

async function drawn(page: Page, title: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Card"]').first()
  await frame.getByRole('heading', { name: 'Hello' }).waitFor()
  // Long enough for what the frame would begin at once.
  await frame.getByRole('link', { name: 'Away' }).click()
  await frame.getByRole('button', { name: 'Send' }).click()
  expect(await page.title()).toBe(title)
  expect(await page.locator('iframe[title="Card"]').first().getAttribute('sandbox')).toBe('')
}

test('neither in the preview of the builder nor on the page of the tool', async () => {
  const { id, slug } = tool
  const builder = await watch(creator.page)
  await openPage(creator.page, `${app.url}/create-tool?draft=${id}`)
  await creator.page.locator('#input-text').fill(thief(there))
  await creator.page.getByRole('button', { name: 'Run', exact: true }).click()
  await drawn(creator.page, await creator.page.title())
  expect([away, await builder()]).toEqual([[], 0])

  const visitor = await visit(browser)
  const seen = await watch(visitor.page)
  await openPage(visitor.page, `${app.url}/fxn/${slug}`)
  const title = await visitor.page.title()
  await visitor.page.locator('#input-text').fill(thief(there))
  await visitor.page.getByRole('button', { name: 'Run', exact: true }).click()
  await drawn(visitor.page, title)
  expect([away, await seen()]).toEqual([[], 0])
})

test('another result is drawn in another frame: it is seen at once, and Back still leads out of the page', async () => {
  const { page } = await visit(browser)
  await openPage(page, `${app.url}/explore`)
  await openPage(page, `${app.url}/fxn/${tool.slug}`)
  const before = await page.evaluate<number>('history.length')
  for (const word of ['One', 'Two', 'Three']) {
    await page.locator('#input-text').fill(`<h1>${word}</h1>`)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.frameLocator('iframe[title="Card"]').first().getByRole('heading', { name: word }).waitFor()
  }
  expect(await page.evaluate<number>('history.length')).toBe(before)
  await page.goBack()
  expect(page.url()).toBe(`${app.url}/explore`)
})
