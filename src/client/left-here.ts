/** Names in localStorage of what tells of whoever uses this browser. */
export const HISTORY_KEY = 'tool-history'
export const RECENT_KEY = 'palette-recent'
/** In sessionStorage. */
export const PENDING_RUN_KEY = 'tool-pending-run'
/** In IndexedDB: what of a workflow or a tool was not saved, and what could be undone. */
export const JOURNAL_DB = 'workflow-journal'
/** Stands in place of the history of somebody who wants none. */
export const HISTORY_OFF = 'off'

/** Servers, which have no such thing, know the names here, too. */
const browser = globalThis as unknown as { readonly indexedDB: { deleteDatabase(name: string): unknown } }

/** When a session ends: whoever uses this browser next finds no inputs, results or tools of another person. */
export function forgetWhatIsLeft(): void {
  try {
    localStorage.removeItem(RECENT_KEY)
    if (localStorage.getItem(HISTORY_KEY) !== HISTORY_OFF) localStorage.removeItem(HISTORY_KEY)
    sessionStorage.removeItem(PENDING_RUN_KEY)
    browser.indexedDB.deleteDatabase(JOURNAL_DB)
  } catch {
    // Without storage there is nothing.
  }
}
