import { BMI_CLASSES } from '#src/lib/health/bmi-classes.ts'
import { svgAddress } from '#src/lib/svg-address.ts'

const LOW = 14
const HIGH = 44
const WIDTH = 600
const BAR = { top: 46, height: 28 }
// From blue through green to red, each dark enough for the white gaps between them to be seen.
const COLOURS = ['#1d4ed8', '#3b82f6', '#7dd3fc', '#22c55e', '#facc15', '#fb923c', '#ef4444', '#991b1b']

/** Values beyond the ends are drawn at the ends. */
const place = (bmi: number): number =>
  Math.round(((Math.min(HIGH, Math.max(LOW, bmi)) - LOW) / (HIGH - LOW)) * WIDTH * 100) / 100

const bands = BMI_CLASSES.map(({ from }, index) => {
  const left = place(from)
  const right = place(BMI_CLASSES[index + 1]?.from ?? HIGH)
  return `<rect x="${left}" y="${BAR.top}" width="${right - left - 1}" height="${BAR.height}" fill="${COLOURS[index]}"/>`
}).join('')

const marks = BMI_CLASSES.slice(1)
  .map(({ from }) => `<text x="${place(from)}" y="${BAR.top + BAR.height + 20}">${from}</text>`)
  .join('')

/** The classes as a bar with a pointer at `bmi`: an SVG image as a data: address. */
export function gauge(bmi: number): string {
  const at = place(bmi)
  const anchor = at < WIDTH * 0.1 ? 'start' : at > WIDTH * 0.9 ? 'end' : 'middle'
  return svgAddress(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 0 ${WIDTH + 24} 104" width="${WIDTH + 24}" height="104" font-family="system-ui, sans-serif" font-size="13" fill="#1f2937"><rect x="-12" width="${WIDTH + 24}" height="104" fill="#fff"/>${bands}<g text-anchor="middle">${marks}</g><path d="M${at} ${BAR.top - 2}l-8 -12h16z"/><text x="${at}" y="24" font-size="18" font-weight="600" text-anchor="${anchor}">${bmi.toFixed(2)}</text></svg>`,
  )
}
