import type { Page } from 'playwright'

/** A tab of the tool builder. */
export const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click()
/** The draft is kept. */
export const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()
/** The field of that label that was opened last. */
export const field = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).filter({ visible: true }).last()

/** Replaces the code. */
export async function writeCode(page: Page, lines: readonly string[]): Promise<void> {
  const code = page.getByRole('textbox', { name: 'Code' })
  await code.press('ControlOrMeta+a')
  // Not fill(), with which the browser brings the colours of what was there along as inline styles.
  await code.press('Backspace')
  for (const line of lines) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
}

/** Replaces the code by some that writes to the console and fails in its third line. */
export async function writeFailingCode(page: Page): Promise<void> {
  await writeCode(page, ['function run(input) {', 'console.log("so far")', 'throw new Error("not today")', '}'])
  await page.getByText('Line 3: not today').waitFor()
}
