import type { Locator, Page } from 'playwright'

/** A step on the canvas. */
export const node = (page: Page, id: string): Locator => page.locator(`.react-flow__node[data-id="${id}"]`)

export async function middle(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('Nothing is drawn there')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** By hand, from one place of the window to another. */
export async function drag(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
  steps = 6,
): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  // A hand sets out slowly: the canvas counts from where it sees that this is no click.
  await page.mouse.move(from.x + 2, from.y + 2)
  await page.mouse.move(to.x, to.y, { steps })
  await page.mouse.up()
}
