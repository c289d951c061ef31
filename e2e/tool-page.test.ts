import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { afresh, DEVICES, openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { axeProblems, lookProblems, weigh } from './support/page-checks.ts'

// What a tool page has around the tool: its cases, programs that call it, and the runs of this browser.
let app: AppProcess
let browser: Browser
let visitor: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  visitor = await visit(browser)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

/** Of what comes some time after what a test did. */
const WAIT = { timeout: 20_000 }

async function open(path: string): Promise<Page> {
  const page = await afresh(visitor)
  await openPage(page, app.url + path)
  return page
}
const results = (page: Page) => page.getByRole('region', { name: 'Results', exact: true })
const addressOf = (page: Page) => page.evaluate('location.href')

// It would make the browser lay out the whole page again, in the middle of the first key or press.
test('no part that comes later brings the style sheet a second time', async () => {
  const page = await open('/fxn/tip-calculator')
  await page.getByLabel('Bill').fill('12')
  await page.getByRole('button', { name: 'Share' }).first().click()
  await page.getByRole('menu').filter({ visible: true }).waitFor()
  expect(await page.locator('link[rel=stylesheet]').count()).toBe(1)
})

describe('published cases', () => {
  test('the badge opens them, each is computed again here, and one click fills the form', async () => {
    const page = await open('/fxn/loan-payment')
    const badge = page.getByRole('button', { name: /^Verified: \d published cases pass$/ })
    const { fxn } = (await (await fetch(`${app.url}/api/tools/loan-payment`)).json()) as {
      fxn: { examples: { title: string; source: string; isOurs?: boolean }[] }
    }
    const published = fxn.examples.filter(({ isOurs }) => isOurs !== true)
    expect(await badge.textContent()).toBe(`Verified: ${published.length} published cases pass`)
    await badge.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Published cases' })
    await dialog.waitFor()
    await expect.poll(() => dialog.getByText('Passes', { exact: true }).count(), WAIT).toBe(published.length)
    for (const { title, source } of published) {
      await dialog.getByRole('heading', { name: title }).waitFor()
      await dialog.getByText(source).first().waitFor()
    }
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.textContent')).toContain('published cases pass')
    await badge.click()
    const wanted = published.find(({ title, source }) => /ten monthly payments/.test(title + source))?.title
    await dialog.getByRole('button', { name: `Use these inputs of ${wanted}` }).click()
    await results(page).getByText('1,037.03').first().waitFor()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => addressOf(page), WAIT).toContain('#in=')
  })

  test('a tool of somebody else has none', async () => {
    const page = await open('/fxn/word-frequency')
    expect(await page.getByText('published cases').count()).toBe(0)
    expect(await page.getByText('Nothing leaves this page', { exact: true }).count()).toBe(0)
  })
})

describe('programs that call the tool', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fettle-snippets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const has = (program: string) => spawnSync(program, ['--version']).status === 0
  const save = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const RUNNERS: Record<string, (code: string) => string> = {
    curl: (code) => execFileSync('sh', ['-c', `${code} --silent`], { encoding: 'utf8', cwd: folder }),
    JavaScript: (code) => execFileSync(process.execPath, [save('run.mjs', code)], { encoding: 'utf8', cwd: folder }),
    Python: (code) => execFileSync('python3', [save('run.py', code)], { encoding: 'utf8', cwd: folder }),
  }
  const outputsOf = (name: string, printed: string): unknown => {
    const answer = JSON.parse(printed) as { outputs?: unknown }
    return name === 'curl' ? answer.outputs : answer
  }
  async function codes(page: Page): Promise<Record<string, string>> {
    await page.getByText('Use it from your own program, page or workflow').click()
    const found: Record<string, string> = {}
    for (const name of Object.keys(RUNNERS)) {
      await page.getByRole('tab', { name }).click()
      found[name] = (await page.getByRole('region', { name, exact: true }).locator('code').textContent()) ?? ''
    }
    return found
  }
  // A machine without one of the programs says so aloud, instead of passing quietly.
  const missing = ['curl', 'python3'].filter((program) => !has(program))
  if (missing.length > 0) console.warn(`Snippets are not run, as this machine lacks: ${missing.join(', ')}`)
  const isHere = (name: string) => !missing.some((program) => program.startsWith(name.toLowerCase()))

  test.each([
    ['tip-calculator', 'Bill', '123.45', { total: 148.14 }],
    ['base64', 'Text', `it's "quoted" $HOME \`id\` \\n\n\u2028 日本 👩‍🚀 \u202e end`, {}],
    ['text-statistics', 'Text', 'x y '.repeat(2000), { words: 4000 }],
  ] as const)('%s: curl, JavaScript and Python get what the page shows', async (slug, label, typed, expected) => {
    const page = await open(`/fxn/${slug}`)
    await page.getByLabel(label, { exact: false }).first().fill(typed)
    await expect.poll(() => addressOf(page), WAIT).toContain('#in=')
    const snippets = await codes(page)
    const inputs = JSON.parse(
      Buffer.from(new URL(String(await addressOf(page))).hash.slice('#in='.length), 'base64url').toString(),
    ) as object
    save('input.json', JSON.stringify(inputs))
    const answer = await fetch(`${app.url}/api/tools/${slug}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'e2e' },
      body: JSON.stringify(inputs),
    })
    const { outputs } = (await answer.json()) as { outputs: object }
    expect(outputs).toMatchObject(expected)
    for (const [name, run] of Object.entries(RUNNERS))
      if (isHere(name)) expect(outputsOf(name, run(snippets[name] ?? '')), name).toEqual(outputs)
    expect(Object.values(inputs)).toContain(label === 'Bill' ? 123.45 : typed)
  })

  test('the part leads to the OpenAPI document of the tool, without scripts too', async () => {
    const plain = await visit(browser, { javaScriptEnabled: false })
    await plain.page.goto(`${app.url}/fxn/rot13`)
    await plain.page.getByText('Use it from your own program, page or workflow').click()
    const link = plain.page.getByRole('link', { name: 'OpenAPI document' })
    expect(await link.getAttribute('href')).toBe('/api/tools/rot13/openapi.json')
    const document = (await (await fetch(`${app.url}/api/tools/rot13/openapi.json`)).json()) as { openapi: string }
    expect(document.openapi).toBe('3.1.0')
    await plain.context.close()
  })

  test('the embed code follows theme, height and inputs', async () => {
    const page = await open('/fxn/tip-calculator')
    await page.locator('#input-bill').fill('99.9')
    await page.getByText('Use it from your own program, page or workflow').click()
    await page.getByRole('tab', { name: 'Embed' }).click()
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
    await page.getByLabel('Height in pixels').fill('100')
    await page.getByText('A whole number from 200 to 4000').waitFor()
    await page.getByLabel('Height in pixels').fill('480')
    const code = page.getByRole('region', { name: 'HTML', exact: true })
    await expect
      .poll(() => code.textContent(), WAIT)
      .toMatch(/src="[^"]+\/embed\/tip-calculator\?theme=dark#in=[\w-]+"[^>]+height="480"/)
    expect(await axeProblems(page)).toEqual([])
  })
})

describe('the history of this browser', () => {
  const historyOf = (page: Page) => page.getByRole('list', { name: 'Earlier runs' }).getByRole('listitem')
  const stored = (page: Page): Promise<string> => page.evaluate(`localStorage.getItem('tool-history') ?? ''`)

  test('runs are kept, restored with their result, and forgotten', async () => {
    const page = await open('/fxn/tip-calculator')
    await page.evaluate('localStorage.clear()')
    for (const bill of ['50', '99.9']) {
      await page.locator('#input-bill').fill(bill)
      await expect.poll(() => stored(page), WAIT).toContain(`"bill":${bill}`)
    }
    await page.reload()
    await settled(page)
    await page.getByText('Earlier runs in this browser').click()
    await expect.poll(() => historyOf(page).count(), WAIT).toBe(2)
    expect(await historyOf(page).first().textContent()).toMatch(/^Bill 99\.9/)
    await page.getByRole('button', { name: 'Restore Bill 50' }).click()
    await results(page).getByText('60.00').first().waitFor()
    expect(await page.locator('#input-bill').inputValue()).toBe('50')
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Forget Bill 99.9' }).click()
    await expect.poll(() => historyOf(page).count(), WAIT).toBe(1)
    await page.getByRole('button', { name: 'Clear the history of all tools' }).click()
    await page.getByText('Nothing is kept yet.').waitFor()
    expect(await stored(page)).toBe('[]')
  })

  test('a run on the server comes back with its result, without another run', async () => {
    const page = await open('/fxn/word-frequency')
    await page.getByLabel('Text', { exact: false }).first().fill('to be or not to be')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await results(page).getByText('6 words, 4 different').waitFor()
    await expect.poll(() => stored(page), WAIT).toContain('to be or not to be')
    await page.reload()
    await settled(page)
    await page.getByText('Earlier runs in this browser').click()
    const runs: string[] = []
    page.on('request', (request) => runs.push(request.url()))
    await page.getByRole('button', { name: /^Restore/ }).click()
    await results(page).getByText('6 words, 4 different').waitFor()
    expect(runs.filter((url) => url.includes('/run'))).toEqual([])
  })

  test('nothing with a secret in it is kept, and “Don’t keep” deletes all', async () => {
    // All stay open, as what is kept is written a while after the run.
    const tab = async (path: string) => {
      const page = await visitor.context.newPage()
      await openPage(page, app.url + path)
      return page
    }
    const page = await tab('/fxn/hmac-generator')
    await page.getByLabel('Key', { exact: false }).first().fill('the key of the house')
    await page
      .getByLabel(/Text|Message/)
      .first()
      .fill('a message')
    await results(page).locator('pre, code, p').first().waitFor()
    const generator = await tab('/fxn/password-generator')
    await generator.getByRole('button', { name: 'Run', exact: true }).click()
    await generator.getByText('Earlier runs in this browser').click()
    await generator.getByText('Nothing of this tool is ever kept').waitFor()
    const tip = await tab('/fxn/tip-calculator')
    await tip.locator('#input-bill').fill('77')
    // Kept after what came before it would have been.
    await expect.poll(() => stored(tip), WAIT).toContain('"bill":77')
    expect(await stored(tip)).not.toMatch(/the key of the house|a message|password-generator|hmac-generator/)
    await tip.getByText('Earlier runs in this browser').click()
    await tip.getByRole('switch', { name: 'Don’t keep a history in this browser' }).check()
    await expect.poll(() => stored(tip), WAIT).toBe('off')
    await tip.getByText('Nothing is kept.').waitFor()
    for (const one of [page, generator, tip]) await one.close()
  })
})

test('the listing says what is known of a tool, and a card says it shorter', async () => {
  const facts = (page: Page) => page.locator('main header').first()
  const fresh = await open('/fxn/rot13')
  const before = (await facts(fresh).textContent()) ?? ''
  expect(before).toContain('No ratings yet')
  expect(before).not.toContain('succeed')
  await queryDatabase(
    app.dataDir,
    `update tool set rating_count = 4, rating_sum = 18, success_rate = 0.987, updated_at = '2026-07-02T23:30:00Z'
      where slug = 'rot13'`,
  )
  const page = await open('/fxn/rot13')
  const words = (await facts(page).textContent()) ?? ''
  const known = ['Runs in your browser', '4.5 of 5 stars in 4 ratings', '0 runs', '98 % of runs succeed']
  for (const fact of [...known, 'Version 1, updated 2 Jul 2026']) expect(words).toContain(fact)
  const time = facts(page).locator('time')
  expect([await time.getAttribute('datetime'), await time.getAttribute('title')]).toEqual([
    '2026-07-02T23:30:00.000Z',
    '2 Jul 2026, 23:30 UTC',
  ])
  const listed = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '') as object
  expect(listed).toMatchObject({ aggregateRating: { ratingValue: 4.5, ratingCount: 4 } })
  const server = await open('/fxn/word-frequency')
  await facts(server).getByText('Runs on our server').waitFor()
  const list = await open('/explore?q=rot13')
  const card = list.getByRole('article').filter({ hasText: 'ROT13' })
  const onCard = (await card.textContent()) ?? ''
  expect(onCard).toContain('4.5 of 5 stars in 4 ratings')
  expect(onCard).toContain('4.5 (4)')
  expect(onCard).toContain('in your browser')
  expect(await card.locator('a, button, input, [tabindex]').count()).toBe(2)
  await queryDatabase(
    app.dataDir,
    `update tool set rating_count = 0, rating_sum = 0, success_rate = null where slug = 'rot13'`,
  )
})

test('a renamed tool is found under its new address for good, with its query', async () => {
  await queryDatabase(app.dataDir, `update tool set slug = 'paint-wanted' where slug = 'paint-needed'`)
  const answer = await fetch(`${app.url}/fxn/paint-needed?from=mail`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/fxn/paint-wanted?from=mail'])
  const page = await open('/fxn/paint-needed')
  expect(new URL(page.url()).pathname).toBe('/fxn/paint-wanted')
  await page.getByRole('heading', { level: 1, name: 'Paint needed' }).waitFor()
  const embedded = await fetch(`${app.url}/embed/paint-needed?theme=dark`, { redirect: 'manual' })
  expect([embedded.status, embedded.headers.get('location')]).toEqual([301, '/embed/paint-wanted?theme=dark'])
  await queryDatabase(app.dataDir, `update tool set slug = 'paint-needed' where slug = 'paint-wanted'`)
})

test('the page for frames is sound on a phone, in light and in dark, and weighs no more than others', async () => {
  const { page, context, problems } = await visit(browser, DEVICES.phone)
  expect((await weigh(page, `${app.url}/embed/loan-payment`)).script).toBeLessThanOrEqual(150)
  expect([await lookProblems(page, 'embed'), await problems()]).toEqual([[], []])
  await context.close()
})

test('a visitor signs in and makes a workflow of the tool with what the form holds', async () => {
  const person = await visit(browser)
  const { page } = person
  await openPage(page, app.url)
  await register(person, app.url, 'flow@example.com')
  await person.context.clearCookies()
  await openPage(page, `${app.url}/fxn/tip-calculator`)
  await page.getByLabel('Bill').fill('123.45')
  const openPanel = async () => {
    await page.getByText('Use it from your own program, page or workflow').click()
    await page.getByRole('tab', { name: 'Workflow' }).click()
  }
  await openPanel()
  await page.getByRole('button', { name: 'Sign in to use it in a workflow' }).click()
  await page.getByLabel('Email').fill('flow@example.com')
  await page.getByRole('main').getByRole('textbox', { name: 'Password' }).fill('analytical engine')
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/fxn\/tip-calculator/)
  await expect.poll(() => page.getByLabel('Bill').inputValue(), WAIT).toBe('123.45')
  await openPanel()
  await page.getByRole('button', { name: 'Use in a new workflow' }).click()
  await page.waitForURL(/\/workflows\/[0-9a-f-]{36}$/)
  await page.getByRole('heading', { level: 1, name: 'Tip Calculator' }).waitFor()
  const path = `/api/workflows/${new URL(page.url()).pathname.split('/').at(-1)}`
  await ask(person, 'POST', `${path}/publish`, {})
  const { execution } = await ask<{ execution: { id: string } }>(person, 'POST', `${path}/run`, {})
  const totalOf = async () => {
    const answer = await ask<{ execution: { output: { total?: number } | null } }>(
      person,
      'GET',
      `/api/executions/${execution.id}`,
    )
    return answer.execution.output?.total
  }
  await expect.poll(totalOf, WAIT).toBe(148.14)
  expect(await person.problems()).toEqual([])
  await person.context.close()
})
