import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { sharedBuffers } from './buffers.ts'

const MB = 1024 * 1024
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A cluster whose two databases take so many megabytes together. */
function clusterOf(megabytes: number): string {
  const cluster = mkdtempSync(join(tmpdir(), 'fettle-buffers-'))
  folders.push(cluster)
  for (const name of ['1', '16384']) {
    mkdirSync(join(cluster, 'base', name), { recursive: true })
    writeFileSync(join(cluster, 'base', name, '2619'), '')
    truncateSync(join(cluster, 'base', name, '2619'), (megabytes / 2) * MB)
  }
  return cluster
}

test.each([
  ['a young one gets the least', 30, 8192, '64MB'],
  ['half of what a grown one takes', 1000, 8192, '500MB'],
  ['an eighth of the memory at most', 6000, 8192, '1024MB'],
  ['the least on a small machine too', 6000, 256, '64MB'],
])('%s', async (_, megabytes, memory, expected) => {
  expect(await sharedBuffers(clusterOf(megabytes), memory * MB)).toBe(expected)
})
