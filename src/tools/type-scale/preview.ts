import { svgAddress } from '#src/lib/svg-address.ts'

const WIDTH = 720
const LARGEST = 160
const LINE = 1.25
const SAMPLE = 'The quick brown fox'

interface Step {
  readonly name: string
  readonly px: number
}

/** The steps written in their sizes, largest first; sizes beyond 160px are drawn at 160px. */
export function preview(steps: readonly Step[]): string {
  let y = 12
  const lines = steps.map(({ name, px }) => {
    const size = Math.min(LARGEST, px)
    y += Math.max(18, size * LINE)
    const base = Math.round(y - size * 0.3)
    return `<text x="16" y="${base}" font-size="12" fill="#6b7280">${name}</text><text x="110" y="${base}" font-size="${Math.round(size * 100) / 100}" fill="#111827">${SAMPLE}</text>`
  })
  const height = Math.ceil(y + 12)
  return svgAddress(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif"><rect width="${WIDTH}" height="${height}" fill="#fff"/>${lines.join('')}</svg>`,
  )
}
