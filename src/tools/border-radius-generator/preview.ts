import { svgAddress } from '#src/lib/svg-address.ts'
import type { Corners } from './corners.ts'

const ROOM = 24

interface Box {
  readonly width: number
  readonly height: number
  readonly horizontal: Corners
  readonly vertical: Corners
}

const two = (value: number): number => Math.round(value * 100) / 100

/** The outline, clockwise from the end of the top left corner. */
function outline({ width, height, horizontal, vertical }: Box): string {
  const across = horizontal.map(two)
  const down = vertical.map(two)
  const arc = (corner: number, x: number, y: number) => `A${across[corner]} ${down[corner]} 0 0 1 ${two(x)} ${two(y)}`
  return [
    `M${across[0]} 0`,
    `H${two(width - horizontal[1])}`,
    arc(1, width, vertical[1]),
    `V${two(height - vertical[2])}`,
    arc(2, width - horizontal[2], height),
    `H${across[3]}`,
    arc(3, 0, height - vertical[3]),
    `V${down[0]}`,
    arc(0, horizontal[0], 0),
    'Z',
  ].join('')
}

/** The box with its corners: an SVG image as a data: address. */
export function preview(box: Box): string {
  const [width, height] = [box.width + 2 * ROOM, box.height + 2 * ROOM]
  return svgAddress(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-ROOM} ${-ROOM} ${width} ${height}" width="${width}" height="${height}"><rect x="${-ROOM}" y="${-ROOM}" width="${width}" height="${height}" fill="#f3f4f6"/><path d="${outline(box)}" fill="#2563eb"/></svg>`,
  )
}
