import { type Colour, fitToSrgb, hexOf } from '#src/lib/colour.ts'
import { cssNumber } from '#src/lib/css-length.ts'
import { svgAddress } from '#src/lib/svg-address.ts'

const BOX = { width: 480, height: 270 }
const WEDGES = 360

export interface Shape {
  readonly type: 'linear' | 'radial' | 'conic'
  /** Degrees, clockwise from the top. */
  readonly angle: number
  readonly ending: 'circle' | 'ellipse'
  /** Of the centre, in per cent of the box. */
  readonly x: number
  readonly y: number
}

type At = (place: number) => Colour

function paint(attribute: 'fill' | 'stop-color', colour: Colour): string {
  const alpha = fitToSrgb(colour).alpha ?? 1
  const opacity = alpha < 1 ? ` ${attribute.replace('-color', '')}-opacity="${cssNumber(alpha)}"` : ''
  return `${attribute}="${hexOf(colour).slice(0, 7)}"${opacity}`
}

const stopsOf = (places: readonly number[], at: At): string =>
  places.map((place) => `<stop offset="${cssNumber(place)}" ${paint('stop-color', at(place))}/>`).join('')

/** CSS Images 3, 3.1.1: the line runs through the centre, just long enough that the corners have the end colours. */
function linear(angle: number, stops: string): string {
  const turn = (angle / 180) * Math.PI
  const [x, y] = [Math.sin(turn), -Math.cos(turn)]
  const half = (Math.abs(BOX.width * x) + Math.abs(BOX.height * y)) / 2
  const [cx, cy] = [BOX.width / 2, BOX.height / 2]
  const ends = `x1="${cssNumber(cx - x * half)}" y1="${cssNumber(cy - y * half)}" x2="${cssNumber(cx + x * half)}" y2="${cssNumber(cy + y * half)}"`
  return `<linearGradient id="g" gradientUnits="userSpaceOnUse" ${ends}>${stops}</linearGradient>`
}

/** The ending shape meets the farthest corner; an ellipse has the proportions of the farthest sides. */
function radial({ ending, x, y }: Shape, stops: string): string {
  const [cx, cy] = [(BOX.width * x) / 100, (BOX.height * y) / 100]
  const [across, down] = [Math.max(cx, BOX.width - cx), Math.max(cy, BOX.height - cy)]
  const circle = Math.hypot(across, down)
  const [rx, ry] = ending === 'circle' ? [circle, circle] : [across * Math.SQRT2, down * Math.SQRT2]
  const place = `translate(${cssNumber(cx)} ${cssNumber(cy)}) scale(${cssNumber(rx)} ${cssNumber(ry)})`
  return `<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="${place}">${stops}</radialGradient>`
}

/** SVG has no conic gradient: one wedge for each degree. */
function wedges({ angle, x, y }: Shape, at: At): string {
  const [cx, cy] = [(BOX.width * x) / 100, (BOX.height * y) / 100]
  const reach = 1.1 * Math.hypot(BOX.width, BOX.height)
  const point = (step: number): string => {
    const turn = ((angle + (step * 360) / WEDGES) / 180) * Math.PI
    return `${cssNumber(cx + reach * Math.sin(turn), 1)} ${cssNumber(cy - reach * Math.cos(turn), 1)}`
  }
  const drawn = Array.from(
    { length: WEDGES },
    (_, step) =>
      `<path d="M${cssNumber(cx)} ${cssNumber(cy)}L${point(step)}L${point(step + 1)}z" ${paint('fill', at((step + 0.5) / WEDGES))}/>`,
  )
  return `<g shape-rendering="crispEdges">${drawn.join('')}</g>`
}

/** The gradient in a box of 480 by 270 pixels: an SVG image as a data: address. */
export function preview(shape: Shape, places: readonly number[], at: At): string {
  const { width, height } = BOX
  const area = `<rect width="${width}" height="${height}"`
  const definition = () =>
    shape.type === 'linear' ? linear(shape.angle, stopsOf(places, at)) : radial(shape, stopsOf(places, at))
  const drawn = shape.type === 'conic' ? wedges(shape, at) : `<defs>${definition()}</defs>${area} fill="url(#g)"/>`
  return svgAddress(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawn}</svg>`,
  )
}
