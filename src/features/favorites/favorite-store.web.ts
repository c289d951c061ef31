/** What this browser has changed since the page was rendered. */
export interface Change {
  readonly isFavorite: boolean
  readonly favoriteCount: number
}

const changes = new Map<string, Change>()
const listeners = new Set<() => void>()

export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const changeOf = (toolId: string): Change | undefined => changes.get(toolId)

export function setChange(toolId: string, change: Change | undefined): void {
  if (change === undefined) changes.delete(toolId)
  else changes.set(toolId, change)
  for (const listener of listeners) listener()
}

const WANTED = 'favorite-after-sign-in'

/** A visitor who pressed the star goes to sign in; this tab remembers for which tool. */
export function rememberWish(toolId: string): void {
  try {
    sessionStorage.setItem(WANTED, toolId)
  } catch {
    // Without storage the star has to be pressed again.
  }
}

/** True once, if this tool was wished for before signing in. */
export function takeWish(toolId: string): boolean {
  try {
    if (sessionStorage.getItem(WANTED) !== toolId) return false
    sessionStorage.removeItem(WANTED)
    return true
  } catch {
    return false
  }
}
