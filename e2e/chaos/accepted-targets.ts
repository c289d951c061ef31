import type { Published } from './check-all.ts'
import {
  answersOnly,
  failing,
  type MixedWorkflow,
  oncePerOrder,
  oneAtATime,
  ordersByForm,
  tellsFailures,
  twoSteps,
} from './mixed-graphs.ts'
import { sendOrder } from './orders.ts'
import type { Stage } from './stage.ts'

/** Statements before and after each of which a process is killed. */
export interface Place {
  readonly at: 'web' | 'worker'
  readonly statements: number
  /** They are counted from the one of this name on; absent: from the request on. */
  readonly since?: string
}

export interface Target extends Published {
  /** A repetition with the same number starts no second run. */
  readonly isOnce: boolean
  /** One account may start only so many a minute, one address send only so many forms. */
  readonly takesCrowds: boolean
  readonly places: readonly Place[]
  /** At the process of this address; null when it was not accepted for certain, otherwise the run. */
  send(url: string, n: number): Promise<string | null>
}

const FILE = Buffer.from('An order').toString('base64')
/** Beyond those of a webhook: of a request with a key or a file, and of one that joins a line. */
const MORE_STATEMENTS = 4
const STATEMENTS_OF_LINE = 8
/** Of the transaction in which a run fails and its error workflow is enqueued. */
const STATEMENTS_OF_FAILURE = 12

/** The same for each repetition. */
const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const publish = async ({ api }: Stage, workflow: MixedWorkflow) => ({
  workflow,
  ...(await api.publish(workflow.name, workflow.graph)),
})

async function hookTarget(
  stage: Stage,
  workflow: MixedWorkflow,
  more: Pick<Target, 'places' | 'takesCrowds'>,
): Promise<Target> {
  const published = await publish(stage, workflow)
  return {
    ...{ ...published, ...more, isOnce: workflow.name === 'once' },
    send: (url, n) => sendOrder(url + published.hookPath, { n: String(n) }),
  }
}

async function byHand(stage: Stage, places: readonly Place[]): Promise<Target> {
  const started = await publish(stage, { ...twoSteps(stage.ledger.url), name: 'by hand' })
  return {
    ...{ ...started, places, isOnce: true, takesCrowds: false },
    send: (url, n) =>
      sendOrder(
        `${url}/api/workflows/${started.id}/run`,
        { input: { n: String(n) } },
        { ...stage.api.headers, 'idempotency-key': uuidOf(n) },
      ),
  }
}

async function byForm(stage: Stage, places: readonly Place[]): Promise<Target> {
  const opened = await publish(stage, ordersByForm(stage.ledger.url))
  return {
    ...{ ...opened, places, isOnce: true, takesCrowds: false },
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
      const [run] = await stage.fleet.query<{ id: string }>(
        `select id from execution where workflow_id = $1 and input -> 'values' ->> 'n' = $2`,
        [opened.id, String(n)],
      )
      return run?.id ?? `order ${n} of the form`
    },
  }
}

/**
 * Each way in which a request becomes a run, and in which a run brings about that another one begins: by its failure,
 * and by its end, for which others wait in line. `statements` are those of a request to a webhook.
 */
export async function acceptedTargets(stage: Stage, statements: number) {
  const { url } = stage.ledger
  const request = (more = 0): Place => ({ at: 'web', statements: statements + more })
  const targets: Target[] = []
  for (const workflow of [answersOnly, twoSteps(url), oncePerOrder(url)])
    targets.push(await hookTarget(stage, workflow, { places: [request()], takesCrowds: true }))

  const told = await publish(stage, tellsFailures(url))
  const ends = ['engine-close', 'engine-insert-ended']
  const failures: Target[] = []
  for (const [index, workflow] of failing(url, told.id).entries()) {
    const place = { at: 'web', statements: STATEMENTS_OF_FAILURE, since: ends[index] ?? '' } as const
    failures.push(await hookTarget(stage, workflow, { places: [place], takesCrowds: true }))
  }
  const line = await hookTarget(stage, oneAtATime(url), {
    places: [
      request(STATEMENTS_OF_LINE),
      // The end of a run, the turn of the next one (lock, look, turn, commit), and its beginning.
      { at: 'worker', statements: 1, since: 'engine-close' },
      { at: 'worker', statements: 4, since: 'engine-lock-line' },
      { at: 'worker', statements: 1, since: 'engine-claim' },
    ],
    takesCrowds: false,
  })
  const form = await byForm(stage, [request(MORE_STATEMENTS)])
  targets.push(await byHand(stage, [request(MORE_STATEMENTS)]), form, ...failures, line)
  return { targets, form, failures, told, line }
}

export type Accepting = Awaited<ReturnType<typeof acceptedTargets>>
