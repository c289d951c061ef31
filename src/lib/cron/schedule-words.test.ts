import { expect, test } from 'vitest'
import { localTime, timeInWords } from './local-time.ts'
import { ruleInWords } from './schedule-words.ts'

test.each([
  ['0 9 * * mon-fri', 'Europe/Berlin', 'At 09:00, Monday through Friday (Europe/Berlin)'],
  ['*/5 * * * *', 'UTC', 'Every 5 minutes (UTC)'],
  ['@daily', 'UTC', 'At 00:00 (UTC)'],
  ['0 0 1 * 1', 'UTC', 'At 00:00, on day 1 of the month, and on Monday (UTC)'],
  ['0 0 */2 * 1', 'UTC', 'At 00:00, every 2 days in a month, only on Monday; a day must match both (UTC)'],
])('%s in %s: %s', (expression, timeZone, words) => {
  expect(ruleInWords({ kind: 'cron', expression, timeZone })).toBe(words)
})

test.each([
  [86_400, 'Every day, counted from publishing'],
  [5400, 'Every 90 minutes, counted from publishing'],
  [45, 'Every 45 seconds, counted from publishing'],
])('an interval of %i s: %s', (seconds, words) => {
  expect(ruleInWords({ kind: 'interval', seconds })).toBe(words)
})

test('a time as the clocks of its place show it', () => {
  const at = new Date('2026-07-01T22:30:05Z')
  expect(localTime(at, 'Europe/Berlin')).toBe('2026-07-02 00:30:05')
  expect(timeInWords(at, 'America/New_York')).toBe('Wednesday, 1 July 2026 at 18:30:05')
})
