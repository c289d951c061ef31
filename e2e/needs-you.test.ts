import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccount } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, type Visit, visit } from './support/browser.ts'
import { lookProblems, structureProblems } from './support/page-checks.ts'

let app: AppProcess
let browser: Browser
let ada: Visit
let hookPath: string
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  ada = await visit(browser)
  ;({ hookPath } = await openAccount(ada, app, 'ada@example.com'))
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const sql = (text: string, values: unknown[] = []) => queryDatabase(app.dataDir, text, values)
async function looks(name: string): Promise<string[]> {
  const { page } = ada
  const found = await lookProblems(page, name, 'page')
  await page.setViewportSize(DEVICES.phone.viewport)
  found.push(...(await lookProblems(page, name, 'page')))
  await page.setViewportSize(DEVICES.desk.viewport)
  return found
}

test('the dashboard names what fails and who waits for an answer, and nothing while there is neither', async () => {
  const { page } = ada
  await openPage(page, `${app.url}/dashboard`)
  expect(await page.getByRole('heading', { name: 'Needs you' }).count()).toBe(0)
  for (let n = 0; n < 3; n++) await fetch(app.url + hookPath, { method: 'POST', body: '{"bil": "much"}' })
  await sql(
    `with owner as (select id from "user" where email = 'ada@example.com'),
     made as (
       insert into tool (id, slug, title, description, category, kind, owner_id, published_at)
       select gen_random_uuid(), 'herons', 'Words of a heron that stands in shallow water', 'What it says.', 'converter',
              'config', id, now() from owner returning id),
     version as (
       insert into tool_version (tool_id, version, input_schema, output_schema, code)
       select id, 1, '{}', '{}', '{"outputs": {}}' from made),
     reader as (
       insert into "user" (id, name, email, email_verified_at)
       select gen_random_uuid(), 'Reader', n || '@example.com', now() from generate_series(1, 7) n returning id),
     rated as (
       insert into rating (id, tool_id, user_id, stars)
       select gen_random_uuid(), made.id, reader.id, 1 from made, reader returning tool_id, user_id),
     reviewed as (
       insert into review (id, tool_id, user_id, latest, shown)
       select gen_random_uuid(), tool_id, user_id, 1, 1 from rated returning id)
     insert into review_text (review_id, version, title, content, status)
     select id, 1, 'It stands still for too long', 'And says nothing.', 'approved' from reviewed`,
  )
  await openPage(page, `${app.url}/dashboard`)
  const needs = page.getByRole('region', { name: 'Needs you' })
  expect(await needs.getByText('Failing').count()).toBe(1)
  expect(await needs.getByText('1 star, not answered').count()).toBe(5)
  await needs.getByText('2 more reviews are not answered.').waitFor()
  expect(await looks('needs-you')).toEqual([])
  expect(await structureProblems(page)).toEqual([])
  await needs.getByRole('link').first().click()
  await page.waitForURL(/\/workflows\/.*\/executions$/)
})

test('the figures of a tool show failed runs by day, samples of them, and each run', async () => {
  const [tool] = await sql(
    `insert into tool_run (id, tool_id, version, source, success, error_code, duration_ms, at)
     select gen_random_uuid(), id, 1, 'api', n % 3 > 0, case n % 3 when 0 then 'INVALID' end, 12, now() - n * interval '7 hours'
       from tool, generate_series(1, 60) n where slug = 'herons' returning tool_id`,
  )
  await sql(
    `insert into tool_failure (id, tool_id, version, code, message, inputs)
     select gen_random_uuid(), id, 1, 'TOOL_ERROR', 'There is no bird called …',
            '[{"name": "bird", "type": "text", "size": 12}]' from tool where slug = 'herons'`,
  )
  const { page } = ada
  await openPage(page, `${app.url}/tools/${String(tool?.tool_id)}/figures`)
  await page.getByRole('heading', { name: 'Failed runs', exact: true }).waitFor()
  await page.getByText('bird: text of 12 characters').waitFor()
  const runs = page.getByRole('region', { name: 'Run by run' }).getByRole('row')
  await expect.poll(() => runs.count()).toBe(51)
  await page.getByRole('button', { name: 'Show older runs' }).click()
  await expect.poll(() => runs.count()).toBeGreaterThan(60)
  expect(await looks('failed-runs')).toEqual([])
  expect(await ada.problems()).toEqual([])
})

test('the tools that somebody opened last lead back from the dashboard', async () => {
  const { page } = ada
  await openPage(page, `${app.url}/dashboard`)
  const recent = page.getByRole('region', { name: 'Recent tools' })
  expect(await recent.count()).toBe(0)
  await openPage(page, `${app.url}/fxn/tip-calculator`)
  await openPage(page, `${app.url}/dashboard`)
  await recent.getByRole('link', { name: 'Tip Calculator' }).waitFor()
  expect(await looks('dashboard-recent-tools')).toEqual([])
  await recent.getByRole('link', { name: 'Tip Calculator' }).click()
  await page.waitForURL('**/fxn/tip-calculator')
})
