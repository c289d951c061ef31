import type { Page } from 'playwright'

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Where the focus stands after a press of Tab. */
export interface Stop {
  readonly name: string
  /** What is wrong with this stop: no ring, covered, out of sight. */
  readonly problem: string
  /** Where it would be if nothing were scrolled, neither the page nor a part of it. */
  readonly box: Box
  /** The part of the page that scrolls by itself and holds it: its place in the document, and where it is. */
  readonly part: { readonly order: number; readonly box: Box } | null
  /** Place in the document, and whether it is the first time that the walk comes here. */
  readonly order: number
  readonly isNew: boolean
}

const LOOK = `(() => {
  const element = document.activeElement
  if (!element || element === document.body) return undefined
  const holder = element.closest('label') ?? element
  // A field of several elements has its ring around all of them.
  const field = element.closest('.field-box') ?? element
  const rings = [[element], [element, '::after'], [holder], [field], [element, '::-webkit-slider-thumb']]
  const drawn = rings.some((of) => {
    const style = getComputedStyle(...of)
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
  })
  // A link in a sentence may go over two lines: its box then holds other words too.
  const rect = element.getClientRects()[0] ?? element.getBoundingClientRect()
  const seen = {
    left: Math.max(rect.left, 0), right: Math.min(rect.right, innerWidth),
    top: Math.max(rect.top, 0), bottom: Math.min(rect.bottom, innerHeight),
  }
  const problems = []
  if (!drawn) problems.push('no ring')
  if (seen.right - seen.left < 1 || seen.bottom - seen.top < 1) problems.push('out of sight')
  else {
    const x = (seen.left + seen.right) / 2
    const isOwn = (y) => {
      const top = document.elementFromPoint(x, y)
      return top === null || element.contains(top) || holder.contains(top) || top.contains(element)
    }
    const ys = [seen.top + 2, (seen.top + seen.bottom) / 2, seen.bottom - 2]
    const needed = rect.height > innerHeight / 2 ? [ys[1]] : ys
    if (!needed.every(isOwn)) problems.push('covered')
  }
  const orderOf = (one) => [...document.querySelectorAll('*')].indexOf(one)
  const boxOf = ({ left, right, top, bottom }, x, y) => ({ left: left + x, right: right + x, top: top + y, bottom: bottom + y })
  let [x, y, part] = [scrollX, scrollY, null]
  for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
    x += around.scrollLeft
    y += around.scrollTop
    const scrolls = /auto|scroll/.test(getComputedStyle(around).overflowY) && around.scrollHeight > around.clientHeight
    if (scrolls) part = { order: orderOf(around), box: boxOf(around.getBoundingClientRect(), scrollX, scrollY) }
  }
  const isNew = element.dataset.walked === undefined
  element.dataset.walked = 'yes'
  const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? ''
  return {
    name: (name.trim().slice(0, 60) || element.tagName),
    problem: problems.join(', '),
    box: boxOf(rect, x, y), part,
    order: orderOf(element),
    isNew,
  }
})()`

/** Presses Tab once; undefined when the focus has left the page. */
export async function tab(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<Stop | undefined> {
  await page.keyboard.press(key)
  const stop = await page.evaluate<Stop | undefined>(LOOK)
  if (stop === undefined || stop.problem === '') return stop
  // The page may have been about to move: what counts is how it stays.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 250)))')
  const settled = await page.evaluate<Stop | undefined>(LOOK)
  return settled && { ...settled, isNew: stop.isNew }
}

const FORGET_WALK = `document.querySelectorAll('[data-walked]').forEach((element) => delete element.dataset.walked)`

/** Every stop of the Tab key from the top of the page to its end. */
export async function walk(page: Page, times = 3): Promise<Stop[]> {
  const stops = await walkOnce(page)
  // On a busy machine the page may have moved between two stops: what counts is how it stays.
  const isSound = outOfOrder(stops).length === 0 && stops.every(({ problem }) => problem === '')
  return isSound || times === 1 ? stops : walk(page, times - 1)
}

async function walkOnce(page: Page, most = 250): Promise<Stop[]> {
  await page.evaluate(FORGET_WALK)
  // A link that shows at the top of the window scrolls nothing: the walk before this one ended at the foot of the page.
  await page.evaluate(`scrollTo({ top: 0, behavior: 'instant' })`)
  await page.getByRole('link', { name: /skip/i }).focus()
  await page.keyboard.press('Shift+Tab')
  const stops: Stop[] = []
  while (stops.length < most) {
    const stop = await tab(page)
    // A date field has several stops inside.
    if (stop?.order === stops.at(-1)?.order && stop !== undefined) continue
    if (stop === undefined || !stop.isNew) return stops
    stops.push(stop)
  }
  throw new Error(`The walk does not end: ${stops.slice(-6).map(({ name }) => name)}`)
}

/** Tabs on to the control of this name, once around the page at most; what is wrong on the way is thrown. */
export async function tabTo(page: Page, name: RegExp, most = 150): Promise<Stop> {
  for (let press = 0; press < most; press++) {
    const stop = await soundStop(page)
    if (stop === undefined) continue
    if (stop.problem !== '') throw new Error(`${stop.name}: ${stop.problem}`)
    if (name.test(stop.name)) return stop
  }
  throw new Error(`Tab does not reach ${name}`)
}

/** A page that grew above the focus after it had come has moved it away: what counts is how a page that has come to rest has it. */
async function soundStop(page: Page): Promise<Stop | undefined> {
  const stop = await tab(page)
  if (stop === undefined || stop.problem === '') return stop
  await page.keyboard.press('Shift+Tab')
  return tab(page)
}

/** Stops that jump up within their column, or against the order of the document. */
export function outOfOrder(stops: readonly Stop[]): string[] {
  return stops.flatMap((stop, index) => {
    const before = stops[index - 1]
    if (before === undefined) return []
    const samePart = stop.part?.order === before.part?.order
    const [now, then] = [stop, before].map(({ box, part }) => (samePart ? box : (part?.box ?? box))) as [Box, Box]
    const sameColumn = Math.min(now.right, then.right) - Math.max(now.left, then.left) > 8
    const jumpsUp = sameColumn && now.bottom <= then.top
    return jumpsUp || stop.order < before.order ? [`${before.name} → ${stop.name}`] : []
  })
}
