import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630

export interface CardWords {
  readonly eyebrow: string
  readonly title: string
  readonly text: string
  readonly foot: string
}

// The light palette of tokens.css; the library knows no oklch().
const COLOURS = {
  canvas: '#fcfaf7',
  line: '#dedbd5',
  dot: '#d8d4cb',
  text: '#17252a',
  second: '#4a5a60',
  accent: '#0f6274',
}
const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="6" fill="${COLOURS.accent}"/><path d="M8.5 21.5v-15h11.5M8.5 14h8" fill="none" stroke="${COLOURS.canvas}" stroke-width="3"/><path d="M17.5 21.5h.01M21.5 21.5h.01M21.5 17.5h.01" stroke="${COLOURS.canvas}" stroke-width="2" stroke-linecap="round"/></svg>`
const DOTS = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><circle cx="2" cy="2" r="1.6" fill="${COLOURS.dot}"/></svg>`

const dataUrl = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

type Style = Readonly<Record<string, string | number>>

/** What satori reads of a React element; the server itself has no use for React. */
interface Drawn {
  readonly type: 'div' | 'img'
  readonly key: null
  readonly props: Readonly<Record<string, unknown>>
}

const box = (style: Style, ...children: (Drawn | string)[]): Drawn => ({
  ...{ type: 'div', key: null },
  props: { style: { display: 'flex', ...style }, children },
})

const LONG_TITLE = 34

const MARGIN = 72

/** Long words break and long texts end with an ellipsis; the paper's dots stop at the text. */
const words = (style: Style, text: string) =>
  box({ display: 'block', wordBreak: 'break-word', backgroundColor: COLOURS.canvas, ...style }, text)

const head = (eyebrow: string) =>
  box(
    { alignItems: 'center', justifyContent: 'space-between' },
    box(
      { alignItems: 'center', gap: 20, fontSize: 40, fontWeight: 600 },
      { type: 'img', key: null, props: { src: dataUrl(MARK), width: 64, height: 64 } },
      'Fettle',
    ),
    box({ fontSize: 28, color: COLOURS.second, backgroundColor: COLOURS.canvas }, eyebrow),
  )

const drawing = ({ eyebrow, title, text, foot }: CardWords) =>
  box(
    {
      ...{ width: CARD_WIDTH, height: CARD_HEIGHT, padding: MARGIN },
      ...{ backgroundColor: COLOURS.canvas, backgroundImage: `url("${dataUrl(DOTS)}")`, backgroundSize: '24px 24px' },
      ...{ color: COLOURS.text, fontFamily: 'Instrument Sans' },
    },
    box(
      {
        ...{ flexDirection: 'column', justifyContent: 'space-between' },
        ...{ width: CARD_WIDTH - 2 * MARGIN, height: CARD_HEIGHT - 2 * MARGIN },
      },
      head(eyebrow),
      box(
        { flexDirection: 'column', gap: 24 },
        words(
          {
            ...{ fontSize: title.length > LONG_TITLE ? 60 : 84, fontWeight: 600, lineHeight: 1.1, letterSpacing: -2 },
            lineClamp: 2,
          },
          title,
        ),
        words({ fontSize: 34, lineHeight: 1.35, color: COLOURS.second, lineClamp: 2 }, text),
      ),
      box(
        {
          borderTop: `2px solid ${COLOURS.line}`,
          paddingTop: 28,
          fontSize: 28,
          color: COLOURS.accent,
          fontWeight: 600,
        },
        foot,
      ),
    ),
  )

const WEIGHTS = [400, 600] as const
const SUBSETS = ['latin', 'latin-ext'] as const

const readFonts = () =>
  Promise.all(
    WEIGHTS.flatMap((weight) =>
      SUBSETS.map(async (subset) => {
        const file = import.meta.resolve(
          `@fontsource/instrument-sans/files/instrument-sans-${subset}-${weight}-normal.woff`,
        )
        return { name: 'Instrument Sans', weight, style: 'normal' as const, data: await readFile(fileURLToPath(file)) }
      }),
    ),
  )

let fonts: ReturnType<typeof readFonts> | undefined

/** One after the other: it takes memory, and nobody waits for a picture of a link. */
let last: Promise<unknown> = Promise.resolve()

/** PNG. What the fonts have no letters for is left out, see `drawable`. Libraries are loaded by the first picture. */
export function drawCard(card: CardWords): Promise<Buffer> {
  const turn = last.then(async () => {
    const [{ default: satori }, { default: sharp }] = await Promise.all([import('satori'), import('sharp')])
    sharp.cache(false)
    fonts ??= readFonts()
    const svg = await satori(drawing(card), { width: CARD_WIDTH, height: CARD_HEIGHT, fonts: await fonts })
    return sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 }).toBuffer()
  })
  last = turn.catch(() => undefined)
  return turn
}

/** Latin letters with most of their accents, figures and signs: what the two subsets of the font have. */
const DRAWABLE = /^[\u0020-\u007e\u00a0-\u024f\u1e00-\u1e9f\u1ef2-\u1eff\u2010-\u2026\u20ac\u2122\u2212]*$/

/** A letter that the font lacks loses its accents, or is left out. */
const drawableLetter = (letter: string): string => {
  if (DRAWABLE.test(letter)) return letter
  const bare = letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return DRAWABLE.test(bare) ? bare : ''
}

export const drawable = (text: string): string =>
  [...text.normalize('NFC').replaceAll(/\s+/g, ' ')].map(drawableLetter).join('').replaceAll(/ +/g, ' ').trim()
