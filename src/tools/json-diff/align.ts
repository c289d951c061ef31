/** One element of the first list, of the second, or of both where they are the same or stand for each other. */
export type Pair = readonly [a: number, b: number] | readonly [a: number, b: undefined] | readonly [undefined, number]

/** Cells of the table; lists that would need more are compared position by position between equal ends. */
const MOST_CELLS = 4_000_000

/** Lengths of the longest common subsequence of each pair of tails, row by row. */
function commonLengths(a: readonly number[], b: readonly number[]): Uint32Array {
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const [down = 0, right = 0] = [lengths[(i + 1) * width + j], lengths[i * width + j + 1]]
      const diagonal = lengths[(i + 1) * width + j + 1] ?? 0
      lengths[i * width + j] = a[i] === b[j] ? diagonal + 1 : Math.max(down, right)
    }
  return lengths
}

/** Where equal elements of both lists stand, in order. */
function matches(a: readonly number[], b: readonly number[]): [number, number][] {
  if (a.length * b.length > MOST_CELLS) return []
  const lengths = commonLengths(a, b)
  const width = b.length + 1
  const found: [number, number][] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) found.push([i++, j++])
    else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++
    else j++
  }
  return found
}

/** What lies between two matches: as many pairs as both sides have, then what one has more. */
function gap(from: readonly [number, number], to: readonly [number, number]): Pair[] {
  const [inA, inB] = [to[0] - from[0], to[1] - from[1]]
  return Array.from({ length: Math.max(inA, inB) }, (_, index): Pair => {
    const [a, b] = [from[0] + index, from[1] + index]
    if (index >= inB) return [a, undefined]
    return index < inA ? [a, b] : [undefined, b]
  })
}

/** Pairs the elements of two lists so that as many equal ones as possible meet; equal elements have equal numbers. */
export function align(a: readonly number[], b: readonly number[]): Pair[] {
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head < shorter && a[head] === b[head]) head++
  let tail = 0
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const pairs: Pair[] = Array.from({ length: head }, (_, index): Pair => [index, index])
  let from: readonly [number, number] = [head, head]
  for (const [i, j] of matches(a.slice(head, a.length - tail), b.slice(head, b.length - tail))) {
    pairs.push(...gap(from, [head + i, head + j]), [head + i, head + j])
    from = [head + i + 1, head + j + 1]
  }
  pairs.push(...gap(from, [a.length - tail, b.length - tail]))
  for (let left = tail; left > 0; left--) pairs.push([a.length - left, b.length - left])
  return pairs
}
