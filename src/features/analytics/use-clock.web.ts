import { useSyncExternalStore } from 'react'
import { todayIn } from './range.ts'

const neverChanges = () => () => undefined
function readClock(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return `${todayIn(timeZone, new Date())} ${timeZone}`
}

/** The day and the zone of whoever looks; the server does not know them. */
export function useClock() {
  const clock = useSyncExternalStore(neverChanges, readClock, () => undefined)
  const [today = '', timeZone = ''] = clock?.split(' ') ?? []
  return clock === undefined ? undefined : { today, timeZone }
}
