import { useSyncExternalStore } from 'react'

const KEY = 'auto-run'
const OFF = 'off'

const listeners = new Set<() => void>()
/** Without storage, as in some frames, the choice holds as long as the page. */
let chosen: boolean | undefined

function isOn(): boolean {
  try {
    return chosen ?? localStorage.getItem(KEY) !== OFF
  } catch {
    return true
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether tools compute while somebody types, on this device. */
export const useAutoRun = (): boolean => useSyncExternalStore(subscribe, isOn, () => true)

export function setAutoRun(isWanted: boolean): void {
  chosen = isWanted
  try {
    localStorage.setItem(KEY, isWanted ? 'on' : OFF)
  } catch {
    // Then it is asked again at the next visit.
  }
  for (const listener of listeners) listener()
}
