import type { Pool } from 'pg'

interface Wanted {
  readonly ownerId: string
  readonly executorId: string
  /** Runs that are at work already. */
  readonly has: number
  readonly wanted: number
  readonly most: number
  /** Whoever gave no sign of life for so long holds nothing. */
  readonly deadAfterMs: number
}

/** How many runs of this account may be at work here from now on. */
export async function takePlaces(pool: Pool, wanted: Wanted): Promise<number> {
  const { rows } = await pool.query<{ places: number }>({
    name: 'engine-take-places',
    text: `select take_places($1, $2, $3, $4, $5, make_interval(secs => $6::float8 / 1000)) as places`,
    values: [wanted.ownerId, wanted.executorId, wanted.has, wanted.wanted, wanted.most, wanted.deadAfterMs],
  })
  return rows[0]?.places ?? wanted.has
}

interface Kept {
  readonly ownerId: string
  readonly places: number
}

/** Leaves to others what this executor holds beyond this. */
export async function keepPlaces(pool: Pool, executorId: string, kept: readonly Kept[]): Promise<void> {
  await pool.query({
    name: 'engine-keep-places',
    text: `with kept as (select * from json_to_recordset($2::json) as k (owner_id uuid, places int)),
      gone as (delete from account_place p using kept
        where p.owner_id = kept.owner_id and executor_id = $1 and kept.places = 0)
      update account_place p set places = kept.places from kept
        where p.owner_id = kept.owner_id and executor_id = $1 and kept.places > 0`,
    values: [executorId, JSON.stringify(kept.map(({ ownerId, places }) => ({ owner_id: ownerId, places })))],
  })
}
