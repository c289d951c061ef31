const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
export const hasInvisible = (text: string): boolean => text.search(INVISIBLE) !== -1

/** Letters of other scripts, each before the Latin one that it looks like. */
const PAIRS =
  'аa вb сc еe нh іi їi јj кk мm оo рp ѕs тt хx уy ӏl ԍg һh ѵv αa βb εe ηn ιi κk νv οo ρp τt υu χx ԁd ԛq ԝw ɡg ıi ℓl ɩi օo ոn սu'
const LOOKALIKES = new Map(PAIRS.split(' ').map((pair) => [...pair] as [string, string]))
const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  '@': 'a',
  $: 's',
}

/** `P a s s w o r d` and `p.a.s.s` as one word. */
const joinSpaced = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])\p{L}(?:[ ._*-]\p{L}){3,40}(?![\p{L}\p{N}])/gu, (spaced) =>
    spaced.replace(/[ ._*-]/g, ''),
  )

/** Small letters without accents and without what cannot be seen. */
export const folded = (text: string): string =>
  joinSpaced(
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(INVISIBLE, '')
      .toLowerCase()
      .replace(/[’‘ʼ]/g, "'"),
  )

/** The same with each letter as the Latin one that it looks like. */
export const plain = (text: string): string =>
  folded(text).replace(/[^\p{ASCII}]/gu, (sign) => LOOKALIKES.get(sign) ?? sign)

/** Digits and signs inside of words as the letters that they stand for. */
const unleet = (text: string): string =>
  text.replace(/[a-z0-9@$]{3,40}/g, (word) =>
    /[a-z]{2}/.test(word) && /[01345780@$]/.test(word)
      ? word.replace(/[01345780@$]/g, (sign) => LEET[sign] ?? sign)
      : word,
  )

/** All that somebody could read in a text, one reading a line. */
export function readingsOf(text: string): string {
  const latin = plain(text)
  return [...new Set([folded(text), latin, unleet(latin)])].join('\n')
}

/** What a word looks like to somebody in a hurry. */
export const skeletonOf = (word: string): string =>
  [...word]
    .map((sign) => LEET[sign] ?? sign)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[l|!]/g, 'i')

/** Words that hold letters of two scripts. */
export const mixesScripts = (title: string): boolean =>
  title
    .split(/[^\p{L}\p{M}]+/u)
    .some(
      (word) =>
        word.length > 2 &&
        /\p{Script=Latin}/u.test(word) &&
        /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(word),
    )
