import { afterAll, beforeAll, expect, test } from 'vitest'
import { followProvider } from '#src/app/follow-provider.ts'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { checkBooks } from '#src/features/ledger/checks.queries.ts'
import type { EmbeddedProvider } from '#src/features/payments/embedded/create-embedded.server.ts'
import { typed, VISA } from '#src/features/payments/embedded/embedded-fixture.ts'
import { kindOf } from '#src/features/payments/event-kinds.ts'
import { runDue } from '#src/features/subscriptions/clock.server.ts'
import { PRO_CONSENT } from '#src/features/subscriptions/pro-consent.ts'
import type { Report } from './reconciliation.schema.ts'

let fettle: TestApp
let provider: EmbeddedProvider
let person: Person
beforeAll(async () => {
  fettle = await startTestApp()
  provider = fettle.parts.payments as EmbeddedProvider
  person = await fettle.aPerson()
})
afterAll(() => fettle.stop())

const DAY = 86_400
const FAILS_LATER = typed('4000 0000 0000 0341')

async function enter(path: string, body: object, card: typeof VISA): Promise<void> {
  const { clientSecret } = (await person.post(`/api/subscription${path}`, body)).body
  expect((await person.post('/api/payments/confirm', { clientSecret, card })).body.status).toBe('succeeded')
}
const statusNow = async () => {
  const { subscription } = (await person.get('/api/subscription')).body as { subscription: { status: string } | null }
  return subscription?.status
}
const later = async (days: number) => {
  await provider.moveClock(days * DAY)
  await runDue(fettle.parts.billing)
}

test('after three renewals, one of them with a card that failed first, and the end, nothing differs', async () => {
  await enter('', { interval: 'month', trial: false, consent: PRO_CONSENT }, VISA)
  expect(await statusNow()).toBe('active')
  await later(31)
  expect(await statusNow()).toBe('active')
  await enter('/card', {}, FAILS_LATER)
  expect(await statusNow()).toBe('active')
  await later(31)
  expect(await statusNow()).toBe('past_due')
  await enter('/card', {}, VISA)
  // The page hears of the card; the next try of the clock uses it.
  await statusNow()
  await later(3)
  expect(await statusNow()).toBe('active')
  await later(31)
  expect(await statusNow()).toBe('active')
  expect((await person.post('/api/subscription/cancel', {})).status).toBe(200)
  await later(40)
  const handle = followProvider(fettle.parts.till, fettle.parts.billing)
  for (const { type, objectId } of await provider.listEvents({ since: new Date(0) })) {
    const kind = kindOf(type)
    if (kind !== undefined) await handle(kind, objectId)
  }
  const admin = await aRanked(fettle, { role: 'admin' })
  const { found, totals } = (await admin.post('/api/admin/reconciliation', { days: 366 })).body as unknown as Report
  expect({ found, totals }).toEqual({ found: 0, totals: [{ kind: 'charge', moves: 4, provider: 3376, books: 3376 }] })
  expect(await checkBooks(fettle.database.db, new Date())).toEqual([])
})
