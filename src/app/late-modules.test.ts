import type { Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { isReadFirst, lateModules, lowPriorityModules } from './late-modules.ts'

const PAGE =
  '<head><link rel="modulepreload" href="/a.js"/><link rel="preload" href="/b"/></head><p>Zoë < 5 €</p>' +
  '<script nonce="n0=">1 < 2</script><script nonce="n0=" type="module" async="">import "/a.js"</script>'
const LOW = PAGE.replace('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')
const LATER = PAGE.replace('rel="modulepreload"', 'rel="later"').replace('type="module"', 'type="later"')

test.each([
  ['/', true],
  ['/explore', true],
  ['/fxn/tip-calculator', true],
  ['/creators/ada', true],
  ['/auth', false],
  ['/support', false],
  ['/embed/tip-calculator', false],
  ['/explorer', false],
])('%s is read first: %s', (pathname, first) => {
  expect(isReadFirst(pathname)).toBe(first)
})

const WAYS: readonly [string, () => Transform, string][] = [
  ['before anything else', lowPriorityModules, LOW],
  ['at all before the first paint', () => lateModules('n0='), LATER],
]

function passThrough(stream: Transform, chunks: readonly Uint8Array[]): Promise<string> {
  for (const chunk of chunks) stream.write(chunk)
  stream.end()
  return text(stream)
}

describe.each(WAYS)('the code of a page is not fetched %s', (_, stream, expected) => {
  test('of a page in one piece', async () => {
    expect(await passThrough(stream(), [Buffer.from(PAGE)])).toBe(expected)
  })

  test('wherever the page is cut in two, in the middle of a link, of a script or of a letter', async () => {
    const bytes = Buffer.from(PAGE)
    for (let cut = 0; cut <= bytes.length; cut++)
      expect(await passThrough(stream(), [bytes.subarray(0, cut), bytes.subarray(cut)])).toBe(expected)
  })

  test('and a page that ends in the beginning of a link keeps it', async () => {
    expect(await passThrough(stream(), [Buffer.from('<p>a</p><link rel="mod')])).toBe('<p>a</p><link rel="mod')
  })
})
