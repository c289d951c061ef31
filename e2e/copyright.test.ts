import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rank } from './support/admin.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import { tabTo } from './support/keyboard.ts'
import { lookProblems, structureProblems } from './support/page-checks.ts'

// Somebody claims a copyright in a tool, it is hidden, its creator answers; beside that, what moderators enter by hand.
let app: AppProcess
let browser: Browser
let creator: Visit
let moderator: Visit
const PATH = '/fxn/table-of-rates'
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  creator = await somebody('creator@example.com')
  moderator = await somebody('moderator@example.com')
  await rank(app, 'moderator@example.com', { role: 'admin', secondFactor: 'passed' })
  await sql(
    `with made as (
       insert into tool (id, slug, title, description, category, kind, owner_id, published_at)
       select gen_random_uuid(), 'table-of-rates', 'Table of rates', 'What rates were.', 'converter', 'config', id, now()
         from "user" where email = 'creator@example.com' returning id)
     insert into tool_version (tool_id, version, input_schema, output_schema, code)
     select id, 1, '{}', '{}', '{"outputs": {}}' from made`,
  )
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const sql = (text: string, values: unknown[] = []) => queryDatabase(app.dataDir, text, values)
async function somebody(email: string): Promise<Visit> {
  const someone = await visit(browser)
  await someone.page.goto(app.url)
  await register(someone, app.url, email)
  await sql('update "user" set email_verified_at = now() where email = $1', [email])
  return someone
}
/** As it stands on a desk and on a phone. */
async function looks(page: Page, name: string): Promise<string[]> {
  const found = await lookProblems(page, name, 'page')
  await page.setViewportSize(DEVICES.phone.viewport)
  found.push(...(await lookProblems(page, name, 'page')))
  await page.setViewportSize(DEVICES.desk.viewport)
  return found
}

test('a visitor claims a copyright, and is told what is missing', async () => {
  const visitor = await visit(browser)
  const { page } = visitor
  await openPage(page, app.url + PATH)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Report…' }).waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('It infringes a copyright').check()
  await dialog.getByLabel('The work is mine').focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Submit report' }).click()
  expect(await dialog.getByText('Please confirm this').count()).toBe(2)
  expect(await looks(page, 'copyright-report')).toEqual([])
  await dialog.getByLabel('Your name').fill('Grace Hopper')
  await dialog.getByLabel('Your email address').fill('grace@example.com')
  await dialog.getByLabel('The work, and where it can be seen').fill('My table of rates, at rates.example')
  await dialog.getByLabel('I believe in good faith').focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Submit report' }).click()
  await dialog.getByText(/^R-\w{4}-\w{4}$/).waitFor()
  expect(await visitor.problems()).toEqual([])
  await visitor.context.close()
})

test('a moderator reads the claim and hides the tool by keyboard', async () => {
  const { page } = moderator
  await openPage(page, `${app.url}/admin/moderation`)
  await page.getByText('By Grace Hopper <grace@example.com>').waitFor()
  expect(await looks(page, 'copyright-case')).toEqual([])
  await tabTo(page, /Table of rates/)
  await page.keyboard.press('h')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  expect(await dialog.getByLabel('It is against this rule').inputValue()).toBe('copyright')
  expect(await looks(page, 'copyright-decision')).toEqual([])
  await tabTo(page, /Reason/)
  await page.keyboard.type('The table is theirs.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Nothing waits' }).waitFor()
  expect((await fetch(app.url + PATH)).status).toBe(404)
})

test('its creator is shown the claim, makes a counter-claim and is told when the tool comes back', async () => {
  const [row] = await sql('select id from moderation_case')
  const { page } = creator
  await openPage(page, `${app.url}/statements/${String(row?.id)}`)
  await page.getByText('By Grace Hopper').waitFor()
  await page.getByText('an appeal asks our moderators').waitFor()
  expect(await page.getByText('grace@example.com').count()).toBe(0)
  await page.getByRole('button', { name: 'Make a counter-claim' }).click()
  expect(await page.getByText('Please confirm this').count()).toBe(2)
  expect(await looks(page, 'copyright-statement')).toEqual([])
  expect(await structureProblems(page)).toEqual([])
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Where you can be reached').fill('Ada Street 1')
  await page.getByLabel('Why it may be shown').fill('I wrote it myself.')
  await page.getByLabel('Under penalty of perjury').focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Make a counter-claim' }).click()
  await page.getByText('By Ada Lovelace, Ada Street 1').waitFor()
  await page.getByText('unless the claimant goes to court').waitFor()
  expect(await page.getByRole('button', { name: 'Make a counter-claim' }).count()).toBe(0)
  expect(await looks(page, 'copyright-countered')).toEqual([])
  expect(await creator.problems()).toEqual([])
})

test('a claim that came by mail is entered and stands in the queue', async () => {
  await sql(`update tool set status = 'published' where slug = 'table-of-rates'`)
  await sql('delete from tool_hold')
  await sql('delete from moderation_case')
  const { page } = moderator
  await openPage(page, `${app.url}/admin/moderation`)
  await page.getByText('Enter a copyright claim that came by mail').click()
  await page.getByRole('button', { name: 'Put it into the queue' }).click()
  expect(await page.getByText('Enter the address of a tool').count()).toBe(2)
  expect(await looks(page, 'copyright-by-mail')).toEqual([])
  await page.getByRole('textbox', { name: 'Tool', exact: true }).last().fill(PATH)
  await page.getByLabel('Who claims it').fill('Mary Jackson')
  await page.getByLabel('Their email address').fill('mary@example.com')
  await page.getByLabel('The work, and where it can be seen').fill('My own table')
  await page.getByLabel('Received on').fill(new Date().toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Put it into the queue' }).click()
  await page.getByText('By Mary Jackson <mary@example.com>').waitFor()
})

test('a moderator files one tool under other tags', async () => {
  const { page } = moderator
  await openPage(page, `${app.url}/admin/tags`)
  await page.getByText('Change the tags of one tool').click()
  await page.getByRole('textbox', { name: 'Tool', exact: true }).fill(PATH)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Tags', exact: true }).fill('money, rates')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Say why').waitFor()
  expect(await looks(page, 'tags-of-one-tool')).toEqual([])
  await page.getByRole('textbox', { name: 'Reason' }).fill('It had none.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() =>
      sql(`select tag.name from tool_tag join tag on tag.id = tool_tag.tag_id join tool on tool.id = tool_tag.tool_id
            where tool.slug = 'table-of-rates' order by tag.name`),
    )
    .toEqual([{ name: 'money' }, { name: 'rates' }])
  expect(await moderator.problems()).toEqual([])
})
