import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, type Visit } from './support/browser.ts'
import { aPerson, buy, CARDS, enterCard } from './support/money.ts'
import { lookProblems } from './support/page-checks.ts'

// A tool that is sold and whose creator lets browsers run it: its code is worth the money, so it comes when that is decided.
let app: AppProcess
let browser: Browser
let toolId = ''
let slug = ''
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  const creator = await aPerson(browser, app, 'author@example.com')
  await queryDatabase(app.dataDir, `update "user" set pro_until = now() + interval '1 day' where email = $1`, [
    'author@example.com',
  ])
  const output = { type: 'any', renderer: 'text', expression: '' }
  const content = {
    ...{ title: 'Vowel count', description: 'Counts the vowels of a text.', category: 'developer', icon: '#' },
    ...{ tags: [], licence: 'MIT', kind: 'custom', inBrowser: true },
    source: 'function run({ text }) { return { vowels: text.replace(/[^aeiou]/g, "").length } }',
    fields: [{ name: 'text', type: 'text', label: 'Text', help: 'Words', required: true }],
    outputs: [{ ...output, name: 'vowels', label: 'Vowels' }],
    examples: [{ title: 'One', input: { text: 'one' }, output: { vowels: 2 }, source: '' }],
  }
  const { draft } = await ask<{ draft: { id: string } }>(creator, 'POST', '/api/tools', { content })
  toolId = draft.id
  const published = await ask<{ fxn: { slug: string } }>(creator, 'POST', `/api/tools/${toolId}/publish`, {
    changelog: 'First',
  })
  slug = published.fxn.slug
  await ask(creator, 'POST', `/api/marketplace/pricing/${toolId}`, {
    ...{ pricingModel: 'one_time', price: 999, accessTier: 'free', licenseType: 'personal' },
  })
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const main = (page: Page) => page.getByRole('main')
/** What the page asked for that brings the code, or an engine for it. */
function codeAskedBy(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/source') || pathname.endsWith('.wasm')) asked.push(pathname)
  })
  return asked
}
async function run(page: Page, text: string, vowels: string): Promise<void> {
  await page.getByLabel('Text', { exact: false }).first().fill(text)
  await main(page).getByRole('button', { name: /^Run/ }).first().click()
  await page.getByRole('region', { name: 'Results' }).getByText(vowels, { exact: true }).first().waitFor()
}
const purchaseOf = async (someone: Visit) => {
  const { purchases } = await ask<{ purchases: { notRefundable: string | null }[] }>(someone, 'GET', '/api/purchases')
  return purchases[0]?.notRefundable
}

test('what was bought runs on the server while the money can be taken back, and in the browser once that was given up', async () => {
  const someone = await aPerson(browser, app, 'reader@example.com')
  const { page } = someone
  await buy(someone, toolId)
  const asked = codeAskedBy(page)
  await openPage(page, `${app.url}/fxn/${slug}`)
  await main(page).getByText('Runs on our server while you can take your money back').waitFor()
  await main(page).getByText('up to 3 successful runs. After that it runs in your browser', { exact: false }).waitFor()
  expect(await main(page).getByText('Runs in your browser', { exact: true }).count()).toBe(0)
  await run(page, 'a queue', '5')
  expect([asked, await purchaseOf(someone)]).toEqual([[], null])
  expect(await lookProblems(page, 'bought-code')).toEqual([])

  const menu = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Clone' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Clone it, and give up your refund?' })
  await menu()
  await dialog.getByText('A clone has its code', { exact: false }).waitFor()
  expect(await lookProblems(page, 'bought-code-asked')).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await purchaseOf(someone)).toBe(null)

  await menu()
  await dialog.getByRole('button', { name: 'Clone and keep it' }).click()
  await page.waitForURL(/\/create-tool\?draft=/)
  expect(await purchaseOf(someone)).toBe('COPIED')

  await openPage(page, `${app.url}/fxn/${slug}`)
  await main(page).getByText('Nothing leaves this page').first().waitFor()
  await run(page, 'a queue and a bee', '9')
  expect(asked.filter((path) => path.endsWith('/source'))).toHaveLength(1)
})

test('who buys it on its page runs it there at once, on the server', async () => {
  const someone = await aPerson(browser, app, 'at-once@example.com')
  const { page } = someone
  const asked = codeAskedBy(page)
  await openPage(page, `${app.url}/fxn/${slug}`)
  await main(page).getByText('Nothing leaves this page').first().waitFor()
  // A run that is refused opens the dialog, and says so once.
  await page.getByLabel('Text', { exact: false }).first().fill('aye')
  await main(page).getByRole('button', { name: /^Run/ }).first().click()
  const refused = page
    .getByRole('region', { name: 'Notification' })
    .getByText('You need to purchase this tool to use it')
  await refused.waitFor()
  const dialog = page.getByRole('dialog', { name: 'Buy Vowel count' })
  await dialog.getByRole('checkbox', { name: /I want to use this tool at once/ }).check()
  await enterCard(dialog, CARDS.pays)
  await dialog.getByRole('button', { name: 'Pay $9.99' }).click()
  await main(page).getByText('Runs on our server while you can take your money back').waitFor()
  await run(page, 'aye', '2')
  expect([asked, await purchaseOf(someone), await refused.count()]).toEqual([[], null, 0])
  expect(await page.getByText('more waiting').count()).toBe(0)

  // What moderators take out of sight stays theirs, and leads nowhere meanwhile.
  await queryDatabase(app.dataDir, `update tool set status = 'hidden' where id = $1`, [toolId])
  await openPage(page, `${app.url}/purchases`)
  await main(page).getByText('Moderators have taken this tool out of sight', { exact: false }).waitFor()
  expect(await main(page).getByRole('link', { name: /^Open/ }).count()).toBe(0)
  expect(await lookProblems(page, 'purchases-hidden')).toEqual([])
  await queryDatabase(app.dataDir, `update tool set status = 'published' where id = $1`, [toolId])
})

test('beginning a tool with one that was bought asks as well', async () => {
  const someone = await aPerson(browser, app, 'builder@example.com')
  const { page } = someone
  await buy(someone, toolId)
  await openPage(page, `${app.url}/create-tool`)
  await page.getByLabel('Tool', { exact: true }).fill(slug)
  await page.getByRole('button', { name: 'Clone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clone it, and give up your refund?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You can still take your money back for this tool').first().waitFor()
  expect(await purchaseOf(someone)).toBe(null)
  await page.getByRole('button', { name: 'Clone' }).click()
  await dialog.getByRole('button', { name: 'Clone and keep it' }).click()
  await page.waitForURL(/\/create-tool\?draft=/)
  expect(await purchaseOf(someone)).toBe('COPIED')
})
