import type { Page } from 'playwright'
import { ask } from '../e2e/support/account.ts'
import { queryDatabase } from '../e2e/support/app-database.ts'
import { openBrowser, openPage, register, settled, type Visit, visit } from '../e2e/support/browser.ts'
import type { BenchApp } from './bench-app.ts'
import { type Figure, quantile, rounded } from './figures.ts'

const ROUNDS = 20
const TARGET = '≤ 200'
const RUNS = 100_000

/** Workflows of all states, with three tags, and ten runs each; one of ten has failed. */
const seed = (workflows: number) => [
  `insert into workflow (id, owner_id, name, draft, hook_secret, status, published_version, tags, updated_at)
   select gen_random_uuid(), owner_id, 'Sync of shop ' || n, draft, gen_random_uuid()::text,
          case when n % 3 = 0 then 'draft' else 'published' end, case when n % 3 = 0 then null else 1 end,
          array['tag-' || n % 7, 'tag-' || n % 50], now() - n * interval '1 minute'
     from workflow, generate_series(1, ${workflows} - 1) n where workflow.id = $1`,
  `insert into execution (id, workflow_id, owner_id, version, graph, status, lane, trigger_kind, created_at, started_at,
                          finished_at, duration_ms)
   select gen_random_uuid(), w.id, w.owner_id, null, '{}', case when n = 10 then 'failed' else 'succeeded' end, 'direct',
          'webhook', at, at, at, 40
     from workflow w cross join generate_series(1, 10) n
     cross join lateral (select w.updated_at - n * interval '1 hour' as at) times
    where w.owner_id = (select owner_id from workflow where id = $1)`,
  'vacuum analyze workflow',
  'vacuum analyze execution',
]
const runs = `insert into execution (id, workflow_id, owner_id, version, graph, status, lane, trigger_kind, key, error,
                                     created_at, started_at, finished_at, duration_ms)
   select gen_random_uuid(), id, owner_id, null, '{}', case when n % 10 = 0 then 'failed' else 'succeeded' end, 'direct',
          'webhook', 'order-' || n, case when n % 10 = 0 then '{"code": "HTTP_STATUS", "message": "503 unavailable"}'::json end,
          at, at, at, 40
     from workflow cross join generate_series(1, ${RUNS}) n
     cross join lateral (select now() - n * interval '1 minute' as at) times
    where workflow.id = $1`

const QUERIES = [
  '',
  'sort=name',
  'sort=run',
  'status=published',
  'status=failing',
  'tag=tag-3',
  'text=shop+77',
  'text=zebra',
]

async function timesOf(someone: Visit, path: string): Promise<number[]> {
  const times = await someone.page.evaluate(
    async ({ address, rounds }) => {
      const taken: number[] = []
      for (let round = -1; round < rounds; round++) {
        const begun = performance.now()
        const answer = await fetch(address)
        if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
        await answer.text()
        // The first round warms up.
        if (round >= 0) taken.push(performance.now() - begun)
      }
      return taken
    },
    { address: path, rounds: ROUNDS },
  )
  return times.toSorted((one, other) => one - other)
}

const p95 = (times: readonly number[]) => rounded(quantile(times, 0.95))
const elements = (page: Page) => page.locator('main *').count()

/** Fifty more, again and again, as somebody does who wants to see all. */
async function loadAll(page: Page, count: number): Promise<void> {
  for (let shown = 100; shown <= count; shown += 50) {
    await page.getByRole('button', { name: 'Load more' }).press('Enter')
    await page.getByText(new RegExp(`^${shown} workflows`)).waitFor()
  }
}

/** What the page weighs once a thousand rows have been fetched, and how soon it answers to keys. */
async function longPage(someone: Visit, url: string): Promise<Figure[]> {
  const { page } = someone
  await openPage(page, `${url}/workflows`)
  await loadAll(page, 1000)
  await settled(page)
  const most = [await elements(page)]
  await page.evaluate(`window.felt = []
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries()) if (interactionId > 0) window.felt.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 })`)
  await page.locator('[data-row-link]').first().focus()
  for (const key of ['ArrowDown', 'x', 'ArrowDown', 'x', 'End', 'ArrowUp', 'x', 'Home']) {
    await page.keyboard.press(key)
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))')
    most.push(await elements(page))
  }
  const worst = Number(await page.evaluate('Math.max(0, ...window.felt)'))
  return [
    { name: '/workflows with 1,000 rows fetched: elements in it', value: Math.max(...most), unit: 'count' },
    {
      name: '/workflows with 1,000 rows fetched: rows in it',
      value: await page.locator('[data-row-link]').count(),
      unit: 'count',
      target: '< 200',
    },
    { name: '/workflows with 1,000 rows fetched: slowest key', value: worst, unit: 'ms', target: TARGET },
  ]
}

/** Accounts with a thousand and ten thousand workflows, and a workflow of a hundred thousand runs. */
export async function workflowListBench({ url, process: app }: BenchApp): Promise<Figure[]> {
  const browser = await openBrowser()
  const figures: Figure[] = []
  const mine = async (name: string) => {
    const someone = await visit(browser)
    await someone.page.goto(url)
    await register(someone, url, `${name}@example.com`)
    const { workflows } = await ask<{ workflows: { id: string }[] }>(someone, 'GET', '/api/workflows')
    return { someone, id: workflows[0]?.id ?? '' }
  }
  const run = (sql: string, id: string) => queryDatabase(app.dataDir, sql, sql.includes('$1') ? [id] : [])
  try {
    for (const count of [1000, 10_000]) {
      const { someone, id } = await mine(`lists-${count}`)
      for (const sql of seed(count)) await run(sql, id)
      for (const query of QUERIES) {
        const name = `list of ${count} workflows, ${query === '' ? 'no filter' : query}: p95`
        figures.push({
          name,
          value: p95(await timesOf(someone, `/api/workflows?${query}`)),
          unit: 'ms',
          target: TARGET,
        })
      }
      if (count === 1000) figures.push(...(await longPage(someone, url)))
      await someone.context.close()
    }
    const { someone, id } = await mine('runs')
    await run(runs, id)
    await run('vacuum analyze execution', id)
    for (const query of ['', 'status=failed', 'text=unavailable', 'text=zebra', 'key=order-77777']) {
      const times = await timesOf(someone, `/api/workflows/${id}/executions?${query}`)
      const name = `list of ${RUNS} executions, ${query === '' ? 'no filter' : query}: p95`
      figures.push({ name, value: p95(times), unit: 'ms', target: TARGET })
    }
    return figures
  } finally {
    await browser.close()
  }
}
