/** Words that say nothing about what is looked for, also when somebody asks as they would a person. */
const NOISE = new Set([
  ...['a', 'an', 'and', 'each', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'this', 'that', 'to', 'with'],
  ...['how', 'many', 'much', 'what', 'when', 'where', 'which', 'who', 'why'],
  ...['am', 'are', 'be', 'can', 'do', 'does', 'is', 'should', 'was', 'were', 'will', 'would'],
  ...['i', 'it', 'me', 'my', 'we', 'you', 'your'],
])

/** "Crème Brûlée 2" → ["creme", "brulee", "2"]: lower case, without accents, split at anything that is no letter or digit. */
export const foldWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The words of a query that count; all of them when nothing but noise was typed. */
export function queryWords(query: string): string[] {
  const words = [...new Set(foldWords(query))].slice(0, 8).map((word) => word.slice(0, 40))
  const telling = words.filter((word) => !NOISE.has(word))
  return telling.length > 0 ? telling : words
}

/** Words shorter than this are taken as typed. */
export const MIN_TYPO_LENGTH = 3

/** The word itself and the word with each one letter left out: two words within one edit share at least one of these. */
export function deletionVariants(word: string): string[] {
  const letters = [...word]
  const variants = new Set([word])
  if (letters.length >= MIN_TYPO_LENGTH)
    for (let i = 0; i < letters.length; i++)
      variants.add(
        letters
          .slice(0, i)
          .concat(letters.slice(i + 1))
          .join(''),
      )
  return [...variants]
}

/** Whether one insert, delete, replace or swap of neighbours (or none) turns one word into the other. */
export function withinOneEdit(left: string, right: string): boolean {
  const a = [...left]
  const b = [...right]
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const restA = a.slice(start, a.length - end)
  const restB = b.slice(start, b.length - end)
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0]
}
