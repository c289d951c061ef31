import { cssLength } from '#src/lib/css-length.ts'

/** Clockwise from the top left, as the shorthand has them. */
export type Corners = readonly [number, number, number, number]

export const CORNER_NAMES = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const

/** Opposite corners that are equal are written once. */
function shortest([topLeft, topRight, bottomRight, bottomLeft]: readonly string[]): string {
  const four = [topLeft, topRight, bottomRight, bottomLeft]
  if (topRight !== bottomLeft) return four.join(' ')
  if (topLeft !== bottomRight) return four.slice(0, 3).join(' ')
  return topLeft === topRight ? String(topLeft) : four.slice(0, 2).join(' ')
}

/** The value of border-radius; the vertical radii only where they differ from the horizontal ones. */
export function shorthand(horizontal: Corners, vertical: Corners, unit: string): string {
  const [across, down] = [horizontal, vertical].map((corners) =>
    shortest(corners.map((radius) => cssLength(radius, unit))),
  )
  return across === down ? String(across) : `${across} / ${down}`
}

export function longhands(horizontal: Corners, vertical: Corners, unit: string): string[] {
  return CORNER_NAMES.map((name, index) => {
    const [across, down] = [horizontal[index] ?? 0, vertical[index] ?? 0].map((radius) => cssLength(radius, unit))
    return `border-${name}-radius: ${across === down ? across : `${across} ${down}`};`
  })
}

interface Ellipses {
  readonly horizontal: Corners
  readonly vertical: Corners
}

const times = (corners: Corners, factor: number): Corners => [
  corners[0] * factor,
  corners[1] * factor,
  corners[2] * factor,
  corners[3] * factor,
]

/** CSS Backgrounds 3, section 4.5: where curves would overlap all radii shrink by the same factor, 1 at most. */
export function fitted({ horizontal, vertical }: Ellipses, box: { width: number; height: number }) {
  const sums: [number, number][] = [
    [box.width, horizontal[0] + horizontal[1]],
    [box.width, horizontal[3] + horizontal[2]],
    [box.height, vertical[0] + vertical[3]],
    [box.height, vertical[1] + vertical[2]],
  ]
  const factor = Math.min(1, ...sums.flatMap(([side, sum]) => (sum > 0 ? [side / sum] : [])))
  return { factor, horizontal: times(horizontal, factor), vertical: times(vertical, factor) }
}
