import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { lowPriorityModules } from './low-priority-modules.ts'

const PAGE = '<head><link rel="modulepreload" href="/a.js"/><link rel="preload" href="/b"/></head><p>Zoë < 5 €</p>'
const LATER = PAGE.replace('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')

function passThrough(chunks: readonly Uint8Array[]): Promise<string> {
  const stream = lowPriorityModules()
  for (const chunk of chunks) stream.write(chunk)
  stream.end()
  return text(stream)
}

test('the code of a page is fetched after what it is painted with', async () => {
  expect(await passThrough([Buffer.from(PAGE)])).toBe(LATER)
})

test('wherever the page is cut in two, in the middle of a link or of a letter', async () => {
  const bytes = Buffer.from(PAGE)
  for (let cut = 0; cut <= bytes.length; cut++)
    expect(await passThrough([bytes.subarray(0, cut), bytes.subarray(cut)])).toBe(LATER)
})

test('a page that ends in the beginning of a link keeps it', async () => {
  expect(await passThrough([Buffer.from('<p>a</p><link rel="mod')])).toBe('<p>a</p><link rel="mod')
})
