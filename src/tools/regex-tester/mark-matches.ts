import type { MarkedPart } from '#src/sdk/outputs.ts'

/** UTF-16 code units of the text that are shown with marks. */
export const MOST_MARKED = 20_000

interface Found {
  readonly index: number
  readonly end: number
  readonly groups: readonly unknown[]
}
type Range = readonly [from: number, to: number]

/** Where the groups of a match lie: the same match once more, at its place, with indices. */
function groupRanges(regex: RegExp, subject: string, { index, groups }: Found): (Range | undefined)[] {
  if (groups.length === 0) return []
  const again = new RegExp(regex.source, `${regex.flags.replaceAll(/[dgy]/g, '')}dy`)
  again.lastIndex = index
  return again.exec(subject)?.indices?.slice(1) ?? []
}

/** The number of the smallest group that holds a piece; of equal ones the inner. */
function groupOf([from, to]: Range, ranges: readonly (Range | undefined)[]): number | undefined {
  let found: { group: number; size: number } | undefined
  for (const [position, range] of ranges.entries()) {
    if (range === undefined || range[0] > from || range[1] < to) continue
    const size = range[1] - range[0]
    if (found === undefined || size <= found.size) found = { group: position + 1, size }
  }
  return found?.group
}

/** One match, cut where its groups begin and end. */
function piecesOf({ index, end }: Found, ranges: readonly (Range | undefined)[]): Range[] {
  const cuts = ranges.flatMap((range) => range ?? []).filter((at) => at > index && at < end)
  const places = [...new Set([...cuts, end])].sort((a, b) => a - b)
  return places.map((to, order) => [places[order - 1] ?? index, to])
}

/** Not between the two halves of a character. */
const wholeCharacters = (text: string, end: number): number =>
  /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end

interface Matches {
  readonly matches: readonly Found[]
  /** How many there are, listed or not. */
  readonly count: number
}

/** The text with its listed matches marked: its beginning only where it is long, or has more matches than are listed. */
export function markMatches(regex: RegExp, subject: string, { matches, count }: Matches): MarkedPart[] {
  const lastListed = count > matches.length ? (matches.at(-1)?.end ?? 0) : subject.length
  const most = Math.min(lastListed, MOST_MARKED)
  const limit = most < subject.length ? wholeCharacters(subject, most) : most
  const parts: MarkedPart[] = []
  const plain = (from: number, to: number) => {
    if (from < to) parts.push({ text: subject.slice(from, to) })
  }
  let at = 0
  for (const [order, match] of matches.entries()) {
    if (match.index > limit) break
    plain(at, match.index)
    const ranges = groupRanges(regex, subject, match)
    for (const piece of piecesOf(match, ranges)) {
      const text = subject.slice(piece[0], Math.min(piece[1], limit))
      const group = groupOf(piece, ranges)
      if (text !== '' || match.index === match.end)
        parts.push({ text, mark: order + 1, ...(text !== '' && group !== undefined && { group }) })
    }
    at = match.end
  }
  plain(at, limit)
  return parts
}
