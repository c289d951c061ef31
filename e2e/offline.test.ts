import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { lookProblems, sidewaysScroll } from './support/page-checks.ts'

// With the service worker, which other tests do without.
let app: AppProcess
let browser: Browser
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

/** Longer than a slow machine needs. */
const WITHIN = { timeout: 30_000 }

const main = (page: Page) => page.getByRole('main')
const online = () => visit(browser, { serviceWorkers: 'allow' })

/** Whether the browser keeps a page and, of a tool, its files. */
const isKept = (page: Page, path: string) =>
  page.evaluate(`(async () => {
    if (!navigator.serviceWorker.controller) return false
    const slug = ${JSON.stringify(path)}.split('/').at(-1)
    const kept = [...(await caches.keys())]
    const urls = (await Promise.all(kept.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat()
    const has = (end) => urls.some((url) => url.endsWith(end))
    return has(${JSON.stringify(path)}) && (slug === '' || !${JSON.stringify(path)}.startsWith('/fxn/') ||
      urls.filter((url) => url.endsWith('/' + slug + '.js')).length === 2) && has('.css')
  })()`)

async function openKept(path: string, visitor?: Visit): Promise<Visit> {
  const someone = visitor ?? (await online())
  await someone.page.goto(app.url + path)
  await expect.poll(() => isKept(someone.page, path), WITHIN).toBe(true)
  return someone
}

describe('without a connection', () => {
  test('a tool that was used once is loaded, says that it is a saved copy, and computes', async () => {
    const { page, context, problems } = await openKept('/fxn/tip-calculator')
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Tip Calculator' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'There was no connection. This is the copy of ' }).waitFor()
    await page.getByLabel('Bill').fill('250')
    await main(page).getByText('300.00').filter({ visible: true }).first().waitFor()
    expect((await problems()).filter((problem) => problem.startsWith('CSP') || problem.startsWith('uncaught'))).toEqual(
      [],
    )
    expect(await lookProblems(page, 'saved-copy')).toEqual([])
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Load it anew' }).click()
    await expect
      .poll(() => page.evaluate('document.documentElement.dataset.savedAt').catch(() => ''), WITHIN)
      .toBe(undefined)
    await context.close()
  })

  test('so is one that computes in its worker', async () => {
    const { page, context } = await openKept('/fxn/json-formatter')
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('status').filter({ hasText: 'There was no connection' }).first().waitFor()
    await page.getByLabel('JSON', { exact: false }).first().fill('{"kept":[1,2]}')
    await main(page).getByText('"kept": [').filter({ visible: true }).first().waitFor()
    await context.close()
  })

  test('so is one that was reached by a link while there was a connection', async () => {
    const { page, context } = await openKept('/')
    await main(page).getByRole('link', { name: 'Unit Converter', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Unit Converter' }).waitFor()
    await expect.poll(() => isKept(page, '/fxn/unit-converter'), WITHIN).toBe(true)
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Unit Converter' }).waitFor()
    await context.close()
  })

  test('so is one that a link of another page leads to', async () => {
    const { page, context } = await openKept('/fxn/tip-calculator')
    await openPage(page, app.url)
    await context.setOffline(true)
    await main(page).getByRole('link', { name: 'Tip Calculator', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'There was no connection' }).first().waitFor()
    await page.getByLabel('Bill').fill('250')
    await main(page).getByText('300.00').filter({ visible: true }).first().waitFor()
    await context.close()
  })

  test('any other page names what works, in light and dark, and leads there', async () => {
    const { page, context } = await openKept('/fxn/tip-calculator')
    // It is saved, and runs on the server.
    await page.goto(`${app.url}/fxn/word-frequency`)
    const isSaved = () => page.evaluate(`caches.match('/fxn/word-frequency').then((found) => found !== undefined)`)
    await expect.poll(isSaved, WITHIN).toBe(true)
    await context.setOffline(true)
    const answer = await page.goto(`${app.url}/workflows`)
    expect([answer?.status(), answer?.fromServiceWorker()]).toEqual([503, true])
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
    expect(await page.getByRole('link').allInnerTexts()).toEqual(['Load it again', 'Tip Calculator'])
    expect(await lookProblems(page, 'offline')).toEqual([])
    await page.setViewportSize({ width: 360, height: 640 })
    expect(await sidewaysScroll(page)).toBe(0)
    await page.getByRole('link', { name: 'Tip Calculator' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tip Calculator' }).waitFor()
    await context.close()
  })

  test('a tool that was removed is no longer among them', async () => {
    const { page, context } = await openKept('/fxn/rot13')
    const setStatus = (status: string) =>
      queryDatabase(app.dataDir, `update tool set status = '${status}' where slug = 'rot13'`)
    await setStatus('hidden')
    expect((await page.goto(`${app.url}/fxn/rot13`))?.status()).toBe(404)
    await expect.poll(() => isKept(page, '/fxn/rot13'), WITHIN).toBe(false)
    await context.setOffline(true)
    await page.goto(`${app.url}/fxn/rot13`)
    await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
    expect(await page.getByRole('link').allInnerTexts()).toEqual(['Load it again'])
    await setStatus('published')
    await context.close()
  })

  test('a tool of the server says why it does not run and keeps the input', async () => {
    const { page, context } = await openKept('/fxn/tip-calculator')
    await openPage(page, `${app.url}/fxn/word-frequency`)
    await context.setOffline(true)
    const text = page.getByLabel('Text', { exact: false }).first()
    await text.fill('to be')
    await main(page).getByRole('button', { name: 'Run', exact: true }).click()
    await main(page)
      .getByText(/offline|network/i)
      .filter({ visible: true })
      .first()
      .waitFor()
    expect(await text.inputValue()).toBe('to be')
    await context.close()
  })
})

test('with a connection a page is what the server has now, never what was saved', async () => {
  const { page, context } = await openKept('/fxn/tip-calculator')
  const answer = await page.reload()
  expect(await answer?.text()).not.toContain('data-saved-at')
  const first = answer?.headers()['x-request-id']
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect((await page.reload())?.headers()['x-request-id']).not.toBe(first)
  await context.close()
})

test('nothing of an account is kept, not even of public pages', async () => {
  const someone = await online()
  await someone.page.goto(app.url)
  await register(someone, app.url, 'offline-private@example.com')
  const { page, context } = await openKept('/fxn/tip-calculator', someone)
  await page.getByLabel('Bill').fill('4711')
  const history = () => page.evaluate<string>(`localStorage.getItem('tool-history') ?? ''`)
  await expect.poll(history, WITHIN).toContain('4711')
  for (const path of ['/dashboard', '/settings', '/workflows', '/explore?q=private']) {
    await openPage(page, app.url + path)
  }
  const kept = await page.evaluate<[string, string, string][]>(`(async () => {
    const found = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) {
        const response = await caches.match(request)
        found.push([new URL(request.url).pathname, new URL(request.url).search, await response.text()])
      }
    return found
  })()`)
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.filter(([path, search]) => search !== '' || !/^\/(assets\/.*|fxn\/[\w-]+|explore)?$/.test(path))).toEqual(
    [],
  )
  expect(kept.filter(([, , text]) => /offline-private|Ada Lovelace/.test(text)).map(([path]) => path)).toEqual([])
  await openPage(page, app.url)
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual([])
  await context.close()
})

describe('a new version', () => {
  const file = join(import.meta.dirname, '../build/client/sw.js')
  const original = readFileSync(file)
  const packed = [`${file}.br`, `${file}.gz`].map((path) => [path, readFileSync(path)] as const)
  afterEach(() => {
    for (const [path, content] of [[file, original] as const, ...packed]) writeFileSync(path, content)
  })

  test('is offered in every tab, and comes only where somebody reloads', async () => {
    const { page, context } = await openKept('/fxn/tip-calculator')
    const other = await context.newPage()
    await openPage(other, `${app.url}/fxn/tip-calculator`)
    await page.getByLabel('Bill').fill('77')
    await page.evaluate(`window.isOld = true`)
    await other.evaluate(`window.isOld = true`)
    const { brotliCompressSync, gzipSync } = await import('node:zlib')
    const changed = Buffer.concat([original, Buffer.from('\n// another release\n')])
    writeFileSync(file, changed)
    writeFileSync(`${file}.br`, brotliCompressSync(changed))
    writeFileSync(`${file}.gz`, gzipSync(changed))
    await page.evaluate(`navigator.serviceWorker.getRegistration().then((one) => one.update())`)
    const toast = (of: Page) => of.getByRole('region', { name: 'Notification' })
    for (const one of [page, other]) await toast(one).getByText('A new version is ready').waitFor(WITHIN)
    expect(await page.evaluate('window.isOld')).toBe(true)
    expect(await page.getByLabel('Bill').inputValue()).toBe('77')
    await toast(page).getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => page.evaluate('window.isOld').catch(() => true), WITHIN).toBe(undefined)
    expect(await other.evaluate('window.isOld')).toBe(true)
    await toast(other).getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => other.evaluate('window.isOld').catch(() => true), WITHIN).toBe(undefined)
    await context.close()
  })
})

describe('installing', () => {
  const offer = (page: Page, outcome: 'accepted' | 'dismissed') =>
    page.evaluate(`(() => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      event.prompt = async () => { window.prompted = true; return { outcome: '${outcome}' } }
      window.dispatchEvent(event)
      return event.defaultPrevented
    })()`)
  const prompt = (page: Page) => page.getByRole('complementary', { name: 'Install Fettle' })

  test('the manifest is whole, and its icons are there in the sizes that it names', async () => {
    const { page, context } = await online()
    await page.goto(app.url)
    const session = await context.newCDPSession(page)
    const { url, errors } = await session.send('Page.getAppManifest')
    expect([url, errors]).toEqual([`${app.url}/manifest.webmanifest`, []])
    const manifest = (await (await page.request.get(url)).json()) as Record<string, unknown> & {
      icons: { src: string; sizes: string; purpose?: string }[]
    }
    expect(manifest).toMatchObject({ id: '/', start_url: '/', display: 'standalone', name: 'Fettle' })
    expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
      ['any', undefined],
    ])
    for (const { src, sizes } of manifest.icons) {
      const icon = await page.request.get(app.url + src)
      expect(icon.status(), src).toBe(200)
      const { width, height } = await sharp(await icon.body()).metadata()
      if (sizes !== 'any') expect(`${width}x${height}`, src).toBe(sizes)
    }
    expect((await page.request.get(`${app.url}/icons/apple-touch-icon.png`)).status()).toBe(200)
    await context.close()
  })

  test('is offered when the browser offers it, and never again once declined', async () => {
    const { page, context } = await visit(browser)
    await openPage(page, app.url)
    expect(await prompt(page).count()).toBe(0)
    expect(await offer(page, 'accepted')).toBe(true)
    await prompt(page).waitFor()
    expect(await lookProblems(page, 'install')).toEqual([])
    await prompt(page).getByRole('button', { name: 'Not now' }).click()
    await prompt(page).waitFor({ state: 'detached' })
    await page.reload()
    await settled(page)
    const loaded = page.waitForResponse(/offline-parts/)
    await offer(page, 'accepted')
    await loaded.catch(() => undefined)
    expect(await prompt(page).count()).toBe(0)
    await context.close()
  })

  test('goes away once it is accepted', async () => {
    const { page, context } = await visit(browser)
    await openPage(page, app.url)
    await offer(page, 'accepted')
    await prompt(page).getByRole('button', { name: 'Install', exact: true }).click()
    await prompt(page).waitFor({ state: 'detached' })
    expect(await page.evaluate('window.prompted')).toBe(true)
    expect(await page.evaluate(`localStorage.getItem('install-dismissed')`)).toBe(null)
    await context.close()
  })
})
