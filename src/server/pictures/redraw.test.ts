import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type PictureType, redraw } from './redraw.ts'

const red = { r: 200, g: 30, b: 90 }
const picture = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: red } }).withExif({
    IFD0: { Artist: 'secret artist' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
  })
const moving = async () =>
  sharp([await picture(8).png().toBuffer(), await picture(8).negate().png().toBuffer()], {
    join: { animated: true },
  })
const refusal = (bytes: Uint8Array, type: PictureType) => redraw(bytes, type).then(null, ({ reason }) => reason)

test.each([
  ['image/jpeg', picture(20, 10).jpeg()],
  ['image/png', picture(20, 10).png()],
  ['image/webp', picture(20, 10).webp()],
] as const)('%s says nothing more about who took it and where, and keeps its size', async (type, file) => {
  const sent = await file.toBuffer()
  expect((await sharp(sent).metadata()).exif).toBeInstanceOf(Buffer)
  const drawn = await redraw(sent, type)
  const { format, width, height, exif, xmp, iptc, icc } = await sharp(drawn).metadata()
  expect([`image/${format}`, width, height, exif, xmp, iptc, icc]).toEqual([type, 20, 10, ...Array(4).fill(undefined)])
  expect(drawn.includes('secret artist')).toBe(false)
})

test('what a camera held sideways has taken stands upright', async () => {
  const { width, height, orientation } = await sharp(
    await redraw(await picture(20, 10).withMetadata({ orientation: 6 }).jpeg().toBuffer(), 'image/jpeg'),
  ).metadata()
  expect([width, height, orientation]).toEqual([10, 20, undefined])
})

test.each(['image/gif', 'image/webp'] as const)('%s that moves still moves', async (type) => {
  const sent = await (type === 'image/gif' ? (await moving()).gif() : (await moving()).webp()).toBuffer()
  expect((await sharp(await redraw(sent, type)).metadata()).pages).toBe(2)
})

test.each([
  ['image/jpeg', picture(20).jpeg()],
  ['image/png', picture(20).png()],
  ['image/gif', picture(20).gif()],
  ['image/webp', picture(20).webp()],
] as const)('a page behind the end of %s is gone', async (type, file) => {
  const polyglot = Buffer.concat([await file.toBuffer(), Buffer.from('<script>alert(1)</script>PK\u0003\u0004')])
  expect((await redraw(polyglot, type)).includes('script')).toBe(false)
})

test('what only begins as a picture is refused, and so is one that calls itself another', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  )
  const noise = await sharp(randomBytes(270_000), { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer()
  expect(await refusal(svg, 'image/png')).toBe('no-picture')
  expect(await refusal(Buffer.from('GIF89a/*<script>alert(1)</script>*/'), 'image/gif')).toBe('no-picture')
  expect(await refusal(noise.subarray(0, 20_000), 'image/png')).toBe('no-picture')
  expect(await refusal(await picture(9).png().toBuffer(), 'image/jpeg')).toBe('no-picture')
})

test('a small file of too many pixels never grows in our memory', async () => {
  const bomb = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: red } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(1_000_000)
  expect(await refusal(bomb, 'image/png')).toBe('too-many-pixels')
})

test('of pictures that come together few wait for their turn, and the others are told when to come again', async () => {
  const file = await picture(20, 10).png().toBuffer()
  const ends = await Promise.allSettled(Array.from({ length: 20 }, () => redraw(file, 'image/png')))
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  expect(ends.length - refused.length).toBe(9)
  expect(refused).toEqual(Array(11).fill(expect.objectContaining({ status: 503, retryAfter: 5 })))
  // Whoever comes later has a turn again.
  expect((await redraw(file, 'image/png')).length).toBeGreaterThan(0)
})
