import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, removeApps, removeFolders, startApp } from './support/app-process.ts'
import { openBrowser, openPage, settled, type Visit, visit } from './support/browser.ts'
import { makeNextRelease } from './support/next-release.ts'

// Tabs of one release whose server is replaced by the next: their files are gone. All are opened first, then one deploy
// serves all tests. With the service worker in between: e2e/offline.test.ts.
let app: AppProcess
let browser: Browser
let visitor: Visit
const tabs = new Map<string, Page>()

beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  visitor = await visit(browser)
  // Whether an error was on the screen, for however short a time.
  await visitor.context.addInitScript(`new MutationObserver(() => {
    if (/Something went wrong|Oops/.test(document.body?.textContent ?? '')) sessionStorage.setItem('flashed', '1')
  }).observe(document, { childList: true, subtree: true, characterData: true })`)
  for (const [name, path] of [
    ['known', '/'],
    ['unknown', '/privacy'],
    ['back', '/explore?q=tip#found'],
    ['parts', '/fxn/tip-calculator'],
  ] as const) {
    const page = await visitor.context.newPage()
    tabs.set(name, page)
    await openPage(page, app.url + path)
    await page.evaluate('window.isOld = true')
  }
  await prepare()
  // Files that another tab has loaded would still be there.
  const session = await visitor.context.newCDPSession(visitor.page)
  await session.send('Network.clearBrowserCache')
  await app.stop()
  app = await startApp({ cwd: makeNextRelease(), port: app.port, dataDir: app.dataDir })
}, 300_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
  removeFolders()
})

const tab = (name: string): Page => {
  const page = tabs.get(name)
  if (page === undefined) throw new Error(`no tab ${name}`)
  return page
}
const isOld = (page: Page) => page.evaluate('window.isOld === true')
const flashed = (page: Page) => page.evaluate(`sessionStorage.getItem('flashed')`)
const go = (page: Page, path: string) => page.evaluate(`void __reactRouterDataRouter.navigate('${path}')`)
const toast = (page: Page) => page.getByRole('region', { name: 'Notification' })

/** What tabs have done before the release came. */
async function prepare(): Promise<void> {
  const back = tab('back')
  await back.getByRole('link', { name: 'Tip Calculator' }).click()
  await back.getByRole('heading', { level: 1, name: 'Tip Calculator' }).waitFor()
  // A page that was loaded in its middle knows nothing of the one before.
  await openPage(back, back.url())
  await back.evaluate('window.isOld = true')
  const parts = tab('parts')
  await parts.getByLabel('Bill').fill('77')
  // Brings what watches over releases, which otherwise comes after five seconds.
  const loaded = parts.waitForResponse(/offline-parts/)
  await parts.evaluate(`window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))`)
  await loaded
  await settled(parts)
}

test.each([
  ['known', '/explore?q=a#b', 'Explore tools'],
  ['unknown', '/api/docs?q=a#b', 'API reference'],
])(
  'a link to a page that is %s leads there, with query and hash, and no error on the way',
  async (name, path, title) => {
    const page = tab(name)
    expect(await isOld(page)).toBe(true)
    await go(page, path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expect.poll(() => isOld(page).catch(() => true)).toBe(false)
    await settled(page)
    expect(page.url()).toBe(app.url + path)
    expect(await page.locator('link[href^="/assets/next/"]').count()).toBeGreaterThan(0)
    expect(await flashed(page)).toBe(null)
  },
)

test('so does the way back', async () => {
  const page = tab('back')
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Explore tools' }).waitFor()
  await settled(page)
  expect(page.url()).toBe(`${app.url}/explore?q=tip#found`)
  expect(await flashed(page)).toBe(null)
})

test('parts that are gone say so, the page stands with what was typed, and the new release is offered', async () => {
  const page = tab('parts')
  await page.getByText('Use it from your own program, page or workflow').click()
  await page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' }).waitFor()
  await page.keyboard.press('Escape')
  await toast(page).getByText('A new version is ready').waitFor()
  expect([await isOld(page), await page.getByLabel('Bill').inputValue()]).toEqual([true, '77'])
  await toast(page).getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => isOld(page).catch(() => true)).toBe(false)
  await settled(page)
  // In the part of the address that no server sees.
  expect(await page.getByLabel('Bill').inputValue()).toBe('77')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
})

test('a page whose code stays away is loaded once as a whole, and never again and again', async () => {
  const page = await visitor.context.newPage()
  await openPage(page, app.url)
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  await page.route(/\/explore\.page-[^/]*\.js/, (route) => route.abort())
  await go(page, '/explore')
  await page.waitForURL(`${app.url}/explore`)
  await page.getByRole('link', { name: 'Tip Calculator' }).first().waitFor()
  await page.goto(app.url)
  await settled(page)
  await go(page, '/explore')
  await page.getByRole('heading', { level: 1, name: 'Oops! Something went wrong' }).waitFor()
  expect(loads).toEqual(['/explore', '/'])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Explore tools' }).waitFor()
  await page.close()
})

test('without a connection nothing is loaded anew: it says so, and the page comes by itself', async () => {
  const page = await visitor.context.newPage()
  await openPage(page, app.url)
  await page.evaluate('window.isOld = true')
  await visitor.context.setOffline(true)
  await go(page, '/support')
  await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
  expect(await isOld(page)).toBe(true)
  await visitor.context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: /support|write to us/i }).waitFor()
  await page.close()
})
