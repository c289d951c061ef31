/** Which process on which machine. The start time tells a process from a later one that got the same number. */
export interface ExecutorIdentity {
  /** Host and process namespace: numbers of processes mean something only inside one. */
  readonly place: string
  readonly pid: number
  readonly startedAt: string
  readonly nonce: string
}

const SEPARATOR = '|'

export const executorId = ({ place, pid, startedAt, nonce }: ExecutorIdentity): string =>
  [place, pid, startedAt, nonce].join(SEPARATOR)

export function parseExecutorId(id: string): ExecutorIdentity | null {
  const [place, pid, startedAt, nonce, ...rest] = id.split(SEPARATOR)
  if (!place || !pid || !startedAt || !nonce || rest.length > 0 || !/^\d+$/.test(pid)) return null
  return { place, pid: Number(pid), startedAt, nonce }
}

/**
 * True only when it is certain that the process is gone: it ran in this place, and its number is free
 * or belongs to a process that started at another time. `startOf` gives a process's start, null when there is none.
 */
export function isKnownDead(id: string, here: string, startOf: (pid: number) => string | null): boolean {
  const executor = parseExecutorId(id)
  if (executor === null || executor.place !== here) return false
  return startOf(executor.pid) !== executor.startedAt
}
