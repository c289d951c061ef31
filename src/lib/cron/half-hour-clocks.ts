/** Lord Howe Island, by both of its names in the time zone database: no other clocks change by half an hour. */
const ZONES: ReadonlySet<string> = new Set(['australia/lord_howe', 'australia/lhi'])
export const changesByHalfHour = (timeZone: string): boolean => ZONES.has(timeZone.toLowerCase())

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** In summer its clocks are as far before UTC as that. */
const MOST_BEFORE_MS = 11 * HOUR_MS
const AT_A_TIME = 50

interface HalfHourTicks {
  readonly timeZone: string
  readonly after: Date
  readonly count: number
  /** Whether the expression means every hour: then a time that comes twice counts twice, and one left out not at all. */
  readonly everyHour: boolean
  /** The first ticks after a time on a clock that is never changed. */
  readonly onSteadyClock: (after: Date, count: number) => readonly Date[]
}

/** What a clock of the zone shows at a time, as if that were UTC. */
function shownAt(at: number, format: Intl.DateTimeFormat): number {
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/**
 * The first ticks after a time by clocks that change by half an hour. A time that the change leaves out comes half an
 * hour later; one that comes twice counts once.
 */
export function halfHourTicks({ timeZone, after, count, everyHour, onSteadyClock }: HalfHourTicks): Date[] {
  const format = new Intl.DateTimeFormat('en-u-hc-h23', {
    ...{ timeZone, year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  const timesOf = (shown: number): number[] => {
    const offsets = [shown - DAY_MS, shown + DAY_MS].map((near) => shownAt(near, format) - near)
    const times = [...new Set(offsets.map((offset) => shown - offset))].sort((a, b) => a - b)
    const real = times.filter((at) => shownAt(at, format) === shown)
    if (everyHour) return real
    // Left out: by the clock of before, it is the later one of the two.
    return real.length > 0 ? real.slice(0, 1) : times.slice(-1)
  }
  const ticks = new Set<number>()
  let from = shownAt(after.getTime(), format) - HOUR_MS
  let isEnd = false
  const inOrder = () => [...ticks].filter((at) => at > after.getTime()).sort((a, b) => a - b)
  // What is shown twice comes again after what is shown later: nothing that is still to come may be before them.
  while (!isEnd && inOrder().filter((at) => at <= from - MOST_BEFORE_MS).length < count) {
    const shown = onSteadyClock(new Date(from), AT_A_TIME)
    for (const at of shown) for (const time of timesOf(at.getTime())) ticks.add(time)
    isEnd = shown.length < AT_A_TIME
    from = shown.at(-1)?.getTime() ?? from
  }
  return inOrder()
    .slice(0, count)
    .map((at) => new Date(at))
}
