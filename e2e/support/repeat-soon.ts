import { repeat as repeatAsEver } from '#src/engine/repeat.ts'

const OFTEN_MS = 1000
/** Else a test would wait for them from half a minute to ten. */
const SOON: ReadonlySet<string> = new Set([
  'Billing for Pro',
  'Looking after the money',
  'Looking at payments for Pro',
  'Sharing what Pro brings in',
])

export const repeat: typeof repeatAsEver = (what, everyMs, ...work) =>
  repeatAsEver(what, SOON.has(what) ? OFTEN_MS : everyMs, ...work)
