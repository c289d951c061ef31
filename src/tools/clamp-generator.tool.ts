import { cssLength, cssNumber } from '#src/lib/css-length.ts'
import { roundTo } from '#src/lib/round.ts'
import { chart, defineTool, number, select, string, ToolError, table, text } from '#src/sdk/index.ts'

const VIEWPORTS = [320, 375, 480, 640, 768, 1024, 1280, 1440, 1920]
const POINTS = 24
const PROPERTY = /^(?:--)?[a-z][\w-]*$/i
// WCAG 2.2, 1.4.4: at 500 % zoom the viewport part shrinks, so more than this cannot reach twice its size.
const LARGEST_GROWTH = 2.5

interface Range {
  readonly minSize: number
  readonly maxSize: number
  readonly minViewport: number
  readonly maxViewport: number
}

/** The straight line through both ends, in pixels: size = intercept + slope × viewport. */
function lineOf({ minSize, maxSize, minViewport, maxViewport }: Range) {
  const slope = (maxSize - minSize) / (maxViewport - minViewport)
  return { slope, intercept: minSize - slope * minViewport }
}

function sizeAt(viewport: number, range: Range): number {
  const { slope, intercept } = lineOf(range)
  const [low, high] = [Math.min(range.minSize, range.maxSize), Math.max(range.minSize, range.maxSize)]
  return Math.min(high, Math.max(low, intercept + slope * viewport))
}

interface Notation {
  readonly unit: 'rem' | 'px'
  readonly viewportUnit: string
  readonly root: number
  readonly decimals: number
}

function clampText(range: Range, { unit, viewportUnit, root, decimals }: Notation): string {
  const inUnit = (px: number) => (unit === 'rem' ? px / root : px)
  // Within clamp() a 0 without its unit is a number, not a length, and the whole declaration is thrown away.
  const length = (px: number) => `${cssNumber(inUnit(px), decimals)}${unit}`
  if (range.minSize === range.maxSize) return cssLength(inUnit(range.minSize), unit, decimals)
  const { slope, intercept } = lineOf(range)
  const growth = `${cssNumber(Math.abs(slope) * 100, decimals)}${viewportUnit}`
  const preferred =
    cssNumber(inUnit(intercept), decimals) === '0'
      ? `${slope < 0 ? '-' : ''}${growth}`
      : `${length(intercept)} ${slope < 0 ? '-' : '+'} ${growth}`
  const [low, high] = [Math.min(range.minSize, range.maxSize), Math.max(range.minSize, range.maxSize)]
  return `clamp(${length(low)}, ${preferred}, ${length(high)})`
}

const zoomNote = ({ minSize, maxSize }: Range): string =>
  Math.max(minSize, maxSize) <= LARGEST_GROWTH * Math.min(minSize, maxSize)
    ? 'Zooming can double the text (WCAG 2.2, 1.4.4): the largest size is at most 2.5 times the smallest.'
    : 'Zooming may fail to double the text (WCAG 2.2, 1.4.4): the largest size is over 2.5 times the smallest.'

export const clampGenerator = defineTool({
  slug: 'clamp-generator',
  title: 'CSS Clamp Generator',
  description: 'Writes the clamp() that grows a size evenly from one viewport width to another.',
  category: 'design',
  tags: ['CSS', 'responsive', 'typography'],
  keywords: [
    'fluid typography',
    'clamp()',
    'responsive font size',
    'fluid spacing',
    'vw',
    'viewport',
    'css calc',
    'linear interpolation',
    'fluid type',
  ],
  input: [
    number('minSize', { label: 'Size on the small viewport', unit: 'px', min: 0, max: 10_000, default: 16 }),
    number('maxSize', { label: 'Size on the large viewport', unit: 'px', min: 0, max: 10_000, default: 24 }),
    number('minViewport', {
      label: 'Small viewport',
      unit: 'px',
      min: 1,
      max: 100_000,
      default: 320,
      presets: [320, 360, 375],
    }),
    number('maxViewport', {
      label: 'Large viewport',
      unit: 'px',
      min: 1,
      max: 100_000,
      default: 1280,
      presets: [1024, 1280, 1440],
    }),
    number('root', { label: 'Root font size', help: 'What 1rem is.', unit: 'px', min: 1, max: 200, default: 16 }),
    select('unit', {
      label: 'Sizes in',
      default: 'rem',
      options: { rem: 'rem (follows the reader’s font size)', px: 'px' },
    }),
    select('viewportUnit', {
      label: 'Viewport unit',
      default: 'vw',
      options: { vw: 'vw: width', vi: 'vi: inline size', svw: 'svw: small width', cqi: 'cqi: container' },
    }),
    string('property', { label: 'Property', default: 'font-size', maxLength: 60 }),
    number('decimals', { label: 'Decimals', integer: true, step: 1, min: 0, max: 8, default: 4 }),
  ],
  output: {
    css: text('CSS', { format: 'code', primary: true }),
    value: text('Value', { format: 'code' }),
    zoom: text('Zoom'),
    sizes: table('At usual widths', {
      columns: [
        { name: 'viewport', label: 'Viewport px', type: 'number' },
        { name: 'px', label: 'Size px', type: 'number' },
        { name: 'rem', label: 'Size rem', type: 'number' },
      ],
    }),
    growth: chart('Size by viewport', {
      columns: [
        { name: 'viewport', label: 'Viewport', type: 'number' },
        { name: 'px', label: 'Size', type: 'number' },
      ],
    }),
  },
  run: ({ property, unit, viewportUnit, root, decimals, ...range }) => {
    const { minViewport, maxViewport } = range
    if (minViewport >= maxViewport)
      throw new ToolError('Large viewport must be wider than the small one', { field: 'maxViewport' })
    if (!PROPERTY.test(property))
      throw new ToolError('Property must be the name of a CSS property, such as font-size', { field: 'property' })
    const value = clampText(range, { unit, viewportUnit, root, decimals })
    const widths = [...new Set([...VIEWPORTS, minViewport, maxViewport])].toSorted((a, b) => a - b)
    const margin = (maxViewport - minViewport) / 5
    const from = Math.max(1, minViewport - margin)
    const span = maxViewport + margin - from
    return {
      css: `${property}: ${value};`,
      value,
      zoom: zoomNote(range),
      sizes: widths.map((viewport) => ({
        viewport,
        px: roundTo(sizeAt(viewport, range), 2),
        rem: roundTo(sizeAt(viewport, range) / root, 4),
      })),
      growth: Array.from({ length: POINTS + 1 }, (_, index) => {
        const viewport = roundTo(from + (span * index) / POINTS, 0)
        return { viewport, px: roundTo(sizeAt(viewport, range), 2) }
      }),
    }
  },
  examples: [
    {
      title: '16px at 320px to 24px at 1280px',
      input: { minSize: 16, maxSize: 24, minViewport: 320, maxViewport: 1280, decimals: 3 },
      output: {
        css: 'font-size: clamp(1rem, 0.833rem + 0.833vw, 1.5rem);',
        value: 'clamp(1rem, 0.833rem + 0.833vw, 1.5rem)',
      },
      source: 'SEN, Building a clamp() Calculator for Fluid Typography: clamp(1rem, 0.833rem + 0.833vw, 1.5rem)',
    },
    {
      title: '16px at 320px to 31px at 960px',
      input: { minSize: 16, maxSize: 31, minViewport: 320, maxViewport: 960, decimals: 2 },
      output: { value: 'clamp(1rem, 0.53rem + 2.34vw, 1.94rem)' },
      source:
        'Gist asuh/09305fef1e5d765881677596a4eb8298, after Smashing Magazine (2022), Fluid Typography: fluid(16px, 31px) is 1rem, 2.34vw + 0.53rem, 1.94rem',
    },
    {
      title: 'A size that shrinks on wide viewports',
      input: { minSize: 32, maxSize: 16, minViewport: 400, maxViewport: 1200, unit: 'px' },
      output: { value: 'clamp(16px, 40px - 2vw, 32px)' },
      source: 'By definition: 40 − 0.02 × 400 = 32 and 40 − 0.02 × 1200 = 16; clamp() takes the smaller bound first',
      isOurs: true,
    },
    {
      title: 'Nothing to grow',
      input: { minSize: 16, maxSize: 16 },
      output: { css: 'font-size: 1rem;' },
      source: 'By definition: 16px is 1rem at every width',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'slope = (large size − small size) / (large viewport − small viewport); clamp(smaller, small size − slope × small viewport + 100 × slope vw, larger)',
    rounding:
      'Only the numbers that are written are rounded, to the chosen decimals, halves up; the table is not affected by it.',
    notes:
      'Sizes in rem follow the font size that readers set; the viewport widths are in CSS pixels. With cqi the widths are those of the query container.',
  },
  sources: [
    {
      title: 'W3C, CSS Values and Units Module Level 4, clamp()',
      url: 'https://www.w3.org/TR/css-values-4/#comp-func',
    },
    {
      title: 'SEN, Building a clamp() Calculator for Fluid Typography',
      url: 'https://dev.to/sendotltd/building-a-clamp-calculator-for-fluid-typography-linear-interpolation-the-accessibility-trick-4lk4',
    },
    {
      title: 'Smashing Magazine, Fluid Typography With Clamp',
      url: 'https://smashingmagazine.com/2022/10/fluid-typography-clamp-sass-functions/',
    },
    {
      title: 'WCAG 2.2, success criterion 1.4.4, Resize Text',
      url: 'https://www.w3.org/TR/WCAG22/#resize-text',
    },
  ],
})
