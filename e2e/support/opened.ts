import type { Locator, Page } from 'playwright'
import { afresh, openPage, type Visit } from './browser.ts'
import { lookProblems } from './page-checks.ts'

// What opens on a page, and how it looks then.
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true }).first()
export const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true })
export const menu = (page: Page): Locator => page.getByRole('menu').filter({ visible: true })

/** What a press of the button brings. */
export const opens = (name: string | RegExp, what: (page: Page) => Locator) => ({
  open: async ({ page }: { readonly page: Page }) => {
    await button(page, name).click()
    await what(page).waitFor()
  },
})

/** The dialog of an item of a menu. */
export async function openMenuItem(page: Page, opener: string, item: RegExp): Promise<void> {
  await button(page, opener).click()
  await page.getByRole('menuitem', { name: item }).press('Enter')
  await dialog(page).waitFor()
}

/** What is wrong with an address once something is opened there. */
export async function openedProblems(
  someone: Visit,
  name: string,
  { url, open }: { readonly url: string; readonly open: () => Promise<void> },
): Promise<string[]> {
  const page = await afresh(someone)
  await openPage(page, url)
  await open()
  // Back to the top: what a bar that stays in sight happens to cover now is no smaller for that. A menu would leave
  // the window, and axe with it.
  await page.evaluate(`document.querySelector('[role=menu]:popover-open') ?? scrollTo(0, 0)`)
  return lookProblems(page, `state-${name}`)
}
