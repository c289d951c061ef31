import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Example, Tool } from '#src/sdk/define-tool.ts'
import { tools } from '#src/tools/index.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { hasFetched, openBrowser, openPage, requestsOf, settled, visit } from './support/browser.ts'

// What every built-in tool says of itself. That leaving sends one count, and what it holds, is asked of three in tools.test.ts.
let app: AppProcess
let browser: Browser
let page: Page
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  page = (await visit(browser)).page
  await openPage(page, `${app.url}/explore`)
  // What a page fetches for later, once it has come to rest: for the whole visit, so that no tool is asked before it.
  for (const part of ['offline-parts', 'palette.web'])
    await vi.waitUntil(() => hasFetched(page, part), { timeout: 20_000 })
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const results = () => page.getByRole('region', { name: 'Results', exact: true })
const copy = () => results().getByRole('button', { name: /^Cop/ }).first()

/** Clicks an example of an empty card and waits for what it gives: with a result, there is something to copy. */
async function run({ title }: Example, isTold: boolean): Promise<void> {
  await page.getByRole('region', { name: 'Examples' }).getByRole('button').filter({ hasText: title }).first().click()
  if (isTold) await page.getByRole('button', { name: 'Run', exact: true }).click()
  await copy().waitFor()
}

/** Some open with the result of their defaults. */
async function empty(): Promise<void> {
  if (await copy().isVisible()) await results().getByRole('button', { name: 'Reset', exact: true }).click()
  await page.getByText('Ready to run', { exact: true }).waitFor()
}

test.each(Object.keys(tools))('%s computes without a request', async (slug) => {
  const {
    title,
    examples,
    needs = [],
  }: Pick<Tool, 'title' | 'examples' | 'needs'> = await tools[slug as keyof typeof tools]()
  const [first, second] = examples
  if (first === undefined || second === undefined) throw new Error('every tool has two examples')
  const isTold = needs.includes('chance')
  await page.evaluate(`void __reactRouterDataRouter.navigate('/fxn/${slug}')`)
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  await page.getByText('Nothing leaves this page', { exact: true }).waitFor()
  // The code of a tool, of its worker and of how its results are shown comes with the first use.
  await page.locator('main form').first().locator('input, textarea, select').first().focus()
  await empty()
  await run(first, isTold)
  await settled(page)
  await empty()
  const requests = requestsOf(page)
  await run(second, isTold)
  expect(requests.map((request) => `${request.method()} ${request.url()}`)).toEqual([])
})
