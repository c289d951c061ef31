import { type Colour, hexOf, LONGEST_COLOUR, NOT_A_COLOUR, parseColour, wholeColours } from '#src/lib/colour.ts'
import { defineTool, image, list, listOf, range, select, ToolError, table, textarea } from '#src/sdk/index.ts'
import { DEFICIENCIES, type Deficiency, type Matrix, matrixOf, seen } from './color-blindness-simulator/matrices.ts'
import { picture } from './color-blindness-simulator/picture.ts'
import { type Sight, seenImage } from './color-blindness-simulator/seen-image.ts'

const MOST_COLOURS = 24
const LARGEST_IMAGE = 2_000_000
/** As many as its bytes have in Base64, with what stands around them. */
const MOST_CHARACTERS = 2_700_000
const KINDS = Object.keys(DEFICIENCIES) as Deficiency[]

function read(pieces: readonly string[]): { text: string; colour: Colour }[] {
  const texts = wholeColours(pieces)
  if (texts.length > MOST_COLOURS) throw new ToolError(`Colours must be at most ${MOST_COLOURS}`, { field: 'colors' })
  return texts.map((text) => {
    const colour = parseColour(text)
    if (colour === undefined)
      throw new ToolError(`Each colour ${NOT_A_COLOUR}: ${text.slice(0, LONGEST_COLOUR)}`, { field: 'colors' })
    return { text, colour }
  })
}

function drawn(photo: string, matrices: readonly { kind: Deficiency; matrix: Matrix }[]): string {
  const sights: Sight[] = matrices.map(({ kind, matrix }) => ({ label: DEFICIENCIES[kind], matrix }))
  const address = seenImage(photo, [{ label: 'Normal sight' }, ...sights])
  if (address === undefined) throw new ToolError('Picture must be a PNG, JPEG, GIF or WebP file', { field: 'image' })
  return address
}

export const colorBlindnessSimulator = defineTool({
  slug: 'color-blindness-simulator',
  title: 'Colour Blindness Simulator',
  description: 'Shows how colours look to people with weak or missing red, green or blue cones.',
  category: 'design',
  tags: ['accessibility', 'colour', 'vision'],
  keywords: [
    'color blindness',
    'colour blind',
    'cvd',
    'protanopia',
    'deuteranopia',
    'tritanopia',
    'protanomaly',
    'deuteranomaly',
    'red green',
    'daltonism',
    'image',
    'photo',
    'color vision deficiency',
  ],
  input: [
    list('colors', {
      label: 'Colours',
      help: 'One CSS colour per line, or separated by commas.',
      default: ['#d62728', '#2ca02c', '#1f77b4', '#ff7f0e', '#9467bd'],
      required: true,
    }),
    textarea('image', {
      label: 'Picture',
      help: 'PNG, JPEG, GIF or WebP, also as a data URL. Programs may send {"base64": "…"}.',
      takesBytes: true,
      maxLength: MOST_CHARACTERS,
      maxBytes: LARGEST_IMAGE,
    }),
    select('type', {
      label: 'Sight',
      default: 'all',
      options: { all: 'All three', ...DEFICIENCIES },
      aliases: {
        protanopia: 'protan',
        protanomaly: 'protan',
        deuteranopia: 'deutan',
        deuteranomaly: 'deutan',
        tritanopia: 'tritan',
        tritanomaly: 'tritan',
      },
    }),
    range('severity', {
      label: 'Severity',
      unit: '%',
      step: 1,
      min: 0,
      max: 100,
      default: 100,
      presets: [25, 50, 75, 100],
      help: '100 % is a missing kind of cones (‑opia), less a weak one (‑omaly).',
    }),
  ],
  output: {
    colors: table('Colours as seen', {
      primary: true,
      columns: [
        { name: 'color', label: 'Written' },
        { name: 'hex', label: 'Normal sight', type: 'colour' },
        { name: 'protan', label: 'Protan', type: 'colour' },
        { name: 'deutan', label: 'Deutan', type: 'colour' },
        { name: 'tritan', label: 'Tritan', type: 'colour' },
      ],
    }),
    image: image('Picture as seen'),
    picture: image('Swatches'),
    simulated: listOf('Seen, in hex'),
    matrices: table('Matrices used, for linear light', {
      columns: [
        { name: 'type', label: 'Sight' },
        { name: 'channel', label: 'Channel' },
        { name: 'red', label: 'Of red', type: 'number' },
        { name: 'green', label: 'Of green', type: 'number' },
        { name: 'blue', label: 'Of blue', type: 'number' },
      ],
    }),
  },
  run: ({ colors, image: photo, type, severity }) => {
    const given = read(colors)
    const kinds = type === 'all' ? KINDS : [type]
    const matrices = kinds.map((kind) => ({ kind, matrix: matrixOf(kind, severity / 100) }))
    const rows = given.map(({ text, colour }) => ({
      color: text,
      hex: hexOf(colour),
      ...Object.fromEntries(matrices.map(({ kind, matrix }) => [kind, hexOf(seen(colour, matrix))])),
    }))
    const lines = matrices.map(({ kind, matrix }) => ({
      label: DEFICIENCIES[kind],
      colours: given.map(({ colour }) => hexOf(seen(colour, matrix))),
    }))
    return {
      colors: rows,
      image: photo === undefined ? undefined : drawn(photo, matrices),
      picture: picture([{ label: 'Normal sight', colours: rows.map(({ hex }) => hex) }, ...lines]),
      ...(type !== 'all' && { simulated: lines[0]?.colours }),
      matrices: matrices.flatMap(({ kind, matrix }) =>
        matrix.map(([red, green, blue], index) => ({
          type: kind,
          channel: ['red', 'green', 'blue'][index],
          red,
          green,
          blue,
        })),
      ),
    }
  },
  isLarge: true,
  examples: [
    {
      title: 'The matrix of missing red cones',
      input: { colors: ['white', 'black'], type: 'protan' },
      output: {
        simulated: ['#ffffff', '#000000'],
        matrices: [
          { type: 'protan', channel: 'red', red: 0.152286, green: 1.052583, blue: -0.204868 },
          { type: 'protan', channel: 'green', red: 0.114503, green: 0.786281, blue: 0.099216 },
          { type: 'protan', channel: 'blue', red: -0.003882, green: -0.048116, blue: 1.051998 },
        ],
      },
      source:
        'Machado, Oliveira, Fernandes 2009, supplementary table of matrices, protanomaly, severity 1.0; white and black stay',
    },
    {
      title: 'The matrix of half weak green cones',
      input: { colors: ['white'], type: 'deuteranomaly', severity: 50 },
      output: {
        matrices: [
          { type: 'deutan', channel: 'red', red: 0.547494, green: 0.607765, blue: -0.155259 },
          { type: 'deutan', channel: 'green', red: 0.181692, green: 0.781742, blue: 0.036566 },
          { type: 'deutan', channel: 'blue', red: -0.01041, green: 0.027275, blue: 0.983136 },
        ],
      },
      source: 'Machado, Oliveira, Fernandes 2009, supplementary table of matrices, deuteranomaly, severity 0.5',
    },
    {
      title: 'Severity 0 changes nothing',
      input: { colors: ['#d62728', 'rgb(44, 160, 44)'], type: 'tritan', severity: 0 },
      output: { simulated: ['#d62728', '#2ca02c'] },
      source: 'Machado, Oliveira, Fernandes 2009, supplementary table of matrices, severity 0.0: the identity',
    },
  ],
  method: {
    formula:
      'The published matrix of the kind and severity, applied to linear light (sRGB decoded), then clipped and encoded again.',
    rounding: 'Between two tenths of severity the matrices are mixed evenly. Hex is rounded to 8 bits; nothing before.',
    notes:
      'A model of an average observer: people differ. The picture is an SVG file that holds yours with the matrices as filters; whatever shows it applies them. Some older software applies the matrices to encoded values and gets darker colours.',
  },
  sources: [
    {
      title:
        'Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency, IEEE TVCG 15 (6), 2009',
      url: 'https://www.inf.ufrgs.br/~oliveira/pubs_files/CVD_Simulation/CVD_Simulation.html',
    },
    { title: 'IEC 61966-2-1, sRGB' },
  ],
})
