import { createHash } from 'node:crypto'
import { chmod, copyFile, lstat, mkdtemp, readFile, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Absolute, without symbolic links. */
export interface Bundle {
  readonly dir: string
  readonly node: string
}
export type BundleResult = ({ readonly ok: true } & Bundle) | { readonly ok: false; readonly reason: string }

export interface Reach {
  /** True when runners run under another account, which must then be able to read the files. */
  readonly otherAccount: boolean
  /** The folder for copies. */
  readonly copies?: string
}

/** The runner's files and Node itself where the runner's account can read them: in place, or as copies. */
export async function reachableBundle(
  bundleDir: string,
  { otherAccount, copies = tmpdir() }: Reach,
): Promise<BundleResult> {
  try {
    const dir = await realpath(bundleDir)
    const node = await realpath(process.execPath)
    const files = [path.join(dir, 'runner.mjs'), path.join(dir, 'quickjs.wasm')]
    await Promise.all([...files, node].map((file) => lstat(file)))
    if (!otherAccount) return { ok: true, dir, node }
    const to = await realpath(copies)
    const nodeDir = await publicCopy([node], path.join(to, `fettle-node-${hashOf(await nodeVersion(node))}`))
    const contents = await Promise.all(files.map((file) => readFile(file)))
    const copy = await publicCopy(files, path.join(to, `fettle-runner-${hashOf(Buffer.concat(contents))}`))
    return { ok: true, dir: copy, node: path.join(nodeDir, path.basename(node)) }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 24)

/** Node is 120 MB large: told apart by version, size and time, not by content. */
async function nodeVersion(node: string): Promise<string> {
  const { size, mtimeMs } = await lstat(node)
  return `${process.version} ${size} ${mtimeMs}`
}

/** The folder of the files when all accounts can read them there, else `copy`, made once. */
async function publicCopy(files: readonly string[], copy: string): Promise<string> {
  if (await all(files, isPublic)) return path.dirname(files[0] ?? copy)
  if (!(await exists(copy))) await copyTo(copy, files)
  const names = files.map((file) => path.join(copy, path.basename(file)))
  if (!(await all([copy, ...names], isOurs))) throw new Error(`${copy} belongs to another account`)
  if (!(await all(names, isPublic))) throw new Error(`${copy} is not readable for all accounts`)
  return copy
}

/** Under another name first: a copy that was cut short is never taken for a whole one. */
async function copyTo(copy: string, files: readonly string[]): Promise<void> {
  const draft = await mkdtemp(`${copy}-`)
  try {
    for (const file of files) {
      const target = path.join(draft, path.basename(file))
      await copyFile(file, target)
      await chmod(target, 0o755)
    }
    await chmod(draft, 0o755)
    await rename(draft, copy)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process of ours may have been faster.
    if (!(await exists(copy))) throw error
  }
}

const exists = async (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  )

/** In a folder that everybody may write to, only what we made ourselves can be trusted. */
async function isOurs(file: string): Promise<boolean> {
  const { uid, mode } = await lstat(file)
  return uid === process.getuid?.() && (mode & 0o022) === 0
}

/** Whether accounts that own nothing here can read the file: every folder above it lets them through. */
async function isPublic(file: string): Promise<boolean> {
  if (((await lstat(file)).mode & 0o004) === 0) return false
  for (let dir = path.dirname(file); ; dir = path.dirname(dir)) {
    if (((await lstat(dir)).mode & 0o001) === 0) return false
    if (dir === path.dirname(dir)) return true
  }
}

async function all(files: readonly string[], holds: (file: string) => Promise<boolean>): Promise<boolean> {
  for (const file of files) if (!(await holds(file))) return false
  return true
}
