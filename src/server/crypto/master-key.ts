import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const BYTES = 32

/** The key file cannot be used; the message is one sentence. */
export class MasterKeyError extends Error {
  override name = 'MasterKeyError'
}

/** The key that protects the others: the operator's, or one that is made on the first start and kept in the data folder. */
export async function loadMasterKey({ secretKey, dataDir }: { secretKey?: string | undefined; dataDir: string }) {
  if (secretKey !== undefined) return Buffer.from(secretKey, 'base64')
  const file = join(dataDir, KEY_FILE)
  await mkdir(dataDir, { recursive: true })
  if (!existsSync(file)) await makeKeyFile(file)
  return readKeyFile(file)
}

const KEY_FILE = 'secret.key'
const NEXT_FILE = 'secret.key.next'

/** The key that is to take the place of the one in the data folder; the same one until it has. */
export async function nextKeyIn(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, NEXT_FILE)
  if (!existsSync(file)) await makeKeyFile(file)
  return readKeyFile(file)
}

/** From here on the data folder's key is the next one; the one before stays beside it, for backups made under it. */
export async function adoptNextKey(dataDir: string): Promise<void> {
  const file = join(dataDir, KEY_FILE)
  await copyFile(file, `${file}.old`)
  await chmod(`${file}.old`, 0o600)
  await rename(join(dataDir, NEXT_FILE), file)
}

async function readKeyFile(file: string): Promise<Buffer> {
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
  if (key.length !== BYTES)
    throw new MasterKeyError(`${file} does not hold a key of ${BYTES} bytes. Restore it from a backup.`)
  return key
}

/** The file appears with its whole content or not at all, also when the power fails; one that is there stays. */
async function makeKeyFile(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, randomBytes(BYTES).toString('base64'), { mode: 0o600, flush: true })
    // Of processes that start at once one gets the name, and the others read its key.
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}
