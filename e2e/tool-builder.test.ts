import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Draft } from '#src/features/creator-tools/creator-tools.schema.ts'
import { tileCode, tileContent } from '#src/features/creator-tools/test-content.ts'
import type { ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import { field, saved, tab } from './support/builder.ts'
import { lookProblems } from './support/page-checks.ts'

// What the builder says of mistakes, and where; and what people learn of the versions of a tool.
let app: AppProcess
let browser: Browser
let creator: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  creator = await visit(browser)
  await creator.page.goto(app.url)
  await register(creator, app.url, 'builder@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const aDraft = async (change: Partial<ToolContent>): Promise<string> => {
  const content = { ...tileContent, ...change }
  return (await ask<{ draft: Draft }>(creator, 'POST', '/api/tools', { content })).draft.id
}
const openDraft = async (change: Partial<ToolContent>): Promise<string> => {
  const id = await aDraft(change)
  await openPage(creator.page, `${app.url}/create-tool?draft=${id}`)
  return id
}
const contentOf = async (id: string): Promise<ToolContent> =>
  (await ask<{ draft: Draft }>(creator, 'GET', `/api/tools/${id}/draft`)).draft.content
const row = (page: Page, panel: RegExp, at: number): Locator =>
  page.getByRole('tabpanel', { name: panel }).locator('li > details > summary').nth(at)
const results = (page: Page) => page.getByRole('region', { name: 'Preview' }).getByRole('region', { name: 'Results' })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

test('an input that gets another name is followed by what speaks of it, once the name is whole', async () => {
  const { page } = creator
  const id = await openDraft({
    title: 'Renamed',
    fields: [
      ...tileContent.fields,
      { name: 'spare', type: 'number', label: 'Spare', showIf: { field: 'area', in: [1] } },
    ],
  })
  await row(page, /^Inputs/, 0).click()
  const name = field(page, 'Name *')
  // On the way it is called as another input is.
  await name.fill('perTile')
  await name.fill('perTiles')
  expect((await page.getByText('which is no field above it').count()) > 0).toBe(true)
  await name.press('Enter')
  await expect.poll(() => page.getByText('which is no field above it').count()).toBe(0)
  await results(page).getByText('24', { exact: true }).waitFor()
  await name.fill('')
  await name.blur()
  await name.fill('floor')
  await field(page, 'Label *').focus()
  await saved(page)
  const { fields, outputs, examples } = await contentOf(id)
  expect(fields[2]?.showIf).toEqual({ field: 'floor', in: [1] })
  expect(outputs[0]?.expression).toBe('input.floor / input.perTile')
  expect(examples[0]?.input).toEqual({ floor: 12 })
})

test('an input that is called as another one for a while is followed once the other one has its own name', async () => {
  const { page } = creator
  const id = await openDraft({ title: 'Renamed in turn' })
  await row(page, /^Inputs/, 0).click()
  await field(page, 'Name *').fill('perTile')
  await field(page, 'Label *').focus()
  await saved(page)
  expect((await contentOf(id)).outputs[0]?.expression).toBe('input.area / input.perTile')
  await row(page, /^Inputs/, 1).click()
  await field(page, 'Name *').fill('each')
  await field(page, 'Label *').focus()
  const speaking = async () => {
    const { outputs, examples } = await contentOf(id)
    return [outputs[0]?.expression, examples[0]?.input]
  }
  await expect.poll(speaking).toEqual(['input.perTile / input.each', { perTile: 12 }])
})

test('an expression that fails is said at its field, at its tab, and before anything is published', async () => {
  const { page } = creator
  await openDraft({ title: 'Wrong' })
  await tab(page, /^Outputs$/)
  const expression = field(page, 'Expression *')
  await expression.fill('input.nope + 1')
  const message = 'tiles: input has no field "nope"'
  // At the closed row, which has room for a sign only, and at the field.
  const words = page.getByRole('tabpanel', { name: /^Outputs/ }).getByText(message)
  await expect.poll(() => words.count()).toBe(2)
  expect(await expression.getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('tab', { name: 'Outputs 1 to mend' }).waitFor()
  // What is still there is the result of something else.
  await results(page).getByText('Not up to date').waitFor()
  expect(await lookProblems(page, 'builder-expression-failed', 'page')).toEqual([])
  await page.setViewportSize(DEVICES.phone.viewport)
  expect(await lookProblems(page, 'builder-expression-failed', 'page')).toEqual([])
  await page.setViewportSize(DEVICES.desk.viewport)

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish this tool' })
  const line = (text: string) => dialog.getByRole('listitem').filter({ hasText: text }).first()
  await line('1 more to mend').getByText(message).waitFor()
  await line('Not known yet: An example, which is run as a test').waitFor()
  expect(await lookProblems(page, 'publish-with-a-failure')).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  // A value of another type.
  await expression.fill('"text"')
  const misfit = '“tiles” should be a number, but is text'
  await preview(page).getByText(misfit).waitFor()
  await page.getByRole('tab', { name: 'Outputs 1 to mend' }).waitFor()
  expect(await field(page, 'Type').getAttribute('aria-invalid')).toBe('true')

  // An example that failed is not done, also for whoever opens the dialog again.
  await expression.fill('input.area')
  await page.getByRole('tab', { name: 'Outputs', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await line('Done: An example, which is run as a test').waitFor()
  await dialog.getByRole('button', { name: 'Publish 1.0.0' }).click()
  await line('Missing: An example, which is run as a test').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await line('Missing: An example').getByText('“A small room” gives 12 for tiles, not 24').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('the focus goes into what was added, and stays with whoever publishes', async () => {
  const { page } = creator
  await openDraft({ title: 'Focused' })
  const focused = () => page.evaluate<string>('document.activeElement.value || document.activeElement.textContent')
  await page.getByRole('button', { name: 'Add input' }).press('Enter')
  await expect.poll(focused).toBe('Value')
  await page.getByRole('button', { name: 'Remove Value' }).click()
  await tab(page, /^Outputs/)
  await page.getByRole('button', { name: 'Add output' }).press('Enter')
  await expect.poll(focused).toBe('Result')
  await page.getByRole('button', { name: 'Remove Result' }).click()
  await tab(page, /^Examples/)
  await page.getByRole('button', { name: 'Add example' }).press('Enter')
  await expect.poll(focused).toBe('Example 2')
  await page.getByRole('button', { name: 'Remove Example 2' }).click()
  await saved(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish 1.0.0' }).press('Enter')
  await page.getByRole('link', { name: 'View' }).waitFor()
  await expect.poll(focused).toBe('Publish')
})

test('code without Pro: the note and the publication say where to get it', async () => {
  const { page } = creator
  await openDraft({ ...tileCode, title: 'Code for free' })
  await tab(page, /^Outputs/)
  const toPricing = { name: 'what it costs, and how to try it' }
  await page
    .getByRole('tabpanel', { name: /^Outputs/ })
    .getByRole('link', toPricing)
    .waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish this tool' })
  await dialog.getByText('Missing: Pro, which code of your own needs').waitFor()
  expect(await dialog.getByRole('button', { name: 'Publish 1.0.0' }).isDisabled()).toBe(true)
  expect(await lookProblems(page, 'publish-without-pro')).toEqual([])
  await dialog.getByRole('link', toPricing).click()
  await page.waitForURL('**/pricing')
})

test('nothing is published while its icon, description or example is missing; each is named until it is there', async () => {
  const { page } = creator
  await openDraft({ title: 'Bare', icon: '', description: '', examples: [] })
  const dialog = page.getByRole('dialog', { name: 'Publish this tool' })
  const publish = dialog.getByRole('button', { name: 'Publish 1.0.0' })
  /** What the dialog says is missing, each with why, and whether it publishes. */
  const asked = async (): Promise<[string[], boolean]> => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const lines = dialog.getByRole('list', { name: 'What must be there' }).getByRole('listitem')
    await lines.first().waitFor()
    const missing = await lines.filter({ hasText: /^Missing: / }).allTextContents()
    const isEnabled = await publish.isEnabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    return [missing, isEnabled]
  }
  const icon = 'Missing: An icon'
  const description = 'Missing: A descriptionThe description needs at least 20 characters'
  const example = 'Missing: An example, which is run as a test'
  expect(await asked()).toEqual([[icon, description, example], false])
  await tab(page, /^Listing/)
  await field(page, 'Icon *').fill('🧱')
  expect(await asked()).toEqual([[description, example], false])
  await field(page, 'Description *').fill('How many tiles a floor takes.')
  expect(await asked()).toEqual([[example], false])
  await tab(page, /^Examples/)
  await page.getByRole('button', { name: 'Add example' }).click()
  await field(page, 'Input').fill('{ "area": 12 }')
  await field(page, 'Expected output').fill('{ "tiles": 24 }')
  await field(page, 'Title *').fill('A small room')
  expect(await asked()).toEqual([[], true])
})

test('a rule ticks what the other input offers, and what is too long or cannot be read says so', async () => {
  const { page } = creator
  const options = [
    { value: 'co', label: 'Company' },
    { value: 'p', label: 'Person' },
  ]
  const kind = { name: 'kind', type: 'radio', label: 'Kind', help: 'Who pays', default: 'p', options } as const
  const rule = { field: 'kind', in: ['p'] }
  const share = { name: 'share', type: 'number', label: 'Share', help: 'In percent', showIf: rule } as const
  const id = await openDraft({ title: 'Ruled', fields: [...tileContent.fields, kind, share] })
  await row(page, /^Inputs/, 3).click()
  const choices = page.getByRole('group', { name: 'is one of' })
  await choices.getByLabel('Company').check()
  await choices.getByLabel('Person').uncheck()
  await saved(page)
  expect((await contentOf(id)).fields[3]?.showIf).toEqual({ field: 'kind', in: ['co'] })

  await tab(page, /^JSON/)
  await page.getByLabel('Inputs and outputs as JSON').fill('{')
  await page.getByText('Not taken over: the tool is still as it was before.').waitFor()
  expect(await lookProblems(page, 'builder-json-unread', 'page')).toEqual([])
  await page.getByRole('button', { name: 'Show the tool as it is' }).click()
  expect(await page.getByLabel('Inputs and outputs as JSON').inputValue()).toContain('"label": "Company"')

  await tab(page, /^Listing/)
  await field(page, 'Title *').fill('x'.repeat(83))
  await page.getByText('At most 80 characters: the last 3 were left out').waitFor()
  await page.getByRole('textbox', { name: 'Tags' }).fill('a1, b2, c3, d4, e5, f6, g7, h8, i9, j10')
  await field(page, 'Title *').fill('Short')
  await page.getByText('More than 8: i9, j10 left out').waitFor()
  expect(await page.getByText('were left out').count()).toBe(0)
})
