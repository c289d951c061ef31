import { useState, useSyncExternalStore } from 'react'
import { keep, recall } from '#src/client/browser-memory.ts'

const KEY = 'moderation-keys'
const LIST = 'list'
/** Where the list says which keys there are. */
const SAYS_KEYS = '(min-width: 48rem) and (not (pointer: coarse))'

const isOnPage = (): boolean => recall(KEY) !== LIST

function onRoom(told: () => void) {
  const query = window.matchMedia(SAYS_KEYS)
  query.addEventListener('change', told)
  return () => query.removeEventListener('change', told)
}
const hasRoom = (): boolean => window.matchMedia(SAYS_KEYS).matches

/**
 * Whether single keys mean the list from anywhere on the page; for those who speak instead of typing they need not. Only
 * where the switch for it is shown (WCAG 2.1.4): elsewhere they are for the list alone.
 */
export function usePageKeys() {
  const [isWanted, setWanted] = useState(isOnPage)
  const mayChoose = useSyncExternalStore(onRoom, hasRoom, () => false)
  const choose = (next: boolean) => {
    setWanted(next)
    keep(KEY, next ? 'page' : LIST)
  }
  return { mayChoose, onWholePage: mayChoose && isWanted, choose }
}
