import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { aStep, lineOf } from './support/line-of-steps.ts'

// What somebody stumbled over who used it for the first time.
let app: AppProcess
let browser: Browser
let owner: Visit
let page: Page
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  owner = await visit(browser)
  page = owner.page
  await page.goto(app.url)
  await register(owner, app.url, 'newcomer@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

async function make(name: string, graph: object): Promise<string> {
  return (await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', { name, graph })).workflow.id
}
const openStep = (id: string, name: string) => openPage(page, `${app.url}/workflows/${id}?view=outline&step=${name}`)
const lastTry = (name: string) => page.getByRole('region', { name: `Last try of ${name}` })
const says = (text: string) => page.getByRole('region', { name: 'Notification' }).getByText(text)

test('a tool is added by its own name, and the first try of it begins with the sample that its fields show', async () => {
  const id = await make('Tips', lineOf([aStep('s', 'webhook', {})]))
  await openPage(page, `${app.url}/workflows/${id}?view=outline`)
  await settled(page)
  await page
    .getByRole('button', { name: /^Add (a|the first) step/ })
    .first()
    .click()
  const palette = page.getByRole('dialog', { name: 'Add a step' })
  await palette.getByRole('combobox').fill('tip calc')
  await palette.getByRole('option', { name: /^Tip Calculator/ }).click()
  await page.getByRole('treeitem', { name: /\bTip Calculator\b/ }).waitFor()
  await page.getByRole('textbox', { name: /^Bill/ }).fill('{{ trigger.body.bill }}')
  await page.getByText('from sample data').first().waitFor()
  await page.getByRole('button', { name: 'Run this step' }).click()
  await lastTry('Tip Calculator').getByText('Succeeded', { exact: true }).waitFor()
  const { executions } = await ask<{ executions: { id: string }[] }>(owner, 'GET', `/api/workflows/${id}/executions`)
  const [run] = await queryDatabase(app.dataDir, 'select input from execution where id = $1', [executions[0]?.id])
  expect(run?.input).toMatchObject({ body: { bill: 84.5 } })
})

test('what was said of a run that could not begin is gone with the next one', async () => {
  const id = await make('Refused', lineOf([aStep('s', 'manual', {}), aStep('a', 'set', { values: { n: 1 } })]))
  await openStep(id, 'a')
  const isRun = (url: URL) => url.pathname.endsWith('/run')
  const error = { code: 'QUOTA_EXCEEDED', message: 'No more runs this month', requestId: 'req-1' }
  await page.route(isRun, (route) => route.fulfill({ status: 409, json: { error } }))
  await page.getByRole('button', { name: 'Run this step' }).click()
  await says('Run failed').waitFor()
  await page.unroute(isRun)
  await page.getByRole('button', { name: 'Run this step' }).click()
  await lastTry('A').getByText('Succeeded', { exact: true }).waitFor()
  expect(await says('Run failed').count()).toBe(0)
})

test('on a phone all of a long menu can be reached, wherever its button is', async () => {
  const nodes = Array.from({ length: 6 }, (_, at) => aStep(`n${at}`, 'if', { condition: '{{ 1.0 > 2.0 }}' }))
  const id = await make('Long menus', lineOf([aStep('s', 'manual', {}), ...nodes]))
  await page.setViewportSize({ width: 360, height: 740 })
  await openPage(page, `${app.url}/workflows/${id}?view=outline`)
  await settled(page)
  const menu = page.getByRole('menu').filter({ visible: true })
  for (const name of ['N0', 'N2', 'N5']) {
    const opener = page
      .getByRole('treeitem', { name: new RegExp(`\\b${name}\\b`) })
      .getByRole('button')
      .last()
    await opener.scrollIntoViewIfNeeded()
    await opener.click()
    const ends = async (part: Locator) => {
      const box = await part.boundingBox()
      return [(box?.y ?? -1) >= 0, (box?.y ?? 740) + (box?.height ?? 0) <= 740]
    }
    await expect.poll(() => ends(menu)).toEqual([true, true])
    expect((await menu.boundingBox())?.height).toBeGreaterThan(200)
    await page.keyboard.press('End')
    await expect.poll(() => ends(menu.getByRole('menuitem').last())).toEqual([true, true])
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the palette opens while the search of Explore has the focus', async () => {
  await openPage(page, `${app.url}/explore?q=qrcode`)
  await settled(page)
  await page.getByRole('main').getByRole('article').first().getByRole('link', { name: 'QR Code Generator' }).waitFor()
  await page.getByRole('main').getByRole('searchbox').focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
})

test('the outline shows the ways of a decision that lead nowhere yet, and takes a step for each', async () => {
  const id = await make('Ways', lineOf([aStep('s', 'manual', {}), aStep('rich', 'if', { condition: true })]))
  await page.setViewportSize({ width: 360, height: 740 })
  await openPage(page, `${app.url}/workflows/${id}?view=outline`)
  await settled(page)
  const way = (text: string) => page.getByRole('button', { name: new RegExp(`^${text}\\W+a new step after RICH$`) })
  await way('when true').waitFor()
  await way('when false').click()
  const palette = page.getByRole('dialog', { name: 'Add a step' })
  await palette.getByRole('combobox').fill('stop')
  await palette.getByRole('option', { name: /^Stop/ }).click()
  await page.getByRole('button', { name: 'Close the step' }).click()
  await page.getByRole('treeitem', { name: /when false, RICH: .*Stop/ }).waitFor()
  expect(await way('when false').count()).toBe(0)
  expect(await way('when true').count()).toBe(1)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a run that waits says in the editor which step waits, and for what', async () => {
  await queryDatabase(app.dataDir, 'update "user" set email_verified_at = now()')
  const approval = aStep('ask', 'approval', { question: 'Pay 12 €?', approvers: 'somebody@example.com', amount: 2 })
  const id = await make('Waits', lineOf([aStep('s', 'manual', {}), approval]))
  await ask(owner, 'POST', `/api/workflows/${id}/run`, { version: 'draft' })
  await openPage(page, `${app.url}/workflows/${id}?view=outline`)
  const strip = page.getByRole('region', { name: 'Last run' })
  await strip.getByText('“ASK” waits for a decision, which closes in 2 days').waitFor()
  await strip.getByRole('button', { name: 'Show “ASK”' }).click()
  await page.getByRole('complementary', { name: 'ASK' }).waitFor()
  await strip.getByRole('button', { name: 'Stop' }).click()
  await strip.getByText('waits for a decision').waitFor({ state: 'detached' })
})

test('a workflow gets another name in the list, and a name that is none is refused at its field', async () => {
  await make('Old name', lineOf([aStep('s', 'manual', {})]))
  await openPage(page, `${app.url}/workflows`)
  await page.getByRole('button', { name: 'Actions for Old name' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename “Old name”' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' ')
  await page.keyboard.press('Enter')
  await dialog.getByText('Name is required').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('New name')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('link', { name: 'New name' }).waitFor()
  expect(await page.getByRole('link', { name: 'Old name' }).count()).toBe(0)
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Actions for New name')
})

test('the page of a run that a decision ends says who has decided, without being loaded again', async () => {
  const [me] = await queryDatabase(app.dataDir, 'update "user" set email_verified_at = now() returning id, email')
  const approval = aStep('ask', 'approval', { question: 'Pay 12 €?', approvers: String(me?.email) })
  const id = await make('Asks', lineOf([aStep('s', 'manual', {}), approval]))
  const { execution } = await ask<{ execution: { id: string } }>(owner, 'POST', `/api/workflows/${id}/run`, {
    version: 'draft',
  })
  const link = () =>
    queryDatabase(app.dataDir, `select href from notification where user_id = $1 and kind = 'approval.asked'`, [me?.id])
  await expect.poll(async () => (await link()).length).toBe(1)
  await openPage(page, `${app.url}/workflows/${id}/executions/${execution.id}`)
  const approvals = page.getByRole('region', { name: 'Approvals' })
  await approvals.getByText('Has not decided').waitFor()
  const [asked] = await link()
  await ask(owner, 'POST', `/api${String(asked?.href)}`, { decision: 'approve', reason: 'It is right' })
  await approvals.getByText('Approved: It is right').waitFor()
  expect(await approvals.getByText('Has not decided').count()).toBe(0)
})
