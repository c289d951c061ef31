import { execFileSync } from 'node:child_process'
import os from 'node:os'

export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  readonly system: string
  readonly node: string
  readonly commit: string
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** What the figures were measured on. A "+" marks a commit with changes on top. */
export function thisMachine(): Machine {
  const dirty = git('status', '--porcelain', '--untracked-files=no', '--', 'src', 'db', 'package.json') !== ''
  return {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()}`,
    node: process.version,
    commit: git('rev-parse', '--short', 'HEAD') + (dirty ? '+' : ''),
  }
}
