import { converter, filterDeficiencyDeuter, filterDeficiencyProt, filterDeficiencyTrit } from 'culori/fn'
import { type Colour, fitToSrgb, inSrgb, type Rgb } from '#src/lib/colour.ts'

export const DEFICIENCIES = {
  protan: 'Protan (red cones)',
  deutan: 'Deutan (green cones)',
  tritan: 'Tritan (blue cones)',
} as const
export type Deficiency = keyof typeof DEFICIENCIES

type Row = readonly [number, number, number]
/** Rows make red, green and blue of linear light. */
export type Matrix = readonly [Row, Row, Row]

// The library holds the published tables, but applies them to encoded values and takes the nearest tenth;
// so it is asked for what it makes of each primary, which is a column of the table.
const TABLES = { protan: filterDeficiencyProt, deutan: filterDeficiencyDeuter, tritan: filterDeficiencyTrit }

function published(deficiency: Deficiency, tenth: number): Matrix {
  const filter = TABLES[deficiency](tenth / 10)
  const column = (r: number, g: number, b: number): Rgb => inSrgb(filter({ mode: 'rgb', r, g, b }))
  const [red, green, blue] = [column(1, 0, 0), column(0, 1, 0), column(0, 0, 1)]
  return [
    [red.r, green.r, blue.r],
    [red.g, green.g, blue.g],
    [red.b, green.b, blue.b],
  ]
}

/** Between two tenths of severity the matrices are mixed evenly. `severity` is 0 to 1. */
export function matrixOf(deficiency: Deficiency, severity: number): Matrix {
  const tenths = severity * 10
  const low = Math.min(9, Math.floor(tenths))
  const [from, to] = [published(deficiency, low), published(deficiency, low + 1)]
  const between = (a: number, b: number): number => Number((a + (b - a) * (tenths - low)).toFixed(9))
  const row = (a: Row, b: Row): Row => [between(a[0], b[0]), between(a[1], b[1]), between(a[2], b[2])]
  return [row(from[0], to[0]), row(from[1], to[1]), row(from[2], to[2])]
}

const toLinear = converter('lrgb')

/** The colour as it is seen, fitted to sRGB by clipping. */
export function seen(colour: Colour, matrix: Matrix): Rgb {
  const shown = fitToSrgb(colour)
  const { r, g, b } = toLinear(shown)
  const [red, green, blue] = matrix.map((row) => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b)))
  const alpha = shown.alpha === undefined ? {} : { alpha: shown.alpha }
  return fitToSrgb({ mode: 'lrgb', r: red ?? 0, g: green ?? 0, b: blue ?? 0, ...alpha })
}
