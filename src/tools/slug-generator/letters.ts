import slugify from '@sindresorhus/slugify'

/** Letters and signs that the library drops, and ü, which it writes as in German everywhere. */
const OURS = {
  ...{ ŋ: 'n', ŧ: 't', ƒ: 'f', ĸ: 'k', ђ: 'dj', ћ: 'c', џ: 'dz', ј: 'j' },
  ...{ '€': ' euro ', '£': ' pound ', '©': ' c ', '™': ' tm ', '№': ' no ' },
}
const BARE_U = { ü: 'u' }

/** A capital is written with one: Dj. */
const inBothCases = (letters: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(letters).flatMap(([letter, written]): [string, string][] => {
    const capital = letter.toUpperCase()
    const pair: [string, string] = [letter, written]
    return capital === letter ? [pair] : [pair, [capital, written.charAt(0).toUpperCase() + written.slice(1)]]
  })

const LANGUAGES = {
  de: { locale: 'de', customReplacements: inBothCases(OURS) },
  da: { locale: 'da', customReplacements: inBothCases({ ...OURS, ...BARE_U }) },
  // Swedish leaves out the signs on ä, å and ö.
  none: { locale: 'sv', customReplacements: inBothCases({ ...OURS, ...BARE_U }) },
}
export type Language = keyof typeof LANGUAGES

const NOT_ASCII = /[^\p{ASCII}\s]/gu
const LETTERS_ONLY = /^[\p{L}\p{N}\p{M}]+$/u

/** Of a letter that the library would drop: a ligature, a raised, a wide or a Greek one with old accents. “½” would become “12”, and stays. */
function simpler(letter: string): string {
  const plain = letter.normalize('NFKD')
  return LETTERS_ONLY.test(plain) ? plain.replace(/\p{M}/gu, '') : letter
}

function withoutEnds(slug: string, separator: string): string {
  const start = slug.startsWith(separator) ? separator.length : 0
  return slug.slice(start, slug.endsWith(separator) ? -separator.length : undefined)
}

/** Of each line the words in a to z and digits, with the separator between them; letters that nobody knows are left out. */
export function latinSlugs(
  text: string,
  { separator, language, keepCase }: { separator: string; language: Language; keepCase: boolean },
): string[] {
  const options = { ...LANGUAGES[language], separator, lowercase: !keepCase, decamelize: false }
  const known = new Map<string, string>()
  const asKnown = (letter: string): string => {
    const found = known.get(letter) ?? (slugify(letter, options) === '' ? simpler(letter) : letter)
    known.set(letter, found)
    return found
  }
  // All lines at once: each call costs as much as a page of text.
  const slugs = slugify(text.normalize('NFC').replace(NOT_ASCII, asKnown), { ...options, preserveCharacters: ['\n'] })
  return slugs.split('\n').map((slug) => withoutEnds(slug, separator))
}
