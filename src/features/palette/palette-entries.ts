import type { LucideIcon } from 'lucide-react'

/** One line of the palette: leads somewhere, or does something. */
export interface PaletteEntry {
  /** Unlike every other one that is shown. */
  readonly key: string
  readonly label: string
  readonly icon: LucideIcon
  /** Said after the label: the category of a tool, the key of an action. */
  readonly hint?: string
  readonly isFavorite?: boolean
  readonly to?: string
  readonly act?: () => void
}

export interface PaletteGroup {
  readonly heading: string
  readonly entries: readonly PaletteEntry[]
}

/** Without accents and case, so that "cafe" finds "Café". */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const isWithin = (letters: string, text: string): boolean => {
  let at = 0
  for (const letter of text) if (letter === letters[at]) at += 1
  return at === letters.length
}

/** 0 is the best: begins with it, a word begins with it, contains it, has its letters in their order; undefined is none. */
export function matchRank(label: string, typed: string): number | undefined {
  const [text, wanted] = [folded(label), folded(typed.trim())]
  if (text.startsWith(wanted)) return 0
  if (text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 1
  if (text.includes(wanted)) return 2
  return isWithin(wanted.replaceAll(' ', ''), text) ? 3 : undefined
}

/** The entries that fit what was typed, the best first; all of them, as they stand, for nothing typed. */
export function fitting(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const ranked = entries.flatMap((entry) => {
    const rank = matchRank(entry.label, typed)
    return rank === undefined ? [] : [{ entry, rank }]
  })
  return ranked.sort((one, other) => one.rank - other.rank).map(({ entry }) => entry)
}

/** Groups without entries are left out. */
export const filled = (groups: readonly PaletteGroup[]): PaletteGroup[] =>
  groups.filter(({ entries }) => entries.length > 0)
