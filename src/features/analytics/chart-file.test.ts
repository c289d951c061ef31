import { expect, test } from 'vitest'
import { durationText } from '#src/client/duration.ts'
import { chartFile, failuresFile } from './chart-file.ts'
import { DURATION_IN_FILE, duration } from './figure-texts.ts'

test('a file of durations says that they are milliseconds, and has those of the table', () => {
  const values = [0.4, 0.96, 12.3456, 14.46, 829.96, 1_419.83, 125_431.7, null]
  const days = values.map((_, at) => `2026-11-0${at + 1}`)
  const [heading, ...lines] = chartFile(days, [{ name: 'Median', values }], DURATION_IN_FILE)
    .trimEnd()
    .split(/\r?\n/)
  expect(heading).toBe('\ufeffday,Median (ms)')
  expect(lines.map((line) => line.split(',')[1])).toEqual(['0.4', '1', '12.3', '14.5', '830', '1419.8', '125431.7', ''])
  const shown = lines.slice(0, -1).map((line) => durationText(Number(line.split(',')[1])))
  expect(shown).toEqual(values.slice(0, -1).map(duration))
})

test('what is only counted has no unit', () => {
  expect(chartFile(['2026-11-01'], [{ name: 'Failed', values: [3] }])).toBe('\ufeffday,Failed\r\n2026-11-01,3\r\n')
})

test('a file of failures has the share of each, as its table says it', () => {
  const rows = [
    { code: 'HTTP_STATUS', count: 2, last: 'today' },
    { code: 'CALL_FAILED', count: 1, last: 'yesterday' },
  ]
  const first = { names: ['cause'], of: ({ code }: (typeof rows)[number]) => [code] }
  expect(failuresFile({ rows, failed: 3, first })).toBe(
    '\ufeffcause,count,of all failures (%)\r\nHTTP_STATUS,2,66.6\r\nCALL_FAILED,1,33.3\r\n',
  )
  const last = { names: ['last'], of: ({ last: at }: (typeof rows)[number]) => [at] }
  expect(failuresFile({ rows, failed: 0, first, last })).toBe(
    '\ufeffcause,count,of all failures (%),last\r\nHTTP_STATUS,2,,today\r\nCALL_FAILED,1,,yesterday\r\n',
  )
})
