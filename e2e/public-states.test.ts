import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase, withoutTable } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { afresh, openBrowser, openPage, settled, type Visit, visit } from './support/browser.ts'
import { BROKEN } from './support/failures.ts'

// The public views of data in each state that they can be in. Explore without results is in tools.test.ts.
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

const sql = (text: string, ...values: readonly unknown[]) => queryDatabase(app.dataDir, text, values)
const main = (page: Page) => page.getByRole('main')
const shown = (page: Page, text: string | RegExp) => main(page).getByText(text).filter({ visible: true }).first()

async function open(path: string): Promise<Page> {
  const page = await afresh(visitor)
  await openPage(page, app.url + path)
  return page
}

describe('explore', () => {
  test('loading: after a moment, cards without content take the place of the old ones', async () => {
    const page = await open('/explore')
    await settled(page)
    await page.route('**/explore.data*', () => undefined)
    await main(page)
      .getByRole('button', { name: /^Converter/ })
      .click()
    await main(page).getByText('Searching…').first().waitFor({ state: 'attached' })
    expect(await main(page).locator('article').count()).toBe(0)
  })

  test('sparse: one tool is one tool', async () => {
    const page = await open('/explore?q=tip%20calculator&category=calculator')
    await shown(page, /^1 tool found$/).waitFor()
    expect(await main(page).locator('article').count()).toBe(1)
  })

  test('error: answers 503 with the filters kept; Try again brings the tools', async () => {
    const page = await afresh(visitor)
    const answer = await withoutTable(app.dataDir, 'tool_tag', () => page.goto(`${app.url}/explore?q=tip`))
    expect(answer?.status()).toBe(503)
    await shown(page, 'Failed to fetch tools').waitFor()
    expect(await main(page).getByRole('searchbox').inputValue()).toBe('tip')
    await settled(page)
    await main(page).getByRole('button', { name: 'Try again' }).click()
    await main(page).getByRole('link', { name: 'Tip Calculator' }).waitFor()
  })

  test('dense and hidden: pages of tools, and none that is not published', async () => {
    await sql(
      `with added as (
         insert into tool (id, slug, title, description, category, kind, status, published_at)
         select gen_random_uuid(), 'made-' || n, 'Made ' || n, 'One of many', 'design', 'config',
                case when n > 90 then 'draft' else 'published' end, now()
           from generate_series(1, 95) n returning id)
       insert into tool_version (tool_id, version, input_schema, output_schema, code)
       select added.id, 1, input_schema, output_schema, code from added, tool_version
        where tool_version.tool_id = (select id from tool where slug = 'paint-needed')`,
    )
    const [row] = await sql(
      `select count(*)::int as count from tool where category = 'design' and status = 'published'`,
    )
    const count = Number(row?.count)
    expect(count).toBeGreaterThanOrEqual(90)
    const page = await open('/explore?category=design')
    await shown(page, new RegExp(`^${count} tools found$`)).waitFor()
    const perPage = await main(page).locator('article').count()
    const pages = Math.ceil(count / perPage)
    await main(page)
      .getByRole('link', { name: `Page ${pages}`, exact: true })
      .click()
    await page.waitForURL(new RegExp(`page=${pages}`))
    await expect.poll(() => main(page).locator('article').count()).toBe(count - perPage * (pages - 1))
  })
})

describe('the tool page', () => {
  test('empty and loading: ready, then running', async () => {
    const page = await open('/fxn/word-frequency')
    await shown(page, 'Ready to run').waitFor()
    await page.route('**/run', () => undefined)
    await page.getByLabel('Text', { exact: false }).first().fill('to be')
    await main(page).getByRole('button', { name: 'Run', exact: true }).click()
    await main(page).getByRole('status').getByText('Running on our server').waitFor()
  })

  test('error: a run that the server fails, and a page that it fails', async () => {
    const page = await open('/fxn/word-frequency')
    await settled(page)
    await page.route('**/run', (route) => route.fulfill({ status: 500, json: BROKEN }))
    await page.getByLabel('Text', { exact: false }).first().fill('to be')
    await main(page).getByRole('button', { name: 'Run', exact: true }).click()
    await shown(page, BROKEN.error.message).waitFor()
    await page.unroute('**/run')
    await main(page).getByRole('button', { name: 'Run', exact: true }).click()
    await shown(page, '2 words, 2 different').waitFor()

    const answer = await withoutTable(app.dataDir, 'tool_version', () => page.goto(`${app.url}/fxn/tip-calculator`))
    expect(answer?.status()).toBe(500)
    await shown(page, 'Failed to fetch tool').waitFor()
    await settled(page)
    await main(page).getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tip Calculator' }).waitFor()
  })

  test('offline: a tool of this browser goes on; one of the server says why not and keeps the input', async () => {
    const here = await open('/fxn/tip-calculator')
    await settled(here)
    await visitor.context.setOffline(true)
    await here.getByLabel('Bill').fill('250')
    await shown(here, '300.00').waitFor()
    await visitor.context.setOffline(false)
    const there = await open('/fxn/word-frequency')
    await settled(there)
    await visitor.context.setOffline(true)
    const text = there.getByLabel('Text', { exact: false }).first()
    await text.fill('to be')
    await main(there).getByRole('button', { name: 'Run', exact: true }).click()
    await shown(there, /offline|network/i).waitFor()
    expect(await text.inputValue()).toBe('to be')
    await visitor.context.setOffline(false)
  })

  test('forbidden and gone: a draft is not there, a deleted tool is gone, and both offer others', async () => {
    for (const [status, expected] of [
      ['draft', 404],
      ['deleted', 410],
    ] as const) {
      await sql('update tool set status = $1 where slug = $2', status, 'paint-needed')
      const page = await afresh(visitor)
      const answer = await page.goto(`${app.url}/fxn/paint-needed`)
      expect(answer?.status()).toBe(expected)
      await page.getByRole('heading', { level: 1, name: 'Tool Not Found' }).waitFor()
      expect(await main(page).locator('article').count()).toBeGreaterThan(0)
    }
    await sql('update tool set status = $1 where slug = $2', 'published', 'paint-needed')
  })
})
