import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { differences, openEngine, prepareEngine, write } from './engine.ts'

const bytes = readFileSync(new URL(import.meta.resolve('quickjs-wasi/quickjs.wasm')))
const engine = await prepareEngine(bytes)
const options = { memoryBytes: 2 ** 26, interruptHandler: () => false }

test('engines that are opened have the image in their memory, each the same, though most of it is not copied', async () => {
  const copied = engine.pages.reduce((sum, page) => sum + page.bytes.byteLength, 0)
  expect(copied).toBeGreaterThan(0)
  expect(copied).toBeLessThan(engine.byteLength / 2)
  const [one, other] = [await openEngine(engine, options), await openEngine(engine, options)]
  const before = Buffer.from(one.memory.buffer.slice(0))
  expect(before.byteLength).toBe(engine.byteLength)
  const changed = engine.pages.flatMap((page) => [...page.bytes].filter((byte, at) => byte !== before[page.at + at]))
  // Its limits were set since, and the function that takes a call was asked for.
  expect(changed.length).toBeLessThan(16)
  expect(before.equals(Buffer.from(other.memory.buffer))).toBe(true)
  // What one does with its memory is nothing to those that come later.
  new Uint8Array(one.memory.buffer).fill(255)
  const later = await openEngine(engine, options)
  expect(before.equals(Buffer.from(later.memory.buffer))).toBe(true)
})

test('images that were made at different times are the same, so no call can tell by its engine where it runs', async () => {
  // The engine draws four bytes, which guard its stack; no code can read them.
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((drawn) => drawn)
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const { pages } = await prepareEngine(bytes)
  vi.setSystemTime(1_234_567_890_123)
  expect((await prepareEngine(bytes)).pages).toEqual(pages)
})

test('a memory becomes the image by the pages that differ, zeros in place of what was there too', () => {
  const writes = fc.array(fc.tuple(fc.nat(3 * 4096 - 1), fc.nat(255)), { maxLength: 20 })
  const memoryOf = (written: readonly (readonly [number, number])[]) => {
    const memory = new Uint8Array(3 * 4096)
    for (const [at, byte] of written) memory[at] = byte
    return memory
  }
  fc.assert(
    fc.property(writes, writes, (inImage, inFresh) => {
      const [image, fresh] = [memoryOf(inImage), memoryOf(inFresh)]
      const pages = differences(image, fresh)
      write(fresh, pages)
      expect(fresh).toEqual(image)
      expect(differences(image, fresh)).toEqual([])
    }),
    { numRuns: 50 },
  )
})
