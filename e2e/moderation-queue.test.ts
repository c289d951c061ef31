import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rank } from './support/admin.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { tabTo } from './support/keyboard.ts'

// What a moderator does with the queue: by keys, and with many cases at once.
let app: AppProcess
let browser: Browser
let moderator: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  moderator = await visit(browser)
  await moderator.page.goto(app.url)
  await register(moderator, app.url, 'moderator@example.com')
  await rank(app, 'moderator@example.com', { role: 'admin', secondFactor: 'passed' })
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const sql = (text: string, values: unknown[] = []) => queryDatabase(app.dataDir, text, values)
const THREE_TO_READ = `
  insert into moderation_case (id, kind, tool_id, subject, due_at)
  select gen_random_uuid(), $1, tool.id, 'To be read', now() + place * interval '1 hour'
    from tool join unnest(array['rot13', 'base64', 'tip-calculator']) with ordinality wanted (slug, place) using (slug)`

test('a key that is held or pressed twice decides about one case, the next takes a press of its own', async () => {
  await sql(THREE_TO_READ, ['tool'])
  const { page } = moderator
  const open = async () =>
    (await sql('select count(*)::int as open from moderation_case where closed_at is null'))[0]?.open
  const isAt = (name: string) => expect.poll(() => page.locator(':focus').textContent()).toBe(name)
  await openPage(page, `${app.url}/admin/moderation`)
  await page.getByText('To be read').first().waitFor()
  await tabTo(page, /^ROT13/)
  let calls = 0
  let answer = (): void => undefined
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/decide', async (route) => {
    calls += 1
    await isAnswered
    await route.continue()
  })
  await page.keyboard.press('a')
  await page.keyboard.press('a')
  answer()
  await isAt('Base64 Encoder and Decoder')
  await settled(page)
  expect([calls, await open()]).toEqual([1, 2])
  await page.keyboard.down('a')
  await isAt('Tip Calculator')
  await page.keyboard.down('a')
  await page.keyboard.up('a')
  await settled(page)
  expect([calls, await open()]).toEqual([2, 1])
  await page.keyboard.press('a')
  await page.getByRole('heading', { name: 'Nothing waits' }).waitFor()
  await page.unroute('**/decide')
})

test('the keys of the queue work before anything has the focus, and no decision loses it', async () => {
  await sql(THREE_TO_READ, ['reply'])
  const { page } = moderator
  const isAt = (name: RegExp) => expect.poll(() => page.locator(':focus').textContent()).toMatch(name)
  await openPage(page, `${app.url}/admin/moderation`)
  await page.getByText('To be read').first().waitFor()
  expect(await page.evaluate('document.activeElement.tagName')).toMatch(/BODY|H1/)
  await page.keyboard.press('c')
  await isAt(/^ROT13/)
  await page.getByText(/^Taken by /).waitFor()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  await isAt(/^Base64/)
  await page.keyboard.press('k')
  // Where text is written, and where the keys are for the list alone, they do nothing.
  const whole = page.getByRole('checkbox', { name: /^The keys work on the whole page/ })
  await whole.uncheck()
  await page.keyboard.press('h')
  await whole.check()
  await page.getByText('Look at a tool that nobody has reported').click()
  await page.getByRole('textbox').first().press('h')
  expect(await page.getByRole('dialog').filter({ visible: true }).count()).toBe(0)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('a')
  await isAt(/^Base64/)
  for (const next of [/^Tip Calculator/, /Nothing waits/]) {
    await page.keyboard.press('h')
    await page.getByRole('dialog').getByLabel('Reason').fill('Rude')
    await page.getByRole('dialog').getByRole('button', { name: 'Hide', exact: true }).dblclick()
    await isAt(next)
  }
})

test('where there is no room for the switch of the keys, they are for the list alone', async () => {
  await sql(THREE_TO_READ, ['reply'])
  const { page } = moderator
  const atFirst = page.viewportSize() ?? { width: 1280, height: 720 }
  const whole = page.getByRole('checkbox', { name: /^The keys work on the whole page/ })
  const taken = page.getByText(/^Taken by /)
  // As at 200 % zoom.
  await page.setViewportSize({ width: 640, height: 360 })
  await openPage(page, `${app.url}/admin/moderation`)
  await page.getByText('To be read').first().waitFor()
  expect(await whole.count()).toBe(0)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('h')
  await settled(page)
  expect(await page.getByRole('dialog').filter({ visible: true }).count()).toBe(0)
  await tabTo(page, /^ROT13/)
  await page.keyboard.press('c')
  await taken.waitFor()
  await page.setViewportSize(atFirst)
  await whole.waitFor()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('c')
  await expect.poll(() => taken.count()).toBe(0)
  await sql(`delete from moderation_case where subject = 'To be read'`)
})

test('more than a call takes are marked and approved by keyboard, and what is decided otherwise is named', async () => {
  await sql(`insert into moderation_case (id, kind, tool_id, subject, due_at)
             select gen_random_uuid(), 'reply', tool.id, 'Answer ' || n, now() + n * interval '1 hour'
               from tool, generate_series(1, 52) n where slug = 'rot13'`)
  await sql(`with closed as (
               insert into moderation_case (id, kind, tool_id, subject, due_at, closed_at, decision, ground, reason)
               select gen_random_uuid(), 'report', id, 'Reported', now(), now(), 'hide', 'spam', 'Spam'
                 from tool where slug = 'base64' returning id, tool_id)
             insert into moderation_case (id, kind, tool_id, appealed_id, appealed_round, subject, due_at)
             select gen_random_uuid(), 'appeal', tool_id, id, 1, 'Look again', now() + interval '30 minutes' from closed`)
  const { page } = moderator
  await openPage(page, `${app.url}/admin/moderation`)
  await page.getByText('Answer 1', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.getByText('Answer 52', { exact: true }).waitFor()
  const rows = page.getByRole('main').getByRole('checkbox', { name: /^Mark: / })
  expect(await rows.count()).toBe(53)
  await rows.first().focus()
  const at = () =>
    page.evaluate<number>(`[...document.querySelectorAll('[data-row-focus]')].indexOf(document.activeElement)`)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  expect(await at()).toBe(1)
  await page.keyboard.press('c')
  await page.getByText(/^Taken by /).waitFor()
  await page.keyboard.press('c')
  await expect.poll(() => page.getByText(/^Taken by /).count()).toBe(0)
  await page.keyboard.press('k')
  for (let row = 0; row < 53; row++) {
    await page.keyboard.press('x')
    await page.keyboard.press('j')
  }
  await page.getByText('53 open · 53 marked').waitFor()
  await page.getByRole('button', { name: 'Approve marked' }).press('Enter')
  const named = page.getByText('Cannot be decided like that: Appeal (Base64 Encoder and Decoder).')
  await named.filter({ visible: true }).first().waitFor()
  await page.getByText('1 open').waitFor()
  expect(
    await sql(`select decision, count(*)::int as n from moderation_case where subject like 'Answer %' group by 1`),
  ).toEqual([{ decision: 'approve', n: 52 }])
  await sql(`delete from moderation_case where subject = 'Reported'`)
})

test('of appeals that are marked together the decision is kept or taken back, and of what differs it is said why', async () => {
  await sql(THREE_TO_READ, ['report'])
  await sql(`update moderation_case set closed_at = now(), decision = 'hide', ground = 'spam', reason = 'Spam'
              where subject = 'To be read'`)
  await sql(`insert into moderation_case (id, kind, tool_id, appealed_id, appealed_round, subject, due_at)
             select gen_random_uuid(), 'appeal', tool_id, id, 1, 'Look again', due_at
               from moderation_case where subject = 'To be read'`)
  await sql(`insert into moderation_case (id, kind, tool_id, subject, due_at)
             select gen_random_uuid(), 'reply', id, 'An answer', now() + interval '9 hours' from tool where slug = 'rot13'`)
  const { page } = moderator
  await openPage(page, `${app.url}/admin/moderation`)
  await page.getByText('An answer').waitFor()
  const boxes = page.getByRole('main').getByRole('checkbox', { name: /^Mark: / })
  const together = page.getByRole('button', { name: / marked…?$/ })
  const why = page.getByText(/^Appeals and counter-claims are restored or upheld, all others are approved or hidden/)
  for (const box of [0, 1]) await boxes.nth(box).check()
  await expect.poll(() => together.allTextContents()).toEqual(['Restore marked', 'Uphold marked…'])
  expect(await why.count()).toBe(0)
  await boxes.nth(3).check()
  await why.waitFor()
  await boxes.nth(3).uncheck()
  await together.last().click()
  await page.getByRole('dialog').getByLabel('Reason').fill('They advertise.')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep the decision', exact: true }).click()
  await page.getByText('2 open').waitFor()
  await boxes.first().check()
  await together.first().click()
  await page.getByText('1 open').waitFor()
  expect(
    await sql(`select decision, reason from moderation_case where subject = 'Look again' order by due_at`),
  ).toEqual([
    { decision: 'uphold', reason: 'They advertise.' },
    { decision: 'uphold', reason: 'They advertise.' },
    { decision: 'restore', reason: '' },
  ])
  await sql(`delete from moderation_case where subject in ('To be read', 'An answer')`)
})

test('what should have been decided by now is marked, and counted above the list', async () => {
  await sql(THREE_TO_READ, ['reply'])
  await sql(`update moderation_case set due_at = now() - interval '1 minute'
              where subject = 'To be read' and tool_id = (select id from tool where slug = 'base64')`)
  const { page } = moderator
  await openPage(page, `${app.url}/admin/moderation`)
  await page.getByText('3 open, 1 overdue').waitFor()
  const row = (title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })
  const marks = (title: string) =>
    row(title).filter({ hasText: 'To be read' }).getByText('Overdue', { exact: true }).count()
  expect([await marks('Base64'), await marks('ROT13'), await marks('Tip Calculator')]).toEqual([1, 0, 0])
  await sql(`delete from moderation_case where subject = 'To be read'`)
  expect(await moderator.problems()).toEqual([])
})
