/** Names in localStorage of what tells of whoever uses this browser. */
export const HISTORY_KEY = 'tool-history'
export const RECENT_KEY = 'palette-recent'
/** In sessionStorage. */
export const PENDING_RUN_KEY = 'tool-pending-run'
/** Stands in place of the history of somebody who wants none. */
export const HISTORY_OFF = 'off'

/** When a session ends: whoever uses this browser next finds no inputs, results or tools of another person. */
export function forgetWhatIsLeft(): void {
  try {
    localStorage.removeItem(RECENT_KEY)
    if (localStorage.getItem(HISTORY_KEY) !== HISTORY_OFF) localStorage.removeItem(HISTORY_KEY)
    sessionStorage.removeItem(PENDING_RUN_KEY)
  } catch {
    // Without storage there is nothing.
  }
}
