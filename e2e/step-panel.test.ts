import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { axeProblems } from './support/page-checks.ts'

// The panel of one step: what comes in, its settings, what goes out; with real runs behind it.
let app: AppProcess
let browser: Browser
let person: Visit
let page: Page
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  person = await visit(browser)
  page = person.page
  await page.goto(app.url)
  await register(person, app.url, 'panel@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const GRAPH = {
  nodes: [
    { id: 'a', key: 'start', type: 'manual', name: 'Start', config: { sample: { total: 12.5, people: 2 } } },
    { id: 'b', key: 'order', type: 'set', name: 'Order', config: { values: { share: '{{ trigger.total / 2.0 }}' } } },
    { id: 'c', key: 'text', type: 'set', name: 'Text', config: { values: { one: '', two: '', three: '' } } },
    { id: 'd', key: 'shop', type: 'http', name: 'Shop', config: { url: 'http://127.0.0.1:9/' } },
  ],
  edges: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'd' },
  ],
}

interface Run {
  readonly execution: {
    readonly id: string
    readonly steps: readonly { nodeId: string; status: string; output: unknown }[]
  }
}

async function aWorkflow(graph: object): Promise<string> {
  const { workflow } = await ask<{ workflow: { id: string } }>(person, 'POST', '/api/workflows', {
    name: 'Panel',
    graph,
  })
  return workflow.id
}
const stepOf = (id: string, step: string) => openPage(page, `${app.url}/workflows/${id}?step=${step}`)
const field = (name: string) => page.getByRole('textbox', { name: `Values, value of ${name}`, exact: true })
const lastTry = (name: string) => page.getByRole('region', { name: `Last try of ${name}` })
const ended = (name: string, word: string) => lastTry(name).getByText(word, { exact: true }).waitFor()
const widen = () => page.getByRole('button', { name: 'Show input and output beside the settings' }).click()

test('one step runs alone, its data is dragged, inserted and written, and its expressions are tried while one types', async () => {
  const id = await aWorkflow(GRAPH)
  await stepOf(id, 'b')
  await page.getByRole('button', { name: 'Run this step' }).click()
  await ended('Order', 'Succeeded')
  const [first] = (await ask<{ executions: { id: string }[] }>(person, 'GET', `/api/workflows/${id}/executions`))
    .executions
  const { execution } = await ask<Run>(person, 'GET', `/api/executions/${first?.id}`)
  expect(execution.steps.filter(({ status }) => status === 'succeeded').map(({ nodeId }) => nodeId)).toEqual(['a', 'b'])

  await stepOf(id, 'c')
  await widen()
  await page.locator('.cm-editor').nth(2).waitFor()
  const share = page.getByRole('treeitem').filter({ hasText: 'share' })
  await share.dragTo(field('one'))
  await field('two').click()
  await share.click()
  await page.getByRole('button', { name: 'Insert' }).click()
  await field('three').click()
  await page.keyboard.type('{{ st')
  const suggestions = page.getByRole('listbox')
  await suggestions.getByRole('option', { name: 'steps' }).waitFor()
  await page.keyboard.press('Enter')
  await suggestions.getByRole('option', { name: 'order' }).waitFor()
  // The dot that the suggestion wrote already.
  await page.keyboard.type('.')
  await page.keyboard.press('Enter')
  await suggestions.getByRole('option', { name: 'share' }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('output').filter({ hasText: '6.25' }).waitFor()
  for (const name of ['one', 'two', 'three']) expect(await field(name).textContent()).toBe('{{ steps.order.share }}')

  await field('two').click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => field('two').textContent()).not.toContain('share')
  await field('two').fill('{{ 7 / 2 }}')
  await page.getByText('Dividing whole numbers drops the fraction').waitFor()
  await field('two').fill('{{ steps.ordr.share }}')
  await page.getByText('(at character 10)').waitFor()
  expect(await page.locator('.cm-lintRange-error').textContent()).toBe('ordr')
  expect(await field('two').getAttribute('aria-invalid')).toBe('true')
  await field('two').fill('two')
  expect(await axeProblems(page)).toEqual([])

  const line = page.getByRole('separator', { name: 'Width of Input' })
  await line.press('ArrowRight')
  expect(await line.getAttribute('aria-valuenow')).toBe('32')
  await page.getByRole('button', { name: 'Input: narrower' }).click()
  expect(await line.getAttribute('aria-valuenow')).toBe('27')
  await line.press('Enter')
  expect(await line.getAttribute('aria-valuenow')).toBe('0')
  await line.click()
  expect(await line.getAttribute('aria-valuenow')).toBe('30')
  expect(await person.problems()).toEqual([])
})

test('an expression is written out with its own }}, and Tab leads past its suggestions to the next control', async () => {
  const id = await aWorkflow(GRAPH)
  await stepOf(id, 'c')
  const write = async (text: string) => {
    await field('one').fill('')
    await field('one').pressSequentially(text)
  }
  await write('a {{ trigger.total * 1.5 }} b')
  expect(await field('one').textContent()).toBe('a {{ trigger.total * 1.5 }} b')
  await write('{{ {"a": {"b": 1} }.a }}')
  expect(await field('one').textContent()).toBe('{{ {"a": {"b": 1} }.a }}')
  await write('{{trigger.total}}')
  expect(await field('one').textContent()).toBe('{{ trigger.total }}')
  // Chromium stops at what scrolls.
  await write('{{')
  await page.getByRole('listbox').getByRole('option', { name: 'steps' }).waitFor()
  await page.keyboard.press('Tab')
  const focused = page.locator(':focus')
  expect(await focused.getAttribute('aria-label')).toBe('Remove one')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  expect(await person.problems()).toEqual([])
})

test('the focus goes to a line that is added, and stays at its list when one is removed', async () => {
  const cases = { value: '{{ trigger.plan }}', cases: [] }
  const id = await aWorkflow({
    nodes: [...GRAPH.nodes.slice(0, 2), { id: 's', key: 'way', type: 'switch', name: 'Way', config: cases }],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 's' },
    ],
  })
  const inHand = () => page.evaluate(`document.activeElement?.ariaLabel ?? document.activeElement?.textContent`)
  const press = (name: string) => page.getByRole('button', { name }).press('Enter')
  await stepOf(id, 'b')
  await press('Add a line to Values')
  await expect.poll(inHand).toBe('Values, name 2')
  await press('Remove line 2')
  await expect.poll(inHand).toBe('Add a line to Values')

  await stepOf(id, 's')
  await press('Add a case')
  await expect.poll(inHand).toBe('Name of case 1')
  await press('Add a case')
  await expect.poll(inHand).toBe('Name of case 2')
  await press('Move case 2 up')
  await expect.poll(inHand).toBe('Name of case 1')
  await press('Remove case 1')
  await expect.poll(inHand).toBe('Add a case')
  expect(await person.problems()).toEqual([])
})

/** What a screen reader finds in the panel: its parts and all that can be used, without what explains them. */
const PANEL_HEARD = [
  '- complementary "Shop":',
  '- heading "Shop" [level=2]',
  '- button "Show input and output beside the settings"',
  '- button "Actions for Shop"',
  '- button "Close the step"',
  '- button "Run this step"',
  '- button "Other ways to run it"',
  '- region "Last try of Shop":',
  '- status',
  '- tablist "Parts of the step":',
  '- tab "Input"',
  '- tab "Settings" [selected]',
  '- tab "Output"',
  '- tabpanel "Settings":',
  '- textbox "Name of the step": Shop',
  '- combobox "Method":',
  '- button "Use an expression for Method"',
  '- textbox "URL"',
  '- group "Query":',
  '- button "Add a line to Query"',
  '- group "Headers":',
  '- button "Add a line to Headers"',
  '- combobox "Sign in with":',
  '- button "Use an expression for Sign in with"',
  '- combobox "Body kind":',
  '- button "Use an expression for Body kind"',
  '- combobox "Read the answer as":',
  '- button "Use an expression for Read the answer as"',
  '- textbox "Time limit (ms)"',
  '- switch "Follow redirects" [checked]',
  '- button "Use an expression for Follow redirects"',
  '- textbox "Fail from status"',
  '- combobox "Pages":',
  '- group: Errors and skipping',
]

test('the panel is told whole: what it is of, what can be done, and its settings', async () => {
  const id = await aWorkflow(GRAPH)
  await stepOf(id, 'd')
  const panel = page.getByRole('complementary').filter({ has: page.getByLabel('Name of the step') })
  await panel.getByRole('textbox', { name: 'URL' }).waitFor()
  const heard = async () =>
    (await panel.ariaSnapshot())
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => !/^- '?(?:text|paragraph|option)\b/.test(line))
  await expect.poll(heard).toEqual(PANEL_HEARD)
})

test('a step that calls a workflow offers no retry, but to take one away that it has', async () => {
  const call = { id: 'b', key: 'call', type: 'workflow', name: 'Call', config: {} }
  const retry = { max: 3, backoff: 'constant', baseMs: 1000 }
  const handling = page.getByRole('group').filter({ has: page.getByText('Errors and skipping') })
  const again = handling.getByRole('combobox', { name: 'Try again' })
  const limit = handling.getByRole('combobox', { name: 'Time limit' })
  for (const node of [{ ...call, retry }, call]) {
    const id = await aWorkflow({ nodes: [GRAPH.nodes[0], node], edges: [{ from: 'a', to: 'b' }] })
    await stepOf(id, 'b')
    await handling.getByText('Errors and skipping').click()
    await handling.getByText('at the steps of the workflow that it calls').waitFor()
    if (node !== call) await again.selectOption({ label: 'Never' })
    await expect.poll(() => again.count()).toBe(0)
    expect(await limit.count()).toBe(0)
  }
})

test('a tool of a creator is completed by what its version declares, before anything has run', async () => {
  await queryDatabase(
    app.dataDir,
    `with made as (
       insert into tool (id, slug, title, description, category, owner_id, kind, published_at)
       select gen_random_uuid(), 'parcel-price', 'Parcel Price', description, category,
              (select id from "user" where email = 'panel@example.com'), 'config', now()
         from tool where slug = 'word-frequency' returning id)
     insert into tool_version (tool_id, version, input_schema, output_schema, code)
     select made.id, 1, '{}', $1::json, '{"outputs": {}}'::json from made`,
    [
      JSON.stringify({
        price: { type: 'number', label: 'Price', renderer: 'text' },
        zone: { type: 'string', label: 'Zone', renderer: 'text' },
      }),
    ],
  )
  const tool = { id: 'b', key: 'parcel', type: 'tool', name: 'Parcel', config: { tool: 'parcel-price' } }
  const id = await aWorkflow({ ...GRAPH, nodes: GRAPH.nodes.map((node) => (node.id === 'b' ? tool : node)) })
  await stepOf(id, 'c')
  await field('one').click()
  await page.keyboard.type('{{ steps.parcel.')
  const options = page.getByRole('listbox').getByRole('option')
  await options.filter({ hasText: 'price' }).waitFor()
  expect((await options.allTextContents()).slice(0, 2)).toEqual(['price1', 'zone"Text"'])
  await page.keyboard.press('Enter')
  await expect.poll(() => field('one').textContent()).toBe('{{ steps.parcel.price }}')
})

test('ten thousand items are looked through in a page of few rows', async () => {
  const id = await aWorkflow(GRAPH)
  const items = Array.from({ length: 10_000 }, (_, at) => ({
    id: at,
    name: `Item ${at}`,
    note: at % 2 === 0 ? null : 'odd',
  }))
  const input = { total: 1, items }
  await ask(person, 'POST', `/api/workflows/${id}/run`, { version: 'draft', upTo: 'b', input })
  await stepOf(id, 'b')
  await page.getByRole('tab', { name: 'Input' }).click()
  await page.getByText('null 5,000 · text 5,000').waitFor()
  await page.getByRole('tab', { name: 'Table' }).first().click()
  const table = page.getByRole('grid')
  expect(await table.getAttribute('aria-rowcount')).toBe('10001')
  await table.press('End')
  await table.getByRole('gridcell', { name: 'Item 9999', exact: true }).waitFor()
  expect(await page.getByRole('row').count()).toBeLessThan(200)
  // By a column up, down and as it was; the order outlives another look, and the rows stay few.
  await table.press('Home')
  const head = table.getByRole('columnheader', { name: 'name' })
  const sorted = () => head.getAttribute('aria-sort')
  expect(await sorted()).toBe('none')
  await head.getByRole('button').click()
  await expect.poll(sorted).toBe('ascending')
  await head.getByRole('button').press('Enter')
  await expect.poll(sorted).toBe('descending')
  await page.getByRole('tab', { name: 'Schema' }).first().click()
  await page.getByRole('tab', { name: 'Table' }).first().click()
  await expect.poll(sorted).toBe('descending')
  const top = () => table.getByRole('row').nth(1).getByRole('gridcell').allTextContents()
  await table.press('Home')
  await expect.poll(top).toEqual(['9999', 'Item 9999', 'odd'])
  expect(await page.getByRole('row').count()).toBeLessThan(200)
  await page.getByRole('searchbox', { name: 'Search in what Start gave' }).fill('Item 777')
  await expect.poll(top).toEqual(['7779', 'Item 7779', 'odd'])
  expect(await table.getAttribute('aria-rowcount')).toBe('12')
  await head.getByRole('button').click()
  await expect.poll(top).toEqual(['777', 'Item 777', 'odd'])
  expect(await sorted()).toBe('none')
  await page.getByRole('tab', { name: 'JSON' }).first().click()
  await page.getByRole('paragraph').filter({ hasText: '11 found' }).waitFor()
  expect(await page.getByRole('treeitem').count()).toBeLessThan(200)
  await page.getByRole('treeitem').filter({ hasText: '"Item 777"' }).click()
  await page.getByRole('button', { name: 'Path as an expression' }).click()
  const copied = () => page.evaluate('navigator.clipboard.readText()')
  expect(await copied()).toBe('{{ trigger.items[777].name }}')
  await page.getByRole('button', { name: 'Value at this place' }).click()
  await expect.poll(copied).toBe('Item 777')
  expect(await axeProblems(page)).toEqual([])
})

test('a failure says what to do and leads to the setting; the technical detail is folded', async () => {
  const id = await aWorkflow({
    nodes: [GRAPH.nodes[0], { ...GRAPH.nodes[1], config: { values: { share: '{{ trigger.totl }}' } } }],
    edges: GRAPH.edges.slice(0, 1),
  })
  await stepOf(id, 'b')
  await page.getByRole('button', { name: 'Run this step' }).click()
  await ended('Order', 'Failed')
  await page.getByText('Look at what came before it').waitFor()
  expect(await page.getByText('EXPRESSION_FAILED').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Go to the setting' }).click()
  await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('b.values.share')
  expect(await axeProblems(page)).toEqual([])
})

test('a run is taken up again after a reload, and stopped', async () => {
  const wait = { id: 'b', key: 'wait', type: 'wait', name: 'Wait', config: {} }
  const id = await aWorkflow({ nodes: [GRAPH.nodes[0], wait], edges: GRAPH.edges.slice(0, 1) })
  await stepOf(id, 'b')
  await page.getByRole('button', { name: 'Run this step' }).click()
  await ended('Wait', 'Waiting')
  await page.reload()
  await ended('Wait', 'Waiting')
  await page.getByRole('complementary').getByRole('button', { name: 'Stop', exact: true }).click()
  await ended('Wait', 'Cancelled')
  await page.getByRole('button', { name: 'Run this step' }).waitFor()
})

test('a tool is found by its name as people write it, and half of a name is no mistake', async () => {
  const tool = { id: 'b', key: 'tip', type: 'tool', name: 'Tip', config: {} }
  const id = await aWorkflow({ nodes: [GRAPH.nodes[0], tool], edges: GRAPH.edges.slice(0, 1) })
  await stepOf(id, 'b')
  const field = page.getByRole('combobox', { name: 'Tool', exact: true })
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/tools/tip'))
  await field.pressSequentially('tip')
  expect((await asked).status()).toBe(404)
  await settled(page)
  expect(await field.getAttribute('aria-invalid')).toBe(null)
  await field.pressSequentially(' calculator')
  await field.press('Tab')
  await page.getByRole('group', { name: 'Tip Calculator' }).waitFor()
  expect(await field.inputValue()).toBe('tip-calculator')
  // What is undone stays undone, and can be done again.
  await page.getByRole('button', { name: /^Undo: / }).click()
  await expect.poll(() => field.inputValue()).not.toBe('tip-calculator')
  await settled(page)
  await page.getByRole('button', { name: /^Redo: / }).click()
  await expect.poll(() => field.inputValue()).toBe('tip-calculator')
  await field.fill('no such tool')
  await field.press('Tab')
  await page.getByText('There is no tool called “no such tool”').waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
})

test('a tool step that nobody has named bears the name of its tool', async () => {
  const tool = { id: 'b', key: 'tool', type: 'tool', name: 'Tool', config: {} }
  const id = await aWorkflow({ nodes: [GRAPH.nodes[0], tool], edges: GRAPH.edges.slice(0, 1) })
  await stepOf(id, 'b')
  const field = page.getByRole('combobox', { name: 'Tool', exact: true })
  const name = page.getByRole('textbox', { name: 'Name of the step' })
  await field.fill('tip-calculator')
  await expect.poll(() => name.inputValue()).toBe('Tip Calculator')
  await field.fill('uuid-generator')
  await expect.poll(() => name.inputValue()).toBe('UUID Generator')
  await name.fill('Ids')
  await field.fill('tip-calculator')
  await page.getByRole('group', { name: 'Tip Calculator' }).waitFor()
  expect(await name.inputValue()).toBe('Ids')
})

test('Escape, then Tab leads out of an editor of code, and the panel stays', async () => {
  const code = { id: 'b', key: 'code', type: 'code', name: 'Code', config: { code: 'return 1' } }
  const id = await aWorkflow({ nodes: [GRAPH.nodes[0], code], edges: GRAPH.edges.slice(0, 1) })
  await stepOf(id, 'b')
  const isInEditor = () => page.evaluate('document.activeElement?.closest(".cm-editor") !== null')
  await page.locator('.cm-content').first().click()
  expect(await isInEditor()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await isInEditor()).toBe(true)
  await page.keyboard.press('Tab')
  expect(await isInEditor()).toBe(false)
  expect(await page.getByLabel('Name of the step').isVisible()).toBe(true)
})
