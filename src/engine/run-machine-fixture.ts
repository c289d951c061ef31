import { isFinal } from '#src/lib/run-status.ts'
import { MAX_RECOVERIES } from './decide/takeover.ts'
import type { Owner, Tables } from './run-model-fixture.ts'

/** Processes that carry one run out, die, sleep, and are told to stop, in whatever order a list of moves says. */

const KINDS = {
  ...{ walk: 40, dequeue: 12, claim: 12, sweep: 14, due: 5, wake: 5 },
  ...{ die: 3, leave: 2, sleep: 5, awake: 6, doze: 8, cancel: 1, force: 4 },
  ...{ refuse: 3, grow: 3, room: 8, break: 3 },
}
type Kind = keyof typeof KINDS
/** Each as often as it is to come among a hundred or so. */
export const MOVES: readonly Kind[] = Object.entries(KINDS).flatMap(([kind, times]) =>
  Array.from({ length: times }, () => kind as Kind),
)
export interface Move {
  readonly do: Kind
  readonly who: number
}

/** Steps with side effects, but for the one that waits. */
const STEPS = 4
const PAUSE = 2
const PROCESSES = 3

interface Walker extends Owner {
  readonly process: number
  /** Of the time that the queue gave it; empty when it came directly. */
  readonly token: string
  readonly known: Set<number>
  at: number
  isActing: boolean
  isDone: boolean
}

export class RunMachine {
  readonly #tables: Tables
  readonly wrong: string[] = []
  /** Of each process. */
  #names: string[] = []
  #asleep = new Set<number>()
  /** Given by the queue, and not claimed yet. */
  #given = new Map<number, { readonly token: string; readonly segment: number }>()
  #walkers: Walker[] = []
  #begun = new Set<number>()
  #repeats = 0
  #handovers = 0
  /** How often a process was gone for good or for long, or an error kept it from going on. */
  #gone = 0
  #ends = 0
  #wakes = 0
  /** The segment that begins when the pause is over. */
  #behindPause = Number.POSITIVE_INFINITY
  #final: string | undefined
  #born = 0

  constructor(tables: Tables) {
    this.#tables = tables
  }

  async start(isQueued: boolean): Promise<void> {
    for (let process = 0; process < PROCESSES; process++) await this.#bear(process)
    const [executor = ''] = this.#names
    if (isQueued) return this.#tables.insertQueued()
    await this.#tables.insertRunning(executor)
    this.#walk(0, { executor, segment: 0, takeovers: 0 }, [], '')
  }

  async #bear(process: number): Promise<void> {
    this.#names[process] = `e${this.#born++}`
    await this.#tables.beat(this.#names[process] ?? '', true)
  }
  #walk(process: number, owner: Owner, kept: readonly number[], token: string): void {
    const place = { at: 0, isActing: false, isDone: false }
    this.#walkers.push({ ...owner, process, token, known: new Set(kept), ...place })
  }
  #forget(process: number): void {
    this.#walkers = this.#walkers.filter((walker) => walker.process !== process)
    this.#given.delete(process)
    this.#asleep.delete(process)
  }

  async move({ do: what, who }: Move): Promise<void> {
    const process = who % PROCESSES
    const executor = this.#names[process] ?? ''
    const isAwake = !this.#asleep.has(process)
    switch (what) {
      case 'walk':
        if (isAwake) await this.#step(this.#walkers.find((walker) => walker.process === process))
        break
      case 'dequeue':
        if (isAwake) await this.#dequeue(process, executor)
        break
      case 'claim':
        if (isAwake) await this.#claim(process, executor)
        break
      case 'sweep':
        if (isAwake) await this.#sweep(process, executor)
        break
      case 'die':
        this.#gone += 1
        await this.#tables.beat(executor, false)
        this.#forget(process)
        await this.#bear(process)
        break
      case 'leave':
        await this.#tables.signOff(executor)
        this.#forget(process)
        await this.#bear(process)
        break
      case 'sleep':
        this.#asleep.add(process)
        this.#gone += 1
        await this.#tables.beat(executor, false)
        break
      case 'doze':
        // Just as long as another one needs to take its run.
        await this.move({ do: 'sleep', who: process })
        await this.move({ do: 'sweep', who: process + 1 })
        await this.move({ do: 'awake', who: process })
        break
      case 'awake':
        if (this.#asleep.delete(process)) await this.#tables.beat(executor, true)
        break
      case 'refuse':
        if (isAwake) await this.#putBack(process, executor)
        break
      case 'grow':
        if (isAwake) await this.#grow(this.#walkers.find((walker) => walker.process === process))
        break
      case 'room':
        await this.#tables.giveRoom()
        break
      case 'break':
        if (isAwake) await this.#break(process)
        break
      case 'due':
        await this.#tables.due()
        break
      case 'wake':
        if (await this.#tables.wake()) this.#wakes += 1
        break
      case 'cancel':
        await this.#tables.requestCancel()
        break
      case 'force':
        if ((await this.#tables.state()).run.cancelRequested && (await this.#tables.endByForce())) this.#ends += 1
        break
    }
    await this.#check(what)
  }

  async #dequeue(process: number, executor: string): Promise<void> {
    const { segment } = (await this.#tables.state()).run
    const token = `t${this.#born++}`
    if (await this.#tables.dequeue(executor, token)) this.#given.set(process, { token, segment })
  }

  async #claim(process: number, executor: string): Promise<void> {
    const given = this.#given.get(process)
    if (given === undefined) return
    this.#given.delete(process)
    const claim = await this.#tables.claim(executor)
    if (claim !== null) this.#walk(process, claim, claim.kept, given.token)
    else await this.#tables.finish(given.segment, given.token)
  }

  /** There is no room for what the queue has given; what somebody wants to end begins all the same. */
  async #putBack(process: number, executor: string): Promise<void> {
    const given = this.#given.get(process)
    if (given === undefined) return
    if (!(await this.#tables.putBack(executor))) return this.#claim(process, executor)
    this.#given.delete(process)
    await this.#tables.finish(given.segment, given.token)
  }

  async #grow(walker: Walker | undefined): Promise<void> {
    if (walker === undefined || walker.isDone || walker.isActing) return
    await this.#tables.stopForRoom(walker)
    walker.isDone = true
  }

  /** An error ends what this process does for the run, before it has claimed it or in the middle. */
  async #break(process: number): Promise<void> {
    const has = this.#given.get(process) ?? this.#walkers.find((walker) => walker.process === process)
    if (has === undefined) return
    this.#gone += 1
    this.#walkers = this.#walkers.filter((walker) => walker !== has)
    this.#given.delete(process)
    if (has.token !== '') await this.#tables.fail(has.segment, has.token)
  }

  async #sweep(process: number, executor: string): Promise<void> {
    const before = await this.#tables.state()
    const knows = this.#given.has(process) || this.#walkers.some((walker) => walker.process === process)
    await this.#tables.sweep(executor, knows)
    const after = await this.#tables.state()
    this.#handovers += after.run.takeovers - before.run.takeovers
    if (!isFinal(before.run.status) && isFinal(after.run.status)) this.#ends += 1
  }

  /** One thing that a process does for the run that it has. */
  async #step(walker: Walker | undefined): Promise<void> {
    if (walker === undefined) return
    if (walker.isDone) {
      if (walker.token !== '') await this.#tables.finish(walker.segment, walker.token)
      this.#walkers = this.#walkers.filter((other) => other !== walker)
    } else if (walker.isActing) {
      walker.isActing = false
      if (await this.#tables.keep(walker, walker.at)) walker.at += 1
      else walker.isDone = true
    } else if (walker.at === STEPS) {
      if (await this.#tables.close(walker)) this.#ends += 1
      walker.isDone = true
    } else if (walker.known.has(walker.at)) walker.at += 1
    else if (walker.at === PAUSE) await this.#pause(walker)
    else await this.#act(walker)
  }

  async #pause(walker: Walker): Promise<void> {
    // The segment behind the pause begins when it is over.
    const isOver = walker.segment >= this.#behindPause && (await this.#tables.isOver())
    const came = isOver ? 'goes on' : await this.#tables.stopToWait(walker)
    if (came === 'waits') this.#behindPause = walker.segment + 1
    if (came === 'goes on') walker.at += 1
    else walker.isDone = true
  }

  async #act(walker: Walker): Promise<void> {
    const { kept } = await this.#tables.state()
    for (let earlier = 0; earlier < walker.at; earlier++)
      if (earlier !== PAUSE && !kept.includes(earlier))
        this.wrong.push(`step ${walker.at} began before ${earlier} was kept`)
    walker.isActing = true
    if (this.#begun.has(walker.at)) this.#repeats += 1
    this.#begun.add(walker.at)
    // One that was in flight, for each takeover.
    if (this.#repeats > this.#handovers)
      this.wrong.push(`step ${walker.at}: ${this.#repeats} repeats for ${this.#handovers} takeovers`)
  }

  async #check(what: string): Promise<void> {
    if (this.#ends > 1) this.wrong.push(`${what}: the run ended ${this.#ends} times`)
    if (this.#wakes > 1) this.wrong.push(`${what}: the pause was ended ${this.#wakes} times`)
    const { run } = await this.#tables.state()
    if (this.#final !== undefined && this.#final !== run.status)
      this.wrong.push(`${what}: ${this.#final} became ${run.status}`)
    if (isFinal(run.status)) this.#final = run.status
  }

  /**
   * Everything goes well from here on, for one process: whatever was, the run must come to its end. Only one whose
   * processes were gone five times is given up.
   */
  async comesToItsEnd(): Promise<boolean> {
    for (let process = 1; process < PROCESSES; process++) await this.move({ do: 'leave', who: process })
    await this.move({ do: 'awake', who: 0 })
    for (let round = 0; round < 60 && this.#final === undefined; round++) {
      for (const what of ['sweep', 'due', 'room', 'dequeue', 'claim'] as const) await this.move({ do: what, who: 0 })
      for (let step = 0; step < 4 * STEPS; step++) await this.move({ do: 'walk', who: 0 })
    }
    const isRight = this.#final !== 'failed' || this.#gone >= MAX_RECOVERIES
    return this.#final !== undefined && isRight
  }
}
