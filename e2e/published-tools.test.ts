import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Draft } from '#src/features/creator-tools/creator-tools.schema.ts'
import { SNIPPET_TEXT, SNIPPET_TITLE } from '#src/features/creator-tools/listing-quality.ts'
import { tileContent } from '#src/features/creator-tools/test-content.ts'
import type { ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import { ask } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
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
const notified = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notification' }).filter({ hasText: text })
const shown = (page: Page, text: string | RegExp) => main(page).getByText(text).filter({ visible: true }).first()

async function publish(changelog: string): Promise<string> {
  const { fxn } = await ask<{ fxn: { slug: string } }>(creator, 'POST', `/api/tools/${id}/publish`, { changelog })
  return fxn.slug
}
async function save(change: Partial<ToolContent>): Promise<void> {
  const { draft } = await ask<{ draft: Draft }>(creator, 'GET', `/api/tools/${id}/draft`)
  await ask(creator, 'PUT', `/api/tools/${id}/draft`, { ...draft.content, ...change, revision: draft.revision })
}
/** Fields beside each other, a figure that is too long for a phone, smaller ones beside each other, text and a table. */
const [tiles] = tileContent.outputs
const MUCH_TO_LAY_OUT: Partial<ToolContent> = {
  outputs: [
    { ...tiles, expression: 'input.area / input.perTile * 1000000000000.0' } as ToolContent['outputs'][number],
    { name: 'half', type: 'number', renderer: 'badge', label: 'Half', expression: 'input.area / 2.0' },
    { name: 'third', type: 'number', renderer: 'badge', label: 'A third', expression: 'input.area / 3.0' },
    { name: 'words', type: 'string', renderer: 'text', label: 'In words', expression: '"Tiles for " + input.area' },
    { name: 'rows', type: 'array', renderer: 'table', label: 'Rows', expression: '[{"a": input.area, "b": "x"}]' },
  ],
  examples: [12, 24].map((area) => ({
    ...{ title: `${area} m²`, input: { area }, output: { half: area / 2 }, source: 'by hand' },
  })),
}

interface Grid {
  readonly columns: number
  readonly parts: readonly number[]
  readonly sizes: readonly string[]
}
const LAYOUT = `(root) => {
  const width = (element) => Math.round(element.getBoundingClientRect().width)
  const sectionOf = (heading) =>
    [...root.querySelectorAll('h2')].find(({ textContent }) => textContent === heading)?.closest('section')
  // Neither the buttons of a field nor a menu that is shut.
  const isOfParts = (grid) => [...grid.children].every((part) => width(part) > 60)
  const gridsIn = (heading) =>
    [...(sectionOf(heading)?.querySelectorAll('.grid:has(> :nth-child(2))') ?? [])].filter(isOfParts).map((grid) => ({
      columns: getComputedStyle(grid).gridTemplateColumns.split(' ').length,
      parts: [...grid.children].map(width),
      sizes: [...grid.querySelectorAll('.figures')].map((figure) => getComputedStyle(figure).fontSize),
    }))
  const cards = ['Input Parameters', 'Results'].map((heading) => width(sectionOf(heading)))
  return { form: gridsIn('Input Parameters'), results: gridsIn('Results'), examples: gridsIn('Examples'), cards }
}`
type Layout = Readonly<Record<'form' | 'results' | 'examples', readonly Grid[]>> & { readonly cards: readonly number[] }
/** How the grids of a tool's form, results and examples are divided, and how wide each part and each figure is. */
const layoutOf = (page: Page, selector: string): Promise<Layout> =>
  page.evaluate<Layout>(`(${LAYOUT})(document.querySelector('${selector}'))`)
const PREVIEW = 'section[aria-labelledby=preview]'
const openBuilder = () => openPage(creator.page, `${app.url}/create-tool?draft=${id}`)

test('the list of one’s tools says what state each is in and how it is used, and leads to its builder', async () => {
  const { page } = creator
  await sql('update tool set run_count = 7, favorite_count = 2 where id = $1', id)
  await ask(creator, 'POST', '/api/tools', { content: { ...tileContent, title: 'Not yet seen' } })
  await openPage(page, `${app.url}/tools`)
  const row = (title: string) => main(page).getByRole('listitem').filter({ hasText: title })
  await row(tileContent.title).getByText('Version 1.0.1 · Free · 7 runs · 2 favourites · no ratings').waitFor()
  await row(tileContent.title).getByText('Published', { exact: true }).waitFor()
  await row('Not yet seen').getByText('Nobody else sees it').waitFor()
  expect(await lookProblems(page, 'tools', 'page')).toEqual([])
  await row(tileContent.title).getByRole('link', { name: tileContent.title, exact: true }).click()
  await page.getByRole('heading', { name: tileContent.title, level: 1 }).waitFor()
})

test('two hundred tools are all in the list, each with its state', async () => {
  const someone = await visit(browser)
  await someone.page.goto(app.url)
  await register(someone, app.url, 'toolmaker@example.com')
  const { draft } = await ask<{ draft: { id: string } }>(someone, 'POST', '/api/tools', { content: tileContent })
  await sql(
    `insert into tool_draft (id, owner_id, content)
     select gen_random_uuid(), owner_id, content::jsonb || jsonb_build_object('title', 'Tiles ' || n)
       from tool_draft, generate_series(1, 199) n where id = $1`,
    draft.id,
  )
  const { page } = someone
  await page.goto(`${app.url}/tools`)
  const rows = main(page).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(200)
  expect(await rows.getByText('Draft', { exact: true }).count()).toBe(200)
  const titles = await rows.getByRole('link').allTextContents()
  expect(new Set(titles)).toEqual(
    new Set([tileContent.title, ...Array.from({ length: 199 }, (_, at) => `Tiles ${at + 1}`)]),
  )
  expect(await lookProblems(page, 'tools-many', 'page')).toEqual([])
  await someone.context.close()
})

/** What is written in one of the pictures of a listing. */
const previewLines = async (page: Page, name: string): Promise<string[]> => {
  const heading = page.getByRole('heading', { level: 3, name, exact: true })
  const part = main(page).locator('div').filter({ has: heading }).last()
  return part.locator('p, span > *').allTextContents()
}

test('a listing that is long is cut in the picture of a search engine, and whole in the head of its page', async () => {
  const { page } = creator
  const [title, description] = [
    'Tiles for a floor '.repeat(4).trim(),
    'How many tiles a floor takes. '.repeat(8).trim(),
  ]
  const content = { ...tileContent, title, description }
  const { draft } = await ask<{ draft: Draft }>(creator, 'POST', '/api/tools', { content })
  await openPage(page, `${app.url}/create-tool?draft=${draft.id}`)
  await tab(page, /^Listing/)
  await page.getByRole('heading', { level: 3, name: 'Search engine' }).waitFor()
  const [, name = '', text = ''] = await previewLines(page, 'Search engine')
  for (const [shownThere, whole, most] of [
    [name, title, SNIPPET_TITLE],
    [text, description, SNIPPET_TEXT],
  ] as const) {
    expect(shownThere.length).toBeLessThanOrEqual(most)
    expect(shownThere).toMatch(/^[^…]+…$/)
    expect(whole.startsWith(shownThere.slice(0, -1))).toBe(true)
  }
  expect((await previewLines(page, 'Head of its page')).slice(0, 2)).toEqual([title, description])
})

test('the listing says how well it presents its tool, and what would make it better', async () => {
  const { page } = creator
  const content = { ...tileContent, title: 'Tiles to be praised' }
  const { draft } = await ask<{ draft: Draft }>(creator, 'POST', '/api/tools', { content })
  await openPage(page, `${app.url}/create-tool?draft=${draft.id}`)
  await tab(page, /^Listing/)
  const quality = page.getByRole('region', { name: /^Quality/ })
  const points = (state: string) => quality.getByRole('listitem').filter({ hasText: new RegExp(`^${state}: `) })
  await quality.getByRole('heading', { name: 'Quality: 4 of 7' }).waitFor()
  expect([await points('Done').count(), await points('To do').count()]).toEqual([4, 3])
  await points('To do').getByText('At least 3; it has 2.').waitFor()
  await page.getByRole('textbox', { name: 'Tags' }).fill('floor, tiles, area')
  await quality.getByRole('heading', { name: 'Quality: 5 of 7' }).waitFor()
  expect(await quality.getByText(/^At least 3/).count()).toBe(0)
})

test('the listing is previewed as the card that people see, with the figures and the price of the tool', async () => {
  const { page } = creator
  await sql('update tool set run_count = 7, favorite_count = 2, price_cents = 500 where id = $1', id)
  await openBuilder()
  await tab(page, /^Listing/)
  await page.getByRole('img', { name: `${tileContent.title}, 7 runs, 2 favourites, $5.00` }).waitFor()
  await shown(page, '7 runs · 2 favourites · $5.00').waitFor()
  const { title, description } = (await ask<{ draft: Draft }>(creator, 'GET', `/api/tools/${id}/draft`)).draft.content
  const address = `${new URL(app.url).host} › fxn › ${slug}`
  expect(await previewLines(page, 'Search engine')).toEqual([address, `${title} · Fettle`, description])
  expect(await previewLines(page, 'Head of its page')).toEqual([title, description, 'Calculator', 'by Ada Lovelace'])
  expect(await lookProblems(page, 'builder-listing-published', 'page')).toEqual([])
  await sql('update tool set price_cents = 0 where id = $1', id)
})

test('asked for a phone, the preview has the layout that the page of the tool has on one', async () => {
  const { page } = creator
  await openBuilder()
  const preview = page.getByRole('region', { name: 'Preview' })
  const form = preview.getByRole('region', { name: 'Input Parameters' })
  const width = async () => (await form.boundingBox())?.width ?? 0
  expect(await width()).toBeGreaterThan(400)
  await preview.getByRole('button', { name: 'Mobile' }).click()
  await expect.poll(width).toBeLessThanOrEqual(360)
  expect(await preview.getByRole('button', { name: 'Mobile' }).getAttribute('aria-pressed')).toBe('true')
  expect(await lookProblems(page, 'builder-mobile-preview', 'page')).toEqual([])

  const content = { ...tileContent, ...MUCH_TO_LAY_OUT, title: 'Tiles on a phone' }
  const { draft } = await ask<{ draft: Draft }>(creator, 'POST', '/api/tools', { content })
  const path = `/api/tools/${draft.id}/publish`
  const { fxn } = await ask<{ fxn: { slug: string } }>(creator, 'POST', path, { changelog: 'First' })
  await sql('delete from moderation_case')
  await openPage(page, `${app.url}/create-tool?draft=${draft.id}`)
  await preview.getByRole('button', { name: 'Mobile' }).click()
  const phone = await visit(browser, DEVICES.phone)
  await openPage(phone.page, `${app.url}/fxn/${fxn.slug}`)
  await phone.page.getByRole('button', { name: 'Run', exact: true }).click()
  for (const where of [preview, main(phone.page)]) await where.getByText('24,000,000,000,000').first().waitFor()
  await settled(phone.page)
  const onThePhone = await layoutOf(phone.page, 'main')
  expect(onThePhone).toMatchObject({ form: [{ columns: 1 }], results: [{ columns: 2 }] })
  await expect.poll(() => layoutOf(page, PREVIEW)).toEqual(onThePhone)
  await phone.context.close()
  await preview.getByRole('button', { name: 'Desktop' }).click()
  await expect.poll(() => layoutOf(page, PREVIEW)).toMatchObject({ form: [{ columns: 2 }], examples: [{ columns: 2 }] })
})

/** A tool whose second version gives twice as much as its first; where its page is. */
async function publishTwice({ id, content, revision }: Draft): Promise<string> {
  const [outputs, examples] = [content.outputs.with(0, TWICE), [{ ...content.examples[0], output: { tiles: 48 } }]]
  await ask(creator, 'POST', `/api/tools/${id}/publish`, { changelog: 'First version' })
  await ask(creator, 'PUT', `/api/tools/${id}/draft`, { ...content, outputs, examples, revision })
  const changelog = 'Twice as many'
  const { fxn } = await ask<{ fxn: { slug: string } }>(creator, 'POST', `/api/tools/${id}/publish`, { changelog })
  await sql('delete from moderation_case')
  return `/fxn/${fxn.slug}`
}
const TWICE = { ...tiles, expression: 'input.area / input.perTile * 2.0' } as ToolContent['outputs'][number]
const runs = async (page: Page, result: string) => {
  await main(page).getByRole('button', { name: 'Run', exact: true }).click()
  await main(page).getByRole('region', { name: 'Results', exact: true }).getByText(result, { exact: true }).waitFor()
}

test('a visitor finds every version of a tool, and runs the first one as it was', async () => {
  const title = 'Tiles in two versions'
  const { draft } = await ask<{ draft: Draft }>(creator, 'POST', '/api/tools', { content: { ...tileContent, title } })
  const path = await publishTwice(draft)
  const visitor = await visit(browser)
  const { page } = visitor
  await openPage(page, app.url + path)
  await runs(page, '48')
  await page.getByRole('link', { name: 'All versions' }).click()
  await page.getByRole('heading', { level: 1, name: `Versions of ${title}` }).waitFor()
  const rows = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  await rows.nth(0).filter({ hasText: '1.0.1' }).getByText('Twice as many').waitFor()
  await rows.nth(0).getByText('Current', { exact: true }).waitFor()
  await rows.nth(1).filter({ hasText: '1.0.0' }).getByText('First version').waitFor()
  expect(await rows.nth(1).getByText('Current', { exact: true }).count()).toBe(0)
  await rows.nth(1).getByRole('link', { name: '1.0.0' }).click()
  await shown(page, '1.0.1 is the current version').waitFor()
  expect(new URL(page.url()).search).toBe('?version=1')
  await runs(page, '24')
  expect(await visitor.problems()).toEqual([])

  for (const [status, expected] of [
    ['hidden', 404],
    ['deleted', 410],
  ] as const) {
    await sql('update tool set status = $1 where id = $2', status, draft.id)
    const answer = await page.goto(`${app.url}${path}/versions`)
    expect(answer?.status()).toBe(expected)
    await page.getByRole('heading', { level: 1, name: 'Tool Not Found' }).waitFor()
  }
  await visitor.context.close()
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
  await notified(page, 'Version 1.0.2 is published').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  const visitor = await visit(browser)
  await openPage(visitor.page, `${app.url}/fxn/${slug}`)
  await shown(visitor.page, tileContent.description).waitFor()
  await notified(page, 'It holds what 1.0.0 held.').getByRole('button', { name: 'Undo' }).click()
  await notified(page, 'It holds what 1.0.1 held.').waitFor()
  await openPage(visitor.page, `${app.url}/fxn/${slug}`)
  await shown(visitor.page, 'and what is left over.').waitFor()
  await visitor.context.close()
})

test('going back to what breaks the calls of others is asked about first', async () => {
  const { page } = creator
  const title = 'Tiles and halves'
  const { draft } = await ask<{ draft: Draft }>(creator, 'POST', '/api/tools', { content: { ...tileContent, title } })
  const half = { name: 'half', type: 'number', renderer: 'badge', label: 'Half', expression: 'input.area / 2.0' }
  await ask(creator, 'POST', `/api/tools/${draft.id}/publish`, { changelog: 'First version' })
  const outputs = [...tileContent.outputs, half]
  await ask(creator, 'PUT', `/api/tools/${draft.id}/draft`, { ...draft.content, outputs, revision: draft.revision })
  await ask(creator, 'POST', `/api/tools/${draft.id}/publish`, { changelog: 'Halves' })
  await openPage(page, `${app.url}/create-tool?draft=${draft.id}`)
  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Roll back to version 1.0.0' }).click()
  const question = page.getByRole('dialog', { name: 'Publish version 1.0.0 again?' })
  await question.getByText(/at once, as a new version: 2\.0\.0/).waitFor()
  await question.getByText('The output “half” is gone').waitFor()
  expect(await lookProblems(page, 'tool-roll-back')).toEqual([])
  const stands = 'select semver from tool_version where tool_id = $1 order by version desc limit 1'
  expect(await sql(stands, draft.id)).toEqual([{ semver: '1.1.0' }])
  await question.getByRole('button', { name: 'Roll back' }).click()
  await notified(page, 'Version 2.0.0 is published').waitFor()
  expect(await sql(stands, draft.id)).toEqual([{ semver: '2.0.0' }])
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

test('a built-in tool under maintenance says so on its page', async () => {
  await sql(`update tool set maintenance_since = now() where slug = 'tip-calculator'`)
  const { page, context } = await visit(browser)
  await openPage(page, `${app.url}/fxn/tip-calculator`)
  await shown(page, 'Under maintenance').waitFor()
  await shown(page, 'Its example fails.').waitFor()
  expect(await lookProblems(page, 'built-in-under-maintenance', 'page')).toEqual([])
  await sql(`update tool set maintenance_since = null where slug = 'tip-calculator'`)
  await openPage(page, `${app.url}/fxn/tip-calculator`)
  expect(await shown(page, 'Under maintenance').count()).toBe(0)
  await context.close()
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
