import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'

const PUBLIC = join(import.meta.dirname, '../../../public')
const manifest = JSON.parse(readFileSync(join(PUBLIC, 'manifest.webmanifest'), 'utf8')) as {
  readonly screenshots: readonly { src: string; sizes: string; type: string; form_factor: string; label: string }[]
}

// Chromium leaves out of its dialog what is smaller, larger or longer.
const SMALLEST = 320
const LARGEST = 3840
const LONGEST_TO_SHORTEST = 2.3
/** Bytes. They are fetched when somebody is about to install the site. */
const MOST_BYTES = 80_000

test.each(manifest.screenshots)('$src is what the manifest says of it', async ({ src, sizes, type }) => {
  const file = join(PUBLIC, src)
  const { width, height, format } = await sharp(file).metadata()
  expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type])
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
  expect(shorter).toBeGreaterThanOrEqual(SMALLEST)
  expect(longer).toBeLessThanOrEqual(Math.min(LARGEST, shorter * LONGEST_TO_SHORTEST))
  expect(statSync(file).size).toBeLessThanOrEqual(MOST_BYTES)
})

test('there are two for wide windows and two for phones, of one size each, and each says what it shows', () => {
  expect(manifest.screenshots.map(({ form_factor, sizes }) => [form_factor, sizes])).toEqual([
    ['wide', '1280x800'],
    ['wide', '1280x800'],
    ['narrow', '720x1560'],
    ['narrow', '720x1560'],
  ])
  expect(manifest.screenshots.filter(({ label }) => label === '')).toEqual([])
})
