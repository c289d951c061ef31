import { expect, test } from 'vitest'
import { checkReport, detailsHelp } from './report-form-rules.ts'
import { DETAILS_MAX, REPORT_WORDS } from './report-rules.ts'

test.each([
  ['copyright', false, ' ', REPORT_WORDS.noWork],
  ['copyright', false, 'My table of rates', undefined],
  // The field of the work says it.
  ['copyright', true, '', undefined],
  ['spam', false, '', undefined],
  ['spam', false, 'x'.repeat(DETAILS_MAX + 1), REPORT_WORDS.longDetails],
])('details of a report (%s, a claim: %s, %j)', (reason, isClaim, value, expected) => {
  expect(checkReport({ reason, isClaim })('details', value)).toBe(expected)
})

test('only of a report that is no claim the dialog says that nobody learns who made it', () => {
  expect(detailsHelp(false)).toContain('does not learn who reported it')
  expect(detailsHelp(true)).not.toContain('does not learn')
  expect(detailsHelp(true)).toContain('gets your name')
})
