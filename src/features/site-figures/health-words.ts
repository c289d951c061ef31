import type { Health } from './site-figures.schema.ts'

interface Found {
  /** Runs that nobody works on and nobody will begin. */
  readonly strandedRuns: number
  /** Undefined when it answered; otherwise what it said. */
  readonly sandboxError: string | undefined
  readonly outbox: { readonly late: number; readonly failed: number }
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number }
}

/** Below this share or this much, an installation should be looked after. */
const LEAST_FREE = 0.1
const LEAST_BYTES = 1_000_000_000
const GIGABYTE = 1_000_000_000

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** What each check found, in words. */
export function toHealth({ strandedRuns, sandboxError, outbox, disk }: Found): Health[] {
  const free = disk.freeBytes / disk.totalBytes
  return [
    {
      check: 'engine',
      ok: strandedRuns === 0,
      detail:
        strandedRuns === 0
          ? 'Every unfinished run is worked on or waits for its time.'
          : `${counted(strandedRuns, 'run', 'runs')} that nobody works on.`,
    },
    { check: 'sandbox', ok: sandboxError === undefined, detail: sandboxError ?? 'Ran a program of its own just now.' },
    {
      check: 'outbox',
      ok: outbox.late === 0 && outbox.failed === 0,
      detail:
        outbox.late === 0 && outbox.failed === 0
          ? 'No mail is late.'
          : `${counted(outbox.late, 'mail is', 'mails are')} late, ${outbox.failed.toLocaleString('en')} failed within a day.`,
    },
    {
      check: 'disk',
      ok: free >= LEAST_FREE && disk.freeBytes >= LEAST_BYTES,
      detail: `${(disk.freeBytes / GIGABYTE).toFixed(1)} GB free, ${Math.floor(free * 100)} %.`,
    },
  ]
}
