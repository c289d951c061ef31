import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { qrCodeGenerator } from './qr-code-generator.tool.ts'

const run = (input: Record<string, unknown>): Record<string, unknown> => {
  const outcome = runTool(qrCodeGenerator, input)
  return outcome.ok ? outcome.outputs : { error: outcome.error.details?.[0] }
}

/** The dark modules of the SVG, as rows of # and spaces. */
function rows(svg: unknown): string[] {
  const text = String(svg)
  const size = Number(/viewBox="0 0 (\d+)/.exec(text)?.[1])
  const lines = Array.from({ length: size }, () => ' '.repeat(size))
  for (const [, x, y, width] of text.slice(text.lastIndexOf('<path')).matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    const line = lines[Number(y)] ?? ''
    lines[Number(y)] = line.slice(0, Number(x)) + '#'.repeat(Number(width)) + line.slice(Number(x) + Number(width))
  }
  return lines
}

// ISO/IEC 18004, table 7: characters that a version holds at L, M, Q and H.
test.each([
  ['L', 1, '7'.repeat(41)],
  ['M', 1, '7'.repeat(34)],
  ['Q', 1, '7'.repeat(27)],
  ['H', 1, '7'.repeat(17)],
  ['L', 2, '7'.repeat(42)],
  ['L', 1, 'A'.repeat(25)],
  ['H', 1, 'A'.repeat(10)],
  ['H', 2, 'A'.repeat(11)],
  ['L', 1, 'a'.repeat(17)],
  ['L', 2, 'a'.repeat(18)],
  ['H', 1, 'a'.repeat(7)],
  ['M', 40, 'a'.repeat(2331)],
  ['L', 40, '7'.repeat(7089)],
])('%s: version %d', (errorCorrection, version, text) => {
  const modules = 17 + 4 * version
  const summary = `${modules} × ${modules} modules, version ${version}`
  expect(run({ text, errorCorrection })).toMatchObject({ version, modules, summary })
})

test('a text is counted in UTF-8 bytes', () => {
  expect(run({ text: 'ü'.repeat(8), errorCorrection: 'L' })).toMatchObject({ version: 1 })
  expect(run({ text: 'ü'.repeat(9), errorCorrection: 'L' })).toMatchObject({ version: 2 })
})

// Section 6.3.3 and 6.3.5: finder patterns in three corners, timing patterns between them, the dark module.
test('the fixed patterns are where they must be', () => {
  const lines = rows(run({ text: '01234567', margin: 0 }).svg)
  expect(lines).toHaveLength(21)
  expect(lines.slice(0, 7).map((line) => line.slice(0, 8))).toEqual([
    '####### ',
    '#     # ',
    '# ### # ',
    '# ### # ',
    '# ### # ',
    '#     # ',
    '####### ',
  ])
  expect(lines[6]).toBe('####### # # # #######')
  expect(lines.map((line) => line[6]).join('')).toBe('####### # # # #######')
  expect(lines[13]?.[8]).toBe('#')
})

test('the margin stays empty and the size is the one asked for', () => {
  const { svg } = run({ text: '01234567', margin: 4, size: 200 })
  expect(svg).toMatch(/width="200" height="200" viewBox="0 0 29 29"/)
  const lines = rows(svg)
  expect([0, 1, 2, 3, 25, 26, 27, 28].map((at) => lines[at]?.trim())).toEqual(Array.from({ length: 8 }, () => ''))
})

/** The chunks of a PNG (ISO/IEC 15948): length, type, data, CRC. */
function chunks(address: unknown): Map<string, Uint8Array> {
  const bytes = Buffer.from(String(address).replace('data:image/png;base64,', ''), 'base64')
  const found = new Map<string, Uint8Array>()
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    found.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
  return found
}

test('the PNG shows the same modules as the SVG', () => {
  const out = run({ text: '01234567', margin: 1, size: 70, format: 'png', dark: '#123456', light: '#ffffff00' })
  const parts = chunks(out.image)
  // 23 modules of 3 pixels
  expect([...(parts.get('IHDR') ?? [])]).toEqual([0, 0, 0, 69, 0, 0, 0, 69, 1, 3, 0, 0, 0])
  expect([...(parts.get('PLTE') ?? [])]).toEqual([255, 255, 255, 0x12, 0x34, 0x56])
  expect([...(parts.get('tRNS') ?? [])]).toEqual([0, 255])
  const bytes = inflateSync(parts.get('IDAT') ?? new Uint8Array())
  const stride = 1 + Math.ceil(69 / 8)
  const drawn = Array.from({ length: 69 }, (_, y) =>
    Array.from({ length: 69 }, (__, x) =>
      (bytes[y * stride + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7)) ? '#' : ' ',
    ).join(''),
  )
  const modules = rows(out.svg).flatMap((line) => {
    const wide = [...line].map((cell) => cell.repeat(3)).join('')
    return [wide, wide, wide]
  })
  expect(drawn).toEqual(modules)
})

// PNG, section 5.6 and annex D: the CRC of the empty IEND chunk is AE 42 60 82.
test('the PNG ends as every PNG does', () => {
  const bytes = Buffer.from(String(run({ text: 'a', format: 'png', size: 1024 }).image).split(',')[1] ?? '', 'base64')
  expect(bytes.subarray(-8).toString('hex')).toBe('49454e44ae426082')
})

test.each([
  ['example.org/a?b=c', 'https://example.org/a?b=c'],
  ['http://example.org', 'http://example.org'],
  ['mailto:ada@example.org', 'mailto:ada@example.org'],
])('the address %s is read as %s', (url, content) => {
  expect(run({ kind: 'url', url })).toMatchObject({ content })
})

test('a hidden network says so', () => {
  expect(run({ kind: 'wifi', ssid: 'a:b', password: 'p,q', security: 'WEP', hidden: true })).toMatchObject({
    content: 'WIFI:T:WEP;S:a\\:b;P:p\\,q;H:true;;',
  })
})

test.each([
  [
    { text: 'a'.repeat(2954), errorCorrection: 'L' },
    'text',
    'This is too long for a QR code: with error correction L it holds 2,953 bytes or 7,089 digits',
  ],
  // ISO/IEC 18004, capacities of version 40-M: 5,596 digits fit, although they are more than 2,331 bytes.
  [
    { text: '7'.repeat(5597), errorCorrection: 'M' },
    'text',
    'This is too long for a QR code: with error correction M it holds 2,331 bytes or 5,596 digits',
  ],
  [{ text: '7'.repeat(7090) }, 'text', 'Text must be at most 7089 characters'],
  [{ kind: 'wifi', ssid: 'a' }, 'password', 'Password is required, unless the network is open'],
  [{ kind: 'url', url: 'https://' }, 'url', 'Address must be a web address'],
  [{ text: '' }, 'text', 'Text is required'],
  [{ text: '\ud83d' }, 'text', 'A QR code cannot hold half of a surrogate pair'],
  [
    { text: 'a', dark: 'ink' },
    'dark',
    'Dark modules must be a CSS colour, such as #1d4ed8, teal or oklch(60% 0.1 200)',
  ],
  [{ text: 'a', dark: '#fff' }, 'light', 'Background must have another colour than the dark modules'],
  [{ text: 'a', light: 'rgb(0 0 0)' }, 'light', 'Background must have another colour than the dark modules'],
  [
    { text: 'a', dark: '#00000000', light: '#ffffff00' },
    'light',
    'Background must have another colour than the dark modules',
  ],
  [{ text: 'a', size: 1025 }, 'size', 'Size must be at most 1024'],
])('%j is refused at %s', (input, field, message) => {
  expect(run(input)).toEqual({ error: { field, message } })
})

// ISO/IEC 15415, symbol contrast: grade 2 from 40 % on. ISO/IEC 18004, section 5.2: dark on light is what all scanners read.
test.each([
  ['#000000', '#ffffff', undefined],
  ['#1d4ed8', '#ffffff', undefined],
  ['#123456', '#ffffff00', undefined],
  ['#777777', '#999999', /so much alike/],
  ['#eeeeee', '#ffffff', /so much alike/],
  ['#00000010', '#ffffff', /so much alike/],
  ['#ffffff', '#000000', /lighter than the background/],
])('%s on %s: warning %s', (dark, light, warning) => {
  const out = run({ text: 'a', dark, light })
  if (warning === undefined) expect(out).not.toHaveProperty('warning')
  else expect(out.warning).toMatch(warning)
})
