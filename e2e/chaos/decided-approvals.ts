import { setTimeout as sleep } from 'node:timers/promises'
import { checkAll } from './check-all.ts'
import { faultAt } from './faults.ts'
import type { Fleet, Member } from './fleet.ts'
import { paysWhenApproved } from './mixed-graphs.ts'
import { sendOrder, untilAllEnded } from './orders.ts'
import type { Result } from './result.ts'
import type { Stage } from './stage.ts'

export interface DecidedApprovalsOptions {
  /** Each vote is broken off before and after so many of its statements. */
  readonly statements: number
  /** Of these only each n-th. */
  readonly every: number
}

const MAIL_MS = 30_000

/** The way to the link that somebody without an account was sent. */
async function linkOf(fleet: Fleet, address: string): Promise<string> {
  const deadline = performance.now() + MAIL_MS
  while (performance.now() < deadline) {
    const [mail] = await fleet.query<{ text: string }>('select text_body as text from mail where to_address = $1', [
      address,
    ])
    const token = /\/approvals\/([\w.-]+)/.exec(mail?.text ?? '')?.[1]
    if (token !== undefined) return `/api/approvals/${token}`
    await sleep(50)
  }
  throw new Error(`${address} was not asked`)
}

/** The status, or null when nobody answered. */
async function vote({ app }: Member, link: string): Promise<number | null> {
  const answer = await fetch(app.url + link, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'e2e' },
    body: JSON.stringify({ decision: 'approve', name: 'Somebody' }),
  }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.status ?? null
}

/** kill -9 between any two statements that take a vote: what was said to be heard counts, and once, and its run goes on. */
export async function decidedApprovals(stage: Stage, { statements, every }: DecidedApprovalsOptions): Promise<Result> {
  const { fleet, ledger, api, web } = stage
  const workflow = paysWhenApproved(ledger.url)
  const target = { workflow, ...(await api.publish(workflow.name, workflow.graph)) }
  const proxy = await fleet.anotherProxy()
  const member = await fleet.add('web', { proxy })
  const wrong: string[] = []
  let kills = 0
  let orders = 0
  const faults = Array.from({ length: statements }, (_, index) => index + 1)
    .flatMap((statement) => (['before', 'after'] as const).map((when) => ({ statement, when })))
    .filter((_, index) => index % every === 0)
  for (const { statement, when } of faults) {
    const n = orders++
    const at = `${when} statement ${statement}`
    if ((await sendOrder(web.app.url + target.hookPath, { n: String(n) })) === null) throw new Error('No run to decide')
    for (const address of [`one${n}@example.com`, `two${n}@example.com`]) {
      const link = await linkOf(fleet, address)
      const { answer } = await faultAt(fleet, { member, proxy }, { statement, when }, () => vote(member, link))
      kills += 1
      await fleet.startAgain(member)
      const again = await vote(member, link)
      // Heard before, or heard now; a vote that was said to be heard is not heard a second time.
      if (again !== 409 && (again !== 200 || answer === 200)) wrong.push(`${at}: ${answer}, then ${again}`)
    }
  }
  await untilAllEnded(fleet, 120_000)

  const found = await checkAll(stage, [target])
  wrong.push(...found.wrong)
  const [row] = await fleet.query<{ votes: number; noted: number }>(
    `select (select count(*)::int from approval_person where decision = 'approve') as votes,
            (select count(*)::int from audit_entry where action = 'approval.decided') as noted`,
  )
  if (row?.votes !== 2 * orders || row.noted !== 2 * orders)
    wrong.push(`${row?.votes} votes and ${row?.noted} notes of them for ${2 * orders}`)
  const { repeats } = found
  return { item: 'killed while deciding', runs: orders, kills, repeats, wrong, lost: [], note: `${2 * orders} votes` }
}
