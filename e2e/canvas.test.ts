import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { drag, middle, node } from './support/canvas.ts'
import { heard, PALETTE_HEARD, RUN_HEARD } from './support/heard.ts'
import { tabTo } from './support/keyboard.ts'
import { axeProblems } from './support/page-checks.ts'

// The canvas and the outline as people use them, by hand and by key.
let app: AppProcess
let browser: Browser
let owner: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  owner = await visit(browser)
  await owner.page.goto(app.url)
  await register(owner, app.url, 'canvas@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

interface Edge {
  readonly from: string
  readonly port: string
  readonly to: string
}
interface Graph {
  readonly nodes: {
    readonly id: string
    readonly type: string
    readonly name: string
    readonly disabled: boolean
    readonly position: { readonly x: number; readonly y: number }
  }[]
  readonly edges: Edge[]
}
type Made = { workflow: { id: string; graph: Graph } }

async function make(name: string, graph?: object): Promise<string> {
  const { workflow } = await ask<Made>(owner, 'POST', '/api/workflows', { name, ...(graph && { graph }) })
  return workflow.id
}
const graphOf = async (id: string): Promise<Graph> =>
  (await ask<Made>(owner, 'GET', `/api/workflows/${id}`)).workflow.graph
/** The connections that the server has, once the draft was saved. */
const edgesOf = async (id: string): Promise<string[]> =>
  (await graphOf(id)).edges.map(({ from, port, to }) => `${from} ${port} ${to}`).toSorted()

const line = {
  nodes: ['a', 'b', 'c', 'd'].map((id, at) => ({
    ...{ id, key: id, name: id.toUpperCase(), type: at === 0 ? 'manual' : 'set' },
    // The last one lies loose below the others.
    position: at === 3 ? { x: 312, y: 168 } : { x: at * 312, y: 0 },
  })),
  edges: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ],
}
const LINE = ['a out b', 'b out c']

const wayOut = (page: Page, id: string) => node(page, id).locator('.react-flow__handle-right')
const wayIn = (page: Page, id: string) => node(page, id).locator('.react-flow__handle-left')
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true })

const labels = (all: Locator): Promise<string[]> =>
  all.evaluateAll((elements) => elements.map((element) => String(Reflect.get(element, 'ariaLabel'))))

async function openLine(name: string): Promise<string> {
  const id = await make(name, line)
  await openPage(owner.page, `${app.url}/workflows/${id}?view=canvas`)
  await node(owner.page, 'a').waitFor()
  return id
}

test('five steps from an empty workflow to published and run, by keyboard alone', async () => {
  const { page } = owner
  const id = await make('By key')
  await openPage(page, `${app.url}/workflows/${id}?view=canvas`)
  await page.locator('.placeholder-node').waitFor()
  for (const name of ['Choose what starts it', 'Paste steps', 'Import a file'])
    expect(await page.getByRole('button', { name }).count()).toBe(1)
  expect(await page.locator('.placeholder-node').count()).toBe(1)
  expect(await axeProblems(page)).toEqual([])
  for (let count = 2; count <= 5; count++) {
    await page.keyboard.press('a')
    await dialog(page).getByRole('combobox').waitFor()
    await page.keyboard.type('set')
    if (count === 2) await expect.poll(() => heard(dialog(page))).toEqual(PALETTE_HEARD)
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: `Step ${count} of ${count}, Set values` }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement?.ariaLabel')).toMatch(`Step ${count} of ${count}`)
  }
  await page.keyboard.press('Control+Shift+P')
  await dialog(page).getByRole('button', { name: 'Publish' }).waitFor()
  await tabTo(page, /^Publish$/)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Published', exact: true }).waitFor()
  const { nodes, edges } = await graphOf(id)
  expect(nodes.map(({ type }) => type)).toEqual(['manual', 'set', 'set', 'set', 'set'])
  expect(edges.map(({ from, to }) => [from, to])).toEqual(nodes.slice(1).map((one, at) => [nodes[at]?.id, one.id]))
  await page.keyboard.press('Control+Enter')
  await dialog(page).getByRole('button', { name: 'Run', exact: true }).waitFor()
  await expect.poll(() => heard(dialog(page))).toEqual(RUN_HEARD)
  await tabTo(page, /^Run$/)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Last run' }).getByText('Succeeded').waitFor()
  await page.getByRole('status').getByText('The run succeeded').waitFor({ state: 'attached' })
  await page.getByRole('group', { name: 'Step 5 of 5, Set values, succeeded' }).waitFor()
})

test('connecting by line, by two clicks and by name; what cannot be says why', async () => {
  const { page } = owner
  const id = await openLine('Connecting')
  // A line to nowhere asks what to add; Escape leaves nothing behind.
  const start = await middle(wayOut(page, 'c'))
  const drop = { x: start.x - 100, y: start.y + 160 }
  await drag(page, start, drop)
  await dialog(page).getByRole('option').first().waitFor()
  // Where the line ended, as far as it fits into the window.
  const { x = 0, y = 0, height = 0 } = (await dialog(page).boundingBox()) ?? {}
  expect([Math.round(x), y <= drop.y, y + height >= drop.y]).toEqual([Math.round(drop.x), true, true])
  expect(
    await dialog(page)
      .getByRole('option', { name: /Webhook|^Note/ })
      .count(),
  ).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog(page).count()).toBe(0)
  expect(await edgesOf(id)).toEqual(LINE)

  await drag(page, await middle(wayOut(page, 'c')), await middle(node(page, 'b')))
  await page.getByRole('status').getByText('"B" leads to "C", so the run would go round in a circle').waitFor()
  expect(await page.locator('.react-flow__edge').count()).toBe(2)
  // Refused once more, it is said once more, though in the same words.
  await page.evaluate(`new MutationObserver(() => document.body.setAttribute('data-said', 'again')).observe(
    document.querySelector('[data-steps] > [role=status]'),
    { childList: true, characterData: true, subtree: true },
  )`)
  await drag(page, await middle(wayOut(page, 'c')), await middle(node(page, 'b')))
  await page.locator('body[data-said=again]').waitFor({ state: 'attached' })

  await wayOut(page, 'b').click()
  await wayIn(page, 'c').click()
  await page.getByRole('status').getByText('"B" leads to "C" already').waitFor()
  expect(await page.locator('.react-flow__edge').count()).toBe(2)

  await wayOut(page, 'c').click()
  await wayIn(page, 'd').click()
  await expect.poll(() => edgesOf(id)).toEqual([...LINE, 'c out d'])
  await node(page, 'a').focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => edgesOf(id)).toEqual(LINE)

  await node(page, 'a').focus()
  await page.keyboard.press('c')
  const options = dialog(page).getByRole('option')
  await options.first().waitFor()
  expect(await options.allTextContents()).toEqual(['CSet values', 'DSet values', 'Disconnect BThe only way out'])
  await page.keyboard.type('d')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('A leads to D now').waitFor({ state: 'attached' })
  await expect.poll(() => edgesOf(id)).toEqual(['a out b', 'a out d', 'b out c'])
  expect(await owner.problems()).toEqual([])
})

test('a line that begins at the way into a step is drawn backwards: it connects, says why not, and adds before', async () => {
  const { page } = owner
  const id = await openLine('Backwards')
  await drag(page, await middle(wayIn(page, 'd')), await middle(node(page, 'c')))
  await page.getByRole('status').getByText('C leads to D now').waitFor({ state: 'attached' })
  await expect.poll(() => edgesOf(id)).toEqual([...LINE, 'c out d'])
  await drag(page, await middle(wayIn(page, 'b')), await middle(node(page, 'd')))
  await page.getByRole('status').getByText('"B" leads to "D", so the run would go round in a circle').waitFor()
  // By a click on each dot too.
  await wayIn(page, 'c').click()
  await wayOut(page, 'b').click()
  await page.getByRole('status').getByText('"B" leads to "C" already').waitFor()
  expect(await page.locator('.react-flow__edge').count()).toBe(3)

  const start = await middle(wayIn(page, 'd'))
  await drag(page, start, { x: start.x - 60, y: start.y + 160 })
  await dialog(page).getByText('Before D').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog(page).count()).toBe(0)
  await drag(page, start, { x: start.x - 60, y: start.y + 160 })
  await dialog(page).getByRole('combobox').fill('set')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await edgesOf(id)).length).toBe(4)
  const { nodes, edges } = await graphOf(id)
  const added = nodes.at(-1)
  expect(edges.at(-1)).toEqual({ from: added?.id, port: 'out', to: 'd' })
  expect(added?.position.x).toBeLessThan(312)
  expect(await owner.problems()).toEqual([])
})

test('putting between, healing, copying, passing by and tidying are one step back each', async () => {
  const { page } = owner
  const id = await openLine('Changing')
  const undo = async () => {
    await node(page, 'a').focus()
    await page.keyboard.press('Control+z')
    await expect.poll(() => edgesOf(id)).toEqual(LINE)
  }
  // The plus of a connection.
  await page.locator('.react-flow__edge').first().hover({ force: true })
  await page.getByRole('button', { name: 'Put a step in between' }).click()
  await page.keyboard.type('code')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await edgesOf(id)).length).toBe(3)
  expect(await edgesOf(id)).not.toContain('a out b')
  await undo()
  // Dropped on a connection.
  const [from, to] = [await middle(wayOut(page, 'b')), await middle(wayIn(page, 'c'))]
  await drag(page, await middle(node(page, 'd')), { x: (from.x + to.x) / 2, y: from.y })
  await expect.poll(() => edgesOf(id)).toEqual(['a out b', 'b out d', 'd out c'])
  await undo()
  await node(page, 'b').focus()
  await page.keyboard.press('Control+Delete')
  await expect.poll(() => edgesOf(id)).toEqual(['a out c'])
  await undo()

  await node(page, 'b').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+c')
  const copied = JSON.parse(String(await page.evaluate('navigator.clipboard.readText()')))
  expect([copied.kind, copied.nodes.length, copied.edges]).toEqual([
    'fettle/fragment',
    2,
    [{ from: 'b', port: 'out', to: 'c' }],
  ])
  await page.keyboard.press('Control+v')
  await expect.poll(async () => (await graphOf(id)).nodes.length).toBe(6)
  await undo()
  await page.evaluate('navigator.clipboard.writeText("no steps")')
  await page.keyboard.press('Control+v')
  await page.getByRole('status').getByText('What you paste').waitFor()
  // Where there is no swapping, the key says why.
  await node(page, 'b').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('status').getByText('"A" comes first and stays there').waitFor()

  await node(page, 'b').focus()
  await page.keyboard.press('d')
  await node(page, 'b').getByText('Passed by').waitFor()
  await undo()
  await page.keyboard.press('Shift+T')
  await page.getByRole('status').getByText('Tidied all steps').waitFor({ state: 'attached' })
  await undo()
  expect(await owner.problems()).toEqual([])
})

test('steps that are chosen together move together on the raster, and a drag is one step back', async () => {
  const { page } = owner
  const id = await openLine('Together')
  const places = async () => (await graphOf(id)).nodes.map(({ position }) => position)
  const before = await places()
  await node(page, 'b').click()
  await node(page, 'c').click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Tidy the chosen' }).waitFor()
  const start = await middle(node(page, 'b'))
  await drag(page, start, { x: start.x + 61, y: start.y + 27 })
  await expect.poll(places).not.toEqual(before)
  const [a, b, c, d] = await places()
  expect([a, d]).toEqual([before[0], before[3]])
  expect([(b?.x ?? 0) % 8, (b?.y ?? 0) % 8]).toEqual([0, 0])
  expect([(c?.x ?? 0) - (b?.x ?? 0), (c?.y ?? 0) - (b?.y ?? 0)]).toEqual([312, 0])
  await page.keyboard.press('Control+z')
  await expect.poll(places).toEqual(before)
  await page.keyboard.press('Control+a')
  await expect.poll(() => page.locator('.react-flow__node.selected').count()).toBe(4)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.react-flow__node.selected').count()).toBe(0)
  expect(await owner.problems()).toEqual([])
})

test('zooming, finding, and keys that can be changed and switched off', async () => {
  const { page } = owner
  await openLine('Seeing')
  const zoom = () => page.locator('.react-flow__panel .meta-line').textContent()
  await node(page, 'a').focus()
  await page.keyboard.press('0')
  await expect.poll(zoom).toBe('100 %')
  await page.keyboard.press('+')
  await expect.poll(zoom).not.toBe('100 %')
  await page.keyboard.press('-')
  await expect.poll(zoom).toBe('100 %')
  // What is chosen comes into the middle.
  await node(page, 'd').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('2')
  const fromMiddle = async () => {
    const [step, bench] = [await middle(node(page, 'd')), await middle(page.locator('.react-flow'))]
    return Math.round(Math.hypot(step.x - bench.x, step.y - bench.y))
  }
  await expect.poll(fromMiddle).toBeLessThan(60)
  await page.keyboard.press('1')
  await expect.poll(fromMiddle).toBeGreaterThan(60)
  await page.keyboard.press('Control+f')
  await dialog(page).getByRole('combobox').waitFor()
  await page.keyboard.type('C')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('document.activeElement?.dataset.id')).toBe('c')

  await page.keyboard.press('?')
  await dialog(page).getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await dialog(page).locator('dt').count()).toBeGreaterThanOrEqual(40)
  await dialog(page).getByRole('button', { name: 'Change the key of: Add a step after the chosen one' }).press('Enter')
  await page.keyboard.press('n')
  await dialog(page)
    .getByRole('switch', { name: 'Single keys' })
    .or(dialog(page).getByLabel('Single keys'))
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await node(page, 'c').focus()
  await page.keyboard.press('a')
  expect(await dialog(page).count()).toBe(0)
  await page.keyboard.press('n')
  await dialog(page).getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
  // Letters that are typed do nothing else.
  await node(page, 'c').dblclick()
  const name = page.getByLabel('Name of the step')
  await name.fill('D n a c')
  expect(await dialog(page).count()).toBe(0)
  await page.evaluate('localStorage.clear()')
})

test('canvas and outline show the same to those who listen', async () => {
  const { page } = owner
  await openPage(page, `${app.url}/workflows`)
  await page.getByRole('link', { name: 'Bill received' }).click()
  await page.waitForURL(/\/workflows\/[0-9a-f-]{36}$/)
  await node(page, 'n_bill').waitFor()
  await settled(page)
  const names = await labels(page.locator('.react-flow__node'))
  expect(names).toEqual([
    'Step 1 of 5, Bill received, Webhook',
    'Step 2 of 5, Work out the tip, Tool',
    'Step 3 of 5, Is it more than 100?, If',
    'Step 4 of 5, Answer: worth splitting, Respond',
    'Step 5 of 5, Answer: pay it, Respond',
  ])
  expect(await labels(page.locator('.react-flow__edge'))).toEqual([
    'From Bill received to Work out the tip',
    'From Work out the tip to Is it more than 100?',
    'From Is it more than 100? to Answer: worth splitting, when true',
    'From Is it more than 100? to Answer: pay it, when false',
  ])
  await node(page, 'n_tip').focus()
  await page.keyboard.press('o')
  const tree = page.getByRole('tree', { name: 'Steps' })
  await tree.waitFor()
  const items = (await tree.ariaSnapshot()).split('\n').filter((one) => one.includes('treeitem'))
  expect(items.map((item) => item.trim())).toEqual([
    `- 'treeitem "Step 1 of 5: Bill received Webhook Actions for Bill received" [level=1]':`,
    `- 'treeitem "Step 2 of 5: Work out the tip Tool Actions for Work out the tip" [level=1]':`,
    `- 'treeitem "Step 3 of 5: Is it more than 100? If Actions for Is it more than 100?" [level=1]':`,
    `- 'treeitem "when true, Is it more than 100?: Step 4 of 5: Answer: worth splitting Respond Actions for Answer: worth splitting" [level=2]':`,
    `- 'treeitem "when false, Is it more than 100?: Step 5 of 5: Answer: pay it Respond Actions for Answer: pay it" [level=2]':`,
  ])
  expect(await axeProblems(page)).toEqual([])
})

test('on a phone the outline reads, opens, changes, runs and shows what came of it, and the canvas has room', async () => {
  const phone = await owner.context.newPage()
  await phone.setViewportSize(DEVICES.phone.viewport)
  const id = await make('On the way', line)
  await phone.goto(`${app.url}/workflows/${id}`)
  await phone.getByRole('tree', { name: 'Steps' }).waitFor()
  await phone.getByRole('treeitem', { name: /: B Set/ }).click()
  await phone.getByLabel('Name of the step').fill('Second')
  await phone.getByRole('button', { name: 'Close the step' }).click()
  await phone.getByRole('treeitem', { name: /Second/ }).waitFor()
  expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await axeProblems(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Run', exact: true }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
  await phone.getByRole('treeitem', { name: /Second.*Succeeded/ }).click()
  await phone.getByRole('tab', { name: 'Output' }).click()
  await phone.getByRole('tabpanel', { name: 'Output' }).getByRole('tablist').waitFor()
  expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await axeProblems(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Close the step' }).click()
  await phone.getByRole('button', { name: 'Canvas' }).click()
  await phone.locator('.react-flow__node').first().waitFor()
  expect(await phone.evaluate(`document.querySelector('.react-flow').clientHeight`)).toBe(468)
  await phone.close()
})
