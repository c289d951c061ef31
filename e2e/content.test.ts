import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccount } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, type Device, openBrowser, openPage, type Visit, visit } from './support/browser.ts'
import { picture, sidewaysScroll } from './support/page-checks.ts'
import { textProblems } from './support/text-checks.ts'

// What people write is longer, stranger and more than what we had in mind.
interface Fixture {
  readonly slug: string
  readonly name: string
  readonly count: number
}
const FIXTURES: readonly Fixture[] = [
  {
    slug: 'long',
    name: 'Works out what each of nine friends owes after a weekend with tax, tip, rounding',
    count: 1_000_000,
  },
  { slug: 'one-word', name: 'Pneumonoultramicroscopicsilicovolcanoconiosis'.padEnd(80, 'silicovolcano'), count: 1 },
  { slug: 'emoji', name: '👩‍👩‍👧‍👦🏳️‍🌈🎉 Party splitter 🧾🧾🧾🧾🧾🧾🧾🧾', count: 0 },
  { slug: 'right-to-left', name: 'حاسبة الفواتير المشتركة بين الأصدقاء في المطعم, חישוב', count: 12_345 },
]

let app: AppProcess
let browser: Browser
let owner: Record<Device, Visit>
/** By slug: the addresses of its workflow and of one execution. */
const places = new Map<string, { workflow: string; execution: string }>()

beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  owner = { desk: await visit(browser), phone: await visit(browser, DEVICES.phone) }
  const account = await openAccount(owner.desk, app, 'content@example.com')
  await owner.phone.context.addCookies(await owner.desk.context.cookies())
  for (const fixture of FIXTURES) {
    await addTool(fixture)
    places.set(fixture.slug, await addWorkflow(fixture, account.workflowId, account.failed))
  }
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

async function addTool({ slug, name, count }: Fixture): Promise<void> {
  await queryDatabase(
    app.dataDir,
    `with added as (
       insert into tool (id, slug, title, description, category, kind, version, run_count, favorite_count, published_at)
       values (gen_random_uuid(), $1, $2, $2 || ' ' || $2 || ' ' || $2, 'calculator', 'config', 1, $3, $3, now())
       returning id),
     described as (
       insert into tool_version (tool_id, version, input_schema, output_schema, code)
       select added.id, 1, input_schema, output_schema, code from added, tool_version
        where tool_version.tool_id = (select id from tool where slug = 'paint-needed')),
     named as (
       insert into tag (id, name, slug) values (gen_random_uuid(), $2, 'tag-' || $1) returning id)
     insert into tool_tag (tool_id, tag_id) select added.id, named.id from added, named`,
    [slug, name, count],
  )
}

async function addWorkflow({ name }: Fixture, like: string, run: string) {
  const [row] = await queryDatabase(
    app.dataDir,
    `with added as (
       insert into workflow (id, owner_id, name, status, draft, published_version, hook_secret)
       select gen_random_uuid(), owner_id, $1, 'published', replace(draft::text, 'Work out the tip', $1)::json, 1, 'secret'
         from workflow where id = $2 returning id, owner_id, draft),
     versioned as (
       insert into workflow_version (workflow_id, version, graph, lane) select id, 1, draft, 'inline' from added),
     ran as (
       insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind, input, error, started_at,
                              finished_at, duration_ms)
       select gen_random_uuid(), added.id, added.owner_id, 1, 'failed', 'inline', trigger_kind, input,
              replace(error::text, 'Work out the tip', $1)::json, now(), now(), 1000000
         from added, execution where execution.id = $3 returning id),
     stepped as (
       insert into execution_step (execution_id, seq, node_id, key, status, attempts, started_at, duration_ms, input,
                                   output, error)
       select ran.id, seq, node_id, key, step.status, 1, step.started_at, step.duration_ms, step.input, step.output,
              replace(step.error::text, 'Work out the tip', $1)::json
         from ran, execution_step step where step.execution_id = $3)
     select added.id as workflow, ran.id as execution from added, ran`,
    [name, like, run],
  )
  const workflow = `/workflows/${String(row?.workflow)}`
  return { workflow, execution: `${workflow}/executions/${String(row?.execution)}` }
}

async function openOn(device: Device, path: string): Promise<Page> {
  const { page } = owner[device]
  await openPage(page, app.url + path)
  return page
}
async function expectReadable(page: Page, name: string): Promise<void> {
  await picture(page, `content-${name}`, 'page')
  expect(await textProblems(page), name).toEqual([])
  expect(await sidewaysScroll(page), name).toBe(0)
}

describe.each(['desk', 'phone'] as const)('on the %s', (device) => {
  test.each([
    ['explore', '/explore?category=calculator'],
    ['dashboard', '/dashboard'],
    ['workflows', '/workflows'],
  ])('%s shows every name in its place', async (name, path) => {
    const page = await openOn(device, path)
    await expectReadable(page, name)
    const text = await page.getByRole('main').textContent()
    for (const fixture of FIXTURES) expect(text).toContain(fixture.name)
  })

  test.each(FIXTURES)('the pages of "$slug" hold its name', async ({ slug }) => {
    const { workflow, execution } = places.get(slug) ?? { workflow: '', execution: '' }
    const page = await openOn(device, `/fxn/${slug}`)
    await expectReadable(page, `tool-${slug}`)
    for (const [name, path] of [
      ['editor', workflow],
      ['executions', `${workflow}/executions`],
      ['execution', execution],
    ] as const) {
      await openPage(page, app.url + path)
      await expectReadable(page, `${name}-${slug}`)
    }
  })
})

test('counts read as a person would say them', async () => {
  const page = await openOn('desk', '/explore?category=calculator')
  const countOf = (slug: string): Promise<string | null> =>
    page
      .locator('article', { has: page.locator(`a[href="/fxn/${slug}"]`) })
      .locator('p')
      .last()
      .textContent()
  expect(await Promise.all(FIXTURES.map(({ slug }) => countOf(slug)))).toEqual([
    '1M runs · 1M favourites · Free',
    '1 run · 1 favourite · Free',
    '0 runs · 0 favourites · Free',
    '12,345 runs · 12,345 favourites · Free',
  ])
})

test('a name that is cut is the whole name for a screen reader and under the pointer', async () => {
  const page = await openOn('phone', '/workflows')
  for (const { name } of FIXTURES) {
    const link = page.getByRole('link', { name, exact: true })
    expect(await link.getAttribute('title')).toBe(name)
  }
  // Its end is cut, not its beginning.
  expect(await page.locator('main [data-row-link]:dir(rtl)').allTextContents()).toEqual([FIXTURES[3]?.name])
})

const planAt = async (width: number) => {
  const { page, context } = await visit(browser, { viewport: { width, height: 900 } })
  await openPage(page, `${app.url}/fxn/loan-payment`)
  const found = await page.evaluate<{ hidden: number; fade: string }>(`(() => {
    const box = [...document.querySelectorAll('.scroll-edges')].find((one) => /Repayment plan/.test(one.textContent))
    return { hidden: box.scrollWidth - box.clientWidth, fade: getComputedStyle(box).getPropertyValue('--fade-end') }
  })()`)
  await context.close()
  return found
}

test('the repayment plan fits beside its form at 1280 px; where it does not, its edge fades', async () => {
  expect(await planAt(1280)).toEqual({ hidden: 0, fade: '0px' })
  const narrow = await planAt(360)
  expect(narrow.hidden).toBeGreaterThan(0)
  expect(narrow.fade).toBe('40px')
})
