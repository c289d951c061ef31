const MINUTE = 60_000

/** The day that it is in this browser, as 2026-11-29. */
export const todayHere = (): string =>
  new Date(Date.now() - new Date().getTimezoneOffset() * MINUTE).toISOString().slice(0, 'YYYY-MM-DD'.length)
