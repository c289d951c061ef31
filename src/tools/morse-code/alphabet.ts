/** ITU-R M.1677-1, annex 1, section 1.1. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ A: '.-', B: '-...', C: '-.-.', D: '-..', E: '.', É: '..-..', F: '..-.', G: '--.', H: '....', I: '..' },
  ...{ J: '.---', K: '-.-', L: '.-..', M: '--', N: '-.', O: '---', P: '.--.', Q: '--.-', R: '.-.', S: '...' },
  ...{ T: '-', U: '..-', V: '...-', W: '.--', X: '-..-', Y: '-.--', Z: '--..' },
  ...{ 0: '-----', 1: '.----', 2: '..---', 3: '...--', 4: '....-' },
  ...{ 5: '.....', 6: '-....', 7: '--...', 8: '---..', 9: '----.' },
  ...{ '.': '.-.-.-', ',': '--..--', ':': '---...', '?': '..--..', "'": '.----.', '-': '-....-', '/': '-..-.' },
  ...{ '(': '-.--.', ')': '-.--.-', '"': '.-..-.', '=': '-...-', '+': '.-.-.', '@': '.--.-.' },
}
/** Signs of procedure, section 1.1.3: understood, error, end of work, starting signal, wait. */
const PROCEDURE: Readonly<Record<string, string>> = {
  '<SN>': '...-.',
  '<HH>': '........',
  '<SK>': '...-.-',
  '<KA>': '-.-.-',
  '<AS>': '.-...',
}
/** Not in the recommendation, but in common use. */
const COMMON: Readonly<Record<string, string>> = {
  '!': '-.-.--',
  ';': '-.-.-.',
  _: '..--.-',
  $: '...-..-',
  '&': '.-...',
}
/** Signs that are sent as other signs: section 3 of the same, and what typesetting makes of the plain ones. */
const SENT_AS: Readonly<Record<string, string>> = {
  ...{ '×': 'X', '%': '0/0', '‰': '0/00', '′': "'", '″': "''", '’': "'", '‘': "'" },
  ...{ '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '–': '-', '—': '-', '−': '-', '‐': '-', '…': '...' },
}

const CODES = new Map(Object.entries({ ...LETTERS, ...PROCEDURE, ...COMMON }))
const BY_CODE = new Map([...CODES].map(([letter, code]) => [code, letter]))

const withoutAccents = (letter: string): string => letter.normalize('NFD').replace(/\p{M}/gu, '')

const isFraction = (character: string): boolean => /^[¼-¾⅐-⅞↉]$/.test(character)
/** ½ is 1/2; Unicode’s own slash of fractions has no code. */
const fractionInFigures = (character: string): string => character.normalize('NFKC').replace('⁄', '/')

/** Sections 3.3.2 and 4.3: a hyphen joins a number to its fraction and to % and ‰, else 2% would be 20/0. */
export const withHyphensInNumbers = (text: string): string =>
  text.replace(/(?<=\d)(?=[¼-¾⅐-⅞↉])|(?<=[\d¼-¾⅐-⅞↉])(?=[%‰])/g, '-')

/** The characters of a text, a sign of procedure as one of them. */
export const signsOf = (text: string): readonly string[] => text.match(/<[a-z]{2}>|./gisu) ?? []

/** The codes of one character; undefined where there are none. */
export function codeOf(character: string): readonly string[] | undefined {
  const capital = character.normalize('NFC').toUpperCase()
  const signs = isFraction(capital) ? fractionInFigures(capital) : (SENT_AS[capital] ?? withoutAccents(capital))
  const spelled = CODES.has(capital) ? [capital] : [...signs]
  const codes = spelled.map((letter) => CODES.get(letter))
  return codes.every((code) => code !== undefined) ? codes : undefined
}

/** The letter of a code in dots and dashes. */
export const letterOf = (code: string): string | undefined => BY_CODE.get(code)
