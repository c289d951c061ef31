import type { LiveRunStatus, RunStatus } from '#src/lib/run-status.ts'
import { isFinal } from '#src/lib/run-status.ts'
import { type Abandoned, afterTakeover } from './decide/takeover.ts'

/** A second description of what a run's rows may become: each method is one transaction of the engine. */

/** Who carries a run out, as it was told when it got it. */
export interface Owner {
  readonly executor: string
  readonly segment: number
  readonly takeovers: number
}
export interface Claim extends Owner {
  /** Numbers of the steps that are done. */
  readonly kept: readonly number[]
}

export interface State {
  readonly run: {
    readonly status: RunStatus
    readonly executor: string | null
    readonly segment: number
    readonly takeovers: number
    readonly recoveries: number
    readonly cancelRequested: boolean
  }
  /** By segment; the library's row. */
  readonly durable: Readonly<Record<number, { readonly status: DurableStatus; readonly executor: string | null }>>
  readonly wait: { readonly isOver: boolean; readonly segment: number | null } | null
  readonly kept: readonly number[]
  /** It waits for room in memory. */
  readonly needsRoom: boolean
}
type DurableStatus = 'ENQUEUED' | 'DELAYED' | 'PENDING' | 'SUCCESS' | 'ERROR' | 'CANCELLED'

export interface Tables {
  insertRunning(executor: string): Promise<void>
  insertQueued(): Promise<void>
  /** The library gives the run to a process, and knows this time by a token. */
  dequeue(executor: string, token: string): Promise<boolean>
  claim(executor: string): Promise<Claim | null>
  /** The library writes that a segment is done, unless somebody else was given it. */
  finish(segment: number, token: string): Promise<void>
  /** The same when what the library called has thrown. */
  fail(segment: number, token: string): Promise<void>
  /** A run that the library has given to this process finds no room there, and goes back; false when it cannot. */
  putBack(executor: string): Promise<boolean>
  /** What a run has worked out finds no room. */
  stopForRoom(owner: Owner): Promise<boolean>
  /** Some process has room for it. */
  giveRoom(): Promise<boolean>
  keep(owner: Owner, step: number): Promise<boolean>
  stopToWait(owner: Owner): Promise<'waits' | 'goes on' | 'lost'>
  /** The time of the pause is over. */
  isOver(): Promise<boolean>
  due(): Promise<void>
  wake(): Promise<boolean>
  close(owner: Owner): Promise<boolean>
  requestCancel(): Promise<LiveRunStatus | null>
  endByForce(): Promise<boolean>
  /** `knows`: this process carries the run out. */
  sweep(executor: string, knows: boolean): Promise<void>
  beat(executor: string, isAlive: boolean): Promise<void>
  signOff(executor: string): Promise<void>
  state(): Promise<State>
}

const ROUNDS = 20
const isHeld = (status: DurableStatus | undefined) =>
  status === 'ENQUEUED' || status === 'DELAYED' || status === 'PENDING'
type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** The rows of one run. */
export class RunModel implements Tables {
  #run: Mutable<State['run']> | null = null
  #durable: Record<number, { status: DurableStatus; executor: string | null }> = {}
  #tokens: Record<number, string> = {}
  #wait: Mutable<NonNullable<State['wait']>> | null = null
  #kept = new Set<number>()
  #needsRoom = false
  #hasBegun = false
  #beats = new Map<string, boolean>()
  #suspects = new Set<string>()
  #rounds = new Map<string, number>()

  #live() {
    return this.#run === null || isFinal(this.#run.status) ? null : this.#run
  }
  #now() {
    return this.#durable[this.#run?.segment ?? 0]
  }
  #isOwner({ executor, segment, takeovers }: Owner): boolean {
    const run = this.#live()
    return (
      run?.status === 'running' && run.executor === executor && run.segment === segment && run.takeovers === takeovers
    )
  }
  #isAlive(executor: string | null): boolean {
    return executor !== null && this.#beats.get(executor) === true
  }
  #begin(status: 'running' | 'queued', executor: string | null): void {
    this.#run = { ...{ status, executor, segment: 0, takeovers: 0, recoveries: 0 }, cancelRequested: false }
  }
  #end(status: 'succeeded' | 'failed' | 'cancelled'): boolean {
    const run = this.#live()
    if (run === null) return false
    run.status = status
    const durable = this.#now()
    this.#needsRoom = false
    if (status !== 'succeeded' && durable !== undefined && isHeld(durable.status)) durable.status = 'CANCELLED'
    return true
  }

  async insertRunning(executor: string): Promise<void> {
    this.#begin('running', executor)
    this.#hasBegun = true
  }
  async insertQueued(): Promise<void> {
    this.#begin('queued', null)
    this.#durable[0] = { status: 'ENQUEUED', executor: null }
  }
  async dequeue(executor: string, token: string): Promise<boolean> {
    const durable = this.#now()
    if (durable?.status !== 'ENQUEUED') return false
    Object.assign(durable, { status: 'PENDING', executor })
    this.#tokens[this.#run?.segment ?? 0] = token
    return true
  }
  async claim(executor: string): Promise<Claim | null> {
    const run = this.#live()
    const durable = this.#now()
    if (run === null || durable?.status !== 'PENDING' || durable.executor !== executor) return null
    Object.assign(run, { executor, status: 'running' })
    this.#hasBegun = true
    this.#needsRoom = false
    return {
      executor,
      segment: run.segment,
      takeovers: run.takeovers,
      kept: [...this.#kept].sort((one, other) => one - other),
    }
  }
  #settle(segment: number, token: string, status: 'SUCCESS' | 'ERROR'): void {
    const durable = this.#durable[segment]
    if (durable?.status === 'PENDING' && this.#tokens[segment] === token) durable.status = status
  }
  async finish(segment: number, token: string): Promise<void> {
    this.#settle(segment, token, 'SUCCESS')
  }
  async fail(segment: number, token: string): Promise<void> {
    this.#settle(segment, token, 'ERROR')
  }
  async putBack(executor: string): Promise<boolean> {
    const run = this.#live()
    const durable = this.#now()
    if (run === null || run.cancelRequested || durable?.status !== 'PENDING' || durable.executor !== executor)
      return false
    this.#waitForRoom(run, this.#hasBegun ? 'waiting' : 'queued')
    return true
  }
  async stopForRoom(owner: Owner): Promise<boolean> {
    const run = this.#live()
    if (run === null || !this.#isOwner(owner)) return false
    run.recoveries = 0
    this.#waitForRoom(run, 'waiting')
    return true
  }
  #waitForRoom(run: Mutable<State['run']>, status: 'waiting' | 'queued'): void {
    Object.assign(run, { status, executor: null, segment: run.segment + 1 })
    this.#durable[run.segment] = { status: 'DELAYED', executor: null }
    this.#needsRoom = true
  }
  async giveRoom(): Promise<boolean> {
    if (!this.#needsRoom) return false
    this.#needsRoom = false
    const durable = this.#now()
    if (durable?.status === 'DELAYED') durable.status = 'ENQUEUED'
    return true
  }
  async keep(owner: Owner, step: number): Promise<boolean> {
    if (!this.#isOwner(owner)) return false
    this.#kept.add(step)
    return true
  }
  async stopToWait(owner: Owner): Promise<'waits' | 'goes on' | 'lost'> {
    const run = this.#live()
    // All of it is one transaction: what is not ours leaves no trace of the wait either.
    if (run === null || !this.#isOwner(owner)) return 'lost'
    if (this.#wait?.isOver) return 'goes on'
    this.#wait = { isOver: false, segment: owner.segment + 1 }
    Object.assign(run, { status: 'waiting', executor: null, segment: owner.segment + 1, recoveries: 0 })
    this.#durable[run.segment] = { status: 'DELAYED', executor: null }
    return 'waits'
  }
  async isOver(): Promise<boolean> {
    this.#wait = { segment: null, ...this.#wait, isOver: true }
    return true
  }
  async due(): Promise<void> {
    const durable = this.#now()
    // Whoever waits for room is not due.
    if (durable?.status === 'DELAYED' && !this.#needsRoom) durable.status = 'ENQUEUED'
  }
  async wake(): Promise<boolean> {
    if (this.#live() === null || this.#wait?.isOver) return false
    const segment = this.#wait?.segment ?? null
    this.#wait = { isOver: true, segment }
    const durable = segment === null ? undefined : this.#durable[segment]
    if (durable?.status === 'DELAYED') durable.status = 'ENQUEUED'
    return true
  }
  async close(owner: Owner): Promise<boolean> {
    return this.#isOwner(owner) && this.#end('succeeded')
  }
  async requestCancel(): Promise<LiveRunStatus | null> {
    const run = this.#live()
    if (run === null) return null
    run.cancelRequested = true
    return run.status as LiveRunStatus
  }
  async endByForce(): Promise<boolean> {
    return this.#end('cancelled')
  }

  /** As `takeOver` finds it; null when the run is somebody's. */
  #orphan(executor: string, isLost: boolean): Abandoned | null {
    const run = this.#live()
    if (run === null) return null
    const durable = this.#now()
    const thorough = (this.#rounds.get(executor) ?? 0) % ROUNDS === 0
    const isLeft = run.status === 'running' && !this.#isAlive(run.executor)
    const isHeldByDead = durable?.status === 'PENDING' && !this.#isAlive(durable.executor)
    const isNowhere = thorough && run.status !== 'running' && !isHeld(durable?.status)
    if (!isLeft && !isHeldByDead && !isNowhere && !isLost) return null
    const holder = isHeldByDead ? (durable?.executor ?? null) : run.executor
    const counted = holder === null || this.#beats.has(holder)
    const isElsewhere = durable?.status === 'PENDING' && this.#isAlive(durable.executor) && !isLost
    const found = {
      ...(durable === undefined && { durable: 'missing' as const }),
      ...((durable?.status === 'ENQUEUED' || durable?.status === 'DELAYED') && { durable: 'enqueued' as const }),
      ...(durable?.status === 'ERROR' && { durable: 'broken' as const }),
      ...(durable?.status === 'PENDING' && ({ durable: isElsewhere ? 'running-elsewhere' : 'abandoned' } as const)),
    }
    Object.assign(run, { executor, recoveries: run.recoveries + Number(counted), takeovers: run.takeovers + 1 })
    return { durable: 'ended', ...found, recoveries: run.recoveries, cancelRequested: run.cancelRequested }
  }
  #isUnknown(executor: string, knows: boolean): boolean {
    const run = this.#live()
    const durable = this.#now()
    const isGiven = (durable?.status === 'PENDING' || durable?.status === 'ERROR') && durable.executor === executor
    const isOwn = run?.executor === executor && !isHeld(durable?.status)
    return run !== null && !knows && (isGiven || isOwn)
  }
  async sweep(executor: string, knows: boolean): Promise<void> {
    const isUnknown = this.#isUnknown(executor, knows)
    const isLost = isUnknown && this.#suspects.has(executor)
    if (isUnknown) this.#suspects.add(executor)
    else this.#suspects.delete(executor)
    const run = this.#live()
    if (run?.cancelRequested && run.status !== 'running') this.#end('cancelled')
    const orphan = this.#orphan(executor, isLost)
    this.#rounds.set(executor, (this.#rounds.get(executor) ?? 0) + 1)
    if (orphan !== null) this.#act(afterTakeover(orphan))
    const now = this.#now()
    const holder = now?.status === 'PENDING' ? now.executor : null
    for (const [id, isAlive] of this.#beats)
      if (!isAlive && this.#live()?.executor !== id && holder !== id) this.#beats.delete(id)
  }
  #act(takeover: ReturnType<typeof afterTakeover>): void {
    const segment = this.#run?.segment ?? 0
    if (takeover === 'requeue' || takeover === 'enqueue') {
      const executor = this.#durable[segment]?.executor ?? null
      this.#durable[segment] = { status: 'ENQUEUED', executor }
    }
    if (takeover === 'cancel') this.#end('cancelled')
    if (takeover === 'give-up' || takeover === 'lost') this.#end('failed')
  }
  async beat(executor: string, isAlive: boolean): Promise<void> {
    this.#beats.set(executor, isAlive)
  }
  async signOff(executor: string): Promise<void> {
    this.#beats.delete(executor)
  }
  async state(): Promise<State> {
    if (this.#run === null) throw new Error('No run has begun')
    return structuredClone({
      ...{ run: this.#run, durable: this.#durable, wait: this.#wait, needsRoom: this.#needsRoom },
      kept: [...this.#kept].sort((one, other) => one - other),
    })
  }
}
