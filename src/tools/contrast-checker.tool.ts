import { type Colour, fitToSrgb, hexOf, LONGEST_COLOUR, NOT_A_COLOUR, parseColour, type Rgb } from '#src/lib/colour.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, image, radio, select, string, ToolError, table, text } from '#src/sdk/index.ts'
import { composite, contrastRatio, lightnessContrast } from './contrast-checker/measures.ts'
import { nearestPassing } from './contrast-checker/nearest.ts'
import { sample } from './contrast-checker/sample.ts'

const WHITE: Rgb = { mode: 'rgb', r: 1, g: 1, b: 1 }

const REQUIREMENTS = {
  aa: { least: 4.5, label: 'AA, normal text (1.4.3)' },
  'aa-large': { least: 3, label: 'AA, large text (1.4.3)' },
  aaa: { least: 7, label: 'AAA, normal text (1.4.6)' },
  'aaa-large': { least: 4.5, label: 'AAA, large text (1.4.6)' },
  'non-text': { least: 3, label: 'AA, controls and graphics (1.4.11)' },
} as const
const LEVELS = {
  '90': 'Lc 90: body text, preferred',
  '75': 'Lc 75: body text, least',
  '60': 'Lc 60: other text to be read, from 24 px, or 16 px bold',
  '45': 'Lc 45: headlines, from 36 px, or 24 px bold',
  '30': 'Lc 30: placeholders, disabled text, solid icons',
  '15': 'Lc 15: least of what shall be seen at all',
} as const

function read(field: 'foreground' | 'background', label: string, given: string): Colour {
  const colour = parseColour(given)
  if (colour === undefined) throw new ToolError(`${label} ${NOT_A_COLOUR}`, { field })
  return colour
}

// Down, never up: 4.4999996 must not read as a 4.5 that fails. The millionth part undoes binary noise.
const shownRatio = (ratio: number): number => Math.floor(ratio * 1e6 + 1e-6) / 1e6

const isLc = (least: number) => (ink: Rgb, ground: Rgb) => Math.abs(lightnessContrast(ink, ground)) >= least
const isRatio = (least: number) => (ink: Rgb, ground: Rgb) => contrastRatio(ink, ground) >= least

const checksOf = (ink: Rgb, ground: Rgb) => [
  ...Object.values(REQUIREMENTS).map(({ least, label }) => ({
    standard: `WCAG 2.2 ${label}`,
    needs: `${least}:1`,
    passes: isRatio(least)(ink, ground),
  })),
  ...Object.entries(LEVELS)
    .sort(([a], [b]) => Number(b) - Number(a))
    .map(([level, label]) => ({
      standard: `APCA ${label}`,
      needs: `±${level}`,
      passes: isLc(Number(level))(ink, ground),
    })),
]

const colourField = (name: 'foreground' | 'background', label: string, usual: string) =>
  string(name, { label, required: true, picker: 'colour', placeholder: usual, maxLength: LONGEST_COLOUR })

export const contrastChecker = defineTool({
  slug: 'contrast-checker',
  title: 'Contrast Checker',
  description:
    'Measures the contrast of text on its background by WCAG 2.2 and APCA, and finds the nearest colour that passes.',
  category: 'design',
  tags: ['accessibility', 'colour', 'WCAG'],
  keywords: [
    'color contrast',
    'contrast ratio',
    'wcag',
    'apca',
    'a11y',
    'accessibility',
    'aa',
    'aaa',
    'readability',
    'text on background',
    'luminance',
  ],
  input: [
    colourField('foreground', 'Text', '#5f6b7a'),
    colourField('background', 'Background', '#ffffff'),
    radio('method', { label: 'Judge by', default: 'wcag', options: { wcag: 'WCAG 2.2 ratio', apca: 'APCA Lc' } }),
    select('requirement', {
      label: 'It must reach',
      default: 'aa',
      options: {
        aa: `${REQUIREMENTS.aa.label}: 4.5`,
        'aa-large': `${REQUIREMENTS['aa-large'].label}: 3`,
        aaa: `${REQUIREMENTS.aaa.label}: 7`,
        'aaa-large': `${REQUIREMENTS['aaa-large'].label}: 4.5`,
        'non-text': `${REQUIREMENTS['non-text'].label}: 3`,
      },
      showIf: { field: 'method', in: ['wcag'] },
    }),
    select('level', {
      label: 'It must reach',
      default: '75',
      options: LEVELS,
      showIf: { field: 'method', in: ['apca'] },
    }),
  ],
  output: {
    ratio: badge('WCAG contrast ratio, to 1', { primary: true }),
    Lc: badge('APCA lightness contrast Lc', { help: 'Negative where the text is lighter than its background.' }),
    passes: badge('Passes', { type: 'boolean' }),
    preview: image('Sample'),
    nearest: text('Nearest text colour that passes', { format: 'code' }),
    suggestions: table('What would pass', {
      columns: [
        { name: 'change', label: 'Change' },
        { name: 'colour', label: 'To', type: 'colour' },
        { name: 'ratio', label: 'Ratio', type: 'number' },
        { name: 'Lc', label: 'Lc', type: 'number' },
      ],
    }),
    checks: table('All requirements', {
      columns: [
        { name: 'standard', label: 'Requirement' },
        { name: 'needs', label: 'Needs' },
        { name: 'passes', label: 'Passes' },
      ],
    }),
  },
  run: ({ foreground, background, method, requirement, level }) => {
    const [front, back] = [read('foreground', 'Text', foreground), read('background', 'Background', background)]
    const ground = composite(fitToSrgb(back), WHITE)
    const ink = composite(fitToSrgb(front), ground)
    const passes = method === 'apca' ? isLc(Number(level)) : isRatio(REQUIREMENTS[requirement].least)
    const doesPass = passes(ink, ground)
    const inkHex = doesPass ? hexOf(ink) : nearestPassing(ink, (other) => passes(other, ground))
    const groundHex = doesPass ? hexOf(ground) : nearestPassing(ground, (other) => passes(ink, other))
    const rated = (change: string, hex: string | undefined, pair: (found: Rgb) => [Rgb, Rgb]) => {
      const found = hex === undefined ? undefined : parseColour(hex)
      if (hex === undefined || found === undefined) return []
      const both = pair(fitToSrgb(found))
      return [
        { change, colour: hex, ratio: roundTo(contrastRatio(...both), 2), Lc: roundTo(lightnessContrast(...both), 1) },
      ]
    }
    return {
      ratio: shownRatio(contrastRatio(ink, ground)),
      Lc: roundTo(lightnessContrast(ink, ground), 6),
      passes: doesPass,
      preview: sample(ink, ground),
      nearest: inkHex ?? 'None on this background',
      ...(!doesPass && {
        suggestions: [
          ...rated('Text', inkHex, (found) => [found, ground]),
          ...rated('Background', groundHex, (found) => [ink, found]),
        ],
      }),
      checks: checksOf(ink, ground),
    }
  },
  isLarge: true,
  examples: [
    {
      title: 'Black on white, the largest ratio',
      input: { foreground: '#000', background: '#fff' },
      output: { ratio: 21, passes: true, nearest: '#000000' },
      source: 'W3C, WCAG 2.2, definition of contrast ratio, note 1: contrast ratios can range from 1 to 21',
    },
    {
      title: 'Grey on white by APCA',
      input: { foreground: '#888', background: '#fff', method: 'apca', level: '60' },
      output: { Lc: 63.05647, passes: true },
      source: 'Myndex, apca-w3 0.1.9, README and test/index.js: #888 on #fff is 63.056469930209424',
    },
    {
      title: 'Light on dark is negative',
      input: { foreground: '#def', background: '#123', method: 'apca' },
      output: { Lc: -93.0677, passes: true },
      source: 'Myndex, apca-w3 0.1.9, README and test/index.js: #def on #123 is −93.06770049484275',
    },
    {
      title: 'Almost 4.5 does not pass',
      input: { foreground: '#777777', background: '#ffffff' },
      output: { passes: false },
      source:
        'W3C, Understanding WCAG 2.2, SC 1.4.3, rationale: computed values should not be rounded; #777777 on white is 4.47:1 and does not reach 4.5:1',
    },
  ],
  method: {
    formula:
      'WCAG: (L₁ + 0.05) ÷ (L₂ + 0.05) with the relative luminances of the lighter and the darker colour. APCA: 1.14 × (Y of the background ^0.56 − Y of the text ^0.57), less 0.027, × 100; ^0.65 and ^0.62 for light text.',
    rounding:
      'The ratio is cut (never rounded up) to six decimals, Lc rounded to six; what passes is decided on the unrounded values.',
    notes:
      'The nearest colour keeps hue and chroma in OKLCH and changes lightness in steps of 0.002. Transparent text is laid over its background, a transparent background over white. APCA is that of APCA-W3 0.1.9 (0.0.98G-4g); it is no requirement of WCAG 2.2.',
  },
  sources: [
    { title: 'W3C, WCAG 2.2, contrast ratio', url: 'https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio' },
    {
      title: 'W3C, Understanding SC 1.4.3 Contrast (Minimum)',
      url: 'https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html',
    },
    { title: 'Myndex, APCA-W3 0.1.9', url: 'https://github.com/Myndex/apca-w3' },
  ],
})
