import { svgAddress } from '#src/lib/svg-address.ts'

export interface Swatch {
  readonly hex: string
  /** Colour of the words on it. */
  readonly ink: string
}

const SWATCH = { width: 120, height: 140 }
const PER_ROW = 6

/** The colours in rows with their hex: an SVG image as a data: address. */
export function picture(swatches: readonly Swatch[]): string {
  const width = SWATCH.width * Math.min(PER_ROW, swatches.length)
  const height = SWATCH.height * Math.ceil(swatches.length / PER_ROW)
  const drawn = swatches.map(({ hex, ink }, index) => {
    const [x, y] = [SWATCH.width * (index % PER_ROW), SWATCH.height * Math.floor(index / PER_ROW)]
    return `<rect x="${x}" y="${y}" width="${SWATCH.width}" height="${SWATCH.height}" fill="${hex}"/><text x="${x + SWATCH.width / 2}" y="${y + SWATCH.height - 16}" text-anchor="middle" font-family="ui-monospace, monospace" font-size="14" fill="${ink}">${hex}</text>`
  })
  return svgAddress(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawn.join('')}</svg>`,
  )
}
