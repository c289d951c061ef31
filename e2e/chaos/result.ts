/** What one part of the suite has seen. */
export interface Result {
  readonly item: string
  readonly runs: number
  /** Times that a process or the database was ended or stopped. */
  readonly kills: number
  /** Steps that were carried out a second time. */
  readonly repeats: number
  /** Each says what should not be. */
  readonly wrong: readonly string[]
  /** Ids of what was accepted and never came to an end. */
  readonly lost: readonly string[]
  /** Further figures, in words. */
  readonly note: string
}

export const isGood = ({ wrong, lost }: Result): boolean => wrong.length === 0 && lost.length === 0

const HEADINGS = ['item', 'runs', 'kills', 'repeats', 'wrong', 'lost', 'seconds', 'note']

export function table(results: readonly (Result & { readonly seconds: number })[]): string {
  const rows = results.map(({ item, runs, kills, repeats, wrong, lost, seconds, note }) =>
    [item, runs, kills, repeats, wrong.length, lost.length, seconds.toFixed(0), note].map(String),
  )
  const all = [HEADINGS, ...rows]
  const widths = HEADINGS.map((_heading, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
