import { expect, test } from 'vitest'
import { toHealth } from './health-words.ts'

const WELL = {
  strandedRuns: 0,
  sandboxError: undefined,
  wrongTools: [],
  outbox: { late: 0, failed: 0 },
  disk: { freeBytes: 50_000_000_000, totalBytes: 100_000_000_000 },
}
const badly = (more: object) =>
  toHealth({ ...WELL, ...more })
    .filter(({ ok }) => !ok)
    .map(({ check, detail }) => [check, detail])

test('all is well', () => {
  expect(badly({})).toEqual([])
  expect(toHealth(WELL).map(({ check }) => check)).toEqual(['engine', 'sandbox', 'tools', 'outbox', 'disk'])
})

test.each([
  [{ strandedRuns: 1 }, ['engine', '1 run that nobody works on.']],
  [{ sandboxError: 'No jail' }, ['sandbox', 'No jail']],
  [{ wrongTools: ['a', 'b'] }, ['tools', 'The first example did not come out of a, b.']],
  [{ outbox: { late: 2, failed: 0 } }, ['outbox', '2 mails are late, 0 failed within a day.']],
  [{ outbox: { late: 0, failed: 1 } }, ['outbox', '0 mails are late, 1 failed within a day.']],
  [{ disk: { freeBytes: 9_000_000_000, totalBytes: 100_000_000_000 } }, ['disk', '9.0 GB free, 9 %.']],
  [{ disk: { freeBytes: 900_000_000, totalBytes: 2_000_000_000 } }, ['disk', '0.9 GB free, 45 %.']],
  [{ strandedRuns: null }, ['engine', 'Could not be checked.']],
  [{ sandboxError: null }, ['sandbox', 'Could not be checked.']],
  [{ wrongTools: null }, ['tools', 'Could not be checked.']],
  [{ outbox: null }, ['outbox', 'Could not be checked.']],
  [{ disk: null }, ['disk', 'Could not be checked.']],
])('%j is said', (found, said) => {
  expect(badly(found)).toEqual([said])
})
