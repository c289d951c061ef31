import type { Browser, Page } from 'playwright'
import { ask } from '../e2e/support/account.ts'
import { queryDatabase } from '../e2e/support/app-database.ts'
import { hasFetched, openBrowser, openPage, register, settled, type Visit, visit } from '../e2e/support/browser.ts'
import { field, tab } from '../e2e/support/builder.ts'
import type { BenchApp } from './bench-app.ts'
import { type Figure, quantile } from './figures.ts'

const VISITS = 3
const SPEEDS = [1, 4]
const CHANGES = [11, 12, 13, 14, 15, 16]

const FIELD = { type: 'number', required: true, min: 0, help: 'In metres' }
const FIELDS = ['area', 'height', 'width', 'depth', 'waste'].map((name) => ({ ...FIELD, name, label: `The ${name}` }))
const TOOL = {
  ...{ title: 'Measured', description: 'A tool of five fields.', category: 'calculator', tags: [], icon: '#' },
  ...{ licence: 'MIT', fields: FIELDS },
  outputs: [
    { name: 'tiles', type: 'number', renderer: 'badge', label: 'Tiles', primary: true, expression: 'input.area * 2.0' },
  ],
  examples: [{ title: 'One', input: { area: 12, height: 1, width: 1, depth: 1, waste: 1 }, output: {}, source: '' }],
}
const EXPRESSIONS = { ...TOOL, kind: 'config', source: '' }
const CODE = {
  ...TOOL,
  kind: 'custom',
  inBrowser: true,
  source: 'function run({ area }) { return { tiles: area * 2 } }',
}

/** Of the text of the preview; the new field stands above the one that was the last. */
const IS_MOVED = `text.indexOf('Extra123456') < text.indexOf('The waste')`
const says = (text: string) => `text.includes(${JSON.stringify(text)})`

/** From the next key or press until the preview is as it should be, and has been drawn. */
const watchFor = (page: Page, isThere: string) =>
  page.evaluate(`void (window.took = new Promise((resolve) => {
    let at
    const begin = ({ timeStamp }) => { at ??= timeStamp }
    for (const type of ['input', 'click']) addEventListener(type, begin, { capture: true, once: true })
    const look = () => {
      const text = document.querySelector('section[aria-labelledby=preview]')?.textContent ?? ''
      if (!(${isThere})) return
      watcher.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - at)))
    }
    const watcher = new MutationObserver(look)
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
  }))`)

async function time(page: Page, isThere: string, act: () => Promise<unknown>): Promise<number> {
  await watchFor(page, isThere)
  await act()
  return Number(await page.evaluate('window.took'))
}

/** The slowest of the changes of a kind. */
async function slowest(page: Page, changes: readonly (readonly [string, () => Promise<unknown>])[]): Promise<number> {
  const times: number[] = []
  for (const [isThere, act] of changes) times.push(await time(page, isThere, act))
  return Math.max(...times)
}

const KINDS: Readonly<Record<string, { readonly tool: object; readonly act: (page: Page) => Promise<number> }>> = {
  'the form after a change of a field': {
    tool: EXPRESSIONS,
    async act(page) {
      await page.getByRole('button', { name: 'Add input' }).click()
      const label = field(page, 'Label *')
      await label.fill('Extra')
      const up = page.getByRole('button', { name: 'Move Extra123456 up' })
      return slowest(page, [
        ...CHANGES.map((_, at): [string, () => Promise<void>] => [
          says(`Extra${'123456'.slice(0, at + 1)}`),
          () => label.press(`${at + 1}`),
        ]),
        [IS_MOVED, () => up.click()],
      ])
    },
  },
  'the result of an expression that changed': {
    tool: EXPRESSIONS,
    async act(page) {
      await tab(page, /^Outputs/)
      const expression = field(page, 'Expression *')
      return slowest(
        page,
        CHANGES.map((factor) => [says(`Tiles${12 * factor}`), () => expression.fill(`input.area * ${factor}.0`)]),
      )
    },
  },
  'the result of code that browsers may run': {
    tool: CODE,
    async act(page) {
      const area = page.getByRole('region', { name: 'Preview' }).getByLabel('The area', { exact: false })
      while (!(await hasFetched(page, 'assets/quickjs'))) await settled(page)
      return slowest(
        page,
        CHANGES.map((value) => [says(`Tiles${2 * value}`), () => area.fill(`${value}`)]),
      )
    },
  },
}

async function open(someone: Visit, url: string, content: object): Promise<void> {
  const { draft } = await ask<{ draft: { id: string } }>(someone, 'POST', '/api/tools', { content })
  await openPage(someone.page, `${url}/create-tool?draft=${draft.id}`)
  await someone.page.getByRole('region', { name: 'Preview' }).getByText('CPU time').waitFor()
}

async function timesAt(browser: Browser, { process, url }: BenchApp, speed: number, index: number): Promise<number[]> {
  const someone = await visit(browser)
  await someone.page.goto(url)
  const email = `builder-${speed}-${index}@example.com`
  await register(someone, url, email)
  const pro = `update "user" set pro_until = now() + interval '1 day' where email = $1`
  await queryDatabase(process.dataDir, pro, [email])
  const times: number[] = []
  for (const { tool, act } of Object.values(KINDS)) {
    await open(someone, url, tool)
    const session = await someone.context.newCDPSession(someone.page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: speed })
    times.push(await act(someone.page))
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await session.detach()
  }
  await someone.context.close()
  return times
}

/** How soon the preview of the tool builder follows a change; the median of a few visits. */
export async function builderBench(app: BenchApp): Promise<Figure[]> {
  const browser = await openBrowser()
  try {
    const figures: Figure[] = []
    for (const speed of SPEEDS) {
      const visits: number[][] = []
      for (let index = 0; index < VISITS; index++) visits.push(await timesAt(browser, app, speed, index))
      for (const [at, what] of Object.keys(KINDS).entries()) {
        const times = visits.map((times) => times[at] ?? Number.NaN)
        const median = quantile(
          times.toSorted((one, other) => one - other),
          0.5,
        )
        const name = `tool builder, ${what}, slowest at CPU ${speed}×`
        figures.push({ name, value: Math.round(median), unit: 'ms', target: '≤ 100' })
      }
    }
    return figures
  } finally {
    await browser.close()
  }
}
