import { ask } from '../e2e/support/account.ts'
import { openBrowser, openPage, register, settled, visit } from '../e2e/support/browser.ts'
import { beginTelling, TOLD, tellByHand, waitingGraph } from '../e2e/support/told-steps.ts'
import type { BenchApp } from './bench-app.ts'
import { SLOWEST_FELT, WATCH_FELT } from './felt.ts'
import type { Figure } from './figures.ts'

const KEY_PAUSE = 110
const QUIET = 'new Promise((resolve) => setTimeout(resolve, 400))'

/** How keys are answered in a workflow of 500 steps while fifty of them are told of in a second. */
export async function toldStepsBench({ url }: BenchApp): Promise<Figure[]> {
  const browser = await openBrowser()
  try {
    const someone = await visit(browser)
    const { page } = someone
    await tellByHand(page)
    await page.addInitScript(WATCH_FELT)
    await page.goto(url)
    await register(someone, url, 'told-steps@example.com')
    type Made = { workflow: { id: string } }
    const { workflow } = await ask<Made>(someone, 'POST', '/api/workflows', { name: 'Told', graph: waitingGraph() })
    await ask(someone, 'POST', `/api/workflows/${workflow.id}/run`, { version: 'draft' })
    await openPage(page, `${url}/workflows/${workflow.id}?view=canvas&step=n1_4`)
    await page.getByRole('tab', { name: 'Settings' }).click()
    const name = page.getByLabel('Name of the step')
    await name.waitFor()
    await settled(page)
    await page.evaluate('window.felt.length = 0')
    await beginTelling(page)
    await name.pressSequentially(' is named while it runs, letter by letter', { delay: KEY_PAUSE })
    await page.evaluate('window.telling')
    await page.evaluate(QUIET)
    const slowest = Number(await page.evaluate(SLOWEST_FELT))
    await page.locator(`.react-flow__node[data-id="${TOLD.at(-1)}"] .is-succeeded`).waitFor({ state: 'attached' })
    return [
      {
        name: '500 steps, 50 told in a second: slowest key of a name that is typed',
        ...{ value: Math.round(slowest), unit: 'ms', target: '≤ 150' },
      },
    ]
  } finally {
    await browser.close()
  }
}
