import { cssNumber } from '#src/lib/css-length.ts'
import { roundTo } from '#src/lib/round.ts'
import { defineTool, image, number, select, string, ToolError, table, text } from '#src/sdk/index.ts'
import { preview } from './type-scale/preview.ts'

const RATIOS = {
  '1.067': 'Minor second, 1.067',
  '1.125': 'Major second, 1.125',
  '1.2': 'Minor third, 1.2',
  '1.25': 'Major third, 1.25',
  '1.333': 'Perfect fourth, 1.333',
  '1.414': 'Augmented fourth, 1.414',
  '1.5': 'Perfect fifth, 1.5',
  '1.6': 'Minor sixth, 1.6',
  '1.618': 'Golden ratio, 1.618',
  '1.667': 'Major sixth, 1.667',
  '1.778': 'Minor seventh, 1.778',
  '1.875': 'Major seventh, 1.875',
  '2.0': 'Octave, 2',
  custom: 'Your own',
} as const
const ALIASES = {
  'minor second': '1.067',
  'major second': '1.125',
  'minor third': '1.2',
  'major third': '1.25',
  'perfect fourth': '1.333',
  'augmented fourth': '1.414',
  'perfect fifth': '1.5',
  'golden ratio': '1.618',
  golden: '1.618',
  octave: '2.0',
  2: '2.0',
}
const NAME = /^[a-z_][\w-]*$/i
const LARGEST_PIXELS = 100_000

export const typeScale = defineTool({
  slug: 'type-scale',
  title: 'Type Scale Generator',
  description: 'Makes a modular scale of font sizes from a base and a ratio, with a preview and CSS variables.',
  category: 'design',
  tags: ['typography', 'CSS', 'font size'],
  keywords: [
    'modular scale',
    'font sizes',
    'heading sizes',
    'golden ratio',
    'major third',
    'perfect fourth',
    'css variables',
    'design tokens',
    'typographic scale',
  ],
  input: [
    number('base', {
      label: 'Base size',
      help: 'Of the body text.',
      unit: 'px',
      min: 1,
      max: 200,
      default: 16,
      presets: [14, 16, 18, 20],
    }),
    select('ratio', { label: 'Ratio', default: '1.25', options: RATIOS, aliases: ALIASES }),
    number('ownRatio', {
      label: 'Your ratio',
      step: 0.001,
      min: 1.001,
      max: 10,
      default: 1.3,
      showIf: { field: 'ratio', in: ['custom'] },
    }),
    number('stepsUp', { label: 'Larger sizes', integer: true, step: 1, min: 0, max: 12, default: 5 }),
    number('stepsDown', { label: 'Smaller sizes', integer: true, step: 1, min: 0, max: 6, default: 2 }),
    number('root', { label: 'Root font size', help: 'What 1rem is.', unit: 'px', min: 1, max: 200, default: 16 }),
    select('unit', { label: 'CSS in', default: 'rem', options: { rem: 'rem', px: 'px' } }),
    string('prefix', { label: 'Name of the variables', default: 'step', maxLength: 40 }),
  ],
  output: {
    css: text('CSS', { format: 'code', primary: true }),
    sizes: table('Sizes', {
      columns: [
        { name: 'step', label: 'Step', type: 'number' },
        { name: 'px', label: 'px', type: 'number' },
        { name: 'rem', label: 'rem', type: 'number' },
        { name: 'percent', label: '% of the base', type: 'number' },
      ],
    }),
    preview: image('Preview'),
  },
  run: ({ base, ratio, ownRatio, stepsUp, stepsDown, root, unit, prefix }) => {
    if (!NAME.test(prefix))
      throw new ToolError('Name must begin with a letter and have letters, digits, - and _ only', { field: 'prefix' })
    const factor = ratio === 'custom' ? ownRatio : Number(ratio)
    if (base * factor ** stepsUp > LARGEST_PIXELS)
      throw new ToolError(`The largest size would be over ${LARGEST_PIXELS} px: choose fewer`, { field: 'stepsUp' })
    const steps = Array.from({ length: stepsUp + stepsDown + 1 }, (_, index) => stepsUp - index)
    const exact = steps.map((step) => ({ step, px: base * factor ** step }))
    const declared = exact.map(({ step, px }) => {
      const size = unit === 'px' ? `${cssNumber(px, 2)}px` : `${cssNumber(px / root, 3)}rem`
      return `  --${prefix}-${step < 0 ? `minus-${-step}` : step}: ${size};`
    })
    return {
      css: [':root {', ...declared.toReversed(), '}'].join('\n'),
      sizes: exact.map(({ step, px }) => ({
        step,
        px: roundTo(px, 2),
        rem: roundTo(px / root, 3),
        percent: roundTo((px / base) * 100, 1),
      })),
      preview: preview(exact.map(({ step, px }) => ({ name: `${step}: ${cssNumber(px, 2)}px`, px }))),
    }
  },
  examples: [
    {
      title: 'The golden ratio',
      input: { base: 16, ratio: '1.618', stepsUp: 5, stepsDown: 2 },
      output: {
        sizes: [
          { step: 5, px: 177.42, rem: 11.089, percent: 1108.9 },
          { step: 4, px: 109.66, rem: 6.854, percent: 685.4 },
          { step: 3, px: 67.77, rem: 4.236, percent: 423.6 },
          { step: 2, px: 41.89, rem: 2.618, percent: 261.8 },
          { step: 1, px: 25.89, rem: 1.618, percent: 161.8 },
          { step: 0, px: 16, rem: 1, percent: 100 },
          { step: -1, px: 9.89, rem: 0.618, percent: 61.8 },
          { step: -2, px: 6.11, rem: 0.382, percent: 38.2 },
        ],
      },
      source: 'Riatto, Type Scale: 16px × 1.618, table of roles in px and rem',
    },
    {
      title: 'A major third',
      input: { base: 16, ratio: '1.25', stepsUp: 3, stepsDown: 1 },
      output: {
        css: ':root {\n  --step-minus-1: 0.8rem;\n  --step-0: 1rem;\n  --step-1: 1.25rem;\n  --step-2: 1.563rem;\n  --step-3: 1.953rem;\n}',
      },
      source: 'By definition: 16 × 1.25ⁿ = 12.8, 16, 20, 25, 31.25 px, over 16 px: 0.8, 1, 1.25, 1.5625, 1.953125 rem',
      isOurs: true,
    },
    {
      title: 'Octaves, in pixels',
      input: { base: 16, ratio: '2.0', stepsUp: 4, stepsDown: 0, unit: 'px' },
      output: {
        css: ':root {\n  --step-0: 16px;\n  --step-1: 32px;\n  --step-2: 64px;\n  --step-3: 128px;\n  --step-4: 256px;\n}',
      },
      source: 'Riatto, Type Scale, table of ratios: octave 64, 128 and 256 px',
    },
    {
      title: 'The base alone',
      input: { base: 18, stepsUp: 0, stepsDown: 0 },
      output: { sizes: [{ step: 0, px: 18, rem: 1.125, percent: 100 }] },
      source: 'By definition: 18 / 16 = 1.125',
      isOurs: true,
    },
  ],
  method: {
    formula: 'size = base × ratio^step; rem = size / root font size',
    rounding:
      'Each size is computed from the base, not from the rounded size before: px to 0.01, rem to 0.001, halves up.',
    notes: 'The named ratios are those of musical intervals, with the three decimals that designers use.',
  },
  sources: [
    { title: 'Riatto, Type Scale', url: 'https://riatto.ovh/tools/design/type-scale' },
    {
      title: 'Spencer Mortensen, The typographic scale',
      url: 'https://spencermortensen.com/articles/typographic-scale/',
    },
    { title: 'W3C, CSS Values and Units Module Level 4, rem', url: 'https://www.w3.org/TR/css-values-4/#rem' },
  ],
})
