import { type Jail, type JailOptions, probeJail } from './jail.ts'
import { type Log, type Runner, startRunner } from './runner-process.ts'

export interface SupplyOptions {
  /** How many processes may serve quick runs. */
  readonly maxQuick: number
  /** How many more there may be while slow runs keep theirs. */
  readonly maxSlow: number
  readonly jail: JailOptions
  readonly log: Log
  /** A runner is at rest now, or there is room for another. */
  readonly onChange: () => void
  /** No runner is left and none could be started. */
  readonly onFailure: () => void
}

/** Jailed processes, started on demand and ended when they have rested for a while. */
export interface Supply {
  /** A runner at rest: for a slow run one that has stepped back, if there is one; for a quick run never such a one. */
  take(run: { readonly isSlow: boolean }): Runner | undefined
  /** After its call: it rests, or is ended when it cannot serve another. */
  give(runner: Runner): void
  /** Starts a runner if fewer than `wanted` are starting and there is room. */
  grow(wanted: number): void
  /** Resolves when no process is left. */
  stop(): Promise<void>
}

const IDLE_MS = 30_000

interface Resting {
  readonly runner: Runner
  readonly timer: NodeJS.Timeout
}

export function createSupply({ maxQuick, maxSlow, jail, log, onChange, onFailure }: SupplyOptions): Supply {
  const young = new Set<Runner>()
  /** Started, and until their processes are gone. */
  const runners = new Set<Runner>()
  const resting: Resting[] = []
  const starts = new Set<Promise<void>>()
  const open = openOnce(jail)
  let stopped = false

  async function discard(runner: Runner): Promise<void> {
    await runner.kill()
    runners.delete(runner)
    if (!stopped) onChange()
  }

  function rest(runner: Runner): void {
    const timer = setTimeout(() => void discard(wake(entry)), IDLE_MS)
    const entry = { runner, timer: timer.unref() }
    resting.push(entry)
  }

  function wake(entry: Resting): Runner {
    clearTimeout(entry.timer)
    resting.splice(resting.indexOf(entry), 1)
    return entry.runner
  }

  async function start(): Promise<void> {
    const opened = await open.get()
    if (stopped) return
    const problem = opened.ok ? await startIn(opened.jail) : opened.reason
    if (problem === undefined || stopped) return
    open.forget()
    log('sandbox runner did not start', { problem })
    if (runners.size === 0 && starts.size === 1) onFailure()
  }

  async function startIn({ command }: Jail): Promise<string | undefined> {
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

  return {
    take({ isSlow }) {
      for (const entry of resting.filter(({ runner }) => !runner.usable())) {
        wake(entry)
        void discard(entry.runner)
      }
      const slowOne = isSlow ? resting.find(({ runner }) => runner.hasSteppedBack()) : undefined
      const entry = slowOne ?? resting.findLast(({ runner }) => !runner.hasSteppedBack())
      return entry && wake(entry)
    },
    give(runner) {
      // One is enough: slow runs of accounts that are known for them wait for each other.
      const isSpare = runner.hasSteppedBack() && resting.some((entry) => entry.runner.hasSteppedBack())
      if (runner.usable() && !stopped && !isSpare) rest(runner)
      else void discard(runner)
    },
    grow(wanted) {
      const quick = [...runners].filter((runner) => !runner.hasSteppedBack()).length
      const isFull = quick + starts.size >= maxQuick || runners.size + starts.size >= maxQuick + maxSlow
      if (stopped || starts.size >= wanted || isFull) return
      const started = start().finally(() => {
        starts.delete(started)
        if (!stopped) onChange()
      })
      starts.add(started)
    },
    async stop() {
      stopped = true
      for (const { timer } of resting.splice(0)) clearTimeout(timer)
      await Promise.all([...[...young].map((runner) => runner.kill()), ...[...runners].map(discard)])
      await Promise.all(starts)
    },
  }
}

/** Looks at the machine once; after a failure again, as its cause may be gone. */
function openOnce(options: JailOptions) {
  let opened: ReturnType<typeof probeJail> | undefined
  return {
    get() {
      opened ??= probeJail(options)
      return opened
    },
    forget() {
      opened = undefined
    },
  }
}
