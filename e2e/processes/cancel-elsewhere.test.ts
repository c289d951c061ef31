import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fleet, startFleet } from '../chaos/fleet.ts'
import { waitsThenCalls } from '../chaos/mixed-graphs.ts'
import { sendOrder } from '../chaos/orders.ts'
import { ownerOf } from '../chaos/stopped-worker.ts'
import { type ApiSession, register } from '../support/api-session.ts'
import { removeApps, removeFolders } from '../support/app-process.ts'
import { type CallLedger, startCallLedger } from '../support/call-ledger.ts'
import { eventually } from '../support/processes.ts'

// One process serves and another one works: whoever cancels a run is not who carries it out.
let fleet: Fleet
let ledger: CallLedger
let api: ApiSession

beforeAll(async () => {
  ledger = await startCallLedger()
  fleet = await startFleet({ EGRESS_ALLOW: ledger.host })
  // The first one makes the tables.
  const web = await fleet.add('web')
  await fleet.add('worker')
  api = await register(web.app.url)
}, 120_000)
afterAll(async () => {
  await fleet.stop()
  await ledger.stop()
  await removeApps()
  removeFolders()
})

test('a run that another process carries out is cancelled within two seconds, and its call is broken off', async () => {
  const [web, worker] = fleet.members
  const { name, graph } = waitsThenCalls(ledger.url)
  const { hookPath } = await api.publish(name, graph)
  const held = ledger.hold('pay/0')
  const id = await sendOrder(web?.app.url + hookPath, { n: '0' })
  if (id === null) throw new Error('the order was not accepted')
  await held
  expect([await ownerOf(fleet, id), ledger.brokenOff]).toEqual([worker?.app.pid, []])

  const began = performance.now()
  await api.cancel(id)
  await eventually('the call goes on', () => ledger.brokenOff.includes('pay/0'), 2000)
  const left = 2000 - (performance.now() - began)
  await expect.poll(async () => (await api.execution(id)).status, { timeout: left }).toBe('cancelled')

  const { steps } = await api.execution(id)
  expect(steps.map(({ key, status }) => [key, status])).toEqual([
    ['order', 'succeeded'],
    ['hold', 'succeeded'],
    ['pay', 'cancelled'],
  ])
  expect(ledger.calls.map(({ step }) => step)).toEqual(['pay/0'])
  // The worker has seen it and ended the run itself, as it lives.
  expect(await ownerOf(fleet, id)).toBe(worker?.app.pid)
  expect(await fleet.stranded()).toEqual([])
}, 60_000)
