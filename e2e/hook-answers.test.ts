import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiSession, register } from './support/api-session.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, visit } from './support/browser.ts'

// What workflows answer lies on the origin of our pages: it must be neither a script nor a page of theirs.
let app: AppProcess
let browser: Browser
let ada: ApiSession
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  ada = await register(app.url)
}, 180_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

/** The address of a webhook that answers GET with this text as this type. */
async function aHook(type: string, body: string): Promise<string> {
  const { hookPath } = await ada.publish('Answers', {
    nodes: [
      { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: { methods: ['GET'] } },
      { id: 'b', key: 'answer', type: 'respond', name: 'Answer', config: { headers: { 'content-type': type }, body } },
    ],
    edges: [{ from: 'a', to: 'b' }],
  })
  return app.url + hookPath
}

test('a script that a workflow answers does not run in a page of ours, even where markup of somebody else got in', async () => {
  const hook = await aHook('text/javascript', 'globalThis.ranFromHook = true')
  const { page, problems } = await visit(browser)
  await page.route(`${app.url}/explore`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('</head>', `<script src="${hook}"></script></head>`)
    await route.fulfill({ response, body })
  })
  await openPage(page, `${app.url}/explore`)
  expect(await page.evaluate('globalThis.ranFromHook')).toBeUndefined()
  expect((await problems()).filter((problem) => problem.startsWith('CSP'))).toEqual([`CSP script-src-elem ${hook}`])
})

test('a page that a workflow answers runs no script and has no origin', async () => {
  const hook = await aHook('text/html', '<title>Quiet</title><script>document.title = "Loud"</script>')
  const { page } = await visit(browser)
  await page.goto(hook)
  expect([await page.title(), await page.evaluate('self.origin')]).toEqual(['Quiet', 'null'])
})
