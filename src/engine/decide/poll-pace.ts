/** How often a process looks into the queue of the background: while runs wait in it, and while nothing does. */
const BUSY_POLL_MS = 50
export const CALM_POLL_MS = 200

/** So many looks in a row, one each second, find no run that waits before the queue is taken for calm. */
export const CALM_AFTER = 5

/** A look each 50 ms of a process that has nothing to do costs as much as everything else that it does then. */
export const pollPace = (looksInVain: number): number => (looksInVain < CALM_AFTER ? BUSY_POLL_MS : CALM_POLL_MS)
