import { create } from 'qrcode'
import { fitToSrgb, hexOf, LONGEST_COLOUR, luminanceOf, NOT_A_COLOUR, parseColour, type Rgb } from '#src/lib/colour.ts'
import { svgAddress } from '#src/lib/svg-address.ts'
import {
  badge,
  checkbox,
  defineTool,
  image,
  number,
  password,
  radio,
  select,
  string,
  ToolError,
  text,
  textarea,
} from '#src/sdk/index.ts'
import { urlText, wifiText } from './qr-code-generator/content.ts'
import { type Grid, png, pngAddress } from './qr-code-generator/png.ts'

/** Digits that the largest code holds. */
const MOST_CHARACTERS = 7089
/** ISO/IEC 15415, table of symbol contrast: less than 40 % of the light is of grade 1 or 0. */
const LEAST_CONTRAST = 0.4
const FIELD_OF = { text: 'text', url: 'url', wifi: 'ssid' } as const

type Level = 'L' | 'M' | 'Q' | 'H'
/** Bytes and digits in a code of the largest version. */
const CAPACITIES = {
  L: ['2,953', '7,089'],
  M: ['2,331', '5,596'],
  Q: ['1,663', '3,993'],
  H: ['1,273', '3,057'],
} as const

function encode(content: string, level: Level, field: string) {
  if (!content.isWellFormed()) throw new ToolError('A QR code cannot hold half of a surrogate pair', { field })
  try {
    return create(content, { errorCorrectionLevel: level })
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('too big')) throw error
    const [bytes, digits] = CAPACITIES[level]
    throw new ToolError(
      `This is too long for a QR code: with error correction ${level} it holds ${bytes} bytes or ${digits} digits`,
      { field },
    )
  }
}

/** The modules with the empty margin around them. */
function framed(modules: { size: number; get(row: number, column: number): number }, margin: number): Grid {
  const { size } = modules
  const isInside = (at: number): boolean => at >= margin && at < margin + size
  return {
    size: size + 2 * margin,
    isDark: (row, column) => isInside(row) && isInside(column) && modules.get(row - margin, column - margin) === 1,
  }
}

/** One path of the dark modules: each run of a row is a bar. */
function bars({ size, isDark }: Grid): string {
  let path = ''
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      let end = column
      while (end < size && isDark(row, end)) end++
      if (end === column) continue
      path += `M${column} ${row}h${end - column}v1H${column}z`
      column = end
    }
  return path
}

const drawing = (grid: Grid, pixels: number, { dark, light }: { dark: Rgb; light: Rgb }): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${grid.size} ${grid.size}" shape-rendering="crispEdges"><path fill="${hexOf(light)}" d="M0 0h${grid.size}v${grid.size}H0z"/><path fill="${hexOf(dark)}" d="${bars(grid)}"/></svg>`

function readColour(field: 'dark' | 'light', label: string, given: string): Rgb {
  const colour = parseColour(given)
  if (colour === undefined) throw new ToolError(`${label} ${NOT_A_COLOUR}`, { field })
  return fitToSrgb(colour)
}

/** As on white paper, which shows through. */
const onWhite = ({ r, g, b, alpha = 1 }: Rgb): Rgb => ({
  mode: 'rgb',
  r: 1 + (r - 1) * alpha,
  g: 1 + (g - 1) * alpha,
  b: 1 + (b - 1) * alpha,
})

function checkColours({ dark, light }: { dark: Rgb; light: Rgb }): string | undefined {
  if (hexOf(onWhite(dark)) === hexOf(onWhite(light)) && dark.alpha === light.alpha)
    throw new ToolError('Background must have another colour than the dark modules', { field: 'light' })
  const contrast = luminanceOf(onWhite(light)) - luminanceOf(onWhite(dark))
  if (Math.abs(contrast) < LEAST_CONTRAST)
    return 'The colours are so much alike that many scanners cannot read the code.'
  return contrast < 0
    ? 'The modules are lighter than the background: many scanners cannot read such a code.'
    : undefined
}

const forKind = (...kinds: ('text' | 'url' | 'wifi')[]) => ({ showIf: { field: 'kind', in: kinds } })

export const qrCodeGenerator = defineTool({
  slug: 'qr-code-generator',
  title: 'QR Code Generator',
  description: 'Makes a QR code of a text, a web address or a Wi-Fi network, as SVG or PNG to save.',
  category: 'developer',
  tags: ['QR code', 'image', 'generator'],
  keywords: [
    'qr',
    'qr code',
    'barcode',
    'wifi qr',
    'wi-fi code',
    'url qr code',
    'qr svg',
    'qr png',
    '2d code',
    'matrix code',
    'scan',
  ],
  input: [
    radio('kind', {
      label: 'Content',
      default: 'text',
      options: { text: 'Text', url: 'Web address', wifi: 'Wi-Fi network' },
    }),
    textarea('text', {
      label: 'Text',
      required: true,
      placeholder: 'https://example.org',
      maxLength: MOST_CHARACTERS,
      ...forKind('text'),
    }),
    string('url', {
      label: 'Address',
      required: true,
      placeholder: 'https://example.org',
      maxLength: MOST_CHARACTERS,
      ...forKind('url'),
    }),
    string('ssid', { label: 'Network name (SSID)', required: true, maxLength: 100, ...forKind('wifi') }),
    password('password', { label: 'Password', maxLength: 200, secret: true, ...forKind('wifi') }),
    select('security', {
      label: 'Security',
      default: 'WPA',
      options: { WPA: 'WPA, WPA2 or WPA3', WEP: 'WEP', nopass: 'None' },
      ...forKind('wifi'),
    }),
    checkbox('hidden', { label: 'The network is hidden', ...forKind('wifi') }),
    select('errorCorrection', {
      label: 'Error correction',
      default: 'M',
      options: { L: 'L: 7 %', M: 'M: 15 %', Q: 'Q: 25 %', H: 'H: 30 %' },
      help: 'How much of the code may be damaged. More makes it larger.',
    }),
    select('format', { label: 'Picture as', default: 'svg', options: { svg: 'SVG', png: 'PNG' } }),
    number('size', { label: 'Size', unit: 'px', integer: true, min: 32, max: 1024, default: 320 }),
    number('margin', {
      label: 'Margin',
      unit: 'modules',
      integer: true,
      min: 0,
      max: 20,
      default: 4,
      help: 'ISO/IEC 18004 asks for 4.',
    }),
    string('dark', { label: 'Dark modules', default: '#000000', picker: 'colour', maxLength: LONGEST_COLOUR }),
    string('light', { label: 'Background', default: '#ffffff', picker: 'colour', maxLength: LONGEST_COLOUR }),
  ],
  output: {
    summary: text('QR code', { primary: true }),
    warning: text('Warning'),
    image: image('QR code'),
    version: badge('Version', { help: '1 (21 modules a side) to 40 (177).' }),
    modules: badge('Modules a side'),
    mask: badge('Mask'),
    content: text('What a scanner reads', { format: 'code' }),
    svg: text('SVG', { format: 'code' }),
  },
  run: ({ kind, errorCorrection, format, size, margin, ...given }) => {
    const content = {
      text: () => given.text,
      url: () => urlText(given.url),
      wifi: () => wifiText({ ...given, isHidden: given.hidden }),
    }[kind]()
    const colours = {
      dark: readColour('dark', 'Dark modules', given.dark),
      light: readColour('light', 'Background', given.light),
    }
    const warning = checkColours(colours)
    const code = encode(content, errorCorrection, FIELD_OF[kind])
    const grid = framed(code.modules, margin)
    const svg = drawing(grid, size, colours)
    const scale = Math.max(1, Math.floor(size / grid.size))
    return {
      summary: `${code.modules.size} × ${code.modules.size} modules, version ${code.version}`,
      warning,
      image: format === 'svg' ? svgAddress(svg) : pngAddress(png(grid, scale, colours)),
      version: code.version,
      modules: code.modules.size,
      mask: code.maskPattern ?? 0,
      content,
      svg,
    }
  },
  isLarge: true,
  examples: [
    {
      title: 'Eight digits',
      input: { text: '01234567', errorCorrection: 'M' },
      output: { version: 1, modules: 21, content: '01234567' },
      source: 'ISO/IEC 18004:2015, Annex I: the symbol for 01234567, version 1-M',
    },
    {
      title: 'As many digits as the smallest code holds',
      input: { text: '31415926535897932384626433832795028841971', errorCorrection: 'L' },
      output: { version: 1, modules: 21 },
      source: 'ISO/IEC 18004:2015, table 7: version 1-L holds 41 numeric characters in 21 × 21 modules',
    },
    {
      title: 'A network with signs that must be escaped',
      input: { kind: 'wifi', ssid: '"foo;bar\\baz"', security: 'nopass' },
      output: { content: 'WIFI:S:\\"foo\\;bar\\\\baz\\";;' },
      source: 'ZXing wiki, Barcode Contents, Wi-Fi network config: the SSID "foo;bar\\baz" with its quotes',
    },
    {
      title: 'A network with WPA',
      input: { kind: 'wifi', ssid: 'mynetwork', password: 'mypass' },
      output: { content: 'WIFI:T:WPA;S:mynetwork;P:mypass;;' },
      source: 'ZXing wiki, Barcode Contents, Wi-Fi network config: WIFI:T:WPA;S:mynetwork;P:mypass;;',
    },
  ],
  method: {
    formula: 'QR Code model 2: the smallest version that holds the data, the mask with the lowest penalty.',
    rounding:
      'A PNG has whole pixels per module, so it may be smaller than the size asked for; an SVG has exactly that size.',
    notes:
      'Colours whose luminance differs by less than 0.4, on white paper, and light modules on dark are warned of. Texts outside of digits and capitals are written as UTF-8 bytes. Codes are read best dark on light, with the margin of 4 modules left empty.',
  },
  sources: [
    { title: 'ISO/IEC 18004:2015, QR Code bar code symbology specification' },
    { title: 'ISO/IEC 15415:2011, print quality of two-dimensional symbols: symbol contrast' },
    { title: 'ZXing, Barcode Contents', url: 'https://github.com/zxing/zxing/wiki/Barcode-Contents' },
  ],
})
