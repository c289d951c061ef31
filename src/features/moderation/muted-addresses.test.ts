import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp, type TestBrowser } from '#src/app/test-app.ts'
import { aRanked } from '#src/features/admin/admin-fixture.ts'
import { forgetAddresses } from '#src/features/reports/reports.queries.ts'
import { atTheQueue, codeOf } from './moderation-fixture.ts'

let fettle: TestApp
let moderator: Person
beforeAll(async () => {
  fettle = await startTestApp({ env: { TRUST_PROXY: 'true' } })
  moderator = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())
beforeEach(() => sql('delete from moderation_case'))

const sql = async (text: string, values: unknown[] = []) => (await fettle.database.pool.query(text, values)).rows
let addresses = 0
const nextAddress = () => {
  addresses += 1
  return `203.0.113.${addresses}`
}
const HIDE = { decision: 'hide', ground: 'spam', reason: 'It is an advertisement.' }
const reportOf = async (who: TestBrowser, fxnId: string, address: string) =>
  codeOf(await who.post('/api/reports/submit', { fxnId, reason: 'spam' }, { 'x-forwarded-for': address }))
const decide = async (judgement: object) => {
  const { theCase, decide: decided } = atTheQueue(moderator)
  expect((await decided(await theCase('report'), judgement)).status).toBe(200)
}
const GROUNDLESS = ['rot13', 'base64', 'tip-calculator', 'uuid-generator', 'bmi-calculator']

/** Five reports from this address come to nothing: three of this account, the others without one. */
async function reportInVain(person: TestBrowser, address: string): Promise<void> {
  for (const [n, slug] of GROUNDLESS.entries()) {
    expect(await reportOf(n < 3 ? person : fettle.visitor(), slug, address)).toEqual([201, undefined])
    await decide({ decision: 'approve' })
  }
}

test('what keeps coming to nothing mutes visitors of that address, signed in or out; accounts are judged by their own', async () => {
  const [person, address] = [await fettle.aPerson(), nextAddress()]
  await reportInVain(person, address)
  expect(await reportOf(fettle.visitor(), 'rot13', address)).toEqual([403, 'REPORTS_PAUSED'])
  expect(await reportOf(fettle.visitor(), 'rot13', nextAddress())).toEqual([201, undefined])
  expect(await reportOf(person, 'rot13', address)).toEqual([201, undefined])
  expect(await reportOf(await fettle.aPerson(), 'base64', address)).toEqual([201, undefined])
})

test('a report from there that was right ends it', async () => {
  const [person, address] = [await fettle.aPerson(), nextAddress()]
  await reportInVain(person, address)
  expect(await reportOf(person, 'age-calculator', address)).toEqual([201, undefined])
  await decide(HIDE)
  expect(await sql('select count(sent_from)::int as kept from report')).toEqual([{ kept: 0 }])
  expect(await reportOf(fettle.visitor(), 'base64', address)).toEqual([201, undefined])
})

test('so do thirty days, after which the address is forgotten', async () => {
  const address = nextAddress()
  await reportInVain(await fettle.aPerson(), address)
  await forgetAddresses(fettle.database.db)
  expect(await sql('select count(sent_from)::int as kept from report')).toEqual([{ kept: 5 }])
  await sql(`update report set closed_at = closed_at - interval '30 days'`)
  await forgetAddresses(fettle.database.db)
  expect(await sql('select count(sent_from)::int as kept from report')).toEqual([{ kept: 0 }])
  expect(await reportOf(fettle.visitor(), 'base64', address)).toEqual([201, undefined])
})
