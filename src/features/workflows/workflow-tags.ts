const MAX_NAME = 200
const COPY = ' (copy)'

/** "Orders (copy)"; a name that is too long for that loses its end. */
export const copyName = (name: string): string => `${name.slice(0, MAX_NAME - COPY.length)}${COPY}`

/** Tags that differ only in upper and lower case are one: the first way in which it was written stays. */
export function withoutRepeats(tags: readonly string[]): string[] {
  const seen = new Set<string>()
  return tags.filter((tag) => {
    const known = seen.has(tag.toLowerCase())
    seen.add(tag.toLowerCase())
    return !known
  })
}
