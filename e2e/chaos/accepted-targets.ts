import type { Published } from './check-all.ts'
import { answersOnly, oncePerOrder, ordersByForm, twoSteps } from './mixed-graphs.ts'
import { sendOrder } from './orders.ts'
import type { Stage } from './stage.ts'

export interface Target extends Published {
  /** A repetition with the same number starts no second run. */
  readonly isOnce: boolean
  /** One account may start only so many a minute, one address send only so many forms. */
  readonly takesCrowds: boolean
  /** Statements of a request beyond those of a webhook. */
  readonly moreStatements: number
  /** At the process of this address; null when it was not accepted for certain, otherwise the run. */
  send(url: string, n: number): Promise<string | null>
}

const FILE = Buffer.from('An order').toString('base64')

/** The same for each repetition. */
const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Runs of which this is not true have lost their file, or have one of another try as well. */
export const withoutOneFile = async ({ fleet }: Stage, { id }: Published): Promise<string[]> => {
  const rows = await fleet.query<{ id: string }>(
    `select id from execution where workflow_id = $1
        and (select count(*) from execution_file where execution_id = execution.id) <> 1`,
    [id],
  )
  return rows.map((row) => `run ${row.id} has not one file`)
}

/** Each way in which a request becomes a run. */
export async function acceptedTargets({ fleet, ledger, api }: Stage) {
  const hooks: Target[] = []
  for (const workflow of [answersOnly, twoSteps(ledger.url), oncePerOrder(ledger.url)]) {
    const published = { workflow, ...(await api.publish(workflow.name, workflow.graph)) }
    hooks.push({
      ...{ ...published, isOnce: workflow.name === 'once', takesCrowds: true, moreStatements: 0 },
      send: (url, n) => sendOrder(url + published.hookPath, { n: String(n) }),
    })
  }
  const byHand = { ...twoSteps(ledger.url), name: 'by hand' }
  const started = { workflow: byHand, ...(await api.publish(byHand.name, byHand.graph)) }
  const call: Target = {
    ...{ ...started, isOnce: true, takesCrowds: false, moreStatements: 4 },
    send: (url, n) =>
      sendOrder(
        `${url}/api/workflows/${started.id}/run`,
        { input: { n: String(n) } },
        { ...api.headers, 'idempotency-key': uuidOf(n) },
      ),
  }
  const asked = ordersByForm(ledger.url)
  const opened = { workflow: asked, ...(await api.publish(asked.name, asked.graph)) }
  const form: Target = {
    ...{ ...opened, isOnce: true, takesCrowds: false, moreStatements: 4 },
    async send(url, n) {
      const body = {
        submission: uuidOf(n),
        answers: { n: String(n) },
        files: { order: { name: 'order.txt', base64: FILE } },
      }
      const answer = await fetch(`${url}/api${opened.formPath}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'e2e' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      }).catch(() => undefined)
      if (answer?.ok !== true) return null
      const [run] = await fleet.query<{ id: string }>(
        `select id from execution where workflow_id = $1 and input -> 'values' ->> 'n' = $2`,
        [opened.id, String(n)],
      )
      return run?.id ?? `order ${n} of the form`
    },
  }
  return { targets: [...hooks, call, form], form }
}
