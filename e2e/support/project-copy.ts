import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

const PROJECT = join(import.meta.dirname, '../..')

/** What a clone holds, as this working tree has it, in a folder that the given account owns. */
export function copyProject(target: string, uid: number | undefined): void {
  for (const file of listFiles()) {
    mkdirSync(dirname(join(target, file)), { recursive: true })
    cpSync(join(PROJECT, file), join(target, file))
  }
  if (uid !== undefined) giveAway(target, uid)
}

/** Files that git knows or would take; those deleted but not yet committed are left out. */
function listFiles(): string[] {
  const list = (...options: string[]) =>
    execFileSync('git', ['ls-files', '-z', ...options], { cwd: PROJECT, encoding: 'utf8' })
      .split('\0')
      .filter(Boolean)
  const deleted = new Set(list('--deleted'))
  return list('--cached', '--others', '--exclude-standard').filter((file) => !deleted.has(file))
}

function giveAway(folder: string, uid: number): void {
  chownSync(folder, uid, uid)
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, entry), uid, uid)
}
