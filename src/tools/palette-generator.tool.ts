import { hexOf, isDisplayable, LONGEST_COLOUR, NOT_A_COLOUR, type Oklch, parseColour } from '#src/lib/colour.ts'
import { defineTool, image, listOf, number, select, string, ToolError, table, text } from '#src/sdk/index.ts'
import { picture } from './palette-generator/picture.ts'
import { inkOn, paletteOf, SCHEMES, STEPPED } from './palette-generator/schemes.ts'

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0

/** As CSS takes it: percent with two decimals, chroma with four, degrees with two. */
const oklchText = ({ l, c, h = 0 }: Oklch): string =>
  `oklch(${rounded(l * 100, 2)}% ${rounded(c, 4)} ${rounded(h, 2) % 360})`

export const paletteGenerator = defineTool({
  slug: 'palette-generator',
  title: 'Palette Generator',
  description:
    'Makes a palette from one colour, even to the eye (OKLCH), as swatches, a picture and CSS custom properties.',
  category: 'design',
  tags: ['colour', 'CSS', 'generator'],
  keywords: [
    'color palette',
    'colour scheme',
    'color scheme',
    'tints',
    'shades',
    'complementary',
    'analogous',
    'triadic',
    'tetradic',
    'monochromatic',
    'oklch',
    'colour harmony',
  ],
  input: [
    string('base', {
      label: 'Base colour',
      required: true,
      placeholder: '#3b82f6',
      picker: 'colour',
      maxLength: LONGEST_COLOUR,
    }),
    select('scheme', { label: 'Scheme', default: 'monochrome', options: SCHEMES }),
    number('steps', {
      label: 'Colours',
      integer: true,
      min: 1,
      max: 24,
      default: 9,
      presets: [5, 9, 12],
      showIf: { field: 'scheme', in: STEPPED },
    }),
    number('angle', {
      label: 'Between neighbours',
      unit: '°',
      min: 1,
      max: 120,
      default: 30,
      showIf: { field: 'scheme', in: ['analogous'] },
    }),
    string('prefix', { label: 'Name in CSS', default: 'colour', maxLength: 40 }),
    select('notation', { label: 'CSS with', default: 'hex', options: { hex: 'Hex', oklch: 'OKLCH' } }),
  ],
  output: {
    swatches: table('Palette', {
      primary: true,
      columns: [
        { name: 'name', label: 'Name' },
        { name: 'hex', label: 'Colour', type: 'colour' },
        { name: 'oklch', label: 'OKLCH' },
        { name: 'ink', label: 'Text on it', type: 'colour' },
        { name: 'fitted', label: 'Fitted to sRGB' },
      ],
    }),
    picture: image('Picture'),
    css: text('CSS', { format: 'code' }),
    colors: listOf('Hex'),
  },
  run: ({ base, scheme, steps, angle, prefix, notation }) => {
    const colour = parseColour(base)
    if (colour === undefined) throw new ToolError(`Base colour ${NOT_A_COLOUR}`, { field: 'base' })
    const name = prefix.trim().replace(/^--/, '')
    if (!/^[a-z][\w-]*$/i.test(name))
      throw new ToolError('Name in CSS must start with a letter and hold letters, digits, - and _ only', {
        field: 'prefix',
      })
    const palette = paletteOf(colour, scheme, { steps, angle })
    const swatches = palette.map((one, index) => ({
      name: `${name}-${index + 1}`,
      hex: hexOf(one),
      oklch: oklchText(one),
      ink: inkOn(one),
      fitted: !isDisplayable(one),
    }))
    const lines = swatches.map((swatch) => `  --${swatch.name}: ${notation === 'hex' ? swatch.hex : swatch.oklch};`)
    return {
      swatches,
      picture: picture(swatches),
      css: `:root {\n${lines.join('\n')}\n}`,
      colors: swatches.map(({ hex }) => hex),
    }
  },
  isLarge: true,
  examples: [
    {
      title: 'Hues 120° apart',
      input: { base: 'oklch(70% 0.1 100)', scheme: 'triadic', notation: 'oklch', prefix: 'c' },
      output: {
        css: ':root {\n  --c-1: oklch(70% 0.1 100);\n  --c-2: oklch(70% 0.1 220);\n  --c-3: oklch(70% 0.1 340);\n}',
      },
      source: 'MDN Web Docs, Using relative colors, color palette generator: triadic is the base, h − 120 and h + 120',
    },
    {
      title: 'Black and half way to white in Oklab',
      input: { base: 'black', scheme: 'tints', steps: 2 },
      output: { colors: ['#000000', '#636363'] },
      source:
        'sass-spec, color.to-space, oklab to rgb: oklab(50% 0 0) is rgb(99.0860790568, 99.0860790568, 99.0860790568), in hex #636363',
    },
    {
      title: 'A grey has no hue to turn',
      input: { base: '#808080', scheme: 'complementary' },
      output: { colors: ['#808080', '#808080'] },
      source: 'W3C, CSS Color Module Level 4, section 9.4: in OKLCH the hue of a colour with chroma 0 is powerless',
    },
  ],
  method: {
    formula:
      'In OKLCH: schemes turn the hue, monochrome spreads lightness from 95 % to 25 %, tints, shades and tones mix evenly with white, black or the grey of the same lightness in Oklab.',
    rounding:
      'Hex is rounded to 8 bits; OKLCH is written with two decimals of a percent and of a degree, four of chroma.',
    notes:
      'A colour that sRGB lacks is shown, and written in hex, as the nearest that it has (gamut mapping of CSS Color 4); its OKLCH stays as computed. The text on a swatch is black or white, whichever has more contrast by WCAG 2.2.',
  },
  sources: [
    { title: 'W3C, CSS Color Module Level 4', url: 'https://www.w3.org/TR/css-color-4/' },
    {
      title: 'MDN Web Docs, Using relative colors',
      url: 'https://developer.mozilla.org/en-US/docs/Web/CSS/CSS_colors/Relative_colors',
    },
  ],
})
