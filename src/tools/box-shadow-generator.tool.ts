import { cssLength, cssNumber } from '#src/lib/css-length.ts'
import { checkbox, defineTool, image, range, select, string, ToolError, text } from '#src/sdk/index.ts'
import { preview } from './box-shadow-generator/preview.ts'

const HEX = /^#?([\da-f]{3}|[\da-f]{6})$/i

/** "#f80" and "ff8800" → red, green and blue, each 0 to 255. */
function channels(colour: string): number[] {
  const [, digits] = HEX.exec(colour.trim()) ?? []
  if (digits === undefined)
    throw new ToolError('Colour must be written in hexadecimal, as in #1d4ed8', { field: 'colour' })
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? [])
  return pairs.map((pair) => Number.parseInt(pair, 16))
}

const pair = (channel: number): string => channel.toString(16).padStart(2, '0')

function colourText(rgb: readonly number[], percent: number, notation: 'modern' | 'legacy' | 'hex'): string {
  const alpha = cssNumber(percent / 100)
  const hex = `#${rgb.map(pair).join('')}`
  switch (notation) {
    case 'hex':
      return percent === 100 ? hex : `${hex}${pair(Math.round((percent / 100) * 255))}`
    case 'legacy':
      return percent === 100 ? `rgb(${rgb.join(', ')})` : `rgba(${rgb.join(', ')}, ${alpha})`
    case 'modern':
      return percent === 100 ? `rgb(${rgb.join(' ')})` : `rgb(${rgb.join(' ')} / ${alpha})`
  }
}

export const boxShadowGenerator = defineTool({
  slug: 'box-shadow-generator',
  title: 'CSS Box Shadow Generator',
  description: 'Draws the shadow of a box, outside or inside, and writes the CSS for it.',
  category: 'design',
  tags: ['CSS', 'shadow', 'generator'],
  keywords: [
    'box-shadow',
    'drop shadow',
    'inner shadow',
    'inset',
    'elevation',
    'blur',
    'spread',
    'card shadow',
    'glow',
  ],
  input: [
    range('x', { label: 'To the right', unit: 'px', step: 1, min: -100, max: 100, default: 0 }),
    range('y', { label: 'Down', unit: 'px', step: 1, min: -100, max: 100, default: 8 }),
    range('blur', { label: 'Blur', unit: 'px', step: 1, min: 0, max: 200, default: 24 }),
    range('spread', { label: 'Spread', unit: 'px', step: 1, min: -100, max: 100, default: -4 }),
    string('colour', { label: 'Colour', default: '#000000', placeholder: '#1d4ed8', maxLength: 20, picker: 'colour' }),
    range('opacity', {
      label: 'Opacity',
      unit: '%',
      step: 1,
      min: 0,
      max: 100,
      default: 25,
      presets: [10, 25, 50, 100],
    }),
    checkbox('inset', { label: 'Inside the box' }),
    select('notation', {
      label: 'Colour as',
      default: 'modern',
      options: { modern: 'rgb(0 0 0 / 0.25)', legacy: 'rgba(0, 0, 0, 0.25)', hex: '#00000040' },
    }),
    range('radius', { label: 'Corners of the preview', unit: 'px', step: 1, min: 0, max: 70, default: 12 }),
  ],
  output: {
    css: text('CSS', { format: 'code', primary: true }),
    value: text('Value', { format: 'code' }),
    preview: image('Preview'),
  },
  run: ({ x, y, blur, spread, colour, opacity, inset, notation, radius }) => {
    const rgb = channels(colour)
    const lengths = [x, y, blur, spread].map((length) => cssLength(length, 'px'))
    const value = [...(inset ? ['inset'] : []), ...lengths, colourText(rgb, opacity, notation)].join(' ')
    return {
      css: `box-shadow: ${value};`,
      value,
      preview: preview({
        x,
        y,
        blur,
        spread,
        inset,
        radius,
        colour: `#${rgb.map(pair).join('')}`,
        opacity: opacity / 100,
      }),
    }
  },
  examples: [
    {
      title: 'Offset, blurred and grown',
      input: { x: 64, y: 64, blur: 12, spread: 40, colour: '#000', opacity: 40, notation: 'legacy' },
      output: { value: '64px 64px 12px 40px rgba(0, 0, 0, 0.4)' },
      source: 'W3C, CSS Backgrounds and Borders Level 3, box-shadow, example: 64px 64px 12px 40px rgba(0,0,0,0.4)',
    },
    {
      title: 'Inside, without blur',
      input: { x: 12, y: 12, blur: 0, spread: 8, colour: '#000', opacity: 40, inset: true, notation: 'legacy' },
      output: { css: 'box-shadow: inset 12px 12px 0 8px rgba(0, 0, 0, 0.4);' },
      source:
        'W3C, CSS Backgrounds and Borders Level 3, box-shadow, example: 12px 12px 0px 8px rgba(0,0,0,0.4) inset; the keyword may come first',
    },
    {
      title: 'A plain border, opaque',
      input: { x: 0, y: 0, blur: 0, spread: 3, colour: '#f80', opacity: 100, notation: 'hex' },
      output: { value: '0 0 0 3px #ff8800' },
      source: 'W3C, CSS Color Level 4, section 5.2: #f80 is #ff8800, alpha left out is opaque',
    },
  ],
  method: {
    formula: 'box-shadow: [inset] right down blur spread colour',
    rounding:
      'Lengths and alpha are written to 4 decimals at most; alpha in hexadecimal is rounded to the nearest of 255 parts.',
    notes:
      'The preview blurs with a Gaussian whose standard deviation is half the blur, as the specification asks. A negative spread makes the shadow smaller than the box.',
  },
  sources: [
    {
      title: 'W3C, CSS Backgrounds and Borders Module Level 3, box-shadow',
      url: 'https://www.w3.org/TR/css-backgrounds-3/#box-shadow',
    },
    { title: 'W3C, CSS Color Module Level 4, hex notation', url: 'https://www.w3.org/TR/css-color-4/#hex-notation' },
  ],
})
