import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase, withoutTable } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { afresh, openBrowser, openPage, settled, type Visit, visit } from './support/browser.ts'
import { lookProblems } from './support/page-checks.ts'

// Finding a tool: the parts of /explore, its list that grows, and what is said when a part is missing.
let app: AppProcess
let browser: Browser
let visitor: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  visitor = await visit(browser, { viewport: { width: 1000, height: 700 } })
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
const main = (page: Page) => page.getByRole('main')
const cards = (page: Page) => main(page).locator('section[aria-busy] article')
const featured = (page: Page) => main(page).getByRole('region', { name: 'Featured Tools' })
const raw = async (path: string) => (await visitor.context.request.get(app.url + path)).text()

test('the filters and the sorts are those of the specification', async () => {
  const page = await open('/explore')
  const categories = await main(page).getByRole('group', { name: 'Category' }).getByRole('button').allTextContents()
  expect(categories.map((text) => text.replace(/\d+$/, ''))).toEqual([
    'All',
    'Calculator',
    'Converter',
    'Developer',
    'Health',
    'Design',
    'Finance',
  ])
  const [all = 0, ...others] = categories.map((text) => Number(/\d+$/.exec(text)?.[0]))
  expect(others.reduce((sum, count) => sum + count, 0)).toBe(all)
  expect(await main(page).getByRole('group', { name: 'Tags' }).getByRole('button').count()).toBe(8)
  expect(await main(page).getByLabel('Sort').locator('option').allTextContents()).toEqual([
    'Relevance',
    'Popular',
    'Highest rated',
    'Recently added',
  ])
})

test('featured tools come first, are marked as such, and only where nothing is filtered', async () => {
  const html = await raw('/explore')
  expect(html.indexOf('Featured Tools')).toBeLessThan(html.indexOf('All Tools'))
  const page = await open('/explore')
  expect(await featured(page).getByRole('article').count()).toBe(3)
  await main(page)
    .getByRole('button', { name: /^Health/ })
    .click()
  await main(page).getByRole('heading', { name: 'Health', exact: true }).waitFor()
  expect(await featured(page).count()).toBe(0)
  await page.route('**/explore.data*', () => undefined)
  await main(page).getByRole('link', { name: 'Clear all' }).click()
  await featured(page).getByText('Loading featured tools…').waitFor({ state: 'attached' })
  expect(
    await featured(page)
      .locator('[aria-hidden]')
      .filter({ has: page.locator('span') })
      .count(),
  ).toBe(3)
})

test('nothing featured is nothing said', async () => {
  await queryDatabase(app.dataDir, 'create table kept as select * from featured_tool')
  await queryDatabase(app.dataDir, 'delete from featured_tool')
  expect(await raw('/explore')).not.toContain('Featured Tools')
  await queryDatabase(app.dataDir, 'insert into featured_tool select * from kept')
})

test('without tags and featured tools it says which is missing, and Try again brings each', async () => {
  // Tags are kept for a minute: only a server that has not read them yet fails to.
  const fresh = await startApp()
  const page = await afresh(visitor)
  const open = () => openPage(page, `${fresh.url}/explore`)
  await withoutTable(fresh.dataDir, 'tag', () => withoutTable(fresh.dataDir, 'featured_tool', open))
  const [tags, tools] = ['Failed to fetch tags', 'Failed to fetch featured tools'].map((message) =>
    main(page).getByRole('alert').filter({ hasText: message }),
  )
  await tags?.waitFor()
  await tools?.waitFor()
  await main(page).getByRole('button', { name: 'Try again' }).first().click()
  await tags?.waitFor({ state: 'detached' })
  await tools?.waitFor({ state: 'detached' })
  await featured(page).getByRole('article').first().waitFor()
})

test('Load more adds a page below, keeps the address, and moves the focus to what is new', async () => {
  const page = await open('/explore?category=developer')
  expect(await cards(page).count()).toBe(24)
  const first = await cards(page).first().textContent()
  await main(page).getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => cards(page).count()).toBeGreaterThan(24)
  expect(new URL(page.url()).search).toBe('?category=developer&page=2&from=1')
  expect(await cards(page).first().textContent()).toBe(first)
  const title = await cards(page).nth(24).getByRole('link').textContent()
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(title)
})

test('the list as it has grown is in the HTML, and Back finds card 40 where it was', async () => {
  const html = await raw('/explore?page=2&from=1')
  expect(html.match(/<article/g)).toHaveLength(3 + 48)
  const page = await open('/explore')
  await main(page).getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => cards(page).count()).toBe(48)
  const card = cards(page).nth(39).getByRole('link')
  await card.scrollIntoViewIfNeeded()
  await settled(page)
  const before = Number(await page.evaluate('scrollY'))
  expect(before).toBeGreaterThan(700)
  await card.click()
  await page.waitForURL(/\/fxn\//)
  await page.goBack()
  await expect.poll(() => cards(page).count()).toBe(48)
  await expect.poll(async () => Math.abs(Number(await page.evaluate('scrollY')) - before)).toBeLessThanOrEqual(20)
})

test('a card of a new list gets its star when it comes within 50 pixels of the window', async () => {
  const page = await open('/explore?q=tip')
  await main(page).getByRole('link', { name: 'Clear all' }).click()
  await expect.poll(() => cards(page).count()).toBe(24)
  const stars = () =>
    cards(page)
      .getByRole('button', { name: /favourite/i })
      .count()
  const near = async () =>
    Number(
      await page.evaluate(
        `[...document.querySelectorAll('section[aria-busy] article')].filter((card) => {
           const { top, bottom } = card.getBoundingClientRect()
           return top < innerHeight + 50 && bottom > -50
         }).length`,
      ),
    )
  await page.evaluate('scrollTo(0, 0)')
  await expect.poll(async () => (await stars()) - (await near())).toBeGreaterThanOrEqual(0)
  expect(await stars()).toBeLessThan(24)
  await cards(page).last().scrollIntoViewIfNeeded()
  await cards(page)
    .last()
    .getByRole('button', { name: /favourite/i })
    .waitFor()
})

test('a rating is shown with the number of its votes, and none where there is none', async () => {
  await queryDatabase(app.dataDir, `update tool set rating_count = 12, rating_sum = 55 where slug = 'tip-calculator'`)
  const page = await open('/explore?q=tip%20calculator&category=calculator')
  await main(page).getByText('4.6 of 5 stars in 12 ratings').waitFor({ state: 'attached' })
  expect(await raw('/explore?q=loan%20payment')).not.toContain('of 5 stars')
})

test('a search that is a question is answered above the results, and opens the filled tool', async () => {
  expect(await raw('/explore?q=10+kg+in+lb')).toContain('22.0462262185 lb')
  const page = await open('/explore')
  await main(page).getByRole('searchbox').fill('2026-01-01 + 90 days')
  const answer = main(page).getByRole('region', { name: 'Answer' })
  await answer.getByText('= 2026-04-01, Wednesday').waitFor()
  await answer.getByRole('link', { name: 'Open in Date Calculator' }).click()
  await page.waitForURL(/\/fxn\/date-add#in=/)
  await page.getByRole('region', { name: 'Results', exact: true }).getByText('2026-04-01').first().waitFor()
  expect(await page.getByLabel('Amount', { exact: true }).first().inputValue()).toBe('90')
})

test('a sum is answered, and the evaluator opens with it', async () => {
  const page = await open('/explore?q=12*7%2B3')
  const answer = main(page).getByRole('region', { name: 'Answer' })
  await answer.getByText('= 87').waitFor()
  await answer.getByRole('link', { name: 'Open in Expression Evaluator' }).click()
  await page.waitForURL(/\/fxn\/expression-evaluator#in=/)
  await page.getByRole('region', { name: 'Results', exact: true }).getByText('87', { exact: true }).first().waitFor()
  expect(await page.getByLabel('Expression', { exact: false }).first().inputValue()).toBe('12*7+3')
})

test('tomorrow is that of whoever asks, not that of the server', async () => {
  await afresh(visitor)
  const page = await visitor.context.newPage()
  await page.clock.setFixedTime(new Date('2030-05-05T12:00:00'))
  await openPage(page, `${app.url}/explore?q=tomorrow`)
  await main(page).getByRole('region', { name: 'Answer' }).getByText('= 2030-05-06, Monday (week 19)').waitFor()
  await page.close()
})

test('what is not found can be requested, with and without scripts', async () => {
  const page = await open('/explore?q=mortgagecalcs')
  await main(page).getByRole('heading', { name: 'Nearest tools' }).waitFor()
  await main(page).getByRole('link', { name: 'Mortgage Calculator' }).waitFor()
  expect(await main(page).getByRole('link', { name: 'Build it' }).getAttribute('href')).toBe('/create-tool')
  await main(page).getByRole('button', { name: 'Request it' }).click()
  await main(page).getByText('You are the first to ask for it.').waitFor()
  const plain = await visit(browser, { javaScriptEnabled: false })
  await plain.page.goto(`${app.url}/explore?q=mortgagecalcs`)
  await plain.page.getByRole('button', { name: 'Request it' }).click()
  await plain.page.getByText('You are the first to ask for it.').waitFor()
  expect(new URL(plain.page.url()).search).toBe('?q=mortgagecalcs')
  await plain.context.close()
  expect(await queryDatabase(app.dataDir, 'select words, count from tool_request')).toEqual([
    { words: 'mortgagecalcs', count: 1 },
  ])
})

test('at the end of the list somebody can ask for a tool, with and without scripts', async () => {
  const page = await open('/explore')
  const section = main(page).getByRole('region', { name: 'Is a tool missing?' })
  await section.getByRole('button', { name: 'Ask for it' }).click()
  expect(await page.evaluate('document.activeElement.name')).toBe('query')
  await section.getByLabel('What should it do?').fill('Knit a pullover')
  await section.getByRole('button', { name: 'Ask for it' }).click()
  await section.getByText('Requested. You are the first to ask for it.').waitFor()
  expect(await main(page).getByRole('searchbox').inputValue()).toBe('')
  const plain = await visit(browser, { javaScriptEnabled: false })
  await plain.page.goto(`${app.url}/explore?category=design`)
  await plain.page.getByLabel('What should it do?').fill('Fold a crane')
  await plain.page.getByRole('button', { name: 'Ask for it' }).click()
  await plain.page.getByText('Requested. You are the first to ask for it.').waitFor()
  await plain.context.close()
  const asked = `select words from tool_request where words <> 'mortgagecalcs' order by words`
  expect(await queryDatabase(app.dataDir, asked)).toEqual([{ words: 'fold a crane' }, { words: 'knit a pullover' }])
})

describe('when a search fails in an open page', () => {
  const note = (page: Page) => main(page).getByRole('alert')
  const data = '**/explore.data*'
  const retry = (page: Page) => main(page).getByRole('button', { name: 'Try again' })

  test('offline: text, filters and list are kept, and the answer comes with the connection', async () => {
    const page = await open('/explore?q=tip')
    const before = await cards(page).allTextContents()
    await visitor.context.setOffline(true)
    const box = main(page).getByRole('searchbox')
    await box.fill('json')
    await note(page).getByText('You are offline. Your search and filters are kept').waitFor()
    await box.press('End')
    await box.pressSequentially(' format')
    await expect.poll(() => new URL(page.url()).search).toBe('?q=json+format')
    expect(await page.evaluate('document.activeElement.value')).toBe('json format')
    await main(page)
      .getByRole('button', { name: /^Developer/, pressed: false })
      .click()
    await main(page)
      .getByRole('button', { name: /^Developer/, pressed: true })
      .waitFor()
    await retry(page).click()
    await settled(page)
    expect(await cards(page).allTextContents()).toEqual(before)
    expect(await main(page).getByRole('heading', { name: 'Search results for "tip"' }).count()).toBe(1)
    expect(await lookProblems(page, 'explore-offline')).toEqual([])
    await visitor.context.setOffline(false)
    await main(page).getByRole('heading', { name: 'Search results for "json format"' }).waitFor()
    await main(page).getByRole('link', { name: 'JSON Formatter' }).first().waitFor()
    expect([await note(page).count(), await box.inputValue()]).toEqual([0, 'json format'])
    expect(new URL(page.url()).search).toBe('?q=json+format&category=developer')
  })

  test('offline: Load more says so below the list, and goes on there once connected', async () => {
    const page = await open('/explore')
    await visitor.context.setOffline(true)
    await main(page).getByRole('link', { name: 'Load more' }).click()
    await note(page).getByText('You are offline: more tools come once you are connected.').waitFor()
    expect(await cards(page).count()).toBe(24)
    const edges = await Promise.all([note(page), cards(page).last()].map((one) => one.boundingBox()))
    expect(edges[0]?.y).toBeGreaterThan(edges[1]?.y ?? Number.POSITIVE_INFINITY)
    await visitor.context.setOffline(false)
    await expect.poll(() => cards(page).count()).toBe(48)
    expect(await note(page).count()).toBe(0)
  })

  test('an error of the server: Try again asks for the list alone, and brings it', async () => {
    const page = await open('/explore?q=tip')
    await page.route(data, (route) => route.fulfill({ status: 500, body: 'broken' }))
    await main(page).getByRole('searchbox').fill('json')
    await note(page).getByText('Failed to fetch tools. Your search and filters are kept.').waitFor()
    await main(page).getByRole('link', { name: 'Tip Calculator' }).waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url().replace(app.url, '')))
    await page.unroute(data)
    await retry(page).click()
    await main(page).getByRole('heading', { name: 'Search results for "json"' }).waitFor()
    expect(asked.filter((path) => path.includes('.data'))).toEqual([
      expect.stringMatching(/^\/explore\.data\?q=json&_routes=[^&]*explore/),
    ])
  })

  test('no answer: it is waited for, but not for ever', async () => {
    await afresh(visitor)
    const page = await visitor.context.newPage()
    await page.clock.install()
    await openPage(page, `${app.url}/explore?q=tip`)
    await page.route(data, () => undefined)
    await main(page).getByRole('searchbox').fill('json')
    await main(page).getByText('Searching…').first().waitFor({ state: 'attached' })
    await page.clock.fastForward(15_000)
    await note(page).getByText('Failed to fetch tools').waitFor()
    await main(page).getByRole('link', { name: 'Tip Calculator' }).waitFor()
    await page.unroute(data)
    await retry(page).click()
    await main(page).getByRole('heading', { name: 'Search results for "json"' }).waitFor()
    await page.close()
  })
})

test('an answer that comes late never takes the place of a newer one', async () => {
  const page = await open('/explore')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/explore.data?q=tip*', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  const box = main(page).getByRole('searchbox')
  const first = page.waitForRequest(/explore\.data\?q=tip/)
  await box.fill('tip')
  await first
  await box.fill('json')
  await main(page).getByRole('heading', { name: 'Search results for "json"' }).waitFor()
  release()
  await settled(page)
  expect(await main(page).getByRole('heading', { name: 'Search results for "json"' }).count()).toBe(1)
  expect(new URL(page.url()).search).toBe('?q=json')
})
