import { readdir, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'

const MB = 1024 * 1024
/** Enough for a young installation, and little enough for a small machine. */
const LEAST_MB = 64
/** The rest of the memory belongs to the app, to other programs and to the file system. */
const SHARE_OF_MEMORY = 1 / 8

/**
 * What PostgreSQL keeps in memory, as its setting `shared_buffers`: half of what the databases of a stopped cluster take
 * on disk. A page that it has at hand costs a tenth of one that it reads, and a small database needs no more than it is.
 */
export async function sharedBuffers(clusterDir: string, memory = availableMemory()): Promise<string> {
  const half = (await sizeOf(join(clusterDir, 'base'))) / 2
  return `${Math.max(LEAST_MB, Math.floor(Math.min(half, memory * SHARE_OF_MEMORY) / MB))}MB`
}

/** Of the machine, or of the container where that has less. */
const availableMemory = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/** In bytes; the folder of each database holds files only. */
async function sizeOf(base: string): Promise<number> {
  const files = await readdir(base, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
