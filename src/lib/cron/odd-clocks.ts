/** Lord Howe Island, by both of its names in the time zone database, by half an hour; Troll by two hours. */
const ZONES: ReadonlySet<string> = new Set(['australia/lord_howe', 'australia/lhi', 'antarctica/troll'])
/** Whether clocks of the zone are put forward and back by something else than an hour. */
export const changesOddly = (timeZone: string): boolean => ZONES.has(timeZone.toLowerCase())

const QUARTER_MS = 900_000
/** More than twice what any clock changes by, and less than there is between two changes. */
const NEAR_MS = 6 * 3_600_000

interface OddTicks {
  readonly timeZone: string
  readonly after: Date
  readonly count: number
  /** Whether the expression means every hour: then a time that comes twice counts twice, and one left out not at all. */
  readonly everyHour: boolean
  /** The first ticks after a time on a clock that is never changed. */
  readonly onSteadyClock: (after: Date, count: number) => readonly Date[]
}

/** How far a clock of the zone is before UTC at a time. */
function offsetsIn(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-u-hc-h23', {
    ...{ timeZone, year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  })
  const known = new Map<number, number>()
  return (at) => {
    // Clocks are changed on a quarter of an hour.
    const quarter = Math.floor(at / QUARTER_MS) * QUARTER_MS
    const held = known.get(quarter)
    if (held !== undefined) return held
    const part = Object.fromEntries(format.formatToParts(quarter).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part
    const offset = Date.UTC(year, month - 1, day, hour, minute) - quarter
    known.set(quarter, offset)
    return offset
  }
}

/**
 * The first ticks after a time, however much the clocks of the zone change by. A time that the change leaves out comes
 * as much later as they are put forward; one that comes twice counts once.
 */
export function oddTicks({ timeZone, after, count, everyHour, onSteadyClock }: OddTicks): Date[] {
  const offsetAt = offsetsIn(timeZone)
  const offsetsNear = (at: number) => [at - NEAR_MS, at + NEAR_MS].map(offsetAt)
  const offsetsOf = (shown: number) => offsetsNear(shown - offsetAt(shown))
  const timesOf = (shown: number): number[] => {
    const times = [...new Set(offsetsOf(shown).map((offset) => shown - offset))].sort((a, b) => a - b)
    const real = times.filter((at) => at + offsetAt(at) === shown)
    if (everyHour) return real
    // Left out: by the clock of before, it is the later one of the two.
    return real.length > 0 ? real.slice(0, 1) : times.slice(-1)
  }
  const ticks = new Set<number>()
  let from = after.getTime() + Math.min(...offsetsNear(after.getTime()))
  let isEnd = false
  let isSure = false
  // Twice as many each time: what is far away is not looked for in vain, and what is sorted again is little.
  for (let asked = count; !isEnd && !isSure; asked *= 2) {
    const shown = onSteadyClock(new Date(from), asked).map((at) => at.getTime())
    for (const time of shown.flatMap(timesOf)) if (time > after.getTime()) ticks.add(time)
    isEnd = shown.length < asked
    from = shown.at(-1) ?? from
    // What is shown twice comes again after what is shown later: nothing that is still to come may be before them.
    const until = from - Math.max(...offsetsOf(from))
    isSure = [...ticks].filter((at) => at <= until).length >= count
  }
  return [...ticks]
    .sort((a, b) => a - b)
    .slice(0, count)
    .map((at) => new Date(at))
}
