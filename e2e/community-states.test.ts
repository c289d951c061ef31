import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tileContent } from '#src/features/creator-tools/test-content.ts'
import { ask } from './support/account.ts'
import { rank } from './support/admin.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, type Device, openBrowser, register, type Visit, visit } from './support/browser.ts'
import { button, dialog, openedProblems, openMenuItem, opens } from './support/opened.ts'

// Each dialog in which tools are judged, taken back and kept clean, open.
interface Place {
  readonly page: Page
  /** A draft of a tool that was never published. */
  readonly draft: string
  /** A published tool whose draft has changed since. */
  readonly changed: string
}
interface State {
  readonly path: string | ((place: Place) => string)
  readonly open: (place: Place) => Promise<void>
  readonly admin?: true
}

// The creator owns paint-needed, has rated rot13, and has reviewed base64.
const atReviews = (page: Page) => page.getByRole('heading', { name: 'Ratings and Reviews' }).scrollIntoViewIfNeeded()
const opensInReviews = (name: string) => ({
  open: async ({ page }: Place) => {
    await atReviews(page)
    await button(page, name).click()
    await dialog(page).waitFor()
  },
})
const PERSON = '/admin/people?q=maker%40example.com'
const ofPerson = (item: RegExp, verb: string): State => ({
  path: PERSON,
  admin: true,
  open: async ({ page }) => {
    await openMenuItem(page, 'Actions for Ada Lovelace', item)
    await dialog(page).getByRole('button', { name: verb, exact: true }).click()
    await dialog(page).getByText('Say why').waitFor()
  },
})

const STATES: Readonly<Record<string, State>> = {
  'review-dialog': {
    path: '/fxn/rot13',
    open: async ({ page }) => {
      await atReviews(page)
      await button(page, 'Write a review').click()
      await dialog(page).getByRole('button', { name: 'Submit review' }).click()
      await dialog(page).getByText('Please fill in both title and content').first().waitFor()
    },
  },
  'edit-review': { path: '/fxn/base64', ...opensInReviews('Edit') },
  'delete-review': { path: '/fxn/base64', ...opensInReviews('Delete') },
  'withdraw-rating': { path: '/fxn/rot13', ...opensInReviews('Withdraw my rating') },
  'answer-dialog': { path: '/fxn/paint-needed', ...opensInReviews('Answer') },
  'report-dialog': {
    path: '/fxn/rot13',
    open: async ({ page }) => {
      await openMenuItem(page, 'More', /Report/)
      await dialog(page).getByRole('button', { name: 'Submit report' }).click()
      await dialog(page).getByText('Please select a reason').first().waitFor()
    },
  },
  'delete-tool': { path: '/fxn/paint-needed', open: ({ page }) => openMenuItem(page, 'More', /^Delete$/) },
  'delete-draft': { path: ({ draft }) => `/create-tool?draft=${draft}`, ...opens('Delete draft', dialog) },
  'discard-draft': { path: ({ changed }) => `/create-tool?draft=${changed}`, ...opens('Discard changes', dialog) },
  suspend: ofPerson(/^Suspend/, 'Suspend'),
  'give-pro': ofPerson(/Give Pro/, 'Give Pro'),
  'change-role': ofPerson(/Change the role/, 'Change the role'),
  'edit-tag': { path: '/admin/tags', admin: true, ...opens(/^Edit: /, dialog) },
  'merge-tag': { path: '/admin/tags', admin: true, ...opens(/^Merge: /, dialog) },
}

let app: AppProcess
let browser: Browser
let draft: string
let changed: string
const visits = new Map<string, Visit>()
const sql = (text: string) => queryDatabase(app.dataDir, text)

beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  const creator = await somebody('creator', 'maker@example.com')
  await somebody('admin', 'super@example.com')
  await rank(app, 'super@example.com', { role: 'super_admin', secondFactor: 'passed' })
  await sql('update "user" set email_verified_at = now()')
  const create = (title: string) =>
    ask<{ draft: { id: string; revision: number } }>(creator, 'POST', '/api/tools', {
      content: { ...tileContent, title },
    })
  draft = (await create('Never published')).draft.id
  const { id, revision } = (await create('Changed since')).draft
  changed = id
  await ask(creator, 'POST', `/api/tools/${id}/publish`, { changelog: 'First' })
  await ask(creator, 'PUT', `/api/tools/${id}/draft`, { ...tileContent, title: 'Another title', revision })
  await judge()
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

/** Registers on the desk; the phone is signed in to the same account. */
async function somebody(whose: 'creator' | 'admin', email: string): Promise<Visit> {
  const [desk, phone] = [await visit(browser, DEVICES.desk), await visit(browser, DEVICES.phone)]
  await desk.page.goto(app.url)
  await register(desk, app.url, email)
  await phone.context.addCookies(await desk.context.cookies())
  visits.set(`${whose} desk`, desk).set(`${whose} phone`, phone)
  return desk
}

/** The ratings and reviews that the dialogs are about. */
async function judge(): Promise<void> {
  await sql(`update tool set owner_id = (select id from "user" where email = 'maker@example.com')
              where slug = 'paint-needed'`)
  await sql(`
    with voice (email, slug, reviews) as (
      values ('maker@example.com', 'rot13', false), ('maker@example.com', 'base64', true),
             ('reader@example.com', 'paint-needed', true)),
    reader as (
      insert into "user" (id, name, email, email_verified_at)
      values (gen_random_uuid(), 'Reader', 'reader@example.com', now()) returning id, email),
    heard as (
      select person.id as user_id, tool.id as tool_id, reviews
        from voice join tool using (slug)
        join (select id, email from "user" union all select id, email from reader) person using (email)),
    rated as (
      insert into rating (id, tool_id, user_id, stars) select gen_random_uuid(), tool_id, user_id, 4 from heard
      returning tool_id, user_id),
    reviewed as (
      insert into review (id, tool_id, user_id, latest, shown)
      select gen_random_uuid(), tool_id, user_id, 1, 1 from heard join rated using (tool_id, user_id) where reviews
      returning id)
    insert into review_text (review_id, version, title, content, status)
    select id, 1, 'Does what it says', 'And does it at once.', 'approved' from reviewed`)
}

describe.each(Object.entries(STATES))('%s', (name, { path, open, admin }) => {
  test.each(['desk', 'phone'] as const)('in light, in dark and for axe, on the %s', async (device: Device) => {
    const someone = visits.get(`${admin ? 'admin' : 'creator'} ${device}`) as Visit
    const place = { page: someone.page, draft, changed }
    const url = app.url + (typeof path === 'string' ? path : path(place))
    expect(await openedProblems(someone, name, { url, open: () => open(place) })).toEqual([])
  })
})
