/** Some signs of a text that one font draws. */
export interface TextPart {
  readonly face: string
  readonly text: string
}

/** The name of the font that has a sign. */
export type FaceOf = (codePoint: number) => string | undefined

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Not what joins or varies its neighbours, ends a line or means nothing yet. */
export const isVisible = (sign: string): boolean => !/^[\p{C}\p{Default_Ignorable_Code_Point}]$/u.test(sign)

const UNKNOWN = '?'

export const graphemesOf = (text: string): string[] =>
  Array.from(GRAPHEMES.segment(text.normalize('NFC')), ({ segment }) => segment)

export const codePointOf = (sign: string): number => sign.codePointAt(0) ?? 0

/** A sign of several letters, such as a family of emoji, is one question mark when one of them has no font. */
function partsOfGrapheme(grapheme: string, faceOf: FaceOf): TextPart[] {
  const parts = Array.from(grapheme, (text) => ({ text, face: faceOf(codePointOf(text)) }))
  const isMissing = parts.some(({ text, face }) => face === undefined && isVisible(text))
  if (isMissing) return [{ text: UNKNOWN, face: faceOf(codePointOf(UNKNOWN)) ?? '' }]
  return parts.flatMap(({ text, face }) => (face === undefined ? [] : [{ text, face }]))
}

/** A text as the fonts draw it one after the other. What none of them has is a question mark. */
export function partsOf(text: string, faceOf: FaceOf): TextPart[] {
  const parts: TextPart[] = []
  for (const part of graphemesOf(text).flatMap((one) => partsOfGrapheme(one, faceOf))) {
    const last = parts.at(-1)
    if (last?.face === part.face) parts[parts.length - 1] = { face: last.face, text: last.text + part.text }
    else parts.push(part)
  }
  return parts
}

export type Family = 'sc' | 'jp' | 'kr'

/** Chinese, Japanese and Korean share signs, and each draws them in its own way: kana and hangul tell which it is. */
export function familiesFor(text: string): readonly Family[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['jp', 'sc', 'kr']
  if (/\p{Script=Hangul}/u.test(text.normalize('NFC'))) return ['kr', 'jp', 'sc']
  return ['sc', 'jp', 'kr']
}

type Range = readonly [from: number, to: number]

/** "U+4E00-4E02,U+4E05", as in the stylesheets of fonts; the lowest first. */
export const rangesOf = (listed: string): readonly Range[] =>
  listed
    .split(',')
    .map((range): Range => {
      const [from = 0, to = from] = range
        .trim()
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      return [from, to]
    })
    .sort(([one], [other]) => one - other)

/** Halves what is left to look at each time: a text of strange signs is looked up in the ranges of hundreds of files. */
export function isInRanges(ranges: readonly Range[], codePoint: number): boolean {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const [from, to] = ranges[middle] ?? [0, 0]
    if (codePoint >= from && codePoint <= to) return true
    if (codePoint < from) high = middle
    else low = middle + 1
  }
  return false
}
