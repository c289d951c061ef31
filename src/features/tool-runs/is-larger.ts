/** Whether an input has more than so many characters; in lists and objects, values that are no text count as one. */
export function isLarger(input: unknown, characters: number): boolean {
  const open: unknown[] = [input]
  let left = characters
  while (open.length > 0) {
    const value = open.pop()
    left -= typeof value === 'string' ? value.length : 1
    if (left < 0) return true
    if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) open.push(part)
  }
  return false
}
