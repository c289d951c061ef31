import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { GRACE_MS, type Limits } from '#src/sdk/sandbox-limits.ts'
import { failures } from './failures.ts'
import type { Jail } from './jail.ts'
import { parseAnswer, READY, type RunRequest, type RunWork } from './protocol.ts'
import type { RunOutcome } from './sandbox.ts'

export interface Runner {
  /** Undefined once the runner takes calls; otherwise why it never will. */
  readonly started: Promise<string | undefined>
  /** One call at a time. Never rejects; a runner that fails a call is not `usable` any more. */
  call(request: RunWork): Promise<RunOutcome>
  usable(): boolean
  /** Processor time of the process, in milliseconds, or how long it is there where that is not told. */
  workedMs(): number
  /** From now on others have the processor first. There is no way back: whoever raises a priority needs rights for it. */
  stepBack(): void
  hasSteppedBack(): boolean
  /** Ends the process at once; resolves when it is gone. */
  kill(): Promise<void>
}

/** After this many calls, or this much time at work, a runner is replaced by a fresh one. */
const MAX_CALLS = 5000
const MAX_BUSY_MS = 200_000
const START_MS = 20_000
/** By the wall clock, for a process that is given no processor or asks for none. */
const SILENT_MS = 30_000
const MAX_STDERR = 2000

interface Pending {
  readonly id: number
  readonly limits: Limits
  readonly stopWatching: () => void
  readonly resolve: (outcome: RunOutcome) => void
}

export type Log = (message: string, details: Readonly<Record<string, unknown>>) => void

export function startRunner([file, ...args]: Jail['command'], log: Log): Runner {
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], cwd: '/' })
  const state = { calls: 0, busyMs: 0, alive: true, steppedBack: false }
  let pending: Pending | undefined
  let onReady: ((problem: string | undefined) => void) | undefined
  const started = new Promise<string | undefined>((resolve) => {
    onReady = resolve
  })

  const end = () => {
    state.alive = false
    child.kill('SIGKILL')
  }
  const settle = (outcome: RunOutcome) => {
    const call = pending
    pending = undefined
    if (call === undefined) return
    call.stopWatching()
    call.resolve(outcome)
  }
  const worked = () => workedMs(child.pid) ?? performance.now()
  const startTimer = setTimeout(end, START_MS)
  const begin = (problem: string | undefined) => {
    clearTimeout(startTimer)
    onReady?.(problem)
    onReady = undefined
  }

  const onLine = (line: string) => {
    if (!state.alive) return
    if (onReady !== undefined) return line === READY ? begin(undefined) : end()
    const outcome = pending && parseAnswer(line, pending.id)
    // Not an answer to what was asked: whatever this process is now, it is no runner of ours.
    if (outcome === undefined) return end()
    settle(outcome)
  }
  readLines(child, () => 2 * (pending?.limits.outputBytes ?? 0) + 4096, onLine, end)
  const said = readErrors(child)
  const gone = new Promise<void>((resolve) => {
    const finish = (how: string) => {
      state.alive = false
      log('sandbox runner ended', { pid: child.pid, how, stderr: said() })
      begin(`The runner could not start: ${said().split('\n')[0] || how}`)
      settle({ ok: false, error: failures.interrupted() })
      resolve()
    }
    child.once('error', (error) => finish(error.message))
    child.once('close', (code, signal) => finish(String(signal ?? code)))
  })

  return {
    started,
    call: (request) =>
      new Promise((resolve) => {
        if (!state.alive) return resolve({ ok: false, error: failures.interrupted() })
        const id = ++state.calls
        const since = performance.now()
        const stopWatching = whenOverdue(worked, request.limits.ms + GRACE_MS, () => {
          settle({ ok: false, error: failures.deaf(request.limits) })
          end()
        })
        const done = (outcome: RunOutcome) => {
          state.busyMs += performance.now() - since
          resolve(outcome)
        }
        pending = { id, limits: request.limits, stopWatching, resolve: done }
        child.stdin?.write(`${JSON.stringify({ id, ...request } satisfies RunRequest)}\n`)
      }),
    workedMs: worked,
    stepBack: () => stepBack(state, child.pid),
    hasSteppedBack: () => state.steppedBack,
    usable: () => state.alive && state.calls < MAX_CALLS && state.busyMs < MAX_BUSY_MS,
    async kill() {
      end()
      await gone
    },
  }
}

function stepBack(state: { steppedBack: boolean }, pid: number | undefined): void {
  if (state.steppedBack || pid === undefined) return
  state.steppedBack = true
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It is gone, or the system allows it to nobody: the run takes its turn among the others.
  }
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** Asked of the system: what the process itself says is not believed. */
function workedMs(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Behind the name, which may hold anything: the 12th and 13th are user and system time.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return (Number(user) + Number(system)) * TICK_MS
  } catch {
    return undefined
  }
}

/** Acts when a process has worked for so long from now on, or for a long time has not; unless one stops watching. */
function whenOverdue(worked: () => number, most: number, act: () => void): () => void {
  const since = performance.now()
  const before = worked()
  const look = () => {
    const left = Math.min(before + most - worked(), since + SILENT_MS - performance.now())
    if (left > 0) timer = setTimeout(look, Math.max(left, TICK_MS))
    else act()
  }
  let timer = setTimeout(look, most)
  return () => clearTimeout(timer)
}

/** Whole lines only; more than `maxLength()` characters of a line end the runner. */
function readLines(
  child: ChildProcess,
  maxLength: () => number,
  onLine: (line: string) => void,
  onTooLong: () => void,
) {
  // A runner that is gone makes writing fail; its end is reported by `close`.
  child.stdin?.on('error', () => undefined)
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLength()) {
      rest = ''
      return onTooLong()
    }
    for (const line of lines) onLine(line)
  })
}

/** Read always, or the runner would block; kept in part. */
function readErrors(child: ChildProcess): () => string {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, MAX_STDERR)
  })
  return () => said.trim()
}
