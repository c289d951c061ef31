import { hexOf, type Rgb } from '#src/lib/colour.ts'
import { svgAddress } from '#src/lib/svg-address.ts'

/** Text of both sizes and a frame in the colours: an SVG image as a data: address. */
export function sample(text: Rgb, background: Rgb): string {
  const [ink, ground] = [hexOf(text), hexOf(background)]
  const line = (y: number, size: number, words: string): string =>
    `<text x="24" y="${y}" font-family="system-ui, sans-serif" font-size="${size}" fill="${ink}">${words}</text>`
  return svgAddress(
    `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="140"><rect width="360" height="140" fill="${ground}"/>${line(52, 32, 'Large text, 24 pt')}${line(84, 16, 'Normal text, 12 pt: Hamburgefonstiv')}<rect x="25" y="101" width="96" height="24" rx="6" fill="none" stroke="${ink}" stroke-width="2"/></svg>`,
  )
}
