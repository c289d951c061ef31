import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import { middle, node } from './support/canvas.ts'

// What of the canvas moves, comes into sight and stands beside the steps.
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
  await register(owner, app.url, 'motion@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const IDS = ['a', 'b', 'c', 'd']
const line = {
  nodes: IDS.map((id, at) => ({
    ...{ id, key: id, name: id.toUpperCase(), type: at === 0 ? 'manual' : 'set' },
    // The last one lies loose below the others.
    position: at === 3 ? { x: 312, y: 568 } : { x: at * 312, y: 0 },
  })),
  edges: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ],
}
type Made = { workflow: { id: string; graph: { nodes: { id: string; type: string; position: object }[] } } }

async function openLine(name: string): Promise<string> {
  const { workflow } = await ask<Made>(owner, 'POST', '/api/workflows', { name, graph: line })
  await openPage(page, `${app.url}/workflows/${workflow.id}?view=canvas`)
  await node(page, 'a').waitFor()
  return workflow.id
}
const nodesOf = async (id: string) => (await ask<Made>(owner, 'GET', `/api/workflows/${id}`)).workflow.graph.nodes
const placesOf = async (id: string) => (await nodesOf(id)).map(({ position }) => position)

/** How long steps glide that are tidied next, in milliseconds, as soon as they lie still. */
const WATCH_GLIDES = `void (window.glides = new Promise((resolve) => {
  const bench = document.querySelector('.react-flow')
  const durations = []
  new MutationObserver((_, watching) => {
    watching.disconnect()
    const look = () => {
      for (const { effect } of document.getAnimations())
        if (effect.target.matches('.react-flow__node')) durations.push(effect.getComputedTiming().duration)
      if (bench.hasAttribute('data-tidying')) requestAnimationFrame(look)
      else resolve(durations)
    }
    look()
  }).observe(bench, { attributeFilter: ['data-tidying'] })
}))`

test('what is tidied glides to its place within 320 ms, and stands there at once where motion is not wanted', async () => {
  const id = await openLine('Gliding')
  const before = await placesOf(id)
  const tidy = async () => {
    await page.evaluate(WATCH_GLIDES)
    await node(page, 'a').focus()
    await page.keyboard.press('Shift+T')
    const durations = await page.evaluate<number[]>('window.glides')
    await expect.poll(() => placesOf(id)).not.toEqual(before)
    return durations
  }
  const durations = await tidy()
  expect(durations.length).toBeGreaterThan(0)
  expect(Math.min(...durations)).toBeGreaterThan(0)
  expect(Math.max(...durations)).toBeLessThanOrEqual(320)
  await page.keyboard.press('Control+z')
  await expect.poll(() => placesOf(id)).toEqual(before)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await tidy()).toEqual([])
  await page.emulateMedia({ reducedMotion: null })
  expect(await owner.problems()).toEqual([])
})

test('a step that is found lies in the middle of the canvas, and a fit shows all of them', async () => {
  await openLine('In sight')
  const canvas = page.locator('.react-flow')
  const fromMiddle = async (id: string) => {
    const [step, bench] = [await middle(node(page, id)), await middle(canvas)]
    return Math.round(Math.hypot(step.x - bench.x, step.y - bench.y))
  }
  for (const id of ['d', 'c']) {
    expect(await fromMiddle(id)).toBeGreaterThan(60)
    await page.keyboard.press('Control+f')
    await page.getByRole('dialog').getByRole('combobox').fill(id.toUpperCase())
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement?.dataset.id')).toBe(id)
    await expect.poll(() => fromMiddle(id)).toBeLessThan(2)
  }
  // So near that not all of them have room.
  for (let press = 0; press < 4; press++) await page.keyboard.press('+')
  const outside = async () => {
    const bench = await canvas.boundingBox()
    const boxes = await Promise.all(IDS.map(async (id) => ({ id, box: await node(page, id).boundingBox() })))
    return boxes.flatMap(({ id, box }) => {
      if (bench === null || box === null) return [id]
      const fits =
        box.x >= bench.x &&
        box.y >= bench.y &&
        box.x + box.width <= bench.x + bench.width &&
        box.y + box.height <= bench.y + bench.height
      return fits ? [] : [id]
    })
  }
  await expect.poll(async () => (await outside()).length).toBeGreaterThan(0)
  await page.keyboard.press('1')
  await expect.poll(outside).toEqual([])
})

test('a line says while a step is dragged what it is flush with, and goes with the drag', async () => {
  await openLine('Flush')
  const guide = page.locator('.drag-guide.is-x')
  const { x, y } = await middle(node(page, 'd'))
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 2, y + 2)
  expect(await guide.count()).toBe(0)
  await page.mouse.move(x, y - 60, { steps: 6 })
  // It lies below B already.
  await guide.waitFor()
  const from = await middle(node(page, 'b'))
  expect(Math.abs((await middle(guide)).x - from.x)).toBeLessThan(2)
  await page.mouse.up()
  await expect.poll(() => guide.count()).toBe(0)
})

test('a note shows its Markdown and no HTML of its own and never runs; a step that is passed by says so', async () => {
  const id = await openLine('Noted')
  await node(page, 'a').focus()
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('combobox').fill('note')
  await page.keyboard.press('Enter')
  const note = page.locator('.note-node')
  await note.dblclick()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('**bold** <b>x</b> [a](javascript:1)')
  await page.getByRole('button', { name: 'Close the step' }).click()
  await note.locator('strong').waitFor()
  expect(await note.locator('.markdown').textContent()).toBe('bold <b>x</b> a')
  expect(await note.locator('strong').allTextContents()).toEqual(['bold'])
  expect(await note.locator('b, a').count()).toBe(0)

  await node(page, 'b').focus()
  await page.keyboard.press('d')
  const mark = node(page, 'b').locator('span', { hasText: 'Passed by' }).last()
  await mark.locator('svg').waitFor()
  expect((await mark.textContent())?.trim()).toBe('Passed by')

  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('region', { name: 'Last run' }).getByText('Succeeded').waitFor()
  const added = (await nodesOf(id)).find(({ type }) => type === 'note')?.id
  expect(added).toBeDefined()
  const { executions } = await ask<{ executions: { id: string }[] }>(owner, 'GET', `/api/workflows/${id}/executions`)
  const { execution } = await ask<{ execution: { steps: { nodeId: string }[] } }>(
    owner,
    'GET',
    `/api/executions/${executions[0]?.id}`,
  )
  const ran = execution.steps.map(({ nodeId }) => nodeId)
  expect(ran).toContain('c')
  expect(ran).not.toContain(added)
  expect(await owner.problems()).toEqual([])
})
