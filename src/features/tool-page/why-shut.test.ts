import { expect, test } from 'vitest'
import type { PageServices } from '#src/client/request-context.ts'
import { whyShut } from './why-shut.ts'

const tool = (accessTier: 'free' | 'pro', pricingModel: 'free' | 'one_time' | 'subscription') => ({
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  accessTier,
  pricing: { pricingModel, price: 999, licenseType: 'personal' as const, accessTier },
})

/** Services whose every call ends like this. */
const answering = (answer: () => Promise<unknown>) => ({ call: answer as PageServices['call'] })
const check = (hasAccess: boolean, reason: string) => answering(async () => ({ hasAccess, reason }))

test('a free tool is not asked about', async () => {
  let asked = 0
  const counting = answering(async () => {
    asked += 1
  })
  expect([await whyShut(counting, tool('free', 'free')), asked]).toEqual([{ shut: undefined, isLent: false }, 0])
})

test.each([
  [true, 'purchased', undefined, false],
  [true, 'owner', undefined, false],
  [true, 'licensed', undefined, true],
  [false, 'PURCHASE_REQUIRED', 'PURCHASE_REQUIRED', false],
] as const)('access %s because of %s', async (hasAccess, reason, shut, isLent) => {
  expect(await whyShut(check(hasAccess, reason), tool('free', 'one_time'))).toEqual({ shut, isLent })
})

test('what only Pro opens is not sold to who was given a licence', async () => {
  expect(await whyShut(check(true, 'licensed'), tool('pro', 'free'))).toEqual({ shut: undefined, isLent: false })
})

test('a check that fails counts as no access', async () => {
  const broken = answering(async () => {
    throw new Error('Failed to check access')
  })
  const answers = [await whyShut(broken, tool('free', 'one_time')), await whyShut(broken, tool('pro', 'subscription'))]
  expect(answers.map(({ shut }) => shut)).toEqual(['CHECK_FAILED', 'CHECK_FAILED'])
})
