import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { drawable, drawCard } from './draw-card.server.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const fetchCard = async (slug: string) => {
  const { statusCode, headers, rawPayload } = await fettle.app.inject({ url: `/cards/${slug}.png` })
  return { status: statusCode, headers, image: rawPayload }
}
const sql = (text: string, values: unknown[] = []) => fettle.database.pool.query(text, values)

test('a tool has a picture of 1200 × 630 pixels with something on it', async () => {
  const { status, headers, image } = await fetchCard('tip-calculator')
  expect([status, headers['content-type']]).toEqual([200, 'image/png'])
  expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  const { entropy } = await sharp(image).stats()
  expect(entropy).toBeGreaterThan(0.3)
  expect(image.length).toBeLessThan(100_000)
})

test('it is made once, and again when its words have changed', async () => {
  const first = await fetchCard('unit-converter')
  const madeAt = async () => {
    const { rows } = await sql(
      `select made_at, revision from social_card join tool on tool.id = tool_id where slug = 'unit-converter'`,
    )
    return rows
  }
  const made = await madeAt()
  const second = await fetchCard('unit-converter')
  expect(second.image.equals(first.image)).toBe(true)
  expect(await madeAt()).toEqual(made)
  await sql(`update tool set title = 'Another name' where slug = 'unit-converter'`)
  const third = await fetchCard('unit-converter')
  expect(third.image.equals(first.image)).toBe(false)
  expect(third.headers.etag).not.toBe(first.headers.etag)
  expect(await madeAt()).toHaveLength(1)
  expect(await madeAt()).not.toEqual(made)
})

test.each(['fettle', 'tip-calculator'])('whoever has the picture %s is not sent it again', async (slug) => {
  const { headers } = await fetchCard(slug)
  const etag = String(headers.etag)
  expect([etag, headers['cache-control']]).toEqual([expect.stringMatching(/^"[\da-f]{32}"$/), 'public, max-age=3600'])
  for (const held of [etag, `W/${etag}`, `"another", ${etag}`]) {
    const again = await fettle.app.inject({ url: `/cards/${slug}.png`, headers: { 'if-none-match': held } })
    expect([again.statusCode, again.rawPayload.length, again.headers.etag], held).toEqual([304, 0, etag])
    expect(again.headers['cache-control']).toBe('public, max-age=3600')
  }
  const other = await fettle.app.inject({ url: `/cards/${slug}.png`, headers: { 'if-none-match': '"another"' } })
  expect(other.statusCode).toBe(200)
})

test('asked for twenty times at once, it is drawn once', async () => {
  const cards = await Promise.all(Array.from({ length: 20 }, () => fetchCard('loan-payment')))
  expect(cards.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(new Set(cards.map(({ image }) => image.toString('base64'))).size).toBe(1)
  // A row that was inserted and never written again has no xmax.
  const { rows } = await sql(`select xmax::text from social_card
    where tool_id = (select id from tool where slug = 'loan-payment')`)
  expect(rows).toEqual([{ xmax: '0' }])
})

test('all other pages share one; there is none of a tool that cannot be opened', async () => {
  const site = await fetchCard('fettle')
  expect(await sharp(site.image).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  await sql(`update tool set status = 'deleted' where slug = 'rot13'`)
  expect((await fetchCard('rot13')).status).toBe(404)
  expect((await fetchCard('no-such-tool')).status).toBe(404)
})

test.each([
  ['Überprüfung', 'Überprüfung'],
  ['Hỏi đáp', 'Hoi đáp'],
  ['“Quoted” – 5 €', '“Quoted” – 5 €'],
  ['计算器 calculator 🧮', 'calculator'],
  ['计算器', ''],
])('of "%s" the fonts can draw "%s"', (text, drawn) => {
  expect(drawable(text)).toBe(drawn)
})

test('words of any length stay on the picture', async () => {
  const words = { eyebrow: 'Converter', title: 'W'.repeat(80), text: 'word '.repeat(100), foot: 'Foot' }
  const { data, info } = await sharp(await drawCard(words))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  // The margin at the right is empty: the dots of the paper are light.
  const margin = Array.from({ length: info.height }, (_, y) => data[y * info.width + info.width - 20] ?? 0)
  expect(Math.min(...margin)).toBeGreaterThan(180)
})
