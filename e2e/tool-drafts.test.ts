import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Draft, MyTool, ToolVersion } from '#src/features/creator-tools/creator-tools.schema.ts'
import { tileCode, tileContent } from '#src/features/creator-tools/test-content.ts'
import type { ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import { ask } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { hasFetched, openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { field, saved, tab, writeFailingCode } from './support/builder.ts'
import { lookProblems } from './support/page-checks.ts'

// What becomes of a tool under edit when it is changed in two places, or its page goes without a word.
let app: AppProcess
let browser: Browser
let creator: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  creator = await visit(browser)
  await creator.page.goto(app.url)
  await register(creator, app.url, 'drafts@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const aDraft = async (change: Partial<ToolContent>): Promise<string> => {
  const content = { ...tileContent, ...change }
  return (await ask<{ draft: Draft }>(creator, 'POST', '/api/tools', { content })).draft.id
}
const draftOf = async (id: string): Promise<Draft> =>
  (await ask<{ draft: Draft }>(creator, 'GET', `/api/tools/${id}/draft`)).draft
const myTitles = async (): Promise<string[]> =>
  (await ask<{ tools: MyTool[] }>(creator, 'GET', '/api/tools')).tools.map(({ title }) => title)
async function saveElsewhere(id: string, title: string): Promise<void> {
  const { content, revision } = await draftOf(id)
  await ask(creator, 'PUT', `/api/tools/${id}/draft`, { ...content, title, revision })
}
async function openListing(page: Page, id: string): Promise<void> {
  await openPage(page, `${app.url}/create-tool?draft=${id}`)
  await tab(page, /^Listing/)
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

test('changed in two places: either version goes on, and the other one is a draft of its own', async () => {
  const { page } = creator
  const id = await aDraft({ title: 'Tiles' })
  await openListing(page, id)
  const typeInto = async (title: string) => {
    await field(page, 'Title *').fill(title)
    await page.getByText('Changed elsewhere', { exact: true }).waitFor()
  }
  const decide = async (name: string) => {
    await page.getByRole('button', { name }).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).waitFor()
  }
  await saveElsewhere(id, 'Tiles from elsewhere')
  await typeInto('Tiles from here')
  await decide('Load the other version')
  expect(await lookProblems(page, 'builder-conflict')).toEqual([])
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Save mine as a new draft').isChecked()).toBe(true)
  // A copy that cannot be made takes nothing away.
  await page.route('**/api/tools', (route) => route.fulfill({ status: 409, json: FULL }))
  await dialog.getByRole('button', { name: 'Load the other version' }).click()
  await dialog.getByText(FULL.error.message).waitFor()
  await page.unroute('**/api/tools')
  await dialog.getByRole('button', { name: 'Load the other version' }).click()
  await heading(page, 'Tiles from elsewhere')
  expect(await myTitles()).toEqual(expect.arrayContaining(['Tiles from elsewhere', 'Tiles from here (copy)']))

  await saveElsewhere(id, 'Tiles from elsewhere again')
  await typeInto('Tiles as they stay')
  await decide('Keep mine')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await saved(page)
  expect((await draftOf(id)).content.title).toBe('Tiles as they stay')
  expect(await myTitles()).toContain('Tiles from elsewhere again (copy)')
})

const versionsOf = async (id: string): Promise<Pick<ToolVersion, 'semver' | 'changelog'>[]> => {
  const { versions } = await ask<{ versions: ToolVersion[] }>(creator, 'GET', `/api/tools/${id}/versions`)
  return versions.map(({ semver, changelog }) => ({ semver, changelog }))
}
const HALF = { name: 'half', type: 'number', renderer: 'badge', label: 'Half', expression: 'input.area / 2.0' }

test('nothing is published that was saved elsewhere after it was looked at', async () => {
  const { page } = creator
  const id = await aDraft({ title: 'Looked at' })
  await ask(creator, 'POST', `/api/tools/${id}/publish`, { changelog: 'First version' })
  await openListing(page, id)
  await field(page, 'Title *').fill('Looked at twice')
  await saved(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish a new version' })
  await dialog.getByText('1 change', { exact: true }).waitFor()
  await dialog.getByLabel('What is new').fill('Another title')
  const { content, revision } = await draftOf(id)
  const outputs = [...content.outputs, HALF]
  await ask(creator, 'PUT', `/api/tools/${id}/draft`, { ...content, outputs, revision })
  await dialog.getByRole('button', { name: 'Publish 1.0.1' }).click()
  await dialog.getByRole('alert').getByText('was changed elsewhere meanwhile').waitFor()
  expect(await versionsOf(id)).toEqual([{ semver: '1.0.0', changelog: 'First version' }])
  await dialog.getByText('2 changes', { exact: true }).click()
  await dialog.getByText('Output “half”', { exact: true }).waitFor()
  expect(await lookProblems(page, 'publish-outdated')).toEqual([])
  await dialog.getByRole('button', { name: 'Publish 1.1.0' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await versionsOf(id)).toMatchObject([{ semver: '1.1.0', changelog: 'Another title' }, { semver: '1.0.0' }])
  await heading(page, 'Looked at twice')
})

/** A page that is being closed is online again for a moment, and saves: so it is left first. */
async function gone(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.close()
}

test('typed without a connection, and the page is gone: the next one has it, and saves it', async () => {
  const id = await aDraft({ title: 'In daylight' })
  const { context } = creator
  const away = await context.newPage()
  await openListing(away, id)
  await context.setOffline(true)
  await field(away, 'Title *').fill('Typed in a tunnel')
  await away.getByText('Not saved: you are offline').waitFor()
  await gone(away)
  await context.setOffline(false)

  const page = await context.newPage()
  await openPage(page, `${app.url}/create-tool?draft=${id}`)
  await heading(page, 'Typed in a tunnel')
  await page.getByText('Restored: what had not been saved.').first().waitFor()
  await saved(page)
  expect((await draftOf(id)).content.title).toBe('Typed in a tunnel')
  await openPage(page, `${app.url}/create-tool?draft=${id}`)
  await heading(page, 'Typed in a tunnel')
  expect(await page.getByText('Restored: what had not been saved.').count()).toBe(0)
  await page.close()
})

test('typed without a connection, and changed elsewhere meanwhile: both are there', async () => {
  const id = await aDraft({ title: 'In daylight' })
  const { context } = creator
  const away = await context.newPage()
  await openListing(away, id)
  await context.setOffline(true)
  await field(away, 'Title *').fill('Typed in a tunnel')
  await away.getByText('Not saved: you are offline').waitFor()
  await gone(away)
  await context.setOffline(false)
  await saveElsewhere(id, 'Typed at a desk')

  const page = await context.newPage()
  await openPage(page, `${app.url}/create-tool?draft=${id}`)
  await page.getByText('Changed elsewhere', { exact: true }).waitFor()
  await heading(page, 'Typed in a tunnel')
  await page.getByRole('button', { name: 'Load the other version' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Load the other version' }).click()
  await heading(page, 'Typed at a desk')
  expect(await myTitles()).toContain('Typed in a tunnel (copy)')
  await page.close()
})

test('a save whose answer never came is no conflict, neither on the page nor on the next one', async () => {
  const id = await aDraft({ title: 'Before' })
  const { context } = creator
  const away = await context.newPage()
  await openListing(away, id)
  await away.route('**/draft', async (route) => {
    if (route.request().method() === 'PUT') await route.fetch()
    await route.abort()
  })
  await field(away, 'Title *').fill('Saved without a word')
  await expect.poll(async () => (await draftOf(id)).content.title).toBe('Saved without a word')
  await field(away, 'Title *').fill('And more')
  await heading(away, 'And more')
  await gone(away)

  const page = await context.newPage()
  await openPage(page, `${app.url}/create-tool?draft=${id}`)
  await heading(page, 'And more')
  await saved(page)
  expect((await draftOf(id)).content.title).toBe('And more')
  await page.close()
})

test('the form of the preview follows every change at once, without the server', async () => {
  const id = await aDraft({ title: 'Followed' })
  const { context } = creator
  const page = await context.newPage()
  await openPage(page, `${app.url}/create-tool?draft=${id}`)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add input' }).click()
  await field(page, 'Label *').fill('Waste')
  const form = page.getByRole('region', { name: 'Input Parameters' })
  const labels = async () =>
    (await form.locator('label').allTextContents()).flatMap((text) => /^(?:Floor|Waste|One tile)/.exec(text)?.[0] ?? [])
  await expect.poll(labels).toEqual(['Floor', 'One tile', 'Waste'])
  await page.getByRole('button', { name: 'Move Waste up' }).click()
  await expect.poll(labels).toEqual(['Floor', 'Waste', 'One tile'])
  await context.setOffline(false)
  await page.close()
})

test('expressions are tried where they are written, with what the server says of them', async () => {
  const id = await aDraft({ title: 'Tried here' })
  const { context } = creator
  const page = await context.newPage()
  await openPage(page, `${app.url}/create-tool?draft=${id}`)
  const preview = page.getByRole('region', { name: 'Preview' })
  const results = preview.getByRole('region', { name: 'Results' })
  await results.getByText('24', { exact: true }).waitFor()
  await preview.getByText('Peak memory').or(preview.getByText('CPU time')).first().waitFor()
  await tab(page, /^Outputs/)
  await context.setOffline(true)
  const tried = page.waitForRequest('**/try')
  await field(page, 'Expression *').fill('input.area * 3.0')
  await results.getByText('36', { exact: true }).waitFor()
  // Nobody can be asked; what came out here stands, and what the server measured of something else goes.
  await tried
  await expect.poll(() => preview.getByText('CPU time').count()).toBe(0)
  expect(await results.getByRole('alert').count()).toBe(0)
  await field(page, 'Expression *').fill('input.aera * 3.0')
  const failure = results.getByText('tiles: input has no field "aera"')
  await failure.waitFor()
  const said = await failure.textContent()
  await context.setOffline(false)
  const answer = await ask<{ error: { message: string } }>(creator, 'POST', `/api/tools/${id}/try`, {
    content: { ...tileContent, outputs: [{ ...tileContent.outputs[0], expression: 'input.aera * 3.0' }] },
    input: { area: 12, perTile: 0.5 },
  })
  expect(said).toBe(answer.error.message)
  // A pattern is the server's.
  await field(page, 'Expression *').fill('string(input.area).matches("^1") ? 1 : 0')
  await results.getByText('1', { exact: true }).waitFor()
  await page.close()
})

test('code that browsers may run is tried in the same sandbox here; other code waits for the server', async () => {
  await queryDatabase(app.dataDir, `update "user" set pro_until = now() + interval '1 day' where email = $1`, [
    'drafts@example.com',
  ])
  const id = await aDraft({ ...tileCode, title: 'Code here', inBrowser: true })
  const { context } = creator
  const page = await context.newPage()
  await openPage(page, `${app.url}/create-tool?draft=${id}`)
  const preview = page.getByRole('region', { name: 'Preview' })
  const results = preview.getByRole('region', { name: 'Results' })
  await preview.getByText('Peak memory').first().waitFor()
  await expect.poll(() => hasFetched(page, 'assets/quickjs')).toBe(true)
  await settled(page)
  await context.setOffline(true)
  await tab(page, /^JSON/)
  await tab(page, /^Inputs/)
  await preview.getByLabel('Floor', { exact: false }).fill('30')
  await results.getByText('60', { exact: true }).waitFor()
  await preview.getByText('area 30', { exact: true }).waitFor()
  await tab(page, /^Outputs/)
  await writeFailingCode(page)
  await preview.getByText('so far', { exact: true }).waitFor()
  // Somewhere else it would not run in browsers.
  await tab(page, /^Listing/)
  await page.getByLabel('Runs in the visitor’s browser').uncheck()
  await results
    .getByRole('alert')
    .getByText(/^Network error/)
    .waitFor()
  await context.setOffline(false)
  await page.close()
})

const FULL = {
  error: {
    code: 'TOO_MANY_TOOLS',
    message: 'An account has at most 200 tools and drafts. Remove one that you no longer need.',
    details: [],
    timestamp: '2026-01-01T00:00:00.000Z',
    requestId: 'req-0815',
    retryAfter: null,
  },
}

test('a clone of a built-in tool says that what it computes is still to be written, until it is', async () => {
  const { page } = creator
  await openPage(page, `${app.url}/create-tool`)
  await field(page, 'Tool').fill('tip-calculator')
  await page.getByRole('button', { name: 'Clone' }).click()
  const words = page.getByText('How a built-in tool computes is not part of a clone.')
  await words.waitFor()
  await tab(page, /^Outputs/)
  await page
    .getByRole('tabpanel', { name: /^Outputs/ })
    .locator('summary')
    .first()
    .click()
  await field(page, 'Expression *').fill('input.bill * 0.15')
  await words.waitFor({ state: 'detached' })
})

test('the list of my tools says what each costs, and a new price at once', async () => {
  const { page } = creator
  const id = await aDraft({ title: 'Priced tiles' })
  await ask(creator, 'POST', `/api/tools/${id}/publish`, { changelog: 'First version' })
  await openPage(page, `${app.url}/tools`)
  const line = page.getByRole('listitem').filter({ hasText: 'Priced tiles' })
  await line.getByText('Version 1.0.0 · Free').waitFor()
  await line.getByRole('button', { name: 'Pricing of Priced tiles' }).click()
  await page.getByRole('radio', { name: 'One-time purchase' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save pricing' }).click()
  await line.getByText('Version 1.0.0 · $9.99').waitFor()
})
