import { readdirSync, readFileSync } from 'node:fs'

/** What Linux says of a process in a file of its own; empty when it is gone. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Whether it is a jailed process of this one, and alive. */
export const isRunner = (pid: number): boolean =>
  Number(/^PPid:\s*(\d+)$/m.exec(read(pid, 'status'))?.[1]) === process.pid &&
  read(pid, 'cmdline').includes('runner.mjs')

/** The jailed processes of this one. */
export const runnerPids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(isRunner)

/** S: it sleeps until it is asked something. R: it computes. */
export const stateOf = (pid: number): string => /^State:\s*(\w)/m.exec(read(pid, 'status'))?.[1] ?? 'gone'
