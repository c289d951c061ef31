import { type Config, type CustomPlugin, optimize, type PluginConfig } from 'svgo/browser'
import { roundTo } from '#src/lib/round.ts'
import { svgAddress } from '#src/lib/svg-address.ts'
import { badge, checkbox, defineTool, image, range, ToolError, table, text, textarea } from '#src/sdk/index.ts'

const MOST_BYTES = 1_000_000
const FIELD = { field: 'svg' }

interface Wishes {
  readonly precision: number
  readonly multipass: boolean
  readonly pretty: boolean
  readonly indent: number
  readonly keepIds: boolean
  readonly removeTitle: boolean
  readonly removeDimensions: boolean
  readonly removeScripts: boolean
}

/** Looks before the others change anything: what has another root is no SVG. */
const onlySvg: CustomPlugin = {
  name: 'onlySvg',
  fn: (root) => {
    const elements = root.children.filter((child) => child.type === 'element')
    const [first] = elements
    if (elements.length !== 1 || first?.type !== 'element' || !/^([\w-]+:)?svg$/.test(first.name))
      throw new ToolError('SVG must be one <svg> element', FIELD)
    return null
  },
}

/** Styles of a moment cannot be written into an element; once its class is gone they would be taken for unused. */
const OF_A_MOMENT = /:(?:hover|focus|active|visited|link|target|checked|disabled|enabled)/i

function configOf(svg: string, wishes: Wishes): Config {
  const plugins: PluginConfig[] = [
    onlySvg,
    {
      name: 'preset-default',
      params: {
        floatPrecision: wishes.precision,
        overrides: {
          ...(wishes.keepIds && { cleanupIds: false as const }),
          ...(svg.includes('<style') && OF_A_MOMENT.test(svg) && { inlineStyles: false as const }),
        },
      },
    },
  ]
  if (wishes.removeTitle) plugins.push('removeTitle')
  if (wishes.removeDimensions) plugins.push('removeDimensions')
  if (wishes.removeScripts) plugins.push('removeScripts')
  return {
    multipass: wishes.multipass,
    js2svg: wishes.pretty ? { pretty: true, indent: wishes.indent } : {},
    plugins,
  }
}

interface ParserError extends Error {
  readonly reason: string
  readonly line: number
  readonly column: number
}
const isParserError = (error: unknown): error is ParserError =>
  error instanceof Error && error.name === 'SvgoParserError' && 'reason' in error

function optimized(svg: string, wishes: Wishes): string {
  try {
    return optimize(svg, configOf(svg, wishes)).data
  } catch (error) {
    // The library walks the elements by recursion.
    if (error instanceof RangeError) throw new ToolError('SVG must not be nested that deep', FIELD)
    if (!isParserError(error)) throw error
    throw new ToolError(`SVG is not well-formed at line ${error.line}, column ${error.column}: ${error.reason}`, FIELD)
  }
}

/** As a picture an SVG needs its namespace, which inside of HTML may be left out. */
const shown = (svg: string): string =>
  svgAddress(svg.includes('xmlns=') ? svg : svg.replace(/<svg(?=[\s/>])/, '<svg xmlns="http://www.w3.org/2000/svg"'))

const bytesOf = (svg: string): number => new TextEncoder().encode(svg).length

export const svgOptimizer = defineTool({
  slug: 'svg-optimizer',
  title: 'SVG Optimizer',
  description: 'Makes an SVG file smaller without changing how it looks, and shows how much was saved.',
  category: 'design',
  tags: ['SVG', 'image', 'minify'],
  keywords: [
    'svgo',
    'svg minify',
    'compress svg',
    'optimise svg',
    'svg optimiser',
    'clean svg',
    'reduce svg size',
    'svg formatter',
    'icon',
    'vector',
  ],
  input: [
    textarea('svg', { label: 'SVG', required: true, maxLength: MOST_BYTES, maxBytes: MOST_BYTES }),
    range('precision', {
      label: 'Decimals of numbers',
      integer: true,
      step: 1,
      min: 0,
      max: 8,
      default: 3,
      help: 'Fewer make it smaller, and coarser.',
    }),
    checkbox('multipass', { label: 'Repeat until nothing more is saved', default: true }),
    checkbox('keepIds', { label: 'Keep ids', help: 'When a style sheet or script outside uses them.' }),
    checkbox('removeTitle', { label: 'Remove the title', help: 'Screen readers read it: better keep it.' }),
    checkbox('removeDimensions', { label: 'Remove width and height', help: 'The size is then that of the view box.' }),
    checkbox('removeScripts', { label: 'Remove scripts' }),
    checkbox('pretty', { label: 'On several lines' }),
    range('indent', {
      label: 'Indent',
      unit: 'spaces',
      integer: true,
      step: 1,
      min: 0,
      max: 8,
      default: 2,
      showIf: { field: 'pretty', in: [true] },
    }),
  ],
  output: {
    savedPercent: badge('Saved', { format: 'percent', primary: true }),
    sizes: table('Size', {
      columns: [
        { name: 'what', label: 'SVG' },
        { name: 'bytes', label: 'Bytes', type: 'number' },
      ],
    }),
    bytesBefore: badge('Bytes before'),
    bytesAfter: badge('Bytes after'),
    preview: image('Optimised picture'),
    result: text('SVG', { format: 'code' }),
  },
  run: ({ svg, ...wishes }) => {
    const before = bytesOf(svg)
    if (before > MOST_BYTES) throw new ToolError('SVG must be at most 1 MB', FIELD)
    const result = optimized(svg, wishes)
    const after = bytesOf(result)
    return {
      savedPercent: roundTo(((before - after) / before) * 100, 2),
      sizes: [
        { what: 'Before', bytes: before },
        { what: 'After', bytes: after },
      ],
      bytesBefore: before,
      bytesAfter: after,
      preview: shown(result),
      result,
    }
  },
  isLarge: true,
  mayRunLong: true,
  examples: [
    {
      title: 'A path that draws nothing is left out',
      input: {
        svg: '<svg version="1.1" xmlns="http://www.w3.org/2000/svg" x="0px" y="0px" viewBox="0 0 733 801">\n  <path d="M375.6,443.1"/>\n</svg>',
      },
      output: { result: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 733 801"/>' },
      source: 'SVGO, test/svgo/plugins-order.svg.txt, its first path',
    },
    {
      title: 'Spaces between words stay',
      input: {
        svg: '<svg width="480" height="360" xmlns="http://www.w3.org/2000/svg">\n  <text x="20" y="20">\n    <tspan>Another tspan</tspan>\n    <tspan>Inside tspan</tspan> - outside tspan\n  </text>\n</svg>',
        pretty: true,
        indent: 4,
      },
      output: {
        result:
          '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360">\n    <text x="20" y="20">\n    <tspan>Another tspan</tspan>\n    <tspan>Inside tspan</tspan> - outside tspan\n  </text>\n</svg>\n',
      },
      source: 'SVGO, test/svgo/whitespaces.svg.txt',
    },
    {
      title: 'An empty drawing',
      input: { svg: '<svg />' },
      output: { result: '<svg/>', bytesBefore: 7, bytesAfter: 6, savedPercent: 14.29 },
      source: 'SVGO, test/svgo/_index.test.js: should handle empty svg tag',
    },
  ],
  method: {
    formula: 'Saved = (bytes before − bytes after) ÷ bytes before. SVGO 4 with its default preset.',
    rounding:
      'Bytes are those of UTF-8; the percentage has two decimals. Numbers in the drawing are rounded as chosen.',
    notes:
      'Removed are comments, metadata, hidden and empty elements and what is the default anyway; shapes become paths where these are shorter. Scripts stay unless chosen; the preview never runs them.',
  },
  sources: [
    { title: 'W3C, Scalable Vector Graphics (SVG) 2', url: 'https://www.w3.org/TR/SVG2/' },
    { title: 'SVGO, default preset', url: 'https://svgo.dev/docs/preset-default/' },
  ],
})
