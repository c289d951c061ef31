import type { Rgb } from '#src/lib/colour.ts'

export interface Grid {
  /** Modules on a side. */
  readonly size: number
  readonly isDark: (row: number, column: number) => boolean
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Most bytes of a stored block of DEFLATE. */
const BLOCK = 0xffff

const word = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff)

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0]
  for (const byte of bytes) {
    a = (a + byte) % 65_521
    b = (b + a) % 65_521
  }
  return b * 0x10000 + a
}

const joined = (parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function chunk(type: string, data: Uint8Array | readonly number[]): Uint8Array {
  const body = joined([[...type].map((letter) => letter.charCodeAt(0)), data])
  return joined([word(data.length), body, word(crc32(body))])
}

/** A zlib stream that stores its bytes as they are. */
function stored(bytes: Uint8Array): Uint8Array {
  const blocks: (Uint8Array | number[])[] = [[0x78, 0x01]]
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const block = bytes.subarray(at, at + BLOCK)
    const [low, high] = [block.length & 0xff, block.length >>> 8]
    blocks.push([at + BLOCK >= bytes.length ? 1 : 0, low, high, low ^ 0xff, high ^ 0xff], block)
  }
  return joined([...blocks, word(adler32(bytes))])
}

/** One bit per pixel, each row behind its filter byte (none). */
function pixels({ size, isDark }: Grid, scale: number): Uint8Array {
  const stride = 1 + Math.ceil((size * scale) / 8)
  const bytes = new Uint8Array(stride * size * scale)
  for (let row = 0; row < size; row++) {
    const line = new Uint8Array(stride)
    for (let x = 0; x < size * scale; x++)
      if (isDark(row, Math.floor(x / scale))) line[1 + (x >> 3)] = (line[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
    for (let copy = 0; copy < scale; copy++) bytes.set(line, (row * scale + copy) * stride)
  }
  return bytes
}

const byte = (part: number): number => Math.round(part * 255)

/** A picture in two colours, each module `scale` pixels wide: PNG (ISO/IEC 15948) with a palette. */
export function png(grid: Grid, scale: number, { dark, light }: { dark: Rgb; light: Rgb }): Uint8Array<ArrayBuffer> {
  const side = grid.size * scale
  const colours = [light, dark]
  return joined([
    SIGNATURE,
    chunk('IHDR', [...word(side), ...word(side), 1, 3, 0, 0, 0]),
    chunk(
      'PLTE',
      colours.flatMap(({ r, g, b }) => [byte(r), byte(g), byte(b)]),
    ),
    chunk(
      'tRNS',
      colours.map(({ alpha = 1 }) => byte(alpha)),
    ),
    chunk('IDAT', stored(pixels(grid, scale))),
    chunk('IEND', []),
  ])
}

/** The bytes as a data: address. */
export function pngAddress(bytes: Uint8Array): string {
  let text = ''
  for (const value of bytes) text += String.fromCharCode(value)
  return `data:image/png;base64,${btoa(text)}`
}
