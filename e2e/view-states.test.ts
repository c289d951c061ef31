import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tileContent } from '#src/features/creator-tools/test-content.ts'
import { type Account, ask, openAccount } from './support/account.ts'
import { queryDatabase, withoutTable } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { afresh, openBrowser, settled, type Visit, visit } from './support/browser.ts'
import { BROKEN } from './support/failures.ts'
import { axeProblems, showIn } from './support/page-checks.ts'

// Each view of an account's data in each state that it can be in.
let app: AppProcess
let browser: Browser
let owner: Visit
let account: Account
let stranger: Visit
/** A tool of the owner that nobody else has seen. */
let toolId: string
/** One that everybody sees, whose figures are the owner's alone. */
let publishedId: string
/** Of a decision about that one. */
const STATEMENT = '0199f1e0-0000-7000-8000-000000000001'
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  owner = await visit(browser)
  account = await openAccount(owner, app, 'views@example.com')
  const { draft } = await ask<{ draft: { id: string } }>(owner, 'POST', '/api/tools', { content: tileContent })
  toolId = draft.id
  const [made] = await sql(
    `update tool set owner_id = (select id from "user" where email = 'views@example.com') where slug = 'paint-needed'
      returning id`,
  )
  publishedId = String(made?.id)
  await sql('insert into tool_view (id, tool_id) values (gen_random_uuid(), $1)', publishedId)
  await sql(
    `insert into moderation_case (id, kind, tool_id, person_id, subject, due_at, closed_at, decision, ground, reason)
     select $1, 'report', id, owner_id, 'Reported', now(), now(), 'hide', 'spam', 'It advertises.'
       from tool where id = $2`,
    STATEMENT,
    publishedId,
  )
  stranger = await visit(browser)
  await openAccount(stranger, app, 'stranger@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const sql = (text: string, ...values: readonly unknown[]) => queryDatabase(app.dataDir, text, values)
const main = (page: Page) => page.getByRole('main')
const shown = (page: Page, text: string | RegExp) => main(page).getByText(text).filter({ visible: true }).first()

/** What axe finds in light, and then in dark. */
async function lookProblems(page: Page): Promise<string[]> {
  const light = await axeProblems(page)
  await showIn(page, 'dark')
  const dark = await axeProblems(page, 'colours')
  await showIn(page, 'light')
  return [...light, ...dark.map((problem) => `dark: ${problem}`)]
}

async function openAs(someone: Visit | undefined, path: string): Promise<Visit> {
  const opened = someone ?? (await visit(browser))
  await afresh(opened)
  await opened.page.goto(app.url + path)
  return opened
}

interface PrivateView {
  readonly path: (account: Account) => string
  /** Without it the server cannot bring the data; 'execution' where nothing is said. */
  readonly table?: string
  /** The call that the browser makes for what the server could not bring. */
  readonly call: string
  readonly loading: string
  readonly failed: string
  /** Seen once the data is there. */
  readonly data: string | RegExp
}
const PRIVATE: Readonly<Record<string, PrivateView>> = {
  dashboard: {
    path: () => '/dashboard',
    call: '**/api/executions',
    loading: 'Loading runs…',
    failed: 'Failed to fetch runs',
    data: 'Succeeded',
  },
  'the workflow list': {
    path: () => '/workflows',
    call: '**/api/workflows*',
    loading: 'Loading workflows…',
    failed: 'Failed to fetch workflows',
    data: '1 workflow',
  },
  'the executions list': {
    path: ({ workflowId }) => `/workflows/${workflowId}/executions`,
    call: '**/api/workflows/*/executions*',
    loading: 'Loading executions…',
    failed: 'Failed to fetch executions',
    data: '2 executions',
  },
  'the analytics': {
    path: ({ workflowId }) => `/workflows/${workflowId}/analytics`,
    call: '**/api/workflows/*/analytics*',
    loading: 'Loading the analytics…',
    failed: 'Failed to fetch the analytics',
    data: 'Success rate',
  },
  'the execution': {
    path: ({ workflowId, succeeded }) => `/workflows/${workflowId}/executions/${succeeded}`,
    call: '**/api/executions/*',
    loading: 'Loading the execution…',
    failed: 'Failed to fetch this execution',
    data: 'Output of the run',
  },
  'the editor': {
    path: ({ workflowId }) => `/workflows/${workflowId}`,
    call: '**/api/workflows/*',
    loading: 'Loading the workflow…',
    failed: 'Failed to fetch this workflow',
    data: 'Work out the tip',
  },
  'the list of tools': {
    path: () => '/tools',
    table: 'tool_draft',
    call: '**/api/tools',
    loading: 'Loading tools…',
    failed: 'Failed to fetch tools',
    data: 'Nobody else sees it',
  },
  'the figures of a tool': {
    path: () => `/tools/${publishedId}/figures`,
    table: 'tool_run',
    call: '**/api/tools/*/figures*',
    loading: 'Loading the figures…',
    failed: 'Failed to fetch the figures',
    data: /runs per view/,
  },
  'the decision of a moderator': {
    path: () => `/statements/${STATEMENT}`,
    table: 'moderation_case',
    call: '**/api/statements/*',
    loading: 'Loading the decision…',
    failed: 'Failed to fetch this decision',
    data: 'It advertises.',
  },
  'the tool builder': {
    path: () => `/create-tool?draft=${toolId}`,
    table: 'tool_draft',
    call: '**/api/tools/*/draft',
    loading: 'Loading the tool…',
    failed: 'Failed to fetch this tool',
    data: 'Add input',
  },
}

describe.each(Object.entries(PRIVATE))('%s', (_, { path, table = 'execution', call, loading, failed, data }) => {
  /** The page as the server sends it while its own reading fails; `answer` is what the browser's call then meets. */
  async function openBroken(answer: (page: Page) => Promise<unknown>): Promise<Page> {
    const page = await afresh(owner)
    await answer(page)
    await withoutTable(app.dataDir, table, () => page.goto(app.url + path(account), { waitUntil: 'domcontentloaded' }))
    return page
  }

  test('loading: says so, in the place of the data', async () => {
    const page = await openBroken((broken) => broken.route(call, () => undefined))
    await main(page).getByText(loading).first().waitFor({ state: 'attached' })
    expect(await shown(page, data).count()).toBe(0)
    expect(await lookProblems(page)).toEqual([])
  })

  test('error: names what failed and the request; Try again brings the data', async () => {
    const page = await openBroken((broken) =>
      broken.route(call, (route) => route.fulfill({ status: 500, json: BROKEN })),
    )
    await shown(page, failed).waitFor()
    await shown(page, 'req-0815').waitFor()
    expect(await lookProblems(page)).toEqual([])
    await page.unroute(call)
    await main(page).getByRole('button', { name: 'Try again' }).first().click()
    await shown(page, data).waitFor()
    expect(await shown(page, failed).count()).toBe(0)
  })

  test('offline: keeps what is there and says so; without data it waits and comes back by itself', async () => {
    const { page, context } = await openAs(owner, path(account))
    await shown(page, data).waitFor()
    await settled(page)
    await context.setOffline(true)
    await shown(page, /^You are offline\. What you see may be old/).waitFor()
    expect(await shown(page, data).isVisible()).toBe(true)
    await context.setOffline(false)

    const broken = await openBroken((blank) =>
      blank.route(call, (route) => route.fulfill({ status: 500, json: BROKEN })),
    )
    await shown(broken, failed).waitFor()
    await broken.unroute(call)
    await owner.context.setOffline(true)
    await main(broken).getByRole('button', { name: 'Try again' }).first().click()
    // The line above every page begins with the same words.
    await main(broken).getByRole('heading', { name: 'You are offline', exact: true }).first().waitFor()
    expect(await lookProblems(broken)).toEqual([])
    await owner.context.setOffline(false)
    await shown(broken, data).waitFor()
  })

  test('forbidden: a visitor signs in first; what belongs to somebody else is not there', async () => {
    const visitor = await openAs(undefined, path(account))
    const url = new URL(visitor.page.url())
    expect(url.pathname + url.search).toBe(`/auth?redirect=${encodeURIComponent(path(account))}`)
    await visitor.context.close()
    if (![account.workflowId, toolId, publishedId, STATEMENT].some((id) => path(account).includes(id))) return
    const answer = await stranger.page.goto(app.url + path(account))
    expect(answer?.status()).toBe(404)
    await stranger.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    const seen = await stranger.page.content()
    for (const theirs of ['Bill received', tileContent.title]) expect(seen).not.toContain(theirs)
  })
})

describe('parts of the dashboard that take no room while they are empty', () => {
  test.each([
    ['workflows that are failing', 'Needs you', 'execution', '/api/workflows?status=failing'],
    ['reviews that wait for you', 'Needs you', 'review', '/api/reviews/waiting'],
    ['recent tools', 'Recent tools', 'tool_view', '/api/discovery/recent'],
    ['the creators you follow', 'Creators you follow', 'creator_follow', '/api/following'],
    ['earnings', 'Earnings', 'sale', '/api/earnings'],
  ])('what is not known is not shown as nothing: %s', async (noun, region, table, address) => {
    const part = owner.page.getByRole('region', { name: region, exact: true })
    const isCall = (url: URL) => url.pathname + url.search === address
    const openWithout = async (answer: (page: Page) => Promise<unknown>) => {
      const page = await afresh(owner)
      await answer(page)
      await withoutTable(app.dataDir, table, () => page.goto(`${app.url}/dashboard`, { waitUntil: 'domcontentloaded' }))
      return page
    }
    await openWithout((page) => page.route(isCall, () => undefined))
    await part.getByText(`Loading ${noun}…`).waitFor({ state: 'attached' })
    const page = await openWithout((broken) =>
      broken.route(isCall, (route) => route.fulfill({ status: 500, json: BROKEN })),
    )
    await part.getByText(`Failed to fetch ${noun}`).waitFor()
    await part.getByText('req-0815').waitFor()
    expect(await lookProblems(page)).toEqual([])
    await page.unroute(isCall)
    await owner.context.setOffline(true)
    await part.getByRole('button', { name: 'Try again' }).click()
    await part.getByText('You are offline').waitFor()
    await owner.context.setOffline(false)
    // It has come, and holds nothing.
    await expect.poll(() => part.count()).toBe(0)
  })
})

test('offline on the way back to a page: it says so and comes by itself', async () => {
  const { page, context } = await openAs(owner, '/dashboard')
  await settled(page)
  await page.getByRole('link', { name: 'Workflows', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Workflows' }).waitFor()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
  expect(await lookProblems(page)).toEqual([])
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})

describe('how much there is', () => {
  const fresh = async (email: string) => {
    const someone = await visit(browser)
    return { someone, own: await openAccount(someone, app, email) }
  }

  test('empty: each list says what to do first', async () => {
    const { someone, own } = await fresh('empty@example.com')
    await sql('delete from execution where workflow_id = $1', own.workflowId)
    const { page } = someone
    await page.goto(`${app.url}/workflows/${own.workflowId}/executions`)
    await shown(page, 'No executions yet').waitFor()
    await page.goto(`${app.url}/workflows/${own.workflowId}/executions?status=failed`)
    await shown(page, 'No executions fit the filter').waitFor()
    expect(await lookProblems(page)).toEqual([])
    await main(page).getByRole('link', { name: 'Clear filters' }).first().waitFor()
    await page.goto(`${app.url}/workflows/${own.workflowId}/analytics`)
    await shown(page, 'No runs in these days').waitFor()
    expect(await lookProblems(page)).toEqual([])
    await page.goto(`${app.url}/dashboard`)
    await shown(page, 'No runs yet').waitFor()
    await main(page).getByRole('link', { name: 'Open “Bill received”' }).waitFor()
    await sql('delete from workflow where id = $1', own.workflowId)
    await page.goto(`${app.url}/dashboard`)
    await shown(page, 'No workflows yet').waitFor()
    // What is not there yet is offered, and what needs nobody takes no room.
    const part = (name: string) => page.getByRole('region', { name, exact: true })
    for (const [name, nothing, way, to] of [
      ['Recent runs', 'No runs yet', 'New workflow', '/workflows?new'],
      ['Favourites', 'No favourites yet', 'Explore tools', '/explore'],
      ['My workflows', 'No workflows yet', 'New workflow', '/workflows?new'],
      ['My tools', 'No tools yet', 'Build a tool', '/create-tool'],
    ] as const) {
      await part(name).getByText(nothing).waitFor()
      expect(await part(name).getByRole('link', { name: way }).getAttribute('href')).toBe(to)
    }
    expect(await main(page).getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      ...['Recent runs', 'Favourites', 'My workflows', 'My tools'],
    ])
    expect(await lookProblems(page)).toEqual([])
    const { draft } = await ask<{ draft: { id: string } }>(someone, 'POST', '/api/tools', { content: tileContent })
    await page.goto(`${app.url}/dashboard`)
    const mine = part('My tools').getByRole('listitem')
    expect(await mine.count()).toBe(1)
    await mine.getByText('Draft', { exact: true }).waitFor()
    expect(await mine.getByRole('link').first().getAttribute('href')).toBe(`/create-tool?draft=${draft.id}`)
    await page.goto(`${app.url}/workflows`)
    await shown(page, 'No workflows yet').waitFor()
    expect(await main(page).getByRole('button', { name: 'New workflow' }).count()).toBe(2)
    await someone.context.close()
  })

  test('dense: fifty at a time, the count says that there is more, and the page stays light', async () => {
    const { someone, own } = await fresh('dense@example.com')
    await sql(
      `insert into workflow (id, owner_id, name, draft, hook_secret)
       select gen_random_uuid(), owner_id, 'Workflow ' || n, draft, 'secret'
         from workflow, generate_series(1, 199) n where id = $1`,
      own.workflowId,
    )
    await sql(
      `insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind, created_at, finished_at)
       select gen_random_uuid(), $1, owner_id, 1, 'succeeded', 'inline', 'webhook', now() - n * interval '1 minute', now()
         from workflow, generate_series(1, 198) n where id = $1`,
      own.workflowId,
    )
    const { page } = someone
    for (const [path, noun] of [
      [`/workflows/${own.workflowId}/executions`, 'executions'],
      ['/workflows', 'workflows'],
    ]) {
      await page.goto(app.url + path)
      for (const count of [50, 100, 150]) {
        await shown(page, `${count} ${noun}, and more`).waitFor()
        await main(page).getByRole('button', { name: 'Load more' }).click()
      }
      await shown(page, new RegExp(`^200 ${noun}$`)).waitFor()
      expect(await main(page).getByRole('button', { name: 'Load more' }).count()).toBe(0)
      await expect.poll(() => page.locator('main [data-at]').count()).toBeLessThan(100)
      expect(await page.locator('main [data-at]').last().getAttribute('aria-setsize')).toBe('200')
      // A row halfway under the head of the page is too small a target to axe.
      await page.evaluate('scrollTo(0, 0)')
      expect(await lookProblems(page)).toEqual([])
    }
    // What is not in the page is gone to all the same.
    const inHand = () => page.evaluate(`document.activeElement?.closest('[data-at]')?.dataset.at`)
    await page.locator('[data-row-link]').last().focus()
    await page.keyboard.press('Home')
    await expect.poll(inHand).toBe('0')
    await page.keyboard.press('ArrowUp')
    await expect.poll(inHand).toBe('199')
    await page.keyboard.press('ArrowUp')
    await expect.poll(inHand).toBe('198')
    await page.goto(`${app.url}/dashboard`)
    await main(page).getByRole('link', { name: 'See all' }).waitFor()
    expect(await page.getByRole('region', { name: 'My workflows' }).getByRole('listitem').count()).toBe(6)
    await someone.context.close()
  })

  test('an execution of no step and of two hundred', async () => {
    const { someone, own } = await fresh('steps@example.com')
    const { page } = someone
    const address = `${app.url}/workflows/${own.workflowId}/executions/${own.succeeded}`
    await sql('delete from execution_step where execution_id = $1', own.succeeded)
    await page.goto(address)
    await shown(page, 'No step ran').waitFor()
    await sql(
      `insert into execution_step (execution_id, seq, node_id, key, status)
       select $1, n, 'n' || n, 'step' || n, 'succeeded' from generate_series(1, 200) n`,
      own.succeeded,
    )
    await page.goto(address)
    await shown(page, '200 steps').waitFor()
    await someone.context.close()
  })
})
