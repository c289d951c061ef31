import { compare, divide, fromNumber, multiply, parseDecimal, type Rational, toNumber } from '#src/lib/rational.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, number, string, ToolError, table, text } from '#src/sdk/index.ts'

const LARGEST_SIDE = 1_000_000
const PART = String.raw`(\d{1,9}(?:\.\d{1,20})?)`
const RATIO = new RegExp(String.raw`^\s*${PART}(?:\s*(?:[:/x×]|to|by)\s*${PART})?\s*$`, 'i')

const COMMON = [
  { name: '1:1', use: 'Square' },
  { name: '5:4', use: 'Large-format print' },
  { name: '4:3', use: 'Standard-definition television, XGA' },
  { name: '3:2', use: '35 mm photo' },
  { name: '16:10', use: 'Laptop screens' },
  { name: '16:9', use: 'HD, UHD television' },
  { name: '1.85:1', use: 'Cinema, flat' },
  { name: '2:1', use: 'Univisium' },
  { name: '2.39:1', use: 'Cinema, scope' },
  { name: '21:9', use: 'Ultra-wide screens' },
  { name: '4:5', use: 'Portrait photo' },
  { name: '3:4', use: 'Portrait, standard' },
  { name: '2:3', use: 'Portrait, 35 mm' },
  { name: '9:16', use: 'Phone video' },
] as const

const WIDTHS = [320, 640, 1024, 1280, 1920, 2560, 3840]

/** "16:9", "16/9", "1.85:1" or "1.5"; undefined for other text and for nothing. */
function parseRatio(written: string): Rational | undefined {
  const [, width, height = '1'] = RATIO.exec(written) ?? []
  if (width === undefined || Number(width) === 0 || Number(height) === 0) return undefined
  return divide(parseDecimal(width), parseDecimal(height))
}

interface Given {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly ratio?: string | undefined
}

function ratioOf(written: string): Rational {
  const ratio = parseRatio(written)
  if (ratio === undefined) throw new ToolError('Ratio must be written as in 16:9 or 1.85', { field: 'ratio' })
  return ratio
}

/** Width and height are absent where only a ratio is known. */
function solve({ width, height, ratio }: Given): { ratio: Rational; width?: Rational; height?: Rational } {
  const [wide, high] = [width, height].map((side) => (side === undefined ? undefined : fromNumber(side)))
  if (ratio !== undefined && wide && high)
    throw new ToolError('Leave one of width, height and ratio empty: it is worked out', { field: 'ratio' })
  if (wide && high) return { ratio: divide(wide, high), width: wide, height: high }
  if (ratio === undefined) throw new ToolError('Give two of width, height and ratio', { field: 'ratio' })
  const shape = ratioOf(ratio)
  if (wide) return { ratio: shape, width: wide, height: divide(wide, shape) }
  return high ? { ratio: shape, width: multiply(high, shape), height: high } : { ratio: shape }
}

const side = (length: Rational | undefined): number | undefined => length && roundTo(toNumber(length), 6)

/** The common ratio nearest in proportion. */
function nearest(ratio: Rational): string {
  const distance = (name: string) => Math.abs(Math.log(toNumber(ratio) / toNumber(ratioOf(name))))
  const best = COMMON.toSorted((a, b) => distance(a.name) - distance(b.name))[0] ?? COMMON[0]
  const common = ratioOf(best.name)
  if (compare(common, ratio) === 0) return `${best.name} (${best.use})`
  const percent = roundTo((toNumber(ratio) / toNumber(common) - 1) * 100, 2)
  return `${best.name} (${best.use}), ${Math.abs(percent)} % ${percent < 0 ? 'narrower' : 'wider'}`
}

export const aspectRatio = defineTool({
  slug: 'aspect-ratio',
  title: 'Aspect Ratio Calculator',
  description: 'Reduces width and height to their ratio, or works out the side that a ratio leaves open.',
  category: 'design',
  tags: ['image', 'video', 'CSS'],
  keywords: ['16:9', '4:3', 'resize', 'resolution', 'proportion', 'width and height', 'screen size', 'crop', 'scale'],
  input: [
    number('width', { label: 'Width', min: 0.001, max: LARGEST_SIDE }),
    number('height', { label: 'Height', min: 0.001, max: LARGEST_SIDE, swapWith: 'width' }),
    string('ratio', {
      label: 'Ratio',
      help: 'Width to height. Leave empty what is to be worked out.',
      placeholder: '16:9',
      maxLength: 40,
    }),
  ],
  output: {
    ratio: badge('Ratio', { type: 'string', primary: true }),
    decimal: badge('As a number'),
    width: badge('Width'),
    height: badge('Height'),
    orientation: text('Orientation'),
    nearest: text('Nearest common ratio'),
    css: text('CSS', { format: 'code' }),
    sizes: table('At usual widths', {
      columns: [
        { name: 'width', label: 'Width', type: 'number' },
        { name: 'height', label: 'Height', type: 'number' },
        { name: 'pixels', label: 'Whole pixels' },
      ],
    }),
  },
  run: (given) => {
    const { ratio, width, height } = solve(given)
    const order = compare(ratio, fromNumber(1))
    return {
      ratio: `${ratio.numerator}:${ratio.denominator}`,
      decimal: roundTo(toNumber(ratio), 6),
      width: side(width),
      height: side(height),
      orientation: order === 0 ? 'Square' : order > 0 ? 'Landscape' : 'Portrait',
      nearest: nearest(ratio),
      css: `aspect-ratio: ${ratio.numerator} / ${ratio.denominator};`,
      sizes: WIDTHS.map((wide) => {
        const high = divide(fromNumber(wide), ratio)
        return { width: wide, height: roundTo(toNumber(high), 2), pixels: `${wide} × ${roundTo(toNumber(high), 0)}` }
      }),
    }
  },
  examples: [
    {
      title: 'High-definition television',
      input: { width: 1920, height: 1080 },
      output: { ratio: '16:9', orientation: 'Landscape', css: 'aspect-ratio: 16 / 9;' },
      source: 'Recommendation ITU-R BT.709-6 (2015), part 2: 1920 × 1080 samples, aspect ratio 16:9',
    },
    {
      title: 'The height of an ultra-high-definition picture',
      input: { width: 3840, ratio: '16:9' },
      output: { height: 2160, ratio: '16:9' },
      source: 'Recommendation ITU-R BT.2020-2 (2015), table 1: 3840 × 2160, picture aspect ratio 16:9',
    },
    {
      title: 'The width of an XGA screen',
      input: { height: 768, ratio: '4:3' },
      output: { width: 1024, ratio: '4:3' },
      source: 'VESA Display Monitor Timing Standard: XGA 1024 × 768, 4:3',
    },
    {
      title: 'The container of digital cinema has no simple ratio',
      input: { width: 4096, height: 2160 },
      output: { ratio: '256:135', decimal: 1.896296 },
      source: 'SMPTE ST 428-1: 4096 × 2160; the greatest common divisor is 16, 256 / 135 = 1.8962963',
    },
    {
      title: 'A ratio with decimals',
      input: { ratio: '1.85:1' },
      output: { ratio: '37:20', decimal: 1.85, nearest: '1.85:1 (Cinema, flat)' },
      source: 'By definition: 1.85 = 185 / 100 = 37 / 20',
      isOurs: true,
    },
  ],
  method: {
    formula: 'ratio = width : height in lowest terms; width = height × ratio; height = width / ratio',
    rounding:
      'Computed with exact fractions. Sides are given to 6 decimals, in the table to 0.01 and in whole pixels, halves up.',
    notes: '21:9 is what screens of 64:27 (2560 × 1080) and 43:18 (3440 × 1440) are sold as.',
  },
  sources: [
    { title: 'Recommendation ITU-R BT.709-6 (2015)', url: 'https://www.itu.int/rec/R-REC-BT.709' },
    { title: 'Recommendation ITU-R BT.2020-2 (2015)', url: 'https://www.itu.int/rec/R-REC-BT.2020' },
    { title: 'CSS Box Sizing Module Level 4, aspect-ratio', url: 'https://www.w3.org/TR/css-sizing-4/#aspect-ratio' },
  ],
})
