import { expect, test } from 'vitest'
import { isNewSignIn } from './new-sign-in.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const NEWER_FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const [HOME, AWAY] = ['203.0.113.7', '198.51.100.9']

test.each([
  ['the very first one', { addresses: [], userAgents: [] }, HOME, FIREFOX, false],
  ['the same again', { addresses: [HOME], userAgents: [FIREFOX] }, HOME, FIREFOX, false],
  ['a newer version of the browser', { addresses: [HOME], userAgents: [FIREFOX] }, HOME, NEWER_FIREFOX, false],
  ['after signing out everywhere', { addresses: [HOME], userAgents: [] }, HOME, FIREFOX, false],
  ['another address', { addresses: [HOME], userAgents: [FIREFOX] }, AWAY, FIREFOX, true],
  ['another device', { addresses: [HOME], userAgents: [FIREFOX] }, HOME, SAFARI, true],
])('%s', (_, familiar, address, userAgent, expected) => {
  expect(isNewSignIn(familiar, address, userAgent)).toBe(expected)
})
