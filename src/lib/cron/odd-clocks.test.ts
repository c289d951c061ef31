import { expect, test } from 'vitest'
import { changesOddly, oddTicks } from './odd-clocks.ts'

const MONTHS = Array.from({ length: 24 }, (_, month) => Date.UTC(2026, month, 15))

/** How much the clocks of a zone change by, in minutes. */
function changesIn(timeZone: string): number[] {
  const format = new Intl.DateTimeFormat('en-u-hc-h23', {
    ...{ timeZone, day: 'numeric', hour: 'numeric', minute: 'numeric' },
  })
  const offsets = MONTHS.map((at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { day = 0, hour = 0, minute = 0 } = part
    return (day * 24 + hour) * 60 + minute
  })
  return offsets.slice(1).map((offset, month) => Math.abs(offset - (offsets[month] ?? 0)))
}

test('no other clocks change by something else than an hour', () => {
  const odd = Intl.supportedValuesOf('timeZone').filter((zone) =>
    changesIn(zone).some((by) => by % 60 !== 0 || by > 60),
  )
  expect(odd).toEqual(['Antarctica/Troll', 'Australia/Lord_Howe'])
  expect([...odd, 'Australia/LHI', 'Europe/Berlin'].map(changesOddly)).toEqual([true, true, true, false])
})

/** A clock that is never changed, and how many ticks it was asked for each time. */
function steadyClock(tickAfter: (after: number) => number) {
  const asked: number[] = []
  const onSteadyClock = (after: Date, count: number) => {
    asked.push(count)
    const ticks: Date[] = []
    for (let at = after.getTime(); ticks.length < count; ) {
      at = tickAfter(at)
      ticks.push(new Date(at))
    }
    return ticks
  }
  return { asked, onSteadyClock }
}

const leapDayAfter = (after: number): number => {
  const noon = (year: number) => Date.UTC(year, 1, 29, 12)
  let year = new Date(after).getUTCFullYear()
  while (new Date(noon(year)).getUTCMonth() !== 1 || noon(year) <= after) year += 1
  return noon(year)
}

test('of leap days no more are asked for than are wanted', () => {
  const { asked, onSteadyClock } = steadyClock(leapDayAfter)
  const after = new Date('2026-04-04T00:00Z')
  const wanted = { timeZone: 'Australia/Lord_Howe', after, everyHour: false, onSteadyClock }
  expect(oddTicks({ ...wanted, count: 1 })).toEqual([new Date('2028-02-29T01:00Z')])
  expect(oddTicks({ ...wanted, count: 3 })).toHaveLength(3)
  expect(asked).toEqual([1, 3])
})

test('of seconds more are asked for near a change only, twice as many each time', () => {
  const { asked, onSteadyClock } = steadyClock((after) => (Math.floor(after / 1000) + 1) * 1000)
  const wanted = { timeZone: 'Australia/Lord_Howe', count: 1, everyHour: true, onSteadyClock }
  const first = (after: string) => oddTicks({ ...wanted, after: new Date(after) }).map((at) => at.toISOString())
  expect(first('2026-04-03T14:59:59.500Z')).toEqual(['2026-04-03T15:00:00.000Z'])
  expect(asked).toEqual([1])
  expect(first('2026-04-04T14:59:59.500Z')).toEqual(['2026-04-04T15:00:00.000Z'])
  expect(asked.slice(1)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024])
})
