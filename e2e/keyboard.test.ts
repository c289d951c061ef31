import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, openAccount } from './support/account.ts'
import { rank } from './support/admin.ts'
import { queryDatabase } from './support/app-database.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, settled, type Visit, visit } from './support/browser.ts'
import { outOfOrder, tab, tabTo, walk } from './support/keyboard.ts'

// Everything with the keyboard alone: where the focus goes, that one sees it, and that it comes back.
let app: AppProcess
let browser: Browser
let owner: Visit
let admin: Visit
let account: Account
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
  owner = await visit(browser)
  account = await openAccount(owner, app, 'keys@example.com')
  // A longer text before a link than "just now", which sends the link over two lines on a phone.
  await queryDatabase(app.dataDir, `update execution_step set started_at = started_at - interval '1 minute'`)
  admin = await visit(browser)
  await openAccount(admin, app, 'admin-keys@example.com')
  await rank(app, 'admin-keys@example.com', { role: 'super_admin', secondFactor: 'passed' })
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 640 },
] as const

/** One for each kind of person and screen. */
const visits = new Map<string, Visit>()

async function openAs(whose: 'visitor' | 'owner' | 'admin', path: string, viewport: { width: number; height: number }) {
  const key = `${whose} ${viewport.width}`
  const someone = visits.get(key) ?? (await visit(browser, { viewport }))
  visits.set(key, someone)
  const from = { visitor: undefined, owner, admin }[whose]
  if (from !== undefined) await someone.context.addCookies(await from.context.cookies())
  await openPage(someone.page, app.url + path)
  return someone.page
}

/** A visitor with a browser of their own, for what changes it. */
async function openNew(path: string): Promise<Visit> {
  const visitor = await visit(browser)
  await openPage(visitor.page, app.url + path)
  return visitor
}

const PAGES = [
  ['visitor', '/'],
  ['visitor', '/explore'],
  ['visitor', '/fxn/tip-calculator'],
  ['visitor', '/fxn/loan-payment'],
  ['visitor', '/auth?mode=register'],
  ['visitor', '/auth?mode=forgot'],
  ['visitor', '/support'],
  ['owner', '/dashboard'],
  ['owner', '/workflows'],
  ['owner', '/workflows/:id?view=outline'],
  ['owner', '/workflows/:id?view=canvas'],
  ['owner', '/workflows/:id/analytics'],
  ['owner', '/workflows/:id/versions/1'],
  ['owner', '/workflows/:id/executions'],
  ['owner', '/workflows/:id/executions/:run'],
  ['owner', '/workflows/:id/executions/:run/canvas'],
  ['owner', '/settings'],
  ['owner', '/email-preferences'],
  ['admin', '/admin'],
  ['admin', '/admin/people'],
  ['admin', '/admin/errors'],
  ['admin', '/admin/audit'],
] as const

/** The last stop of the pages that are as high as the window. */
const LAST_OF_BENCH: Readonly<Record<string, string>> = {
  '/workflows/:id?view=outline': 'Errors and skipping',
  '/workflows/:id?view=canvas': 'What it takes and gives',
  '/workflows/:id/versions/1': 'Compare with',
  '/workflows/:id/executions/:run/canvas': 'Compare with',
}

describe.each(PAGES)('%s on %s', (whose, path) => {
  test.each(SIZES)('$width wide: each stop of Tab is in order, has a ring, and nothing covers it', async (viewport) => {
    const address = path.replace(':id', account.workflowId).replace(':run', account.failed)
    const page = await openAs(whose, address, viewport)
    if (path.endsWith('?view=outline')) {
      await page.getByRole('treeitem', { name: /Work out the tip/ }).click()
      await page.getByLabel('Name of the step').waitFor()
      await settled(page)
    }
    if (path.startsWith('/fxn/')) {
      // They come when somebody gets near, and would move the page under the walk.
      await page.getByRole('heading', { name: 'Ratings and Reviews' }).scrollIntoViewIfNeeded()
      await page.getByRole('heading', { name: 'No reviews yet' }).waitFor()
      await settled(page)
      await page.evaluate('scrollTo(0, 0)')
    }
    const stops = await walk(page)
    expect(stops.filter(({ problem }) => problem !== '').map(({ name, problem }) => `${name}: ${problem}`)).toEqual([])
    // A narrow canvas moves to the step that has the focus: places say nothing of the order there.
    const isMoved = path.endsWith('?view=canvas') && viewport.width < 1024
    if (!isMoved) expect(outOfOrder(stops)).toEqual([])
    expect(stops[0]?.name ?? '').toMatch(/skip/i)
    const last = page.locator('footer a').last()
    // On a wide screen the editor, and what was, have it all to themselves.
    const lastOfBench = LAST_OF_BENCH[path]
    const hasFooter = lastOfBench === undefined || viewport.width < 1024
    expect(await last.isVisible()).toBe(hasFooter)
    expect(stops.at(-1)?.name).toBe(hasFooter ? await last.textContent() : lastOfBench)
    expect(await page.locator('[tabindex]:not([tabindex="0"], [tabindex="-1"])').count()).toBe(0)
  })
})

test('from the landing page to a shared result without a mouse', async () => {
  const visitor = await openNew('/')
  const { page } = visitor
  await tabTo(page, /^Search tools/)
  await page.keyboard.type('tpi')
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=tpi/)
  await tabTo(page, /^Tip Calculator$/)
  await page.keyboard.press('Enter')
  await arrive(page, /tip-calculator/)
  await tabTo(page, /^Bill/)
  await page.keyboard.type('250')
  await tabTo(page, /^Run$/)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Results', exact: true }).getByText('300.00').first().waitFor()
  await tabTo(page, /^Share$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toBe('Copy link')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Notification' }).getByText('Link copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/#/)
  expect(await focusedName(page)).toBe('Share')
  expect(await visitor.problems()).toEqual([])
  await visitor.context.close()
})

test('from signing in to the executions of a new workflow without a mouse', async () => {
  const visitor = await openNew('/auth')
  const { page } = visitor
  await tabTo(page, /^Email/)
  await page.keyboard.type('keys@example.com')
  await tabTo(page, /^Password/)
  await page.keyboard.type('analytical engine')
  await page.keyboard.press('Enter')
  await arrive(page, /dashboard/)
  await tabTo(page, /^Workflows$/)
  await page.keyboard.press('Enter')
  await arrive(page, /\/workflows$/)
  await tabTo(page, /^New workflow$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toMatch(/^Name/)
  await page.keyboard.type('By keys')
  await page.keyboard.press('Enter')
  await arrive(page, /\/workflows\/[0-9a-f-]{36}$/)

  await tabTo(page, /^Add a step$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(`document.activeElement?.getAttribute('role')`)).toBe('combobox')
  await page.keyboard.type('Set')
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toBe('Step 2 of 2, Set values')
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await tabTo(page, /^Publish$/)
  await page.keyboard.press('Enter')
  await page.getByText('2 steps were checked').waitFor()
  await tabTo(page, /^Publish$/)
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByText('Runs version 1').first().waitFor()
  // Away with the message, which lies over the end of the page.
  await page.getByRole('region', { name: 'Notification' }).getByText('Version 1 runs from now on').waitFor()
  await page.keyboard.press('F8')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('region', { name: 'Notification' }).isVisible()).toBe(false)
  await tabTo(page, /^Run$/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Run$/)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Last run' }).getByText('Succeeded').waitFor()
  await tabTo(page, /^Executions$/)
  await page.keyboard.press('Enter')
  await arrive(page, /\/executions$/)
  expect(await visitor.problems()).toEqual([])
  await visitor.context.close()
})

/** Waits for a page inside the app; its heading then has the focus. */
async function arrive(page: Page, address: RegExp): Promise<void> {
  await page.waitForURL(address)
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('H1')
}

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const element = document.activeElement
    return (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).trim()
  })()`)

interface Popup {
  readonly path: string
  readonly opener: string | RegExp
  /** What is opened first, where the opener stands in it. */
  readonly via?: string
  readonly narrow?: true
}
const MENUS: Readonly<Record<string, Popup>> = {
  theme: { path: '/explore', opener: /^Theme/ },
  share: { path: '/fxn/tip-calculator', opener: 'Share' },
  download: { path: '/fxn/tip-calculator', opener: 'Download' },
  workflow: { path: '/workflows', opener: 'Actions for Bill received' },
  step: { path: '/workflows/:id?view=outline', opener: 'Actions for Work out the tip' },
}
const DIALOGS: Readonly<Record<string, Popup>> = {
  'embed a tool': { path: '/fxn/tip-calculator', via: 'Share', opener: 'Embed in a page' },
  'send a result': { path: '/fxn/tip-calculator', opener: 'Send to…' },
  'new workflow': { path: '/workflows', opener: 'New workflow' },
  'pause workflow': { path: '/workflows', via: 'Actions for Bill received', opener: 'Pause…' },
  'add a step': { path: '/workflows/:id?view=outline', opener: 'Add a step' },
  'add a step after': {
    path: '/workflows/:id?view=outline',
    via: 'Actions for Work out the tip',
    opener: 'Add a step after this',
  },
  'connect a step': { path: '/workflows/:id?view=outline', via: 'Actions for Work out the tip', opener: 'Connect to…' },
  run: { path: '/workflows/:id', opener: 'Run' },
  navigation: { path: '/explore', opener: 'Open menu', narrow: true },
}

/** Opens it by Enter; what comes back is the button that must have the focus in the end. */
async function openByKey(page: Page, { opener, via }: Popup): Promise<Locator> {
  const button = page.getByRole('button', { name: via ?? opener, exact: true }).first()
  await button.focus()
  await page.keyboard.press('Enter')
  if (via !== undefined) {
    await expect.poll(() => holdsFocus(page.getByRole('menu').filter({ visible: true }))).toBe(true)
    await page.keyboard.type(String(opener).slice(0, 3))
    await page.keyboard.press('Enter')
  }
  return button
}
type Focusing = typeof globalThis & { document: { activeElement: null } }
const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === (globalThis as Focusing).document.activeElement)
const holdsFocus = async (locator: Locator): Promise<boolean> =>
  (await locator.locator(':focus').count()) === 1 || (await isFocused(locator))

describe.each(Object.entries(MENUS))('the menu %s', (_, popup) => {
  test('opens on its first or chosen entry, goes around by arrows, Home and End, and closes back to its button', async () => {
    const page = await openAs('owner', popup.path.replace(':id', account.workflowId), SIZES[0])
    const button = await openByKey(page, popup)
    const menu = page.getByRole('menu').filter({ visible: true })
    const items = menu.locator('[role^=menuitem]')
    await expect.poll(() => holdsFocus(menu)).toBe(true)
    await page.keyboard.press('Home')
    expect(await isFocused(items.first())).toBe(true)
    await page.keyboard.press('ArrowUp')
    expect(await isFocused(items.last())).toBe(true)
    await page.keyboard.press('ArrowDown')
    expect(await isFocused(items.first())).toBe(true)
    await page.keyboard.press('End')
    expect(await isFocused(items.last())).toBe(true)
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Escape')
    await expect.poll(() => isFocused(button)).toBe(true)
    expect(await menu.count()).toBe(0)
    // Told by an event of its own, after the menu is gone.
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
  })
})

describe.each(Object.entries(DIALOGS))('the dialog %s', (_, popup) => {
  test('takes the focus, keeps it whichever way one tabs, and gives it back on Escape', async () => {
    const size = popup.narrow ? SIZES[1] : SIZES[0]
    const page = await openAs('owner', popup.path.replace(':id', account.workflowId), size)
    const button = await openByKey(page, popup)
    const dialog = page.getByRole('dialog').filter({ visible: true })
    await dialog.waitFor()
    await expect.poll(() => holdsFocus(dialog)).toBe(true)
    for (const key of ['Tab', 'Shift+Tab'] as const)
      for (let press = 0; press < 12; press++) {
        // Undefined is the browser's own frame, which belongs to the round of a modal dialog.
        const stop = await tab(page, key)
        if (stop === undefined) continue
        expect(await holdsFocus(dialog), stop.name).toBe(true)
        expect(stop.problem, stop.name).toBe('')
      }
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    expect(await isFocused(button)).toBe(true)
  })
})

test('the tray takes the focus and gives it back to the bell', async () => {
  const page = await openAs('visitor', '/explore', SIZES[0])
  const bell = page.getByRole('button', { name: 'Notifications' })
  await bell.focus()
  await page.keyboard.press('Enter')
  const tray = page.getByRole('dialog', { name: 'Notifications' })
  await expect.poll(() => holdsFocus(tray)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => isFocused(bell)).toBe(true)
  expect(await tray.isVisible()).toBe(false)
})

test('Enter confirms what was typed, and nothing before it is typed whole', async () => {
  const page = await openAs('owner', '/dev/ui', SIZES[0])
  await openByKey(page, { path: '', opener: 'Typed confirm' })
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('textbox').focus()
  await page.keyboard.type('delet')
  await page.keyboard.press('Enter')
  expect(await dialog.isVisible()).toBe(true)
  await page.keyboard.type('e')
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.isVisible()).toBe(false)
})
