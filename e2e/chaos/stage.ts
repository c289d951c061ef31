import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiSession, register } from '../support/api-session.ts'
import { type Call, type CallLedger, startCallLedger } from '../support/call-ledger.ts'
import { type Fleet, type Member, startFleet } from './fleet.ts'

/** Where faults are made: several processes, one database, and the server whose books say what was really done. */
export interface Stage {
  readonly fleet: Fleet
  readonly ledger: CallLedger
  readonly api: ApiSession
  /** The first process that serves. */
  readonly web: Member
  /** From now on answers take so many milliseconds. */
  answerAfter(latencyMs: () => number): void
  stop(): Promise<void>
}

/** Calls the resume address that a run has told, until somebody hears it. */
async function answerLink(fleet: Fleet, { step, body }: Call): Promise<void> {
  const said = `yes to ${step.slice('link/'.length)}`
  for (;;) {
    const web = fleet.members.find(({ role, isReady }) => role === 'web' && isReady)
    const answer = await fetch((web?.app.url ?? '') + new URL(body).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ said }),
    }).catch(() => undefined)
    // A repetition of a call that was heard is told that the wait is over.
    if (answer !== undefined && answer.status < 500) return
    await sleep(100)
  }
}

export async function startStage({ webs, workers }: { webs: number; workers: number }): Promise<Stage> {
  let latencyMs = () => 0
  const seen = new Set<string>()
  const ledger = await startCallLedger({
    latencyMs: () => latencyMs(),
    statusOf(call) {
      const isFirst = !seen.has(call.step)
      seen.add(call.step)
      if (isFirst && call.step.startsWith('link/')) void answerLink(fleet, call)
      return isFirst && call.step.startsWith('flaky/') ? 503 : 200
    },
  })
  const fleet = await startFleet({ EGRESS_ALLOW: ledger.host })
  // The first one makes the tables.
  const web = await fleet.add('web')
  const roles = [
    ...Array.from({ length: webs - 1 }, () => 'web' as const),
    ...Array.from({ length: workers }, () => 'worker' as const),
  ]
  await Promise.all(roles.map((role) => fleet.add(role)))
  return {
    ...{ fleet, ledger, web, api: await register(web.app.url) },
    answerAfter(next) {
      latencyMs = next
    },
    async stop() {
      await fleet.stop()
      await ledger.stop()
    },
  }
}
