import { expect, test } from 'vitest'
import { checkReport, detailsHelp } from './report-form-rules.ts'
import { DETAILS_MAX, REPORT_WORDS } from './report-rules.ts'

test.each([
  [false, ' ', undefined],
  [false, 'My table of rates', undefined],
  [true, '', undefined],
  [false, 'x'.repeat(DETAILS_MAX), undefined],
  [false, 'x'.repeat(DETAILS_MAX + 1), REPORT_WORDS.longDetails],
])('details of a report may be left out, and have an end (a claim: %s, %j)', (isClaim, value, expected) => {
  expect(checkReport({ isClaim })('details', value)).toBe(expected)
})

test('only of a report that is no claim the dialog says that nobody learns who made it', () => {
  for (const reason of ['spam', 'copyright'])
    expect(detailsHelp({ reason, isClaim: false })).toContain('does not learn who reported it')
  const claim = detailsHelp({ reason: 'copyright', isClaim: true })
  expect(claim).not.toContain('does not learn')
  expect(claim).toContain('gets your name')
})

test('who reports somebody else’s copyright is asked for the work', () => {
  expect(detailsHelp({ reason: 'copyright', isClaim: false })).toContain('Which work does it infringe')
  expect(detailsHelp({ reason: 'spam', isClaim: false })).not.toContain('work')
})
