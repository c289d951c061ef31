import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Draft } from '#src/features/creator-tools/creator-tools.schema.ts'
import { tileContent } from '#src/features/creator-tools/test-content.ts'
import type { ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import { ask } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { tab } from './support/builder.ts'
import { lookProblems } from './support/page-checks.ts'

// What its creator sees of a tool that people use, and what people see of its creator.
let app: AppProcess
let browser: Browser
let creator: Visit
let id: string
let slug: string
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  creator = await visit(browser)
  await creator.page.goto(app.url)
  await register(creator, app.url, 'publisher@example.com')
  const { draft } = await ask<{ draft: Draft }>(creator, 'POST', '/api/tools', { content: tileContent })
  id = draft.id
  slug = await publish('First version')
  await save({ description: 'How many tiles a floor takes, and what is left over.' })
  await publish('Other words')
  // Of a new creator, moderators read what was published.
  await queryDatabase(app.dataDir, 'delete from moderation_case')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const sql = (text: string, ...values: readonly unknown[]) => queryDatabase(app.dataDir, text, values)
const main = (page: Page) => page.getByRole('main')
const shown = (page: Page, text: string | RegExp) => main(page).getByText(text).filter({ visible: true }).first()

async function publish(changelog: string): Promise<string> {
  const { fxn } = await ask<{ fxn: { slug: string } }>(creator, 'POST', `/api/tools/${id}/publish`, { changelog })
  return fxn.slug
}
async function save(change: Partial<ToolContent>): Promise<void> {
  const { draft } = await ask<{ draft: Draft }>(creator, 'GET', `/api/tools/${id}/draft`)
  await ask(creator, 'PUT', `/api/tools/${id}/draft`, { ...draft.content, ...change, revision: draft.revision })
}
const openBuilder = () => openPage(creator.page, `${app.url}/create-tool?draft=${id}`)

test('the list of one’s tools says what state each is in and how it is used, and leads to its builder', async () => {
  const { page } = creator
  await sql('update tool set run_count = 7, favorite_count = 2 where id = $1', id)
  await ask(creator, 'POST', '/api/tools', { content: { ...tileContent, title: 'Not yet seen' } })
  await openPage(page, `${app.url}/tools`)
  const row = (title: string) => main(page).getByRole('listitem').filter({ hasText: title })
  await row(tileContent.title).getByText('Version 1.0.1 · 7 runs · 2 favourites · no ratings').waitFor()
  await row(tileContent.title).getByText('Published', { exact: true }).waitFor()
  await row('Not yet seen').getByText('Nobody else sees it').waitFor()
  expect(await lookProblems(page, 'tools', 'page')).toEqual([])
  await row(tileContent.title).getByRole('link', { name: tileContent.title, exact: true }).click()
  await page.getByRole('heading', { name: tileContent.title, level: 1 }).waitFor()
})

test('the listing is previewed as the card that people see, with the figures and the price of the tool', async () => {
  const { page } = creator
  await sql('update tool set run_count = 7, favorite_count = 2, price_cents = 500 where id = $1', id)
  await openBuilder()
  await tab(page, /^Listing/)
  await page.getByRole('img', { name: `${tileContent.title}, 7 runs, 2 favourites, $5.00` }).waitFor()
  await shown(page, '7 runs · 2 favourites · $5.00').waitFor()
  expect(await lookProblems(page, 'builder-listing-published', 'page')).toEqual([])
  await sql('update tool set price_cents = 0 where id = $1', id)
})

test('the preview is drawn in the width of a phone when asked to', async () => {
  const { page } = creator
  await openBuilder()
  const preview = page.getByRole('region', { name: 'Preview' })
  const form = preview.getByRole('region', { name: 'Input Parameters' })
  const width = async () => (await form.boundingBox())?.width ?? 0
  expect(await width()).toBeGreaterThan(400)
  await preview.getByRole('button', { name: 'Mobile' }).click()
  await expect.poll(width).toBeLessThanOrEqual(360)
  expect(await preview.getByRole('button', { name: 'Mobile' }).getAttribute('aria-pressed')).toBe('true')
  const [floor, tile] = await Promise.all(['Floor', 'One tile'].map((name) => form.getByLabel(name).boundingBox()))
  expect(tile?.x).toBe(floor?.x)
  expect(await lookProblems(page, 'builder-mobile-preview', 'page')).toEqual([])
  await preview.getByRole('button', { name: 'Desktop' }).click()
  await expect.poll(width).toBeGreaterThan(400)
})

test('versions: what one held is compared with the draft, and published again', async () => {
  const { page } = creator
  await openBuilder()
  await page.getByRole('button', { name: 'Versions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Versions' })
  await dialog.getByText('Other words').waitFor()
  await dialog.getByRole('button', { name: 'Compare version 1.0.0 with the draft' }).click()
  await dialog.getByText('1 change').click()
  await dialog.getByText(tileContent.description).waitFor()
  expect(await lookProblems(page, 'tool-versions')).toEqual([])
  await dialog.getByRole('button', { name: 'Roll back to version 1.0.0' }).click()
  await dialog.getByText('Back to version 1.0.0').waitFor()
  await dialog.getByRole('link', { name: '1.0.2' }).waitFor()
  const visitor = await visit(browser)
  await openPage(visitor.page, `${app.url}/fxn/${slug}`)
  await shown(visitor.page, tileContent.description).waitFor()
  await visitor.context.close()
})

test('a tool under maintenance says so on its page and in the list of its creator', async () => {
  await sql('update tool set maintenance_since = now() where id = $1', id)
  const visitor = await visit(browser)
  await openPage(visitor.page, `${app.url}/fxn/${slug}`)
  await shown(visitor.page, 'Under maintenance').waitFor()
  expect(await lookProblems(visitor.page, 'tool-under-maintenance', 'page')).toEqual([])
  await openPage(creator.page, `${app.url}/tools`)
  await shown(creator.page, 'Under maintenance').waitFor()
  await sql('update tool set maintenance_since = null where id = $1', id)
  await openPage(visitor.page, `${app.url}/fxn/${slug}`)
  expect(await shown(visitor.page, 'Under maintenance').count()).toBe(0)
  await visitor.context.close()
})

test('somebody follows a creator, is told of the next version, and follows no more', async () => {
  const fan = await visit(browser)
  const { page } = fan
  await openPage(page, `${app.url}/fxn/${slug}`)
  await page.getByRole('link', { name: 'Ada Lovelace' }).first().click()
  // A visitor signs in first.
  await page.getByRole('link', { name: 'Follow', exact: true }).waitFor()
  await register(fan, app.url, 'fan@example.com')
  await sql('update "user" set email_verified_at = now() where email = $1', 'fan@example.com')
  await page.reload()
  await settled(page)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByRole('button', { name: 'Following' }).waitFor()
  expect(await lookProblems(page, 'creator-followed', 'page')).toEqual([])
  await save({ description: 'How many tiles a floor takes, told to followers.' })
  await publish('For those who follow')
  const told = () =>
    sql(`select title from notification join "user" on "user".id = user_id where email = 'fan@example.com'`)
  await expect.poll(told, { timeout: 30_000 }).toContainEqual({ title: expect.stringContaining(tileContent.title) })
  await page.getByRole('button', { name: 'Following' }).click()
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  await fan.context.close()
})
