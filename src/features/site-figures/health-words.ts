import { counted } from '#src/lib/counted.ts'
import type { Health } from './site-figures.schema.ts'

interface Found {
  /** Runs that nobody works on and nobody will begin. */
  readonly strandedRuns: number
  /** Undefined when it answered; otherwise what it said. */
  readonly sandboxError: string | undefined
  /** Slugs of built-in tools whose first example did not come out when it was last run. */
  readonly wrongTools: readonly string[]
  readonly outbox: { readonly late: number; readonly failed: number }
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number }
}
/** Null for what could not be checked. */
type Looked = { readonly [Check in keyof Found]: Found[Check] | null }
type Finding = Omit<Health, 'check'>

/** Below this share or this much, an installation should be looked after. */
const LEAST_FREE = 0.1
const LEAST_BYTES = 1_000_000_000
const GIGABYTE = 1_000_000_000

const ofEngine = (strandedRuns: number): Finding => ({
  ok: strandedRuns === 0,
  detail:
    strandedRuns === 0
      ? 'Every unfinished run is worked on or waits for its time.'
      : `${counted(strandedRuns, 'run')} that nobody works on.`,
})
const ofSandbox = (error: string | undefined): Finding => ({
  ok: error === undefined,
  detail: error ?? 'Ran a program of its own just now.',
})
const ofTools = (wrong: readonly string[]): Finding => ({
  ok: wrong.length === 0,
  detail:
    wrong.length === 0
      ? 'No built-in tool failed when its first example was last run.'
      : `The first example did not come out of ${wrong.join(', ')}.`,
})
const ofOutbox = ({ late, failed }: Found['outbox']): Finding => ({
  ok: late === 0 && failed === 0,
  detail:
    late === 0 && failed === 0
      ? 'No mail is late.'
      : `${counted(late, 'mail is', 'mails are')} late, ${failed.toLocaleString('en')} failed within a day.`,
})
const ofDisk = ({ freeBytes, totalBytes }: Found['disk']): Finding => ({
  ok: freeBytes / totalBytes >= LEAST_FREE && freeBytes >= LEAST_BYTES,
  detail: `${(freeBytes / GIGABYTE).toFixed(1)} GB free, ${Math.floor((freeBytes / totalBytes) * 100)} %.`,
})

const inWords = <Value>(found: Value | null, words: (found: Value) => Finding): Finding =>
  found === null ? { ok: false, detail: 'Could not be checked.' } : words(found)

/** What each check found, in words. */
export const toHealth = ({ strandedRuns, sandboxError, wrongTools, outbox, disk }: Looked): Health[] => [
  { check: 'engine', ...inWords(strandedRuns, ofEngine) },
  { check: 'sandbox', ...inWords(sandboxError, ofSandbox) },
  { check: 'tools', ...inWords(wrongTools, ofTools) },
  { check: 'outbox', ...inWords(outbox, ofOutbox) },
  { check: 'disk', ...inWords(disk, ofDisk) },
]
