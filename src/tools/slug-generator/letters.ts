/** Letters that are no Latin letter with a sign on it, which is all that taking accents away can help with. */
const LATIN = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', þ: 'th', ð: 'd', đ: 'd', ħ: 'h', ı: 'i', ĸ: 'k', ł: 'l', ŋ: 'n', ŧ: 't' },
  ...{ ə: 'a', ƒ: 'f', ĳ: 'ij' },
}
/** ISO 9 simplified to the letters that English writers use (BGN/PCGN). */
const CYRILLIC = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'yo', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l' },
  ...{ м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh' },
  ...{ щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya' },
  ...{ і: 'i', ї: 'yi', є: 'ye', ґ: 'g', ў: 'u', ђ: 'dj', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', џ: 'dz', ѓ: 'gj', ќ: 'kj' },
}
/** ISO 843, without accents. */
const GREEK = {
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n' },
  ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
}
const SIGNS = { '&': ' and ', '€': ' euro ', '£': ' pound ', '©': ' c ', '™': ' tm ', '№': ' no ' }
const LETTERS: Readonly<Record<string, string>> = { ...LATIN, ...CYRILLIC, ...GREEK, ...SIGNS }

const GERMAN = { ä: 'ae', ö: 'oe', ü: 'ue' }
const DANISH = { å: 'aa', ø: 'oe', ä: 'ae', ö: 'oe' }
/** What languages write for letters that others only take the sign from. */
export const LANGUAGES: Readonly<Record<'de' | 'da' | 'none', Readonly<Record<string, string>>>> = {
  de: GERMAN,
  da: DANISH,
  none: {},
}

const LETTERS_ONLY = /^[\p{L}\p{N}\p{M}]+$/u

/** A ligature, a raised or a wide letter becomes its letters; “½” would become “12”, and stays. */
const withoutAccents = (letter: string): string => {
  const plain = letter.normalize('NFKD')
  return (LETTERS_ONLY.test(plain) ? plain : letter.normalize('NFD')).replace(/\p{M}/gu, '')
}

/** A word that was in capitals stays in capitals, an initial one an initial. */
const casedAs = (letter: string, written: string): string =>
  letter === letter.toLowerCase() ? written : written.charAt(0).toUpperCase() + written.slice(1)

/** In Latin letters without signs, as far as the letters are known. */
export function transliterate(text: string, language: keyof typeof LANGUAGES): string {
  const own = LANGUAGES[language]
  return Array.from(text.normalize('NFC'), (letter) => {
    const small = letter.toLowerCase()
    const written = own[small] ?? LETTERS[small]
    if (written !== undefined) return casedAs(letter, written)
    const bare = withoutAccents(letter)
    return casedAs(letter, LETTERS[bare.toLowerCase()] ?? bare)
  }).join('')
}
