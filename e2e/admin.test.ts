import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIGURE_DAYS } from '#src/features/site-figures/site-figures.schema.ts'
import { ask } from './support/account.ts'
import { rank } from './support/admin.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import { BROKEN } from './support/failures.ts'
import { axeProblems, lookProblems, picture, sidewaysScroll, structureProblems } from './support/page-checks.ts'

let app: AppProcess
let browser: Browser
let admin: Visit
let superAdmin: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  admin = await somebody('an-admin@example.com')
  await rank(app, 'an-admin@example.com', { role: 'admin', secondFactor: 'passed' })
  superAdmin = await somebody('a-super-admin@example.com')
  await rank(app, 'a-super-admin@example.com', { role: 'super_admin', secondFactor: 'passed' })
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

async function somebody(email: string): Promise<Visit> {
  const someone = await visit(browser)
  await someone.page.goto(app.url)
  await register(someone, app.url, email)
  return someone
}
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const lastAudit = async () => {
  const [entry] = await queryDatabase(app.dataDir, 'select action, details from audit_entry order by seq desc limit 1')
  return { action: entry?.action, details: JSON.parse(String(entry?.details)) as unknown }
}
const report = (message: string, n: number) =>
  fetch(`${app.url}/api/errors/client`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'e2e' },
    body: JSON.stringify({
      errorId: `ERR-179000000000${n}-abcdefg`,
      message,
      stack: `Error: ${message}\n    at run (${app.url}/assets/tool-abc.js:1:20)`,
      componentStack: '\n    at Results\n    at ToolPage',
      timestamp: '2026-11-20T12:00:00.000Z',
      userAgent: 'Mozilla/5.0 (Test)',
      url: `${app.url}/fxn/tip-calculator`,
    }),
  })

describe('who gets in', () => {
  test('a visitor is sent to sign in and back', async () => {
    const { page, context } = await visit(browser)
    await page.goto(`${app.url}/admin/people`)
    expect(page.url()).toBe(`${app.url}/auth?redirect=%2Fadmin%2Fpeople`)
    await context.close()
  })

  test('for a user there is no such page, and no link to one', async () => {
    const { page, context } = await somebody('a-user@example.com')
    expect((await page.goto(`${app.url}/admin`))?.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await page.goto(`${app.url}/dashboard`)
    expect(await page.getByRole('link', { name: 'Admin Dashboard' }).count()).toBe(0)
    await context.close()
  })

  test('an admin without a second factor is sent to set one up', async () => {
    const { page, context } = await somebody('new-admin@example.com')
    await rank(app, 'new-admin@example.com', { role: 'admin', secondFactor: 'none' })
    await openPage(page, `${app.url}/admin/people`)
    await page.getByRole('heading', { name: 'Set up two-factor authentication first' }).waitFor()
    expect(await page.getByText('@example.com').count()).toBe(0)
    await picture(page, 'admin-locked')
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Set it up in your settings' }).click()
    await page.waitForURL(`${app.url}/settings#second-factor`)
    await context.close()
  })

  test('an admin who signed in without the second factor proves it first', async () => {
    const { page, context } = await somebody('half-admin@example.com')
    await rank(app, 'half-admin@example.com', { role: 'admin', secondFactor: 'not-passed' })
    await openPage(page, `${app.url}/admin`)
    await page.getByRole('button', { name: 'Confirm with your second factor' }).click()
    await page.getByRole('dialog').filter({ visible: true }).getByLabel(/code/i).first().waitFor()
    // As the dialog does when the code was right.
    await queryDatabase(app.dataDir, 'update session set second_factor_at = now()')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await context.close()
  })

  test('an admin finds the way from the sidebar', async () => {
    const { page } = admin
    await page.goto(`${app.url}/dashboard`)
    await page.getByRole('link', { name: 'Admin Dashboard' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.getByRole('link', { name: /\d+ people/ }).click()
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  })
})

const EFFECT = '**/suspension-effect'

test('two admins suspend somebody, each with a reason: their browser is out at once; then one lifts it', async () => {
  const person = await somebody('bad-actor@example.com')
  const [account] = await queryDatabase(app.dataDir, `select id from "user" where email = 'bad-actor@example.com'`)
  const reason = 'Its tools collected passwords'
  await ask(superAdmin, 'POST', `/api/admin/people/${account?.id}/suspend`, { reason })
  const { page } = admin
  await openPage(page, `${app.url}/admin/people?q=bad-actor`)
  const actions = page.getByRole('button', { name: 'Actions for Ada Lovelace' })
  await expect.poll(() => actions.count()).toBe(1)
  await page.route(EFFECT, (route) => route.fulfill({ status: 500, json: BROKEN }))
  await actions.focus()
  await page.keyboard.press('s')
  const asks = dialog(page, 'Agree to suspend Ada Lovelace?')
  await asks.getByText('Whom it concerns could not be counted.').waitFor()
  await page.unroute(EFFECT)
  await page.keyboard.press('Escape')
  await page.reload()
  await actions.focus()
  await page.keyboard.press('s')
  await asks.getByText('bad-actor@example.com').waitFor()
  await asks.getByText('No tool of theirs is in the catalogue.').waitFor()
  await asks.getByText('Nobody has bought a tool of theirs.').waitFor()
  await asks.getByText('No published workflow of others stops.').waitFor()
  await asks.getByText(`proposes it: ${reason}`).waitFor()
  expect(await page.locator(':focus').getAttribute('name')).toBe('reason')
  await asks.getByRole('button', { name: 'Agree and suspend' }).press('Enter')
  await asks.getByText('Say why').waitFor()
  expect(await page.locator(':focus').getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.type('Seen by a second one')
  await asks.getByRole('button', { name: 'Agree and suspend' }).press('Enter')
  await row(page, 'bad-actor@example.com').getByText('Seen by a second one').waitFor()
  expect(await asks.count()).toBe(0)
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Actions for Ada Lovelace')
  expect((await person.page.request.get(`${app.url}/api/user`)).status()).toBe(401)
  expect(await lastAudit()).toMatchObject({
    action: 'person.suspended',
    details: { reason: 'Seen by a second one', sessions: 1, tools: 0 },
  })

  await page.keyboard.press('s')
  await dialog(page, 'Lift the suspension of Ada Lovelace?').getByLabel('Reason').fill('A mistake')
  await page.getByRole('button', { name: 'Lift the suspension' }).click()
  await expect.poll(() => row(page, 'bad-actor@example.com').getByText('Suspended').count()).toBe(0)
  expect((await lastAudit()).action).toBe('person.suspension-lifted')
  await person.context.close()
})

test('J and K move between rows, and no key acts outside of the list', async () => {
  const { page } = admin
  await openPage(page, `${app.url}/admin/people?q=example.com`)
  const actions = page.getByRole('button', { name: /^Actions for/ })
  await actions.first().focus()
  const focusAt = () =>
    page.evaluate(`[...document.querySelectorAll('[data-row-focus]')].indexOf(document.activeElement)`)
  const start = await focusAt()
  await page.keyboard.press('j')
  expect(await focusAt()).toBe(Number(start) + 1)
  await page.keyboard.press('k')
  expect(await focusAt()).toBe(start)
  await page.getByRole('searchbox', { name: 'Search by name or email' }).focus()
  await page.keyboard.press('s')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('s')
  expect(await page.getByRole('dialog').filter({ visible: true }).count()).toBe(0)
})

test('a super admin changes a role; an admin is not offered it, nor anything on a super admin', async () => {
  const person = await somebody('promoted@example.com')
  await openPage(admin.page, `${app.url}/admin/people?q=promoted`)
  await admin.page.getByRole('button', { name: 'Actions for Ada Lovelace' }).click()
  expect(await admin.page.getByRole('menuitem').allTextContents()).toEqual([
    'Suspend…',
    'End all sessions…',
    'Give Pro…',
  ])
  await openPage(admin.page, `${app.url}/admin/people?q=a-super-admin`)
  await row(admin.page, 'a-super-admin@example.com').waitFor()
  expect(await admin.page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)

  const { page } = superAdmin
  await openPage(page, `${app.url}/admin/people?q=promoted`)
  await page.getByRole('button', { name: 'Actions for Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Change the role…' }).click()
  const asks = dialog(page, 'Change the role of Ada Lovelace')
  await asks.getByLabel('Reason').fill('Helps with support')
  await asks.getByRole('button', { name: 'Change the role' }).click()
  // The server's word, and nothing typed is lost.
  await asks.getByText('This account has that role already').waitFor()
  expect(await asks.getByLabel('Reason').inputValue()).toBe('Helps with support')
  await asks.getByRole('radio', { name: 'admin', exact: true }).check()
  await asks.getByRole('button', { name: 'Change the role' }).click()
  await row(page, 'promoted@example.com').getByText('admin', { exact: true }).waitFor()
  expect(await lastAudit()).toEqual({
    action: 'person.role-changed',
    details: { reason: 'Helps with support', from: 'user', to: 'admin' },
  })
  await person.page.goto(`${app.url}/dashboard`)
  await person.page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await person.page.getByText('Your role is now admin').waitFor()
  await person.context.close()
})

test('client errors are cleared by key, one after the other, and come back when they happen again', async () => {
  for (const [n, name] of ['Alpha', 'Beta', 'Gamma'].entries()) await report(`${name} failed`, n)
  const { page } = admin
  await openPage(page, `${app.url}/admin/errors`)
  await page.getByRole('link', { name: 'Gamma failed' }).focus()
  await page.keyboard.press('r')
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Beta failed')
  await page.keyboard.press('r')
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Alpha failed')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Alpha failed' }).waitFor()
  await page.getByText('at run').filter({ visible: true }).waitFor()
  expect(await page.getByText('ERR-1790000000000-abcdefg').count()).toBe(1)
  await openPage(page, `${app.url}/admin/errors?state=resolved`)
  await expect
    .poll(() => page.getByRole('link', { name: /failed$/ }).allTextContents())
    .toEqual(['Gamma failed', 'Beta failed'])
  await report('Beta failed', 3)
  await openPage(page, `${app.url}/admin/errors?q=ERR-1790000000003-abcdefg`)
  await row(page, 'Beta failed').getByText('2 times').waitFor()
})

test('after a merge the focus is on the tag that came in the place of the one that is gone', async () => {
  const { page } = admin
  const rows = page.locator('[data-row-focus]')
  const merge = async (from: string, into: string) => {
    await page.getByRole('button', { name: `Merge: ${from}`, exact: true }).click()
    await dialog(page, `Merge ${from} into another tag`).getByLabel('Into').fill(into)
    await dialog(page, `Merge ${from} into another tag`).getByRole('button', { name: 'Merge' }).click()
  }
  await openPage(page, `${app.url}/admin/tags`)
  await rows.first().waitFor()
  const [first = '', second = ''] = await rows.allTextContents()
  await merge(first, second)
  await expect.poll(() => page.locator(':focus').textContent()).toBe(second)
  await queryDatabase(app.dataDir, `insert into tag (id, slug, name) values (gen_random_uuid(), 'zzqx', 'zzqx')`)
  await openPage(page, `${app.url}/admin/tags?q=zzqx`)
  await merge('zzqx', second)
  await expect.poll(() => page.locator(':focus').textContent()).toBe(second)
})

test('each chart of the figures has its numbers of thirty days as a table, and each check its word', async () => {
  const { page } = admin
  await openPage(page, `${app.url}/admin/figures`)
  const charts = page.getByRole('figure')
  await charts.first().waitFor()
  const heads: Record<string, string[]> = {}
  for (const chart of await charts.all()) {
    const table = chart.getByRole('table')
    expect(await table.count()).toBe(0)
    await chart.getByText('Show the numbers').click()
    await expect.poll(() => table.getByRole('rowheader').count()).toBe(FIGURE_DAYS)
    expect(new Set(await table.getByRole('rowheader').allTextContents()).size).toBe(FIGURE_DAYS)
    heads[String(await chart.getByRole('heading').textContent())] = await table
      .getByRole('columnheader')
      .allTextContents()
  }
  expect(heads).toEqual({
    'Sign-ups': ['Day', 'Sign-ups'],
    'Tool runs': ['Day', 'Runs'],
    'Workflow runs': ['Day', 'Runs'],
    Searches: ['Day', 'All', 'Without results'],
    'Reports for 1,000 tool runs': ['Day', 'Reports'],
    'Longest wait for a moderator': ['Day', 'At the end of the day'],
  })
  const signUps = await charts.filter({ hasText: 'Sign-ups' }).getByRole('cell').allTextContents()
  expect(signUps.reduce((sum, cell) => sum + Number(cell), 0)).toBeGreaterThan(1)
  const checks = page.getByRole('region', { name: 'Health' }).getByRole('heading', { level: 3 })
  expect((await checks.allTextContents()).map((text) => text.split(':')[0])).toEqual([
    ...['Workflow engine', 'Sandbox', 'Built-in tools', 'Outgoing mail', 'Disk'],
  ])
  expect(await lookProblems(page, 'admin-figures-tables', 'page')).toEqual([])
})

test('the audit log is filtered, downloaded, and its chain checked', async () => {
  const { page } = admin
  await openPage(page, `${app.url}/admin/audit`)
  await page.getByLabel('Action begins with').fill('person.')
  await page.getByLabel('Who').fill('an-admin@example.com')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.waitForURL(/actor=an-admin%40example\.com/)
  const actions = page.getByRole('table').getByRole('row')
  await expect.poll(() => actions.count()).toBe(3)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('audit-log.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('an-admin@example.com,person.suspension-lifted,')
  await page.getByRole('button', { name: 'Check the chain' }).click()
  await page.getByText(/^Intact: \d+ entries/).waitFor()
})

test('whoever is suspended reads why by the link of the mail, without signing in, and appeals', async () => {
  const person = await somebody('locked-out@example.com')
  const [account] = await queryDatabase(app.dataDir, `select id from "user" where email = 'locked-out@example.com'`)
  for (const who of [superAdmin, admin])
    await ask(who, 'POST', `/api/admin/people/${account?.id}/suspend`, { reason: 'Its tools collected passwords' })
  const [mail] = await queryDatabase(
    app.dataDir,
    `select substring(text_body from '/statements/link/[A-Za-z0-9._-]+') as path from mail
      where to_address = 'locked-out@example.com' order by id desc limit 1`,
  )
  const { page } = person
  await openPage(page, app.url + String(mail?.path))
  await page.getByText('Its tools collected passwords').waitFor()
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  expect(await lookProblems(page, 'suspension-statement', 'page')).toEqual([])
  await page.setViewportSize(DEVICES.phone.viewport)
  await page.getByRole('button', { name: 'Appeal' }).click()
  await page.getByText('Say why', { exact: true }).waitFor()
  expect(await lookProblems(page, 'suspension-statement', 'page')).toEqual([])
  await page.getByLabel('Your appeal').fill('A colleague of mine did it.')
  // Twice: it is one appeal.
  await page.getByRole('button', { name: 'Appeal' }).dblclick()
  await page.getByText('Somebody is going to look at it again. You get a mail with the outcome.').waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await page.getByRole('button', { name: 'Appeal' }).count()).toBe(0)
  expect(
    await queryDatabase(app.dataDir, `select count(*)::int as n from moderation_case where kind = 'appeal'`),
  ).toEqual([{ n: 1 }])
  await person.context.close()
})

describe.each(['desk', 'phone'] as const)('on the %s', (device) => {
  let here: Visit
  beforeAll(async () => {
    here = await visit(browser, DEVICES[device])
    await here.context.addCookies(await superAdmin.context.cookies())
    await queryDatabase(
      app.dataDir,
      `insert into moderation_case (id, kind, tool_id, person_id, subject, hints, due_at)
       select gen_random_uuid(), 'tool', tool.id, owner_id, title || e'\n\n' || description || e'\n\nVersion 1.0.0: First version\n\nfunction run(input) {\n  fetch(input.url)\n}',
              '[{"kind": "network", "where": "code", "excerpt": "fetch"}, {"kind": "secret", "where": "field token", "excerpt": "ghp_… (40 signs)"}]',
              now() + interval '1 day'
         from tool where slug = 'word-frequency'
       on conflict do nothing`,
    )
  })
  test.each([
    ['overview', '/admin'],
    ['people', '/admin/people'],
    ['people-none', '/admin/people?q=zzqx'],
    ['errors', '/admin/errors'],
    ['audit', '/admin/audit'],
    ['queue', '/admin/moderation'],
    ['featured', '/admin/featured'],
    ['tags', '/admin/tags'],
    ['figures', '/admin/figures'],
  ])('%s is fit to be read and used', async (name, path) => {
    const { page, problems } = here
    await openPage(page, app.url + path)
    expect(await lookProblems(page, `admin-${name}`, 'page')).toEqual([])
    expect(await structureProblems(page)).toEqual([])
    expect(await problems()).toEqual([])
  })
})

test.each(['/admin', '/admin/people', '/admin/errors', '/admin/audit'])(
  '%s does not scroll sideways at 320 px, nor with text twice as large',
  async (path) => {
    const { page } = superAdmin
    await page.setViewportSize({ width: 320, height: 640 })
    await openPage(page, app.url + path)
    expect(await sidewaysScroll(page)).toBe(0)
    await page.setViewportSize({ width: 640, height: 640 })
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
    expect(await sidewaysScroll(page)).toBe(0)
  },
)

// The last one: it breaks the chain.
test('a row edited past the application shows', async () => {
  await queryDatabase(app.dataDir, 'alter table audit_entry disable trigger audit_entry_append_only')
  await queryDatabase(app.dataDir, `update audit_entry set target = 'user 0' where seq = 3`)
  const { page } = admin
  await openPage(page, `${app.url}/admin/audit`)
  await page.getByRole('button', { name: 'Check the chain' }).click()
  await page.getByText('Broken at 3: this entry was changed, removed or slipped in.').waitFor()
})
