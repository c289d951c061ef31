import { useState } from 'react'

const KEY = 'moderation-keys'
const LIST = 'list'

function isOnPage(): boolean {
  try {
    return localStorage.getItem(KEY) !== LIST
  } catch {
    return true
  }
}

/** Whether single keys mean the list from anywhere on the page; for those who speak instead of typing they need not. */
export function usePageKeys() {
  const [onWholePage, setOnWholePage] = useState(isOnPage)
  const choose = (isWanted: boolean) => {
    setOnWholePage(isWanted)
    try {
      localStorage.setItem(KEY, isWanted ? 'page' : LIST)
    } catch {
      // Then it is asked again at the next visit.
    }
  }
  return [onWholePage, choose] as const
}
