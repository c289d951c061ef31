import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { node } from './support/canvas.ts'
import { largeGraph } from './support/large-graph.ts'
import { axeProblems, showIn } from './support/page-checks.ts'

// Over many steps dialogs do not make the page inert: they keep focus, keys and presses to themselves all the same.
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
  await register(owner, app.url, 'dialogs@example.com')
  const { workflow } = await ask<{ workflow: { id: string } }>(owner, 'POST', '/api/workflows', {
    name: 'Many',
    graph: largeGraph(120, 150),
  })
  await openPage(page, `${app.url}/workflows/${workflow.id}?view=canvas`)
  await node(page, 'n1_4').waitFor()
  await settled(page)
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const dialog = () => page.getByRole('dialog')
const focused = () =>
  page.evaluate<string>(`(() => {
    const at = document.activeElement
    const place = at.closest('dialog') !== null ? 'dialog' : at.closest('[data-id]')?.dataset.id ?? at.tagName
    return place + ' ' + (at.getAttribute('aria-label') ?? at.textContent ?? '').slice(0, 20)
  })()`)

async function openRun(): Promise<void> {
  await node(page, 'n1_4').focus()
  await page.keyboard.press('Control+Enter')
  await dialog().waitFor()
}
const isGone = () => dialog().waitFor({ state: 'detached' })

test('it is a modal dialog to those who listen, in front of all, and has no faults in light and dark', async () => {
  await openRun()
  expect(await page.evaluate(`document.querySelectorAll('dialog:modal').length`)).toBe(0)
  expect(await dialog().getAttribute('aria-modal')).toBe('true')
  for (const scheme of ['light', 'dark'] as const) {
    await showIn(page, scheme)
    expect(await axeProblems(page)).toEqual([])
  }
  await showIn(page, 'light')
  await page.keyboard.press('Escape')
  await isGone()
})

test('Tab stays within, both ways round, and Escape gives the focus back', async () => {
  await openRun()
  const first: string[] = []
  for (let at = 0; at < 12; at++) {
    first.push(await focused())
    await page.keyboard.press('Tab')
  }
  expect(first.every((place) => place.startsWith('dialog '))).toBe(true)
  expect(new Set(first).size).toBeGreaterThan(3)
  for (let at = 0; at < 12; at++) {
    await page.keyboard.press('Shift+Tab')
    expect(await focused()).toMatch(/^dialog /)
  }
  await page.keyboard.press('Escape')
  await isGone()
  expect(await focused()).toMatch(/^n1_4 /)
})

test('a press beside it closes it and reaches nothing behind it; keys of the editor rest', async () => {
  const box = await node(page, 'n1_4').boundingBox()
  if (box === null) throw new Error('n1_4 is not in sight')
  await openRun()
  await page.keyboard.press('Tab')
  const before = await page.getByRole('button', { name: /^Undo/ }).getAttribute('aria-label')
  await page.mouse.click(box.x + 10, box.y + 10)
  await isGone()
  expect(new URL(page.url()).searchParams.get('step')).toBeNull()
  expect(await page.getByRole('button', { name: /^Undo/ }).getAttribute('aria-label')).toBe(before)
})

test('a press on its text takes the focus nowhere else, and keys mean it while nothing has the focus', async () => {
  await openRun()
  const dialogFocus = () => page.evaluate<boolean>(`document.activeElement.closest('dialog') !== null`)
  await dialog().getByLabel('Input (JSON)').fill('{"a": 1}')
  await dialog().getByText('What expressions find as trigger').click()
  expect([await dialogFocus(), await focused()]).toEqual([true, expect.not.stringContaining('Close')])
  await page.keyboard.press('Enter')
  expect(await dialog().getByLabel('Input (JSON)').inputValue()).toBe('{"a": 1}')
  const count = await page.getByRole('button', { name: /^Undo/ }).getAttribute('aria-label')
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('Delete')
  expect(await page.getByRole('button', { name: /^Undo/ }).getAttribute('aria-label')).toBe(count)
  await page.keyboard.press('Escape')
  await isGone()
})

test('the second half of a double click does not close what the first has opened', async () => {
  await page.getByRole('button', { name: 'Add a step', exact: true }).first().dblclick()
  await dialog().getByRole('combobox').waitFor()
  expect(await dialog().count()).toBe(1)
  await page.keyboard.press('Escape')
  await isGone()
})

test('a step is added and found by key, each list gone once it has been used', async () => {
  await node(page, 'n1_4').focus()
  await page.keyboard.press('a')
  await dialog().getByRole('combobox').waitFor()
  await page.keyboard.type('set')
  await page.keyboard.press('Enter')
  await isGone()
  await page.getByRole('button', { name: /^Undo: Add/ }).waitFor()
  await page.keyboard.press('Control+f')
  await dialog().getByRole('combobox').waitFor()
  await page.keyboard.type('Set values')
  await page.keyboard.press('Escape')
  await isGone()
  expect(await page.evaluate(`document.querySelectorAll('.dialog-veil').length`)).toBe(0)
})

test('a wide one goes from one thing to the next, and gives the focus back to its button', async () => {
  const id = new URL(page.url()).pathname.split('/')[2] ?? ''
  await ask(owner, 'POST', `/api/workflows/${id}/publish`, {})
  await page.reload()
  await node(page, 'n1_4').waitFor()
  await settled(page)
  // The draft is another one than the version from here on, whenever the changes of the tests before were saved.
  await node(page, 'n1_4').focus()
  await page.keyboard.press('a')
  await dialog().getByRole('combobox').waitFor()
  await page.keyboard.type('wait')
  await page.keyboard.press('Enter')
  await isGone()
  await page.getByRole('button', { name: /^Undo: Add/ }).waitFor()
  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Restore version 1…' }).click()
  await page.getByRole('button', { name: 'Replace the draft' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await isGone()
  expect(await focused()).toMatch(/^BUTTON Versions/)
})
