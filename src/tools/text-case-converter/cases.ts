/** Words that a title has in small letters, except at its ends. */
const SMALL_WORDS = new Set(
  'a an and as at but by en for from if in into nor of off on onto or over per so than the to up upon via vs with yet'.split(
    ' ',
  ),
)

const BOUNDARIES = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu
const NOT_IN_WORDS = /[^\p{L}\p{M}\p{N}]+/u

/** "XMLHttp_request 2" → XML, Http, request, 2. Apostrophes do not part a word. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/['’]/g, '')
    .split(NOT_IN_WORDS)
    .flatMap((part) => part.split(BOUNDARIES))
    .filter((word) => word !== '')

/** Letters that are two in one have a third form, with only the first of them large (UnicodeData.txt). */
const DIGRAPHS: Readonly<Record<string, string>> = { Ǆ: 'ǅ', Ǉ: 'ǈ', Ǌ: 'ǋ', Ǳ: 'ǲ' }
/** Georgian has large letters for whole words alone; those with title case are as they should be. */
const STAYS = /^[\u10D0-\u10FF\u1C90-\u1CBF\p{Lt}]$/u
const GREEK_WITH_IOTA = /^[\u1F80-\u1FFF]$/u
const SMALL_IOTA_BELOW = '\u0345'

/** The title case of one character, as the Unicode Standard has it (section 5.18, SpecialCasing.txt): ß is Ss, ﬁ is Fi. */
export function titleCased(letter: string): string {
  if (STAYS.test(letter)) return letter
  const upper = letter.toUpperCase()
  if (upper.length === letter.length) return DIGRAPHS[upper] ?? upper
  if (GREEK_WITH_IOTA.test(letter)) return upper.replace(/Ι$/, SMALL_IOTA_BELOW).normalize('NFC')
  // U+0149 is an apostrophe and an n.
  if (letter === 'ŉ') return upper
  const [first = ''] = upper
  return first + upper.slice(first.length).toLowerCase()
}

export const capitalised = (word: string): string => {
  const [first = ''] = word
  return titleCased(first) + word.slice(first.length).toLowerCase()
}

/** "1", "2", "10" stay apart: 1_2_10, not 1210. */
const joinedTight = (words: readonly string[]): string =>
  words.map((word, index) => (/^\d/.test(word) && /\d$/.test(words[index - 1] ?? '') ? `_${word}` : word)).join('')

const lower = (words: readonly string[]) => words.map((word) => word.toLowerCase())
const upper = (words: readonly string[]) => words.map((word) => word.toUpperCase())
const capital = (words: readonly string[]) => words.map(capitalised)

const isLetter = (character: string): boolean => /\p{L}/u.test(character)
const isWordCharacter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)

/** Gives the first letter behind each place that `opens` a capital; one pass, so that no text takes long. */
function capitaliseStarts(text: string, opens: (character: string, before: string) => boolean): string {
  let isOpen = true
  let before = ''
  return Array.from(text, (character) => {
    const written = isOpen && isLetter(character) ? titleCased(character) : character
    isOpen = !isWordCharacter(character) && (isOpen || opens(character, before))
    // Closing quotes and brackets do not part the end of a sentence from the space behind it.
    if (!/["'’”)\]]/.test(character)) before = character
    return written
  }).join('')
}

/** Sentences begin with the text, behind . ! ? and a space, and on each line. */
const sentence = (text: string): string =>
  capitaliseStarts(
    text.toLowerCase(),
    (character, before) => character === '\n' || (/\s/.test(character) && /[.!?…]/.test(before)),
  )

function titleWord(word: string, isAtEnd: boolean): string {
  const small = word.toLowerCase()
  if (!isAtEnd && SMALL_WORDS.has(small.replace(/[^\p{L}]/gu, ''))) return small
  // Words with capitals of their own, such as iPhone or NASA, keep them.
  if (/\p{Lu}/u.test(word.replace(/\p{L}/u, ''))) return word
  return capitaliseStarts(word, (character) => /[-–—/]/.test(character))
}

function title(text: string): string {
  // Where all is in capitals, none of them is of a word's own.
  const words = (text === text.toUpperCase() ? text.toLowerCase() : text).split(/(\s+)/)
  const spoken = words.flatMap((word, index) => (isWordCharacter(word) ? [index] : []))
  const ends = [spoken[0], spoken.at(-1)]
  return words.map((word, index) => titleWord(word, ends.includes(index))).join('')
}

const inverse = (text: string): string =>
  Array.from(text, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('')

/** Of prose: the text stays as it is but for its letters. */
export const PROSE = {
  lower: { label: 'lower case', convert: (text: string) => text.toLowerCase() },
  upper: { label: 'UPPER CASE', convert: (text: string) => text.toUpperCase() },
  title: { label: 'Title Case', convert: title },
  sentence: { label: 'Sentence case', convert: sentence },
  inverse: { label: 'iNVERSE cASE', convert: inverse },
} as const

/** Of names in code: the words of each line. */
export const NAMES = {
  camel: {
    label: 'camelCase',
    convert: (words: readonly string[]) => joinedTight([...lower(words.slice(0, 1)), ...capital(words.slice(1))]),
  },
  pascal: { label: 'PascalCase', convert: (words: readonly string[]) => joinedTight(capital(words)) },
  snake: { label: 'snake_case', convert: (words: readonly string[]) => lower(words).join('_') },
  constant: { label: 'CONSTANT_CASE', convert: (words: readonly string[]) => upper(words).join('_') },
  kebab: { label: 'kebab-case', convert: (words: readonly string[]) => lower(words).join('-') },
  train: { label: 'Train-Case', convert: (words: readonly string[]) => capital(words).join('-') },
  dot: { label: 'dot.case', convert: (words: readonly string[]) => lower(words).join('.') },
  path: { label: 'path/case', convert: (words: readonly string[]) => lower(words).join('/') },
  words: { label: 'separate words', convert: (words: readonly string[]) => lower(words).join(' ') },
} as const

export type CaseName = keyof typeof PROSE | keyof typeof NAMES

const isProse = (name: CaseName): name is keyof typeof PROSE => Object.hasOwn(PROSE, name)

export const inCase = (text: string, name: CaseName): string =>
  isProse(name)
    ? PROSE[name].convert(text)
    : text
        .split('\n')
        .map((line) => NAMES[name].convert(wordsOf(line)))
        .join('\n')
