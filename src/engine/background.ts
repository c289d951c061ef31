import type { Pool } from 'pg'
import type { Schedule } from './dbos.ts'
import { mayJudge, type OwnBeats, withBeat } from './decide/own-beats.ts'
import type { EngineLog } from './engine.ts'
import type { StartErrorRuns } from './error-runs.ts'
import { beat, isGone } from './executor.ts'
import { strandedRuns } from './invariants.ts'
import type { Lines } from './lines.ts'
import type { ArrivingRuns, LiveRuns } from './live-runs.ts'
import type { Places } from './places.ts'
import { createQueueShare } from './queue-share.ts'
import { repeat } from './repeat.ts'
import type { Room } from './room.ts'
import { restamp } from './sweep.queries.ts'
import { createHandover, createSweep } from './sweep.ts'
import { createWatch, WATCH_MS } from './watch.ts'

const SWEEP_MS = 3000
const INVARIANT_MS = 60_000
const RESTAMP_MS = 15_000
/** What a killed process left undone, and what was accepted in somebody else's transaction. */
const LINES_MS = 500
const SHARE_MS = 1000
const ROOM_MS = 500
const PLACES_MS = 1000
/** Without a sign of life for this many heartbeats a process is taken for dead. */
export const MISSED_BEATS = 4

export interface BackgroundOptions {
  readonly pool: Pool
  readonly executorId: string
  readonly applicationVersion: string
  readonly heartbeatMs: number
  readonly live: LiveRuns
  readonly arriving: ArrivingRuns
  readonly log: EngineLog
  readonly startErrorRuns: StartErrorRuns
  readonly lines: Pick<Lines, 'admitAll'>
  readonly room: Pick<Room, 'admit'>
  readonly places: Pick<Places, 'giveBack'>
  readonly schedule: Schedule
}

export interface Background {
  /** Signs this process on; before it accepts its first run. */
  signOn(): Promise<void>
  /** Starts what a process does all the time; when it also takes over runs, that is done once before this returns. */
  start(options: { takesOver: boolean }): Promise<void>
  isAlive(): boolean
  /** Judges another process as the search for runs does. */
  isGone(executorId: string): Promise<boolean>
  /** Waits for what is under way. */
  stop(): Promise<void>
}

/** Sign of life, a look at the runs of this process, and the search for runs that are nobody's. */
export function createBackground(options: BackgroundOptions): Background {
  const { pool, executorId, applicationVersion, heartbeatMs, log } = options
  const deadAfterMs = heartbeatMs * MISSED_BEATS
  const stops: (() => Promise<void>)[] = []
  const pace = { heartbeatMs, deadAfterMs }
  let beats: OwnBeats | null = null

  async function signOn(): Promise<void> {
    await beat(pool, executorId, applicationVersion)
    beats = withBeat(beats, Date.now(), pace)
  }
  async function checkInvariant(): Promise<void> {
    if (!mayJudge(beats, Date.now(), pace)) return
    const stranded = await strandedRuns(pool, { graceMs: deadAfterMs * 3 })
    if (stranded.length > 0) log.error({ stranded }, 'Runs are unfinished although nobody works on them')
  }
  const every = (ms: number, what: string, work: () => Promise<void>) => stops.push(repeat(what, ms, work, log))

  return {
    signOn,
    async start({ takesOver }) {
      every(heartbeatMs, 'The heartbeat', signOn)
      every(WATCH_MS, 'Watching runs', createWatch(options))
      every(PLACES_MS, 'Giving back places', options.places.giveBack)
      const sweepMs = Math.min(SWEEP_MS, deadAfterMs)
      if (!takesOver) {
        every(sweepMs, 'Handing over runs', createHandover({ ...options, deadAfterMs }))
        return
      }
      const mayJudgeNow = () => mayJudge(beats, Date.now(), pace)
      const sweep = createSweep({ ...options, deadAfterMs, mayJudge: mayJudgeNow })
      const restampQueue = () => restamp(pool, { deadAfterMs }, applicationVersion)
      // Whoever begins has the newest version; later, after an outage, everybody else would seem to be gone.
      await restampQueue()
      await sweep()
      every(sweepMs, 'Taking over runs', sweep)
      every(LINES_MS, 'Giving runs their turn', options.lines.admitAll)
      every(ROOM_MS, 'Giving room to runs', options.room.admit)
      every(SHARE_MS, 'Sharing the places of the queue', createQueueShare(pool))
      every(RESTAMP_MS, 'Restamping the queue', async () => {
        if (mayJudgeNow()) await restampQueue()
      })
      every(INVARIANT_MS, 'The check of unfinished runs', checkInvariant)
    },
    isGone: (id) => isGone(pool, id, mayJudge(beats, Date.now(), pace) ? deadAfterMs : null),
    isAlive: () => Date.now() - (beats?.last ?? 0) < deadAfterMs,
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}
