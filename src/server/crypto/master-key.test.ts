import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { adoptNextKey, loadMasterKey, nextKeyIn } from './master-key.ts'

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'master-key-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

test('the first start makes a key that only its account can read, and later ones find it', async () => {
  const folder = join(dataDir, 'new')
  const made = await loadMasterKey({ dataDir: folder })
  expect(made).toHaveLength(32)
  expect(await loadMasterKey({ dataDir: folder })).toEqual(made)
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['secret.key'])
})

test('processes that start at once get one key', async () => {
  const keys = await Promise.all(Array.from({ length: 50 }, () => loadMasterKey({ dataDir })))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(await readdir(dataDir)).toEqual(['secret.key'])
})

test("the operator's key is taken, and no file is made", async () => {
  const key = Buffer.alloc(32, 7)
  expect(await loadMasterKey({ secretKey: key.toString('base64'), dataDir })).toEqual(key)
  expect(await readdir(dataDir)).toEqual([])
})

test('a damaged file ends the start and is left as it is', async () => {
  const file = join(dataDir, 'secret.key')
  await writeFile(file, 'half a ke')
  await expect(loadMasterKey({ dataDir })).rejects.toThrow(
    `${file} does not hold a key of 32 bytes. Restore it from a backup.`,
  )
  expect(await readFile(file, 'utf8')).toBe('half a ke')
})

test('the next key file stays the same until it takes the place of the first, which is kept', async () => {
  const first = await loadMasterKey({ dataDir })
  const next = await nextKeyIn(dataDir)
  expect(await nextKeyIn(dataDir)).toEqual(next)
  expect(await loadMasterKey({ dataDir })).toEqual(first)
  await adoptNextKey(dataDir)
  expect(await loadMasterKey({ dataDir })).toEqual(next)
  expect((await readdir(dataDir)).toSorted()).toEqual(['secret.key', 'secret.key.old'])
  expect((await stat(join(dataDir, 'secret.key.old'))).mode & 0o777).toBe(0o600)
})
