import { svgAddress } from '#src/lib/svg-address.ts'

const BOX = { width: 220, height: 140 }
const ROOM = 40

export interface Shadow {
  readonly x: number
  readonly y: number
  readonly blur: number
  readonly spread: number
  readonly inset: boolean
  /** Of the box. */
  readonly radius: number
  readonly colour: string
  readonly opacity: number
}

/** CSS Backgrounds 3, 6.1.1: sharp corners stay sharp, small radii grow less than the spread. */
function cornerOf(radius: number, spread: number): number {
  if (radius === 0) return 0
  if (spread <= 0) return Math.max(0, radius + spread)
  const ratio = radius / spread
  return radius + (ratio < 1 ? spread * (1 + (ratio - 1) ** 3) : spread)
}

/** The box grown by `by`, moved by the offsets: its attributes. */
function rect({ x, y, radius }: Shadow, by: number): string {
  const [width, height] = [Math.max(0, BOX.width + 2 * by), Math.max(0, BOX.height + 2 * by)]
  const corner = cornerOf(radius, by)
  return `x="${x - by}" y="${y - by}" width="${width}" height="${height}" rx="${corner}"`
}

function outer(shadow: Shadow): string {
  return `<rect ${rect(shadow, shadow.spread)} filter="url(#b)" fill="${shadow.colour}" fill-opacity="${shadow.opacity}"/>${box(shadow)}`
}

const box = ({ radius }: Shadow): string =>
  `<rect width="${BOX.width}" height="${BOX.height}" rx="${radius}" fill="#fff"/>`

/** What lies around the hole is the shadow, and only what lies in the box is seen. */
function inner(shadow: Shadow): string {
  const far = 4000
  const around = `<rect x="${-far}" y="${-far}" width="${2 * far}" height="${2 * far}" fill="#fff"/>`
  const hole = `<mask id="m" maskUnits="userSpaceOnUse" x="${-far}" y="${-far}" width="${2 * far}" height="${2 * far}">${around}<rect ${rect(shadow, -shadow.spread)} fill="#000"/></mask>`
  const clip = `<clipPath id="c"><rect width="${BOX.width}" height="${BOX.height}" rx="${shadow.radius}"/></clipPath>`
  const cast = `<g filter="url(#b)"><rect x="-600" y="-600" width="1420" height="1340" mask="url(#m)" fill="${shadow.colour}" fill-opacity="${shadow.opacity}"/></g>`
  return `<defs>${hole}${clip}</defs>${box(shadow)}<g clip-path="url(#c)">${cast}</g>`
}

/** A box of 220 by 140 pixels with the shadow: an SVG image as a data: address. */
export function preview(shadow: Shadow): string {
  const reach = shadow.inset ? 0 : shadow.blur + Math.max(0, shadow.spread)
  const [left, top] = [ROOM + reach + Math.abs(shadow.x), ROOM + reach + Math.abs(shadow.y)]
  const [width, height] = [BOX.width + 2 * left, BOX.height + 2 * top]
  // A blur radius is twice the standard deviation of the Gaussian blur.
  const blur = `<filter id="b" filterUnits="userSpaceOnUse" x="-700" y="-700" width="1620" height="1540"><feGaussianBlur stdDeviation="${shadow.blur / 2}"/></filter>`
  return svgAddress(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-left} ${-top} ${width} ${height}" width="${width}" height="${height}"><rect x="${-left}" y="${-top}" width="${width}" height="${height}" fill="#e5e7eb"/>${blur}${shadow.inset ? inner(shadow) : outer(shadow)}</svg>`,
  )
}
