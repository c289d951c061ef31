import type { AlertKind } from '#src/lib/alert-kinds.ts'

const minutes = (count: number): string => {
  if (count % 1440 === 0) return count === 1440 ? 'a day' : `${count / 1440} days`
  if (count % 60 === 0) return count === 60 ? 'an hour' : `${count / 60} hours`
  return count === 1 ? 'a minute' : `${count} minutes`
}

const WORDS = {
  failures: (count) => (count === 1 ? 'Its latest run failed.' : `Its latest ${count} runs all failed.`),
  silence: (count) => `No run has started for ${minutes(count)}.`,
  backlog: (count) => `A run has waited in the queue for more than ${minutes(count)}.`,
} satisfies Record<AlertKind, (threshold: number) => string>

/** What is wrong when a rule holds, in a sentence. */
export const alertText = (kind: AlertKind, threshold: number): string => WORDS[kind](threshold)
