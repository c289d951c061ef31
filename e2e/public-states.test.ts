import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReviewEntry } from '#src/features/reviews/reviews.schema.ts'
import { queryDatabase, withoutTable } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { afresh, openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { BROKEN } from './support/failures.ts'
import { lookProblems } from './support/page-checks.ts'

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

const aReview = (title: string): ReviewEntry => ({
  ...{ user: { name: 'Ada' }, rating: { rating: 4 }, status: 'visible', decision: null, isOwn: false },
  ...{ verifiedUse: false, myVote: null, reply: null },
  review: {
    ...{ id: crypto.randomUUID(), title, content: 'As it should.', createdAt: '2026-01-01T00:00:00.000Z' },
    ...{ editedAt: null, helpfulCount: 0, voteCount: 0 },
  },
})

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

describe('ratings and reviews', () => {
  const openReviews = async (page: Page) => {
    await openPage(page, `${app.url}/fxn/tip-calculator`)
    await page.getByRole('heading', { name: 'Ratings and Reviews' }).scrollIntoViewIfNeeded()
  }

  test('error: what was read stays, and what did not come is asked for again', async () => {
    const page = await afresh(visitor)
    const refused = new Set<string>()
    await page.route('**/api/discovery/reviews/*', (route) => {
      const { searchParams } = new URL(route.request().url())
      const [sort, at] = [searchParams.get('sort') ?? '', searchParams.get('page') ?? '']
      if (refused.has(`${sort} ${at}`)) return route.fulfill({ status: 500, json: BROKEN })
      return route.fulfill({ json: Array.from({ length: 20 }, (_, n) => aReview(`${sort} ${at}, the ${n + 1}th`)) })
    })
    await openReviews(page)
    const order = (name: string) => page.getByRole('button', { name, exact: true })
    await shown(page, 'helpful 1, the 20th').waitFor()
    refused.add('helpful 2').add('recent 1')
    await order('Load more reviews').click()
    await page.getByRole('alert').getByText('Unable to load more reviews').waitFor()
    refused.delete('helpful 2')
    await order('Load more reviews').click()
    await shown(page, 'helpful 2, the 20th').waitFor()
    expect(await page.getByText('Unable to load').count()).toBe(0)

    await order('Newest').click()
    await page.getByRole('alert').getByText('Please try again later').waitFor()
    expect(await order('Most helpful').getAttribute('aria-pressed')).toBe('true')
    await shown(page, 'helpful 2, the 20th').waitFor()
    expect(await lookProblems(page, 'reviews-failed', 'page')).toEqual([])
    refused.delete('recent 1')
    await order('Try again').click()
    await shown(page, 'recent 1, the 20th').waitFor()
    expect(await order('Newest').getAttribute('aria-pressed')).toBe('true')
  })

  test('loading: stars stay as they were chosen until the answer is there, and the last choice wins', async () => {
    const person = await visit(browser)
    const { page } = person
    await page.goto(app.url)
    await register(person, app.url, 'stars@example.com')
    const sent: unknown[] = []
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/discovery/ratings', async (route) => {
      const answer = held[sent.length]
      sent.push(route.request().postDataJSON().rating)
      await answer?.promise
      await route.continue()
    })
    await openReviews(page)
    const star = (name: string) => page.getByRole('radio', { name })
    await star('2 stars').check({ force: true })
    await expect.poll(() => sent).toEqual([2])
    expect(await star('2 stars').isChecked()).toBe(true)
    await star('5 stars').check({ force: true })
    // Somebody who leaves the stars is not waited for.
    await page.getByRole('button', { name: 'Write a review' }).focus()
    await star('4 stars').check({ force: true })
    await page.getByRole('button', { name: 'Write a review' }).focus()
    held[0]?.resolve()
    await expect.poll(() => sent).toEqual([2, 4])
    expect(await star('4 stars').isChecked()).toBe(true)
    held[1]?.resolve()
    await page.getByText('It counts once you have confirmed your email address.').waitFor()
    await expect.poll(() => sql('select stars from rating')).toEqual([{ stars: 4 }])
    expect(await star('4 stars').isChecked()).toBe(true)
    await person.context.close()
  })
})

test('a creator’s page that fails says so, and Try again brings it; what it leads to says when one is offline', async () => {
  const page = await afresh(visitor)
  const [creator] = await sql(
    `select handle from creator join tool on tool.owner_id = creator.user_id where tool.slug = 'word-frequency'`,
  )
  const path = `/creators/${String(creator?.handle)}`
  const answer = await withoutTable(app.dataDir, 'creator_follow', () => page.goto(app.url + path))
  expect(answer?.status()).toBe(500)
  await shown(page, 'Failed to fetch creator').waitFor()
  expect(await lookProblems(page, 'creator-failed', 'page')).toEqual([])
  await settled(page)
  await main(page).getByRole('button', { name: 'Try again' }).click()
  await main(page)
    .getByRole('heading', { name: /^Tools by / })
    .waitFor()
  await visitor.context.setOffline(true)
  const link = main(page).getByRole('article').getByRole('link').first()
  const title = (await link.textContent()) ?? ''
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
  await visitor.context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
})
