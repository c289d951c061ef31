import { badge, checkbox, defineTool, textarea } from '#src/sdk/index.ts'

const MOST_CHARACTERS = 5000

const codePoints = (text: string): Uint32Array => Uint32Array.from(text, (character) => character.codePointAt(0) ?? 0)

/** The number of edits that make `a` into `b`. Of the table one row is kept (Wagner and Fischer). */
function distanceOf(a: Uint32Array, b: Uint32Array): number {
  const row = Uint32Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let index = 0; index < a.length; index++) {
    let diagonal = index
    let left = index + 1
    row[0] = left
    for (let column = 0; column < b.length; column++) {
      const above = row[column + 1] ?? 0
      left = Math.min(diagonal + (a[index] === b[column] ? 0 : 1), above + 1, left + 1)
      diagonal = above
      row[column + 1] = left
    }
  }
  return row[b.length] ?? 0
}

const percent = (part: number, whole: number): number => (whole === 0 ? 100 : Math.round((part / whole) * 1e4) / 100)

export const levenshteinDistance = defineTool({
  slug: 'levenshtein-distance',
  title: 'Levenshtein Distance',
  description: 'Counts how many letters must be inserted, deleted or replaced to make one text into another.',
  category: 'developer',
  tags: ['text', 'compare'],
  keywords: ['edit distance', 'string similarity', 'compare words', 'fuzzy match', 'typo', 'spelling', 'difference'],
  input: [
    textarea('a', { label: 'First text', default: '', placeholder: 'kitten', maxLength: MOST_CHARACTERS }),
    textarea('b', {
      label: 'Second text',
      default: '',
      placeholder: 'sitting',
      maxLength: MOST_CHARACTERS,
      swapWith: 'a',
    }),
    checkbox('ignoreCase', { label: 'Ignore case', help: 'A is as good as a.' }),
  ],
  output: {
    distance: badge('Distance', { primary: true }),
    similarity: badge('Similarity', { format: 'percent', help: 'Share of the longer text that stays.' }),
    lengthA: badge('Characters of the first'),
    lengthB: badge('Characters of the second'),
  },
  mayRunLong: true,
  run: ({ a, b, ignoreCase }) => {
    const prepared = (text: string) => codePoints((ignoreCase ? text.toLowerCase() : text).normalize('NFC'))
    const [first, second] = [prepared(a), prepared(b)]
    const distance = distanceOf(first, second)
    const longer = Math.max(first.length, second.length)
    // Small letters may be more of them than the capitals were: İ is two.
    const [lengthA, lengthB] = [a, b].map((text) => codePoints(text.normalize('NFC')).length)
    return { distance, similarity: percent(longer - distance, longer), lengthA, lengthB }
  },
  examples: [
    {
      title: 'Two words',
      input: { a: 'kitten', b: 'sitting' },
      output: { distance: 3 },
      source: 'Wikipedia, Levenshtein distance: “kitten” and “sitting”',
    },
    {
      title: 'Two lines',
      input: { a: 'the quick brown fox', b: 'thequick br0wn g0x' },
      output: { distance: 4 },
      source: 'CyberChef, Levenshtein distance tests, first',
    },
    {
      title: 'Against nothing',
      input: { a: 'the quick brown fox', b: '' },
      output: { distance: 19, similarity: 0 },
      source: 'CyberChef, Levenshtein distance tests, third',
    },
    {
      title: 'Days of the week',
      input: { a: 'saturday', b: 'sunday' },
      output: { distance: 3 },
      source: 'Wikipedia, Wagner–Fischer algorithm: “Saturday” and “Sunday”',
    },
  ],
  method: {
    formula:
      'd(i, j) = min(d(i−1, j) + 1, d(i, j−1) + 1, d(i−1, j−1) + (aᵢ ≠ bⱼ)); similarity = 1 − distance / length of the longer text',
    rounding: 'The distance is exact; the similarity is rounded to two decimals of a per cent.',
    notes: 'Characters are Unicode code points in composed form (NFC). A swap of two letters counts as two edits.',
  },
  sources: [
    { title: 'Wikipedia, Levenshtein distance', url: 'https://en.wikipedia.org/wiki/Levenshtein_distance' },
    { title: 'Wagner, Fischer: The String-to-String Correction Problem, Journal of the ACM 21 (1974)' },
  ],
})
