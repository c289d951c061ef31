import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ICONS = [
  { name: 'icon-192', size: 192, inset: 0 },
  { name: 'icon-512', size: 512, inset: 0 },
  // What a system may cut off is a fifth at most: https://www.w3.org/TR/appmanifest/#icon-masks
  { name: 'maskable-512', size: 512, inset: 0.14 },
  { name: 'apple-touch-icon', size: 180, inset: 0.1 },
] as const

/** Draws the icon of the site in the sizes that systems ask for; filled to the edge where they cut its corners. */
export async function drawIcons(source: string, folder: string): Promise<void> {
  const { default: sharp } = await import('sharp')
  const svg = await readFile(source, 'utf8')
  const background = /<rect[^>]*fill="([^"]+)"/.exec(svg)?.[1]
  if (background === undefined) throw new Error(`${source} has no background`)
  await mkdir(folder, { recursive: true })
  for (const { name, size, inset } of ICONS) {
    const mark = Math.round(size * (1 - 2 * inset))
    const drawn = sharp(Buffer.from(svg), { density: 1200 }).resize(mark, mark)
    const margin = { top: Math.floor((size - mark) / 2), left: Math.floor((size - mark) / 2) }
    const rest = { bottom: size - mark - margin.top, right: size - mark - margin.left }
    const whole = inset === 0 ? drawn : drawn.flatten({ background }).extend({ ...margin, ...rest, background })
    await writeFile(join(folder, `${name}.png`), await whole.png().toBuffer())
  }
}
