import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Locator } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { durationText } from '#src/client/duration.ts'
import { type Account, ask, openAccount } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, settled, type Visit, visit } from './support/browser.ts'
import { axeProblems, lookProblems, sidewaysScroll } from './support/page-checks.ts'

// The pages of runs: their list, one of them with its steps, and what they add up to.
let app: AppProcess
let browser: Browser
let owner: Visit
let account: Account
/** What a step calls in vain. */
const service = createServer((_, response) => response.writeHead(503).end())
const hostOf = () => `127.0.0.1:${(service.address() as AddressInfo).port}`
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  app = await startApp({ env: { EGRESS_ALLOW: hostOf() } })
  browser = await openBrowser()
  owner = await visit(browser, { timezoneId: 'Asia/Kolkata' })
  account = await openAccount(owner, app, 'runs@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
  service.close()
})

const sql = (text: string, ...values: readonly unknown[]) => queryDatabase(app.dataDir, text, values)
const statusOf = async (run: string) => (await sql('select status from execution where id = $1', run))[0]?.status
const start = { id: 'a', key: 'start', name: 'Start', type: 'manual', config: {} }
async function published(name: string, ...steps: readonly object[]): Promise<string> {
  const nodes = [start, ...steps.map((step, at) => ({ ...step, id: 'bcdefg'.charAt(at) }))]
  const graph = { nodes, edges: nodes.slice(1).map(({ id }, at) => ({ from: nodes[at]?.id, to: id })) }
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', { name, graph })
  await ask(owner, 'POST', `/api/workflows/${workflow.id}/publish`, {})
  return workflow.id
}
const started = async (id: string): Promise<string> =>
  (await ask<{ execution: { id: string } }>(owner, 'POST', `/api/workflows/${id}/run`, {})).execution.id
const calling = (workflow: string) => ({ key: 'call', name: 'Call', type: 'workflow', config: { workflow } })
const sum = (n: string) => ({ key: 'sum', name: 'Sum', type: 'set', config: { values: { n } } })

test('a workflow that another one calls stands below the step that calls it, with its own steps and its end', async () => {
  const { page } = owner
  const child = await published('Child', sum('{{ [1][7] }}'))
  const parent = await published('Parent', calling(child))
  const run = await started(parent)
  await openPage(page, `${app.url}/workflows/${parent}/executions/${run}`)
  const main = page.getByRole('main')
  const row = main.getByRole('listitem').filter({ has: page.getByText('Steps of “Child”') })
  const line = row.locator('summary').filter({ hasText: 'Steps of “Child”' })
  await line.getByText('Failed').waitFor()
  await settled(page)
  expect(await row.getByText('Sum', { exact: true }).count()).toBe(0)
  await line.press('Enter')
  await row.getByText('Sum', { exact: true }).waitFor()
  // It failed, so that it is open and says why.
  await row.getByText('Look at what came before it').first().waitFor()
  expect(await axeProblems(page)).toEqual([])
  await row.getByRole('link', { name: 'Open the execution of “Child”' }).click()
  await page.waitForURL((url) => url.pathname.startsWith(`/workflows/${child}/executions/`))
  await page.getByRole('link', { name: 'Called by “Parent”' }).click()
  await page.waitForURL((url) => url.pathname.endsWith(run))
  expect(await owner.problems()).toEqual([])
})

test('of five hundred steps of a run that goes on, only what shows time is drawn each second', async () => {
  const { page } = owner
  const id = await published('Long', { key: 'wait', name: 'Wait', type: 'wait', config: {} })
  const run = await started(id)
  await expect.poll(() => statusOf(run)).toBe('waiting')
  await sql(
    `insert into execution_step (execution_id, seq, node_id, key, status, output, started_at, duration_ms)
     select $1, n + 10, 'n' || n, 'step' || n, 'succeeded', '{"given": 1}', now(), 5 from generate_series(1, 500) n`,
    run,
  )
  await openPage(page, `${app.url}/workflows/${id}/executions/${run}`)
  const main = page.getByRole('main')
  const row = main.locator('summary').filter({ hasText: 'step500' })
  await row.waitFor()
  // Of the run itself: no closed step has its values in the page.
  expect(await main.locator('pre').count()).toBe(1)
  // A row that is drawn writes its output in one line.
  await page.evaluate(`
    window.drawn = 0
    const write = JSON.stringify
    JSON.stringify = (value, ...more) => {
      if (value?.given === 1) window.drawn += 1
      return write(value, ...more)
    }`)
  const axis = main.locator('[aria-hidden=true].meta-line').first()
  for (const _ of [1, 2, 3]) {
    const before = await axis.textContent()
    await expect.poll(() => axis.textContent()).not.toBe(before)
  }
  expect(await page.evaluate('window.drawn')).toBe(0)
  await row.click()
  await expect.poll(() => main.locator('pre').count()).toBe(3)
  expect(await owner.problems()).toEqual([])
})

test('a run that waits for long is fetched at most once in six seconds, on its pages and in the editor', async () => {
  const id = await published('Far', { key: 'wait', name: 'Wait', type: 'wait', config: {} })
  const body = { version: 'draft' }
  const { execution } = await ask<{ execution: { id: string } }>(owner, 'POST', `/api/workflows/${id}/run`, body)
  await expect.poll(() => statusOf(execution.id)).toBe('waiting')
  for (const path of [`/executions/${execution.id}`, `/executions/${execution.id}/canvas`, '']) {
    const looking = await visit(browser, { storageState: await owner.context.storageState() })
    const { page } = looking
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(`/api/executions/${execution.id}`)) asked.push(request.url())
    })
    await page.clock.install()
    await openPage(page, `${app.url}/workflows/${id}${path}`)
    await page.getByText('Waiting').filter({ visible: true }).first().waitFor()
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1000)
    const before = asked.length
    for (let second = 0; second < 6; second++) {
      await page.clock.runFor(1000)
      // Where one question is under way the page asks no other one: it is answered before this one is.
      await ask(looking, 'GET', `/api/workflows/${id}/executions`)
    }
    expect(asked.length - before, path).toBeLessThanOrEqual(1)
    await looking.context.close()
  }
}, 60_000)

/** Counts how often the page tells a screen reader that the run succeeded. */
const COUNT_ENDS = `window.ends = 0
new MutationObserver((changes) => {
  const told = new Set(changes.map(({ target }) => (target.closest ? target : target.parentElement)?.closest('[role=status]')))
  for (const region of told) if (region?.textContent.startsWith('Succeeded after')) window.ends += 1
}).observe(document.body, { subtree: true, childList: true, characterData: true })`

test('a run that goes on after a wait is followed to its end, without a reload', async () => {
  const { page } = owner
  const givesLink = { key: 'link', name: 'Link', type: 'set', config: { values: { url: '{{ run.resumeUrls.paid }}' } } }
  const paid = { key: 'paid', name: 'Paid', type: 'wait', config: { mode: 'call', amount: 2, unit: 'days' } }
  const id = await published('Order', givesLink, paid, {
    key: 'last',
    name: 'Set',
    type: 'set',
    config: { values: {} },
  })
  const run = await started(id)
  await expect.poll(() => statusOf(run)).toBe('waiting')
  await openPage(page, `${app.url}/workflows/${id}/executions/${run}`)
  const main = page.getByRole('main')
  const row = main.locator('summary').filter({ hasText: 'last · set' })
  const header = main.locator('header').first()
  await header.getByText('Waiting').waitFor()
  expect([await row.count(), await page.getByRole('button', { name: 'Retry', exact: true }).count()]).toEqual([0, 0])
  await page.evaluate(`window.wasHere = true; ${COUNT_ENDS}`)
  const [link] = await sql(
    `select output ->> 'url' as url from execution_step where execution_id = $1 and key = 'link'`,
    run,
  )
  expect((await fetch(String(link?.url), { method: 'POST' })).status).toBe(200)
  await row.getByText('Succeeded').waitFor({ timeout: 5000 })
  await header.getByText('Succeeded').waitFor({ timeout: 5000 })
  await page.getByRole('button', { name: 'Retry', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0)
  expect(await page.evaluate('[window.wasHere, window.ends]')).toEqual([true, 1])
  expect(await owner.problems()).toEqual([])
})

test('what only a developer understands is folded, and each attempt of a step is told', async () => {
  const { page } = owner
  const failing = await published('Sums', sum('{{ [1][7] }}'))
  await openPage(page, `${app.url}/workflows/${failing}/executions/${await started(failing)}`)
  const main = page.getByRole('main')
  const code = main.getByText('EXPRESSION_FAILED').filter({ visible: true })
  const folds = main.getByText('Technical detail')
  await folds.first().waitFor()
  expect(await code.count()).toBe(0)
  await folds.first().click()
  await expect.poll(() => code.count()).toBe(1)

  const http = { key: 'call', name: 'Call', type: 'http', config: { method: 'GET', url: `http://${hostOf()}/` } }
  const calls = await published('Calls', { ...http, retry: { max: 1, backoff: 'constant', baseMs: 100 } })
  await openPage(page, `${app.url}/workflows/${calls}/executions/${await started(calls)}`)
  const attempts = main.getByRole('region', { name: 'Attempts' }).getByRole('listitem')
  await attempts.last().waitFor({ timeout: 10_000 })
  expect(await attempts.allTextContents()).toEqual([
    expect.stringMatching(/^Attempt 1Failed.*ran/),
    expect.stringMatching(/^Attempt 2Failed.*after the first, ran/),
  ])
})

test('while a run goes on the list looks every two seconds, also for rows that have left its newest page', async () => {
  const { page } = owner
  const id = await published('Looked at', sum('1'))
  // A wait that is nearly over is looked at like a run that goes on.
  const add = (count: number, status: string) =>
    sql(
      `insert into execution (id, workflow_id, owner_id, version, graph, status, lane, trigger_kind, finished_at, due_at,
                              waiting_since)
       select gen_random_uuid(), id, owner_id, null, '{}', $3, 'inline', 'manual',
              case when $3 = 'succeeded' then now() end,
              case when $3 = 'waiting' then now() + interval '50 seconds' end, case when $3 = 'waiting' then now() end
         from workflow, generate_series(1, $2::int) where id = $1`,
      ...[id, count, status],
    )
  await add(1, 'waiting')
  await add(49, 'succeeded')
  await openPage(page, `${app.url}/workflows/${id}/executions`)
  const rows = page.locator('[data-execution]')
  await rows.last().getByText('Waiting').waitFor()
  // It leaves the newest page, and ends.
  await add(3, 'succeeded')
  await page.getByRole('button', { name: '3 new', exact: true }).waitFor({ timeout: 5000 })
  const asked = page.waitForRequest((request) => request.url().includes('ids='), { timeout: 5000 })
  await sql(
    `update execution set status = 'succeeded', finished_at = now(), due_at = null, waiting_since = null
      where workflow_id = $1 and status = 'waiting'`,
    id,
  )
  await asked
  await rows.last().getByText('Succeeded').waitFor({ timeout: 5000 })
  expect(await rows.count()).toBe(50)
  expect(await owner.problems()).toEqual([])
})

const cellsOf = async (figure: Locator): Promise<string[][]> =>
  Promise.all((await figure.getByRole('row').all()).map((row) => row.locator('th, td').allTextContents()))

/** What its button saves, line by line. */
async function fileOf(figure: Locator): Promise<string[][]> {
  const downloading = figure.page().waitForEvent('download')
  await figure.getByRole('button', { name: /^Download CSV/ }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  const lines = file.replace('\ufeff', '').trimEnd().split(/\r?\n/)
  return lines.map((line) => line.split(','))
}
/** What the table says where the file has this number below this heading. */
function inTable(cell: string, heading: string): string {
  if (cell === '') return '–'
  if (heading.endsWith('(ms)')) return durationText(Number(cell))
  const unit = heading.endsWith('(%)') ? ' %' : heading.endsWith('(min)') ? ' min' : ''
  return Number(cell).toLocaleString('en') + unit
}

test('a chart is read by arrow keys, and each file has the figures of its table', async () => {
  const { page } = owner
  await openPage(page, `${app.url}/workflows/${account.workflowId}/analytics`)
  const chart = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: 'Runs', exact: true }) })
  const slider = chart.getByRole('slider')
  // Of the zone of this browser.
  const today = await page.evaluate<string>(`new Date().toLocaleDateString('sv')`)
  const read = () => slider.getAttribute('aria-valuetext')
  await expect.poll(read).toBe(`${today}: Succeeded 1, Failed 1, Cancelled 0, Under way 0`)
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
  await expect.poll(read).toBe(`${yesterday}: Succeeded 0, Failed 0, Cancelled 0, Under way 0`)
  const figures = await page
    .getByRole('figure')
    .filter({ has: page.getByRole('slider') })
    .all()
  expect(figures.length).toBeGreaterThanOrEqual(3)
  for (const figure of figures) {
    const [head = [], ...lines] = await fileOf(figure)
    await figure.getByText('Show the numbers').click()
    const [names = [], ...table] = await cellsOf(figure)
    expect(head.slice(1).map((name) => name.replace(/ \([^)]*\)$/, ''))).toEqual(names.slice(1))
    expect(
      lines.map(([day, ...cells]) => [day, ...cells.map((cell, at) => inTable(cell, head[at + 1] ?? ''))]),
    ).toEqual(table)
  }
  expect(await fileOf(chart)).toContainEqual([today, '1', '1', '0', '0'])

  const failures = page.getByRole('region', { name: 'Failures by cause and step' })
  const [head = [], ...lines] = await fileOf(failures)
  const [names, ...table] = await cellsOf(failures)
  expect(head).toEqual(['cause', 'step', 'count', 'of all failures (%)'])
  expect(names).toEqual(['Cause', 'Step', 'Runs', 'Of all failures'])
  const counts = lines.map((line) => line.slice(2).map((cell, at) => inTable(cell, head[at + 2] ?? '')))
  expect(counts).toEqual(table.map((cells) => cells.slice(2)))
  expect(counts).toEqual([['1', '100 %']])
})

test('the analytics of a year fit a desk and a phone, and each day is read, listed and saved', async () => {
  const { page } = owner
  const id = await published('Year', sum('1'))
  await sql(
    `insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind, created_at, started_at, finished_at)
     select gen_random_uuid(), $1, owner_id, 1, case when n % 7 = 0 then 'failed' else 'succeeded' end, 'inline',
            'webhook', at, at, at + interval '1 second'
       from workflow, generate_series(0, 364) n, lateral (select now() - n * interval '1 day' as at) day where id = $1`,
    id,
  )
  for (const { viewport } of [DEVICES.phone, DEVICES.desk]) {
    await page.setViewportSize(viewport)
    await openPage(page, `${app.url}/workflows/${id}/analytics?days=365`)
    expect(await lookProblems(page, `year-${viewport.width}`)).toEqual([])
  }
  const chart = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: 'Runs', exact: true }) })
  const slider = chart.getByRole('slider')
  const days = await page.evaluate<[string, string]>(
    `[364, 0].map((days) => new Date(Date.now() - days * 86_400_000).toLocaleDateString('sv'))`,
  )
  await slider.focus()
  for (const [at, key] of ['Home', 'End'].entries()) {
    await page.keyboard.press(key)
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(`${days[at]}: Succeeded`)
  }
  const lines = await fileOf(chart)
  expect(lines.map(([day]) => day).slice(1)).toHaveLength(365)
  await chart.getByText('Show the numbers').click()
  // One row says what the columns are.
  await expect.poll(() => chart.getByRole('row').count()).toBe(lines.length)
  expect(new Set([lines[1]?.[0], lines.at(-1)?.[0]])).toEqual(new Set(days))
  await page.setViewportSize(DEVICES.phone.viewport)
  expect(await sidewaysScroll(page)).toBe(0)
  await page.setViewportSize(DEVICES.desk.viewport)
}, 120_000)
