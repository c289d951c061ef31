import { expect, test } from 'vitest'
import { durationText } from '#src/client/duration.ts'
import { chartFile } from './chart-file.ts'
import { DURATION_IN_FILE } from './figure-texts.ts'

test('a file of durations says that they are milliseconds, and has those of the table', () => {
  const values = [0.4, 12.3456, 829.96, 1_419.83, 125_431.7, null]
  const days = values.map((_, at) => `2026-11-0${at + 1}`)
  const [heading, ...lines] = chartFile(days, [{ name: 'Median', values }], DURATION_IN_FILE)
    .trimEnd()
    .split(/\r?\n/)
  expect(heading).toBe('\ufeffday,Median (ms)')
  expect(lines.map((line) => line.split(',')[1])).toEqual(['0.4', '12.3', '830', '1419.8', '125431.7', ''])
  const shown = lines.slice(0, -1).map((line) => durationText(Number(line.split(',')[1])))
  expect(shown).toEqual(values.slice(0, -1).map((value) => durationText(value ?? Number.NaN)))
})

test('what is only counted has no unit', () => {
  expect(chartFile(['2026-11-01'], [{ name: 'Failed', values: [3] }])).toBe('\ufeffday,Failed\r\n2026-11-01,3\r\n')
})
