import { BASE64, encodeBaseN, padded } from '#src/lib/base-n.ts'
import { bytesMeant } from '#src/lib/byte-form.ts'
import { svgAddress } from '#src/lib/svg-address.ts'
import { imageSize } from './image-size.ts'
import type { Matrix } from './matrices.ts'

const HEADING = 28
const GAP = 12
const DATA_URL = /^\s*data:image\/[\w+.-]+;base64,/i

export interface Sight {
  readonly label: string
  /** Absent: as it is. */
  readonly matrix?: Matrix
}

const filterOf = (matrix: Matrix, index: number): string => {
  const rows = [...matrix.map((row) => `${row.join(' ')} 0 0`), '0 0 0 1 0'].join(' ')
  return `<filter id="f${index}" x="0" y="0" width="1" height="1" color-interpolation-filters="linearRGB"><feColorMatrix values="${rows}"/></filter>`
}

/**
 * The image once for each kind of sight, below each other, as an SVG document: whatever draws it applies the matrices to
 * linear light, pixel by pixel. Undefined where this is no image.
 */
export function seenImage(given: string, sights: readonly Sight[]): string | undefined {
  const bytes = DATA_URL.test(given) ? bytesMeant(given.replace(DATA_URL, ''), 'base64') : bytesMeant(given)
  const size = typeof bytes === 'string' ? undefined : imageSize(bytes)
  if (typeof bytes === 'string' || size === undefined) return undefined
  const { type, width, height } = size
  const address = `data:image/${type};base64,${padded(encodeBaseN(bytes, BASE64), BASE64)}`
  const step = HEADING + height + GAP
  const drawn = sights.map(({ label, matrix }, index) => {
    const filter = matrix === undefined ? '' : ` filter="url(#f${index})"`
    return `<text x="4" y="${step * index + 19}" font-family="system-ui, sans-serif" font-size="14" fill="#000">${label}</text><use href="#i" y="${step * index + HEADING}"${filter}/>`
  })
  const filters = sights.map(({ matrix }, index) => (matrix === undefined ? '' : filterOf(matrix, index)))
  const total = step * sights.length - GAP
  return svgAddress(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${total}" viewBox="0 0 ${width} ${total}"><defs>${filters.join('')}<image id="i" href="${address}" width="${width}" height="${height}"/></defs><rect width="${width}" height="${total}" fill="#fff"/>${drawn.join('')}</svg>`,
  )
}
