import { createFairQueue } from './fair-queue.ts'
import { type Jail, type JailOptions, probeJail } from './jail.ts'
import { LIMITS, type Limits } from './limits.ts'
import { type Log, type Runner, startRunner } from './runner-process.ts'
import type { Sandbox, SandboxCall, SandboxFailure, SandboxOutcome } from './sandbox.ts'

export interface SandboxOptions extends JailOptions {
  /** Most processes at a time, 2 by default. */
  readonly maxRunners?: number
  /** Receives what is of use when a runner misbehaves; never inputs or outputs. */
  readonly log: Log
}

const IDLE_MS = 30_000
/** Shorter than the 30 s after which a browser gives up. */
const MAX_WAIT_MS = 20_000
const QUEUE = { perAccount: 100, total: 1000 }

interface Waiting {
  readonly call: SandboxCall
  readonly timer: NodeJS.Timeout
  readonly resolve: (outcome: SandboxOutcome) => void
}

const busy = (): SandboxFailure => ({
  code: 'SANDBOX_BUSY',
  message: 'Too many tools are running right now. Please try again in a moment.',
  retryAfter: 2,
})
const STOPPING = 'The server is stopping.'
const unavailable = (reason: string): SandboxFailure => ({
  code: 'SANDBOX_UNAVAILABLE',
  message: reason,
  retryAfter: 60,
})

const stopping = () => unavailable(STOPPING)

/** Runs creators' code in a few jailed processes, started on demand and ended when idle. */
export function createSandbox({ maxRunners = 2, log, ...jailOptions }: SandboxOptions): Sandbox {
  const queue = createFairQueue<Waiting>(QUEUE)
  const young = new Set<Runner>()
  /** Started, and until their processes are gone. */
  const runners = new Set<Runner>()
  const idle: { readonly runner: Runner; readonly timer: NodeJS.Timeout }[] = []
  const starts = new Set<Promise<void>>()
  let stopped = false
  let jail: Promise<Jail | string> | undefined

  const answer = (waiting: Waiting, outcome: SandboxOutcome) => {
    clearTimeout(waiting.timer)
    waiting.resolve(outcome)
  }
  const refuseAll = (reason: string) => {
    for (const waiting of queue.drain()) answer(waiting, { ok: false, error: unavailable(reason) })
  }

  async function discard(runner: Runner): Promise<void> {
    await runner.kill()
    runners.delete(runner)
    dispatch()
  }

  function rest(runner: Runner): void {
    const timer = setTimeout(() => {
      idle.splice(idle.indexOf(entry), 1)
      void discard(runner)
    }, IDLE_MS)
    const entry = { runner, timer: timer.unref() }
    idle.push(entry)
  }

  async function start(): Promise<void> {
    jail ??= openJail(jailOptions)
    const opened = await jail
    if (stopped) return
    const problem = typeof opened === 'string' ? opened : await startIn(opened.command)
    if (problem === undefined || stopped) return
    // The next call looks again: the cause may be gone by then.
    jail = undefined
    log('sandbox runner did not start', { problem })
    if (runners.size === 0 && starts.size === 1) refuseAll('Custom tools cannot run right now.')
  }

  async function startIn(command: Jail['command']): Promise<string | undefined> {
    const runner = startRunner(command, log)
    young.add(runner)
    const problem = await runner.started
    young.delete(runner)
    if (problem === undefined && !stopped) {
      runners.add(runner)
      rest(runner)
    }
    return problem
  }

  async function serve(runner: Runner, account: string, waiting: Waiting): Promise<void> {
    clearTimeout(waiting.timer)
    const { source, input, limits } = waiting.call
    const outcome = await runner.call({ source, input, limits: atMost(limits) })
    queue.release(account)
    answer(waiting, stopped ? { ok: false, error: stopping() } : outcome)
    if (runner.usable() && !stopped) rest(runner)
    else void discard(runner)
    dispatch()
  }

  function dispatch(): void {
    while (!stopped && queue.ready() > 0) {
      const free = idle.pop()
      if (free === undefined) break
      clearTimeout(free.timer)
      const next = free.runner.usable() ? queue.take() : undefined
      if (next === undefined) void discard(free.runner)
      else void serve(free.runner, next.account, next.job)
    }
    grow()
  }

  function grow(): void {
    if (stopped || starts.size >= queue.ready() || starts.size + runners.size >= maxRunners) return
    const started = start().finally(() => {
      starts.delete(started)
      dispatch()
    })
    starts.add(started)
  }

  return {
    run: (call) =>
      new Promise((resolve) => {
        if (stopped) return resolve({ ok: false, error: stopping() })
        const timer = setTimeout(() => {
          queue.remove(call.account, waiting)
          resolve({ ok: false, error: busy() })
        }, MAX_WAIT_MS)
        const waiting: Waiting = { call, timer, resolve }
        if (queue.add(call.account, waiting)) dispatch()
        else answer(waiting, { ok: false, error: busy() })
      }),
    async stop() {
      stopped = true
      refuseAll(STOPPING)
      for (const { timer } of idle.splice(0)) clearTimeout(timer)
      await Promise.all([...[...young].map((runner) => runner.kill()), ...[...runners].map(discard)])
      await Promise.all(starts)
    },
  }
}

async function openJail(options: JailOptions): Promise<Jail | string> {
  const probe = await probeJail(options)
  return probe.ok ? probe.jail : probe.reason
}

const atMost = (wanted: Partial<Limits> = {}): Limits => ({
  ms: Math.min(wanted.ms ?? LIMITS.ms, LIMITS.ms),
  memoryBytes: Math.min(wanted.memoryBytes ?? LIMITS.memoryBytes, LIMITS.memoryBytes),
  outputBytes: Math.min(wanted.outputBytes ?? LIMITS.outputBytes, LIMITS.outputBytes),
})
