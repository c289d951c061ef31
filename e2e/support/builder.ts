import type { Page } from 'playwright'

/** A tab of the tool builder. */
export const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click()
/** The draft is kept. */
export const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()
/** The field of that label that was opened last. */
export const field = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).filter({ visible: true }).last()
