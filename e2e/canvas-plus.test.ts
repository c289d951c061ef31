import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'

// What stands around the steps of the canvas answers the mouse, and what was added is there to be seen.
let app: AppProcess
let browser: Browser
let owner: Visit
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  owner = await visit(browser)
  await owner.page.goto(app.url)
  await register(owner, app.url, 'plus@example.com')
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

/** Whether a step lies in the bench as a whole. */
async function isInSight(page: Page, name: string): Promise<boolean> {
  const step = page.locator('.react-flow__node').filter({ has: page.getByText(name, { exact: true }) })
  const [bench, box] = await Promise.all([page.locator('.react-flow').boundingBox(), step.first().boundingBox()])
  if (bench === null || box === null) return false
  return box.x >= bench.x && box.x + box.width <= bench.x + bench.width
}

async function addAfter(page: Page, after: string, step: string): Promise<void> {
  await page.getByRole('button', { name: `Add a step after ${after}`, exact: true }).click()
  await page.getByRole('dialog', { name: 'Add a step' }).getByRole('combobox').fill(step)
  await page.getByRole('option', { name: step }).first().click()
}

test('a workflow is built with the plus after each step alone, and each new step comes into sight', async () => {
  const { page } = owner
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', { name: 'By the plus' })
  await openPage(page, `${app.url}/workflows/${workflow.id}?view=canvas`)
  for (const [after, step] of [
    ['Manual start', 'If'],
    ['If, when false', 'HTTP request'],
    ['HTTP request', 'Wait'],
  ] as const) {
    await addAfter(page, after, step)
    // The focus is what brings it into sight.
    await page
      .locator('.react-flow__node:focus')
      .filter({ has: page.getByText(step, { exact: true }) })
      .waitFor()
    await expect.poll(() => isInSight(page, step)).toBe(true)
  }
  // By keys, too: the start went out of sight on the left.
  expect(await isInSight(page, 'Manual start')).toBe(false)
  for (const before of ['HTTP request', 'If', 'Manual start']) {
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('complementary', { name: before, exact: true }).waitFor()
  }
  await expect.poll(() => isInSight(page, 'Manual start')).toBe(true)
})

test('what follows the first way of an If leaves the plus of the second one free', async () => {
  const { page } = owner
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', { name: 'Two ways' })
  await openPage(page, `${app.url}/workflows/${workflow.id}?view=canvas`)
  for (const [after, step] of [
    ['Manual start', 'If'],
    ['If, when true', 'HTTP request'],
    ['If, when false', 'Wait'],
  ] as const) {
    await addAfter(page, after, step)
    await page.locator('.react-flow__node:focus').waitFor()
  }
})

test('the second click of a double click on a plus takes nothing from the list that has opened under it', async () => {
  const { page } = owner
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', { name: 'Twice' })
  await openPage(page, `${app.url}/workflows/${workflow.id}?view=canvas`)
  const plus = page.getByRole('button', { name: 'Add a step after Manual start', exact: true })
  const { x, y, width, height } = (await plus.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.dblclick(x + width / 2, y + height / 2, { delay: 80 })
  const field = page.getByRole('dialog', { name: 'Add a step' }).getByRole('combobox')
  await field.fill('Wait')
  expect(await page.locator('.react-flow__node').count()).toBe(1)
  await page.getByRole('option', { name: 'Wait' }).first().click()
  await expect.poll(() => page.locator('.react-flow__node').count()).toBe(2)
})

test('from afar each step still shows how it went', async () => {
  const { page } = owner
  const set = { id: 'b', key: 'b', type: 'set', name: 'Broken', config: { values: { n: '{{ trigger.none.n }}' } } }
  const graph = {
    nodes: [{ id: 'a', key: 'a', type: 'manual', name: 'Manual start', config: {} }, set],
    edges: [{ from: 'a', to: 'b' }],
  }
  const body = { name: 'From afar', graph }
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', body)
  await openPage(page, `${app.url}/workflows/${workflow.id}?view=canvas`)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('dialog', { name: 'Run' }).getByRole('button', { name: 'Run', exact: true }).click()
  const strip = page.getByRole('region', { name: 'Last run' })
  await strip.getByText('Failed').waitFor()
  for (let at = 0; at < 4; at++) await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.locator('.react-flow[data-far]').waitFor()
  for (const word of ['Succeeded', 'Failed']) {
    const outcome = page.locator('.react-flow__node').getByText(word, { exact: true }).locator('..').locator('svg')
    const box = await outcome.boundingBox()
    expect(box?.width, word).toBeGreaterThan(10)
  }
  await strip.getByRole('button', { name: 'Show the step' }).click()
  await page.getByRole('complementary', { name: 'Broken', exact: true }).waitFor()
})

test('lines in the editor have the colour of lines, not that of text', async () => {
  const { page } = owner
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', { name: 'Lines' })
  await openPage(page, `${app.url}/workflows/${workflow.id}?view=canvas`)
  const [drawn, wanted] = await page.evaluate<[string, string]>(`(() => {
    const probe = document.body.appendChild(document.createElement('hr'))
    probe.style.color = 'var(--line)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return [getComputedStyle(document.querySelector('h1').closest('header')).borderBottomColor, color]
  })()`)
  expect(drawn).toBe(wanted)
})
