import { svgAddress } from '#src/lib/svg-address.ts'

const SIZE = { width: 240, height: 120, square: 12 }

/** The colour on a chequered ground, which shows through where it is transparent: an SVG image as a data: address. */
export function swatch(hex: string): string {
  const { width, height, square } = SIZE
  const tile = `<pattern id="c" width="${2 * square}" height="${2 * square}" patternUnits="userSpaceOnUse"><path fill="#fff" d="M0 0h${2 * square}v${2 * square}H0z"/><path fill="#ccc" d="M0 0h${square}v${square}H0zM${square} ${square}h${square}v${square}H${square}z"/></pattern>`
  const area = `width="${width}" height="${height}"`
  return svgAddress(
    `<svg xmlns="http://www.w3.org/2000/svg" ${area}>${tile}<rect ${area} fill="url(#c)"/><rect ${area} fill="${hex.slice(0, 7)}" fill-opacity="${opacity(hex)}"/></svg>`,
  )
}

const opacity = (hex: string): number => (hex.length === 9 ? Number.parseInt(hex.slice(7), 16) / 255 : 1)
