import { svgAddress } from '#src/lib/svg-address.ts'

const CELL = { width: 72, height: 56 }
const HEADING = 176

export interface Line {
  readonly label: string
  readonly colours: readonly string[]
}

/** Each kind of sight is a row, each colour a column: an SVG image as a data: address. */
export function picture(lines: readonly Line[]): string {
  const width = HEADING + CELL.width * Math.max(...lines.map(({ colours }) => colours.length))
  const height = CELL.height * lines.length
  const drawn = lines.map(({ label, colours }, row) => {
    const y = CELL.height * row
    const cells = colours.map(
      (colour, column) =>
        `<rect x="${HEADING + CELL.width * column}" y="${y}" width="${CELL.width}" height="${CELL.height}" fill="${colour}"/>`,
    )
    return `<text x="12" y="${y + CELL.height / 2 + 5}" font-family="system-ui, sans-serif" font-size="14" fill="#000">${label}</text>${cells.join('')}`
  })
  return svgAddress(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#fff"/>${drawn.join('')}</svg>`,
  )
}
