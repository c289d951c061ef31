import { LIMITS, type Limits } from '#src/sdk/sandbox-limits.ts'
import { createFairQueue } from './fair-queue.ts'
import type { JailOptions, JailProbe } from './jail.ts'
import type { Log, Runner } from './runner-process.ts'
import { createSupply } from './runner-supply.ts'
import type { Sandbox, SandboxCall, SandboxFailure, SandboxOutcome } from './sandbox.ts'
import { createSlowAccounts } from './slow-accounts.ts'

export interface SandboxOptions extends JailOptions {
  /** Processes for quick runs, 2 by default; while runs take long or of newcomers nobody knows it, a few more stand in. */
  readonly maxRunners?: number
  /** What has just been found out about this machine; otherwise the first call waits until it is. */
  readonly probe?: JailProbe
  /** Receives what is of use when a runner misbehaves; never inputs or outputs. */
  readonly log: Log
}

/** Shorter than the 30 s after which a browser gives up. */
const MAX_WAIT_MS = 20_000
/** Most processes beyond the usual ones, while as many runs take long. */
const MAX_STAND_INS = 6
const QUEUE = { perAccount: 100, total: 1000 }
const STOPPING = 'The server is stopping.'

interface Waiting {
  readonly call: SandboxCall
  readonly timer: NodeJS.Timeout
  readonly resolve: (outcome: SandboxOutcome) => void
}

type Refusal = { readonly ok: false; readonly error: SandboxFailure }
const busy = (): Refusal => ({
  ok: false,
  error: {
    code: 'SANDBOX_BUSY',
    message: 'Too many tools are running right now. Please try again in a moment.',
    retryAfter: 2,
  },
})
const unavailable = (message: string): Refusal => ({
  ok: false,
  error: { code: 'SANDBOX_UNAVAILABLE', message, retryAfter: 60 },
})

/** Runs creators' code in a few jailed processes, one run of an account at a time, accounts in turn. */
export function createSandbox({ maxRunners = 2, probe, log, ...jail }: SandboxOptions): Sandbox {
  const queue = createFairQueue<Waiting>(QUEUE)
  // One runner at least is for those whose runs are quick.
  const slow = createSlowAccounts({ atOnce: Math.max(1, maxRunners - 1) })
  const mayRun = (account: string) => !slow.mustWait(account)
  const onFailure = () => refuseAll('Custom tools cannot run right now.')
  const supply = createSupply({
    maxQuick: maxRunners,
    maxSlow: MAX_STAND_INS,
    jail,
    ...(probe && { probe }),
    log,
    onChange: dispatch,
    onFailure,
  })
  let stopped = false

  function refuseAll(reason: string): void {
    for (const waiting of queue.drain()) answer(waiting, unavailable(reason))
  }

  async function serve(runner: Runner, account: string, waiting: Waiting): Promise<void> {
    clearTimeout(waiting.timer)
    const { account: _, limits, ...call } = waiting.call
    const onSlow = () => {
      runner.stepBack()
      // Whoever comes next shall not wait until another has started.
      supply.grow(Math.max(1, queue.ready(mayRun)), slow.untold())
    }
    const end = slow.begin(account, { worked: runner.workedMs, onSlow })
    const outcome = await runner.call({ ...call, limits: atMost(limits) })
    end()
    queue.release(account)
    answer(waiting, stopped ? unavailable(STOPPING) : outcome)
    supply.give(runner)
    dispatch()
  }

  function dispatch(): void {
    for (let next = takeNext(); next !== undefined; next = takeNext()) void serve(next.runner, next.account, next.job)
    supply.grow(queue.ready(mayRun), slow.untold())
  }

  /** Who has the turn, of those for whose run there is a runner. */
  function takeNext() {
    let runner: Runner | undefined
    const next = queue.take((account) => {
      if (!mayRun(account)) return false
      const isSlow = slow.isKnown(account)
      runner = supply.take({ isSlow, untold: !isSlow && slow.isNew(account) ? slow.untold() : undefined })
      return runner !== undefined
    })
    return next && runner && { ...next, runner }
  }

  return {
    run: (call) =>
      new Promise((resolve) => {
        if (stopped) return resolve(unavailable(STOPPING))
        const timer = setTimeout(() => {
          queue.remove(call.account, waiting)
          resolve(busy())
        }, MAX_WAIT_MS)
        const waiting: Waiting = { call, timer, resolve }
        if (queue.add(call.account, waiting)) dispatch()
        else answer(waiting, busy())
      }),
    stop() {
      stopped = true
      refuseAll(STOPPING)
      return supply.stop()
    },
  }
}

function answer(waiting: Waiting, outcome: SandboxOutcome): void {
  clearTimeout(waiting.timer)
  waiting.resolve(outcome)
}

const atMost = (wanted: Partial<Limits> = {}): Limits => ({
  ms: Math.min(wanted.ms ?? LIMITS.ms, LIMITS.ms),
  memoryBytes: Math.min(wanted.memoryBytes ?? LIMITS.memoryBytes, LIMITS.memoryBytes),
  outputBytes: Math.min(wanted.outputBytes ?? LIMITS.outputBytes, LIMITS.outputBytes),
})
