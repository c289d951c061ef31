import { describe, expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { colorBlindnessSimulator } from './color-blindness-simulator.tool.ts'

const run = (input: Record<string, unknown>): Record<string, unknown> => {
  const outcome = runTool(colorBlindnessSimulator, input)
  return outcome.ok ? outcome.outputs : { error: outcome.error.details?.[0] }
}
const rows = (type: string, severity: number) =>
  (run({ type, severity }).matrices as { red: number; green: number; blue: number }[]).map(({ red, green, blue }) => [
    red,
    green,
    blue,
  ])

// Machado et al. 2009, supplementary tables.
test.each([
  [
    'tritan',
    100,
    [
      [1.255528, -0.076749, -0.178779],
      [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.3039],
    ],
  ],
  [
    'deutan',
    100,
    [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
  ],
  [
    'protan',
    10,
    [
      [0.856167, 0.182038, -0.038205],
      [0.029342, 0.955115, 0.015544],
      [-0.00288, -0.001563, 1.004443],
    ],
  ],
  [
    'tritan',
    60,
    [
      [1.104996, -0.046633, -0.058363],
      [-0.032137, 0.971635, 0.060503],
      [0.001336, 0.317922, 0.680742],
    ],
  ],
  [
    'protan',
    0,
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  ],
])('%s at %d %%', (type, severity, matrix) => {
  expect(rows(type, severity)).toEqual(matrix)
})

test('every tenth of severity is in the table, and what lies between is half of both', () => {
  const [low, high] = [rows('protan', 30), rows('protan', 40)]
  expect(low[0]).toEqual([0.630323, 0.465641, -0.095964])
  expect(high[0]).toEqual([0.539009, 0.579343, -0.118352])
  expect(rows('protan', 35)[0]).toEqual([0.584666, 0.522492, -0.107158])
})

// A primary is a column of the matrix in linear light: 0.152286, 0.114503 and less than 0 encode to 109, 95 and 0
// (IEC 61966-2-1: 1.055 × 0.152286^(1/2.4) − 0.055 = 0.4271; 0.114503 → 0.3726).
test('red to protanopes, in linear light', () => {
  expect(run({ colors: ['red'], type: 'protanopia' }).simulated).toEqual(['#6d5f00'])
})

test('all three stand beside each other', () => {
  const out = run({ colors: 'rgb(128, 128, 128)\n#ffffff80' })
  expect(out.colors).toEqual([
    { color: 'rgb(128, 128, 128)', hex: '#808080', protan: '#808080', deutan: '#808080', tritan: '#808080' },
    { color: '#ffffff80', hex: '#ffffff80', protan: '#ffffff80', deutan: '#ffffff80', tritan: '#ffffff80' },
  ])
  expect(out.simulated).toBeUndefined()
  const svg = decodeURIComponent(String(out.picture))
  expect(svg).toContain('viewBox="0 0 320 224"')
  expect(svg.match(/<text /g)).toHaveLength(4)
})

test.each([
  [{ colors: ['x'] }, 'colors', 'Each colour must be a CSS colour, such as #1d4ed8, teal or oklch(60% 0.1 200): x'],
  [{ colors: Array.from({ length: 25 }, () => 'red') }, 'colors', 'Colours must be at most 24'],
  [{ severity: 101 }, 'severity', 'Severity must be at most 100'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ error: { field, message } })
})

describe('a picture', () => {
  // The smallest files of each kind: 1 × 1 pixel, and 3 × 2 for the two that are read from their frames.
  const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const hex = (text: string) => Buffer.from(text.replaceAll(' ', '').padEnd(120, '0'), 'hex').toString('base64')
  const MOTOROLA = 'ffe1 0022 457869660000 4d4d002a00000008 0001 0112 0003 00000001 0006 0000 00000000'
  const INTEL = 'ffe1 0022 457869660000 49492a0008000000 0100 1201 0300 01000000 0800 0000 00000000'
  const svgOf = (image: unknown, more = {}) => {
    const given = run({ image, ...more }).image
    return typeof given === 'string' ? decodeURIComponent(given.replace('data:image/svg+xml,', '')) : given
  }

  test('is shown once as it is and once for each kind of sight, by the published matrix in linear light', () => {
    const svg = String(svgOf({ base64: PNG }, { type: 'protan' }))
    expect(svg).toContain(`<image id="i" href="data:image/png;base64,${PNG}" width="1" height="1"/>`)
    expect(svg).toContain(
      'color-interpolation-filters="linearRGB"><feColorMatrix values="0.152286 1.052583 -0.204868 0 0 0.114503 0.786281 0.099216 0 0 -0.003882 -0.048116 1.051998 0 0 0 0 0 1 0"/>',
    )
    expect(svg.match(/<use /g)).toHaveLength(2)
    expect(String(svgOf({ base64: PNG })).match(/<use /g)).toHaveLength(4)
  })

  test.each([
    ['a data URL', `data:image/gif;base64,${GIF}`, 'image/gif;base64,R0lGOD', 1, 1],
    // ITU-T T.81, annex B: SOI, APP0 of 4 bytes, then SOF2 with height 2 and width 3.
    ['JPEG', { base64: hex('ffd8 ffe0 0004 0000 ffc2 0011 08 0002 0003 03') }, 'image/jpeg', 3, 2],
    // Exif 2.32, 4.6.4: orientation 6 in the bytes of Motorola, 8 in those of Intel, each in APP1.
    ['JPEG of a phone', { base64: hex(`ffd8 ${MOTOROLA} ffc2 0011 08 0002 0003 03`) }, 'image/jpeg', 2, 3],
    ['JPEG of a camera', { base64: hex(`ffd8 ${INTEL} ffc2 0011 08 0002 0003 03`) }, 'image/jpeg', 2, 3],
    // RFC 9649, section 2.7: canvas width and height minus one, in three bytes each.
    [
      'WebP',
      { base64: hex('52494646 00000000 57454250 56503858 0a000000 00000000 020000 010000') },
      'image/webp',
      3,
      2,
    ],
  ])('%s is read by its first bytes', (_, image, address, width, height) => {
    const svg = String(svgOf(image))
    expect(svg).toContain(`href="data:${address}`)
    expect(svg).toContain(`width="${width}" height="${height}"/></defs>`)
  })

  test.each(['hello', { base64: 'aGVsbG8=' }, { hex: '89504e470d0a1a0a' }])('%j is none', (image) => {
    expect(run({ image })).toEqual({
      error: { field: 'image', message: 'Picture must be a PNG, JPEG, GIF or WebP file' },
    })
  })
})
