import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, image, number, select, table, text } from '#src/sdk/index.ts'
import { CORNER_NAMES, type Corners, fitted, longhands, shorthand } from './border-radius-generator/corners.ts'
import { preview } from './border-radius-generator/preview.ts'

const FONT_SIZE = 16
const RADIUS = { min: 0, max: 10_000, default: 0 } as const
const ALL = { showIf: { field: 'shape', in: ['all'] } } as const
const EACH = { showIf: { field: 'shape', in: ['corners', 'ellipses'] } } as const
const VERTICAL = { showIf: { field: 'shape', in: ['ellipses'] } } as const

/** How many pixels one unit is, across and down. */
function pixelsOf(unit: 'px' | '%' | 'rem' | 'em', box: { width: number; height: number }): [number, number] {
  switch (unit) {
    case 'px':
      return [1, 1]
    case '%':
      return [box.width / 100, box.height / 100]
    case 'rem':
    case 'em':
      return [FONT_SIZE, FONT_SIZE]
  }
}

const scaled = ([a, b, c, d]: Corners, by: number): Corners => [a * by, b * by, c * by, d * by]

export const borderRadiusGenerator = defineTool({
  slug: 'border-radius-generator',
  title: 'CSS Border Radius Generator',
  description: 'Rounds each corner of a box, in circles or ellipses, and writes the shortest CSS for it.',
  category: 'design',
  tags: ['CSS', 'shape', 'generator'],
  keywords: [
    'border-radius',
    'rounded corners',
    'round corners',
    'ellipse',
    'pill',
    'circle',
    'blob',
    'squircle',
    'corner radius',
  ],
  input: [
    select('shape', {
      label: 'Corners',
      default: 'all',
      options: { all: 'All alike', corners: 'Each its own', ellipses: 'Ellipses' },
    }),
    number('radius', { label: 'Radius', ...RADIUS, default: 16, presets: [4, 8, 16, 50], ...ALL }),
    number('topLeft', { label: 'Top left', ...RADIUS, ...EACH }),
    number('topRight', { label: 'Top right', ...RADIUS, ...EACH }),
    number('bottomRight', { label: 'Bottom right', ...RADIUS, ...EACH }),
    number('bottomLeft', { label: 'Bottom left', ...RADIUS, ...EACH }),
    number('topLeftVertical', { label: 'Top left, vertical', ...RADIUS, ...VERTICAL }),
    number('topRightVertical', { label: 'Top right, vertical', ...RADIUS, ...VERTICAL }),
    number('bottomRightVertical', { label: 'Bottom right, vertical', ...RADIUS, ...VERTICAL }),
    number('bottomLeftVertical', { label: 'Bottom left, vertical', ...RADIUS, ...VERTICAL }),
    select('unit', { label: 'In', default: 'px', options: ['px', '%', 'rem', 'em'] }),
    number('width', { label: 'Width of the box', unit: 'px', min: 1, max: 2000, default: 240 }),
    number('height', { label: 'Height of the box', unit: 'px', min: 1, max: 2000, default: 160 }),
  ],
  output: {
    css: text('CSS', { format: 'code', primary: true }),
    longhands: text('Each corner', { format: 'code' }),
    preview: image('Preview'),
    factor: badge('Reduced by', { help: 'Below 1 where the curves would overlap in this box.' }),
    used: table('As drawn', {
      columns: [
        { name: 'corner', label: 'Corner' },
        { name: 'horizontal', label: 'Horizontal px', type: 'number' },
        { name: 'vertical', label: 'Vertical px', type: 'number' },
      ],
    }),
  },
  run: ({ shape, radius, unit, width, height, ...given }) => {
    const { topLeft, topRight, bottomRight, bottomLeft } = given
    const across: Corners =
      shape === 'all' ? [radius, radius, radius, radius] : [topLeft, topRight, bottomRight, bottomLeft]
    const down: Corners =
      shape === 'ellipses'
        ? [given.topLeftVertical, given.topRightVertical, given.bottomRightVertical, given.bottomLeftVertical]
        : across
    const [perWidth, perHeight] = pixelsOf(unit, { width, height })
    const used = fitted({ horizontal: scaled(across, perWidth), vertical: scaled(down, perHeight) }, { width, height })
    return {
      css: `border-radius: ${shorthand(across, down, unit)};`,
      longhands: longhands(across, down, unit).join('\n'),
      preview: preview({ width, height, ...used }),
      factor: roundTo(used.factor, 6),
      used: CORNER_NAMES.map((corner, index) => ({
        corner: corner.replace('-', ' '),
        horizontal: roundTo(used.horizontal[index] ?? 0, 2),
        vertical: roundTo(used.vertical[index] ?? 0, 2),
      })),
    }
  },
  examples: [
    {
      title: 'All corners alike',
      input: { radius: 4, unit: 'em' },
      output: {
        css: 'border-radius: 4em;',
        longhands:
          'border-top-left-radius: 4em;\nborder-top-right-radius: 4em;\nborder-bottom-right-radius: 4em;\nborder-bottom-left-radius: 4em;',
      },
      source: 'W3C, CSS Backgrounds and Borders Level 3, border-radius shorthand, first example: 4em',
    },
    {
      title: 'Ellipses',
      input: {
        shape: 'ellipses',
        unit: 'em',
        topLeft: 2,
        topRight: 1,
        bottomRight: 4,
        bottomLeft: 1,
        topLeftVertical: 0.5,
        topRightVertical: 3,
        bottomRightVertical: 0.5,
        bottomLeftVertical: 3,
      },
      output: {
        css: 'border-radius: 2em 1em 4em / 0.5em 3em;',
        longhands:
          'border-top-left-radius: 2em 0.5em;\nborder-top-right-radius: 1em 3em;\nborder-bottom-right-radius: 4em 0.5em;\nborder-bottom-left-radius: 1em 3em;',
      },
      source:
        'W3C, CSS Backgrounds and Borders Level 3, border-radius shorthand, second example: 2em 1em 4em / 0.5em 3em',
    },
    {
      title: 'A leaf',
      input: { shape: 'corners', unit: '%', topRight: 50, bottomLeft: 50 },
      output: { css: 'border-radius: 0 50%;', factor: 1 },
      source: 'freeCodeCamp, How to use the CSS3 border-radius property: .leaf-shape { border-radius: 0 50% }',
    },
    {
      title: 'Radii that would overlap',
      input: { radius: 100, width: 100, height: 100 },
      output: {
        css: 'border-radius: 100px;',
        factor: 0.5,
        used: [
          { corner: 'top left', horizontal: 50, vertical: 50 },
          { corner: 'top right', horizontal: 50, vertical: 50 },
          { corner: 'bottom right', horizontal: 50, vertical: 50 },
          { corner: 'bottom left', horizontal: 50, vertical: 50 },
        ],
      },
      source: 'W3C, CSS Backgrounds and Borders Level 3, overlapping curves: f = min(L / S) = 100 / 200',
    },
  ],
  method: {
    formula:
      'border-radius: top left, top right, bottom right, bottom left; behind a slash the vertical radii. Overlapping curves: all radii × f, where f = min(side / sum of the radii along it), if f < 1',
    rounding: 'Radii are written to 4 decimals at most, drawn ones given to 0.01.',
    notes:
      'Equal opposite corners are written once. Per cent are of the width across and of the height down. For the preview 1rem and 1em are 16px.',
  },
  sources: [
    {
      title: 'W3C, CSS Backgrounds and Borders Module Level 3, rounded corners',
      url: 'https://www.w3.org/TR/css-backgrounds-3/#corners',
    },
    {
      title: 'freeCodeCamp, How to use the CSS3 border-radius property',
      url: 'https://freecodecamp.org/news/how-to-use-the-css3-border-radius-property',
    },
  ],
})
