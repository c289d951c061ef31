import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import os from 'node:os'
import { quantile } from './figures.ts'

export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  /** How long 100 MB take one core to hash with SHA-256, the median of five: figures of two days compare only where this does. */
  readonly hashMs: number
  readonly system: string
  readonly node: string
  readonly commit: string
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

const HASHED = Buffer.alloc(100_000_000)

function hashMs(): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    createHash('sha256').update(HASHED).digest()
    return performance.now() - began
  })
  return Math.round(
    quantile(
      times.toSorted((one, other) => one - other),
      0.5,
    ),
  )
}

/** What the figures were measured on. A "+" marks a commit with changes on top. */
export function thisMachine(): Machine {
  const dirty = git('status', '--porcelain', '--untracked-files=no', '--', 'src', 'db', 'package.json') !== ''
  return {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    hashMs: hashMs(),
    system: `${os.type()} ${os.release()}`,
    node: process.version,
    commit: git('rev-parse', '--short', 'HEAD') + (dirty ? '+' : ''),
  }
}
