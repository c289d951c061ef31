import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase, withoutTable } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { afresh, openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { BROKEN } from './support/failures.ts'

// What the catalogue, a tool page and its runs say, word for word; docs/catalogue-proofs.md leads here.
let app: AppProcess
let browser: Browser
let visitor: Visit
let ada: Visit
const SOLD = '/fxn/word-frequency'
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  visitor = await visit(browser)
  ada = await visit(browser)
  await ada.page.goto(app.url)
  await register(ada, app.url, 'reader@example.com')
  await sql(`update "user" set email_verified_at = now()`)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const sql = (text: string) => queryDatabase(app.dataDir, text)
async function open(path: string, someone = visitor): Promise<Page> {
  const page = await afresh(someone)
  await openPage(page, app.url + path)
  return page
}
const main = (page: Page) => page.getByRole('main')
/** The first words of a toast are for ears: its kind. */
const toast = (page: Page, text: string) =>
  page
    .getByRole('region', { name: 'Notification' })
    .locator('p')
    .filter({ hasText: new RegExp(`^(\\w+: )?${text}$`), visible: true })
const fail = (page: Page, path: string) => page.route(path, (route) => route.fulfill({ status: 500, json: BROKEN }))
/** What the server says to somebody whose other page has written the review already. */
const TWICE = { error: { ...BROKEN.error, code: 'REVIEW_EXISTS', message: 'You have reviewed this tool already' } }

describe('explore', () => {
  test('whoever has tools to sell is told of the share, and sent to the builder', async () => {
    const sell = main(await open('/explore')).getByRole('region', { name: 'Want to sell your tools?' })
    await sell.getByText('Creators earn 70% revenue share.').waitFor()
    expect(await sell.getByRole('link', { name: 'Start Building' }).getAttribute('href')).toBe('/create-tool')
  })

  test('a list that is empty without a search says so in other words than one with', async () => {
    const page = await open('/explore?category=health&tags=json')
    await main(page).getByRole('heading', { name: 'No tools found' }).waitFor()
    await main(page).getByText('No tools are available in this category yet', { exact: true }).waitFor()
    expect(await main(page).getByText('Try adjusting').count()).toBe(0)
    await main(page).getByRole('link', { name: 'Clear search' }).click()
    await page.waitForURL(/\/explore\?tags=json$/)
    await main(page).getByRole('link', { name: 'JSON Formatter' }).waitFor()
  })

  test('the address follows what is typed 300 ms after the last key, once', async () => {
    await afresh(visitor)
    const page = await visitor.context.newPage()
    await page.clock.install()
    await openPage(page, `${app.url}/explore`)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/explore.data') && asked.push(request.url()))
    await page.clock.pauseAt(Date.now() + 60_000)
    for (const text of ['t', 'ti', 'tip']) {
      await main(page).getByRole('searchbox').fill(text)
      await page.clock.runFor(299)
    }
    expect([asked, new URL(page.url()).search]).toEqual([[], ''])
    await page.clock.runFor(1)
    await page.clock.resume()
    await main(page).getByRole('heading', { name: 'Search results for "tip"' }).waitFor()
    expect(asked.map((url) => new URL(url).searchParams.get('q'))).toEqual(['tip'])
    await page.close()
  })

  test('six placeholders stand for cards that are searched', async () => {
    const page = await open('/explore?category=design')
    await page.route('**/explore.data*', () => undefined)
    await main(page)
      .getByRole('button', { name: /^Converter/ })
      .click()
    const waiting = main(page).getByRole('status').filter({ hasText: 'Searching…' })
    await waiting.waitFor()
    expect(await waiting.locator('> div').count()).toBe(6)
  })

  test('each filter is a chip that takes it away, and Clear all takes all of them', async () => {
    const page = await open('/explore?q=calculator&category=finance&tags=loan')
    const chips = main(page).getByRole('link', { name: /^Remove filter/ })
    const labels = (await chips.all()).map((chip) => chip.getAttribute('aria-label'))
    expect(await Promise.all(labels)).toEqual([
      'Remove filter “calculator”',
      'Remove filter Finance',
      'Remove filter loan',
    ])
    await chips.nth(1).click()
    await page.waitForURL(/\?q=calculator&tags=loan$/)
    await main(page).getByRole('link', { name: 'Clear all' }).click()
    await page.waitForURL(/\/explore$/)
  })

  test('a card has three tags and the number of the others, runs, favourites and the price', async () => {
    await sql(`update tool set run_count = 1200, price_cents = 999 where slug = 'word-frequency'`)
    await sql(`delete from tool_tag where tool_id = (select id from tool where slug = 'word-frequency')`)
    await sql(`insert into tool_tag (tool_id, tag_id)
      select tool.id, tag.id from tool, (select id from tag order by slug limit 5) tag where slug = 'word-frequency'`)
    const card = main(await open('/explore?q=word+frequency'))
      .getByRole('article')
      .filter({ hasText: 'Word frequency' })
    const tags = await card.getByRole('list', { name: 'Tags' }).getByRole('listitem').allTextContents()
    expect([tags.length, tags.at(-1)]).toEqual([4, '+2'])
    await card.getByText('1,200 runs · 0 favourites · $9.99', { exact: true }).waitFor()
    expect(await card.getByRole('link').first().getAttribute('href')).toBe(SOLD)
    await sql(`update tool set price_cents = 0, run_count = 0 where slug = 'word-frequency'`)
  })
})

describe('the tool page', () => {
  test('its head has category, tags that lead to their lists, runs, and how long the last run took', async () => {
    const page = await open('/fxn/tip-calculator')
    const head = main(page).locator('header')
    await head.getByText('Calculator', { exact: true }).waitFor()
    const tag = head.getByRole('list', { name: 'Tags' }).getByRole('link').first()
    expect(await tag.getAttribute('href')).toBe(`/explore?tags=${await tag.textContent()}`)
    await head.getByText(/^\d+ runs?$/).waitFor()
    await page.getByLabel('Bill').fill('50')
    await head.getByText(/^last run (less than )?[\d.]+ m?s$/).waitFor()
  })

  test('opening it counts one view, and up to six related tools follow', async () => {
    const views = async () => {
      const [row] = await sql(`select view_count from tool where slug = 'json-formatter'`)
      return Number(row?.view_count)
    }
    const before = await views()
    const page = await open('/fxn/json-formatter')
    await expect.poll(views).toBe(before + 1)
    const related = main(page).getByRole('region', { name: 'Related tools' }).getByRole('article')
    expect(await related.count()).toBe(6)
    expect(await related.filter({ has: page.locator('a[href="/fxn/json-formatter"]') }).count()).toBe(0)
  })

  test('one that is not there leads back to Explore', async () => {
    const page = await open('/fxn/no-such-tool')
    await main(page).getByRole('heading', { level: 1, name: 'Tool Not Found' }).waitFor()
    expect(await main(page).getByRole('link', { name: 'Back to Explore' }).getAttribute('href')).toBe('/explore')
  })

  test('Copy says that it copied only once the clipboard has it', async () => {
    const page = await open('/fxn/base64')
    await page.getByLabel('Text', { exact: true }).fill('foobar')
    const results = main(page).getByRole('region', { name: 'Results', exact: true })
    await results.getByText('Zm9vYmFy').first().waitFor()
    await results.getByRole('button', { name: 'Copy', exact: true }).first().click()
    await toast(page, 'Copied to clipboard').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('Zm9vYmFy')
    await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
      document.execCommand = () => false`)
    await page.reload()
    await settled(page)
    await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
      document.execCommand = () => false`)
    await results.getByRole('button', { name: 'Copy', exact: true }).first().click()
    await results.getByText('Your browser did not allow copying.').first().waitFor({ state: 'attached' })
    expect(await toast(page, 'Copied to clipboard').count()).toBe(0)
  })
})

describe('a run that fails', () => {
  test('says why in the words of the server, and that it failed', async () => {
    const page = await open(SOLD)
    await fail(page, '**/run')
    await page.getByLabel('Text', { exact: false }).first().fill('to be')
    await main(page).getByRole('button', { name: 'Run', exact: true }).click()
    await toast(page, 'Execution failed').waitFor()
    await main(page).getByRole('region', { name: 'Results', exact: true }).getByText(BROKEN.error.message).waitFor()
  })

  test('without words of the server says “Failed to run fxn”', async () => {
    const page = await open(SOLD)
    await page.route('**/run', (route) => route.fulfill({ status: 400, body: 'what?' }))
    await page.getByLabel('Text', { exact: false }).first().fill('to be')
    await main(page).getByRole('button', { name: 'Run', exact: true }).click()
    await main(page).getByRole('region', { name: 'Results', exact: true }).getByText('Failed to run fxn').waitFor()
    await toast(page, 'Execution failed').waitFor()
  })
})

describe('who may use it', () => {
  test('a check that fails is no access, is told as that, and can be tried again', async () => {
    await sql(`update tool set price_cents = 999 where slug = 'word-frequency'`)
    const page = await withoutTable(app.dataDir, 'sale', () => open(SOLD, ada))
    const note = main(page).getByRole('region', { name: 'Failed to check access' })
    await note.getByText('Nothing was charged').waitFor()
    await page.getByLabel('Text', { exact: false }).first().fill('to be')
    await main(page).getByRole('button', { name: 'Run', exact: true }).click()
    await toast(page, 'Failed to check access').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await note.getByRole('button', { name: 'Try again' }).click()
    await main(page).getByRole('button', { name: 'Purchase Now' }).waitFor()
    expect(await note.count()).toBe(0)
    await sql(`update tool set price_cents = 0 where slug = 'word-frequency'`)
  })
})

describe('a price that came since the page was opened', () => {
  test('a run that the server refuses until it is paid for opens the dialog to buy it', async () => {
    const page = await open(SOLD, ada)
    await page.getByLabel('Text', { exact: false }).first().fill('to be')
    await sql(`update tool set price_cents = 999 where slug = 'word-frequency'`)
    await main(page).getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('dialog', { name: 'Buy Word frequency' }).waitFor()
    await sql(`update tool set price_cents = 0 where slug = 'word-frequency'`)
  })
})

describe('the menu More', () => {
  const choose = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }

  test('Clone: a failure is told; a copy opens in the builder', async () => {
    const page = await open(SOLD, ada)
    await fail(page, '**/clone')
    await choose(page, 'Clone')
    await toast(page, 'Clone failed').waitFor()
    await page.unroute('**/clone')
    await choose(page, 'Clone')
    await toast(page, 'Cloned').waitFor()
    await page.waitForURL(/\/create-tool\?draft=/)
  })

  test('Delete: a failure is told, and the tool stays', async () => {
    await sql(`update tool set owner_id = (select id from "user" where email = 'reader@example.com')
      where slug = 'paint-needed'`)
    const page = await open('/fxn/paint-needed', ada)
    await page.route('**/api/tools/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: BROKEN }) : route.continue(),
    )
    await choose(page, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await toast(page, 'Delete failed').waitFor()
    expect((await fetch(`${app.url}/fxn/paint-needed`)).status).toBe(200)
  })

  test('Report: a failure is told and the form stays, and that it was submitted', async () => {
    const page = await open(SOLD)
    await choose(page, 'Report…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Misleading or wrong').check()
    await dialog.getByRole('textbox', { name: 'Details' }).fill('Counts too few.')
    await fail(page, '**/reports/submit')
    await dialog.getByRole('button', { name: 'Submit report' }).click()
    await toast(page, 'Failed to submit report').waitFor()
    await toast(page, 'Please try again later').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Details' }).inputValue()).toBe('Counts too few.')
    await page.unroute('**/reports/submit')
    await dialog.getByRole('button', { name: 'Submit report' }).click()
    await toast(page, 'Report submitted').waitFor()
    await toast(page, 'Our team will review it shortly').waitFor()
  })
})

describe('ratings and reviews', () => {
  const heading = (page: Page) => main(page).getByRole('heading', { name: 'Ratings and Reviews' })

  test('what could not be loaded is told, and comes with Try again', async () => {
    const page = await afresh(visitor)
    await fail(page, '**/api/discovery/ratings/*')
    await openPage(page, `${app.url}/fxn/tip-calculator`)
    await heading(page).scrollIntoViewIfNeeded()
    const note = main(page).getByRole('alert')
    await note.getByText('Unable to load ratings and reviews. Please try again later.', { exact: true }).waitFor()
    await page.unroute('**/api/discovery/ratings/*')
    await note.getByRole('button', { name: 'Try again' }).click()
    await main(page).getByText('Sign in required', { exact: true }).waitFor()
    await main(page).getByText('Please sign in to rate this tool.', { exact: true }).waitFor()
  })

  test('a rating and a review: what is missing, what failed, what was submitted', async () => {
    const page = await open('/fxn/tip-calculator', ada)
    await heading(page).scrollIntoViewIfNeeded()
    const write = main(page).getByRole('button', { name: 'Write a review' })
    await write.click()
    await toast(page, 'Rating required').waitFor()
    await toast(page, 'Please rate this tool before writing a review').waitFor()
    await fail(page, '**/api/discovery/ratings')
    const star = main(page).getByRole('radio', { name: '4 stars' })
    await star.check({ force: true })
    await toast(page, 'Failed to submit rating').waitFor()
    await toast(page, 'Please try again').waitFor()
    await page.unroute('**/api/discovery/ratings')
    await main(page).getByRole('radio', { name: '5 stars' }).check({ force: true })
    await toast(page, 'Rating submitted').waitFor()

    await write.click()
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: 'Submit review' })
    await submit.click()
    await dialog.getByRole('alert').getByRole('heading', { name: 'All fields required' }).waitFor()
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Fair')
    await submit.click()
    await dialog.getByRole('alert').getByText('All fields required').waitFor()
    expect(await dialog.getByText('Please fill in both title and content').count()).toBe(1)
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('content')
    await dialog.getByRole('textbox', { name: 'Review' }).fill('To the cent.')
    expect(await dialog.getByText('All fields required').count()).toBe(0)
    await page.route('**/api/discovery/reviews', (route) => route.fulfill({ status: 409, json: TWICE }))
    await submit.click()
    await toast(page, 'Failed to submit review').waitFor()
    await toast(page, TWICE.error.message).waitFor()
    await page.unroute('**/api/discovery/reviews')
    await fail(page, '**/api/discovery/reviews')
    await submit.click()
    await toast(page, 'Failed to submit review').waitFor()
    await toast(page, 'Please try again').waitFor()
    await page.unroute('**/api/discovery/reviews')
    await submit.click()
    await toast(page, 'Review submitted').waitFor()
    await toast(page, 'Visible after moderation').waitFor()
  })

  test('pressed twice at once, Helpful is one vote and no failure', async () => {
    await sql(`update review_text set status = 'approved'`)
    await sql('update review set shown = latest')
    const voter = await visit(browser)
    await voter.page.goto(app.url)
    await register(voter, app.url, 'voter@example.com')
    await sql(`update "user" set email_verified_at = now() where email = 'voter@example.com'`)
    const page = await open('/fxn/tip-calculator', voter)
    await heading(page).scrollIntoViewIfNeeded()
    await main(page)
      .getByRole('button', { name: /^Helpful/ })
      .dblclick()
    await main(page).getByText('1 of 1 found it helpful').waitFor()
    await settled(page)
    expect(await sql('select helpful from review_vote')).toEqual([{ helpful: true }])
    expect(await toast(page, 'Your vote was not taken').count()).toBe(0)
  })
})
