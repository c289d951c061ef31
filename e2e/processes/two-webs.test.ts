import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fleet, startFleet } from '../chaos/fleet.ts'
import { type ApiSession, register } from '../support/api-session.ts'
import { removeApps, removeFolders } from '../support/app-process.ts'
import { type CallLedger, startCallLedger } from '../support/call-ledger.ts'

// Two processes that serve, as behind a proxy: what an account may have holds for both together.
const AT_ONCE = 3
let fleet: Fleet
let ledger: CallLedger
let api: ApiSession
let doors: readonly string[]

beforeAll(async () => {
  ledger = await startCallLedger({ latencyMs: () => 1500 })
  fleet = await startFleet({ EGRESS_ALLOW: ledger.host, RUNS_AT_ONCE: String(AT_ONCE) })
  // The first one makes the tables.
  const first = await fleet.add('web')
  const second = await fleet.add('web')
  doors = [first.app.url, second.app.url]
  api = await register(first.app.url)
})
afterAll(async () => {
  await fleet.stop()
  await ledger.stop()
  await removeApps()
  removeFolders()
})

const node = (id: string, type: string, config: object) => ({ id, key: id, type, name: id, config })

/** As many calls as `each` to both at the same time. */
async function callBoth(hookPath: string, each: number) {
  const calls = doors.flatMap((door) => Array.from({ length: each }, () => fetch(door + hookPath, { method: 'POST' })))
  const answers = await Promise.all(calls)
  const refused = answers.filter(({ status }) => status === 429)
  return {
    passed: answers.filter(({ ok }) => ok).length,
    refused: refused.length,
    retryAfter: refused.map(({ headers }) => Number(headers.get('retry-after'))),
  }
}

test('a webhook takes so many calls in a minute, at whichever process they come', async () => {
  const { hookPath } = await api.publish('Limited', {
    nodes: [node('hook', 'webhook', { perMinute: 7, respond: 'now' }), node('said', 'set', { values: { is: 'ok' } })],
    edges: [{ from: 'hook', to: 'said' }],
  })
  const { passed, refused, retryAfter } = await callBoth(hookPath, 6)
  expect([passed, refused]).toEqual([7, 5])
  expect(retryAfter.filter((seconds) => !(seconds >= 1 && seconds <= 60))).toEqual([])
})

test('an account has so many runs at work, whichever process accepts them', async () => {
  const { hookPath } = await api.publish('Slow', {
    nodes: [
      node('hook', 'webhook', { respond: 'last' }),
      node('call', 'http', { url: `${ledger.url}/slow`, method: 'POST' }),
    ],
    edges: [{ from: 'hook', to: 'call' }],
  })
  const { passed, refused, retryAfter } = await callBoth(hookPath, 4)
  expect([passed, refused, retryAfter]).toEqual([AT_ONCE, 2 * 4 - AT_ONCE, Array(2 * 4 - AT_ONCE).fill(1)])
  // What one process has no use for the other one gets, a second later.
  const later = async () => (await fetch(String(doors[1]) + hookPath, { method: 'POST' })).status
  await expect.poll(later, { timeout: 10_000 }).toBe(200)
})
