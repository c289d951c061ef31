import { type Jail, type JailOptions, type JailProbe, probeJail } from './jail.ts'
import { type Log, type Runner, startRunner } from './runner-process.ts'

export interface SupplyOptions {
  /** How many processes may serve quick runs, beside those of which nobody knows yet whether theirs is one. */
  readonly maxQuick: number
  /** How many more there may be while slow runs keep theirs. */
  readonly maxSlow: number
  readonly jail: JailOptions
  readonly probe?: JailProbe
  readonly log: Log
  /** A runner is at rest now, or there is room for another. */
  readonly onChange: () => void
  /** No runner is left and none could be started. */
  readonly onFailure: () => void
}

interface Wanted {
  /** It gets a runner that has stepped back, if one is at rest; a quick run never does. */
  readonly isSlow: boolean
  /** Nobody knows how long it will take, and so many of that kind are under way: it leaves the others a runner. */
  readonly untold?: number | undefined
}

/** Jailed processes, started on demand and ended when they have rested for a while. */
export interface Supply {
  /** A runner at rest, if this run may have it. */
  take(run: Wanted): Runner | undefined
  /** After its call: it rests, or is ended when it cannot serve another. */
  give(runner: Runner): void
  /**
   * Starts a runner if fewer than `wanted` are starting and there is room. Those of which nobody knows how long they will
   * take may keep their runner: `untold` of them do not count.
   */
  grow(wanted: number, untold: number): void
  /** Resolves when no process is left. */
  stop(): Promise<void>
}

const IDLE_MS = 30_000

const isQuick = (runner: Runner) => !runner.hasSteppedBack()

export function createSupply({ maxQuick, maxSlow, jail, probe, log, onChange, onFailure }: SupplyOptions): Supply {
  const young = new Set<Runner>()
  /** Started, and until their processes are gone. */
  const runners = new Set<Runner>()
  const resting = createResting((runner) => void discard(runner))
  const starts = new Set<Promise<void>>()
  const open = openOnce(jail, probe)
  let stopped = false

  const quickOnes = (): number => [...runners].filter(isQuick).length

  /** It would be the last one, and soon there are more. */
  const isKept = ({ untold }: Wanted): boolean =>
    untold !== undefined && quickOnes() - untold < 2 && (untold > 0 || starts.size > 0)

  async function discard(runner: Runner): Promise<void> {
    await runner.kill()
    runners.delete(runner)
    if (!stopped) onChange()
  }

  function hasRoom(untold: number): boolean {
    if (quickOnes() - untold + starts.size >= maxQuick) return false
    if (runners.size + starts.size < maxQuick + maxSlow) return true
    // Of those that serve slow runs, one that has nothing to do makes room; it is asked again once that is gone.
    resting.dropSlow()
    return false
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
      resting.add(runner)
    }
    return problem
  }

  return {
    take: (run) => (isKept(run) ? undefined : resting.take(run)),
    give(runner) {
      // One is enough: slow runs of accounts that are known for them wait for each other.
      const isSpare = !isQuick(runner) && resting.hasSlow()
      if (runner.usable() && !stopped && !isSpare) resting.add(runner)
      else void discard(runner)
    },
    grow(wanted, untold) {
      if (stopped || starts.size >= wanted || !hasRoom(untold)) return
      const started = start().finally(() => {
        starts.delete(started)
        if (!stopped) onChange()
      })
      starts.add(started)
    },
    async stop() {
      stopped = true
      resting.clear()
      await Promise.all([...[...young].map((runner) => runner.kill()), ...[...runners].map(discard)])
      await Promise.all(starts)
    },
  }
}

/** Runners at rest; those that have rested for long, or are of no use any more, are handed over. */
function createResting(onUseless: (runner: Runner) => void) {
  const timers = new Map<Runner, NodeJS.Timeout>()
  const wake = (runner: Runner): Runner => {
    clearTimeout(timers.get(runner))
    timers.delete(runner)
    return runner
  }
  return {
    add(runner: Runner): void {
      timers.set(runner, setTimeout(() => onUseless(wake(runner)), IDLE_MS).unref())
    },
    take({ isSlow }: { readonly isSlow: boolean }): Runner | undefined {
      for (const runner of [...timers.keys()]) if (!runner.usable()) onUseless(wake(runner))
      const rested = [...timers.keys()]
      const slowOne = isSlow ? rested.find((runner) => !isQuick(runner)) : undefined
      // The last one to rest: the others may come to their end.
      const runner = slowOne ?? rested.findLast(isQuick)
      return runner && wake(runner)
    },
    dropSlow(): void {
      for (const runner of [...timers.keys()]) if (!isQuick(runner)) onUseless(wake(runner))
    },
    hasSlow: () => [...timers.keys()].some((runner) => !isQuick(runner)),
    clear(): void {
      for (const runner of [...timers.keys()]) wake(runner)
    },
  }
}

/** Looks at the machine once; after a failure again, as its cause may be gone. */
function openOnce(options: JailOptions, probe: JailProbe | undefined) {
  let opened = probe && Promise.resolve(probe)
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
