import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences, openEngine, prepareEngine, write } from './engine.ts'

const engine = await prepareEngine(readFileSync(new URL(import.meta.resolve('quickjs-wasi/quickjs.wasm'))))
const options = { memoryBytes: 2 ** 26, interruptHandler: () => false }

test('engines that are opened have one and the same memory, though most of it is not copied', async () => {
  const copied = engine.pages.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  expect(copied).toBeLessThan(engine.byteLength / 2)
  const [one, other] = [await openEngine(engine, options), await openEngine(engine, options)]
  const before = Buffer.from(one.memory.buffer.slice(0))
  expect(before.byteLength).toBe(engine.byteLength)
  expect(before.equals(Buffer.from(other.memory.buffer))).toBe(true)
  // What one does with its memory is nothing to those that come later.
  new Uint8Array(one.memory.buffer).fill(255)
  const later = await openEngine(engine, options)
  expect(before.equals(Buffer.from(later.memory.buffer))).toBe(true)
})

test('a memory becomes the image by the pages that differ, zeros in place of what was there too', () => {
  const bytes = fc.array(fc.tuple(fc.nat(3 * 4096 - 1), fc.nat(255)), { maxLength: 20 })
  const memoryOf = (written: readonly (readonly [number, number])[]) => {
    const memory = new Uint8Array(3 * 4096)
    for (const [at, byte] of written) memory[at] = byte
    return memory
  }
  fc.assert(
    fc.property(bytes, bytes, (inImage, inFresh) => {
      const [image, fresh] = [memoryOf(inImage), memoryOf(inFresh)]
      const pages = differences(image, fresh)
      write(fresh, pages)
      expect(fresh).toEqual(image)
      expect(differences(image, fresh)).toEqual([])
    }),
    { numRuns: 50 },
  )
})
