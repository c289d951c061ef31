import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { createBatcher } from '#src/lib/batcher.ts'
import { createLimiter, type Limiter, parseRate, type Rate } from './limiter.ts'

export interface SharedLimiter extends Limiter {
  /** The same for all processes together; it asks the database. */
  takeTogether(rate: Rate, key: string): Promise<number>
  /** Forgets windows that are over by a margin. */
  sweep(): Promise<void>
}

/** A process takes so much of a rate at once, and may leave it unused; of a rate below twice as many it takes one. */
const PARTS_OF_A_RATE = 1000
const MAX_KEYS = 50_000

interface Asked {
  readonly name: string
  readonly seconds: number
  readonly wanted: number
  /** How far the window was counted with this. */
  counted?: End & { readonly to: number }
}

interface End {
  /** By the clock of the database: it tells one window of a name from the next. */
  readonly end: number
  /** By ours, which nobody sets. */
  readonly endsAt: number
}

/** What this process knows of a window. */
interface Window extends End {
  /** Taken and not used yet. */
  left: number
  isSpent: boolean
}

const digest = (name: string) => createHash('sha256').update(name).digest()

async function countOn(pool: Pool, asked: readonly Asked[]): Promise<void> {
  const groups = [...Map.groupBy(asked, ({ name }) => name)].map(([name, members]) => ({
    ...{ name: digest(name), seconds: members[0]?.seconds, members },
    wanted: members.reduce((sum, { wanted }) => sum + wanted, 0),
  }))
  // Not when the answer is there: a late one would make the window longer.
  const askedAt = performance.now()
  const { rows } = await pool.query<{ name: Buffer; taken: number; end: number; ends_in_ms: number }>({
    name: 'limiter-count-on',
    // In one order everywhere, or two processes could wait for each other.
    text: `insert into rate_window as w (name, ends_at, taken)
      select name, clock_timestamp() + make_interval(secs => seconds), wanted
        from unnest($1::bytea[], $2::float8[], $3::int[]) as asked (name, seconds, wanted) order by name
      on conflict (name) do update set
        taken = case when w.ends_at <= clock_timestamp() then 0 else least(w.taken, 1000000000) end + excluded.taken,
        ends_at = case when w.ends_at <= clock_timestamp() then excluded.ends_at else w.ends_at end
      returning name, taken, extract(epoch from ends_at)::float8 as end,
        greatest(1, extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as ends_in_ms`,
    values: [groups.map(({ name }) => name), groups.map(({ seconds }) => seconds), groups.map(({ wanted }) => wanted)],
  })
  for (const { members, wanted, name } of groups) {
    const row = rows.find((one) => one.name.equals(name))
    if (row === undefined) continue
    let to = row.taken - wanted
    for (const member of members) {
      to += member.wanted
      member.counted = { to, end: row.end, endsAt: askedAt + row.ends_in_ms }
    }
  }
}

/** Counts in this process, and in the database what has to hold for all processes together. */
export function createSharedLimiter(pool: Pool): SharedLimiter {
  const windows = new Map<string, Window>()
  const count = createBatcher<Asked>((asked) => countOn(pool, asked))

  const windowOf = (name: string): Window | undefined => {
    const window = windows.get(name)
    return window !== undefined && window.endsAt > performance.now() ? window : undefined
  }
  /** The window of an answer; only here and now if another has followed it meanwhile. */
  function windowEnding(name: string, { end, endsAt }: End): Window {
    const known = windowOf(name)
    if (known?.end === end) return known
    const window = { end, endsAt, left: 0, isSpent: false }
    if (known !== undefined && known.end > end) return window
    if (windows.size >= MAX_KEYS) windows.clear()
    windows.set(name, window)
    return window
  }
  const waitFor = ({ endsAt }: Window) => Math.max(1, Math.ceil((endsAt - performance.now()) / 1000))

  return {
    ...createLimiter(),
    async takeTogether(rate, key) {
      const { count: most, seconds } = parseRate(rate)
      const name = `${rate} ${key}`
      const known = windowOf(name)
      if (known !== undefined && known.left > 0) {
        known.left -= 1
        return 0
      }
      if (known?.isSpent) return waitFor(known)
      const asked: Asked = { name, seconds, wanted: Math.max(1, Math.floor(most / PARTS_OF_A_RATE)) }
      await count(asked)
      const { to, ...end } = asked.counted ?? { to: 0, end: 0, endsAt: 0 }
      const allowed = Math.min(asked.wanted, most - (to - asked.wanted))
      const window = windowEnding(name, end)
      if (to >= most) window.isSpent = true
      if (allowed <= 0) return waitFor(window)
      window.left += allowed - 1
      return 0
    },
    async sweep() {
      await pool.query(`delete from rate_window where ends_at < now() - interval '1 hour'`)
    },
  }
}
