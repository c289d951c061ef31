import { sql } from 'kysely'
import type { Role } from '#src/lib/roles.ts'
import type { Db } from '#src/server/database.ts'
import { PEOPLE_PER_PAGE, type PEOPLE_STATES } from './people.schema.ts'

export interface PersonRow {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly created_at: Date
  readonly email_verified_at: Date | null
  readonly suspended_at: Date | null
  readonly suspended_reason: string | null
  readonly suspension_wanted_at: Date | null
  readonly suspension_wanted_reason: string | null
  readonly wanted_by: string | null
  readonly wanted_by_name: string | null
  readonly deletion_due_at: Date | null
  readonly pro_until: Date | null
  readonly has_second_factor: boolean
  readonly sessions: number
  readonly last_seen_at: Date | null
  readonly api_keys: number
}

/** Of `u`. Without a second factor nobody can do what an admin does. */
export const hasFactor = sql<boolean>`
  (exists (select from totp where totp.user_id = u.id and totp.confirmed_at is not null)
   or exists (select from passkey where passkey.user_id = u.id))`

const PERSON = sql`
  u.id, u.name, u.email, u.role, u.created_at, u.email_verified_at, u.suspended_at, u.suspended_reason,
  u.suspension_wanted_at, u.suspension_wanted_reason, u.suspension_wanted_by as wanted_by,
  (select name from "user" wanting where wanting.id = u.suspension_wanted_by) as wanted_by_name,
  u.deletion_due_at, case when u.pro_until > now() then u.pro_until end as pro_until,
  ${hasFactor} as has_second_factor,
  (select count(*) from session s where s.user_id = u.id and s.expires_at > now()) as sessions,
  (select max(s.last_seen_at) from session s where s.user_id = u.id) as last_seen_at,
  (select count(*) from api_key k where k.user_id = u.id) as api_keys`

const STATES = {
  all: sql`true`,
  active: sql`u.suspended_at is null`,
  proposed: sql`u.suspension_wanted_at is not null`,
  suspended: sql`u.suspended_at is not null`,
  admins: sql`u.role <> 'user'`,
} satisfies Record<(typeof PEOPLE_STATES)[number], unknown>

interface ListOptions {
  readonly search: string | undefined
  readonly state: (typeof PEOPLE_STATES)[number]
  /** The last id of the page before. */
  readonly before: string | undefined
}

/** Ids are in the order of time. One more row than a page holds tells whether there is a next page. */
export async function listPeople(db: Db, { search = '', state, before }: ListOptions): Promise<PersonRow[]> {
  const matches =
    search === ''
      ? sql`true`
      : sql`(strpos(lower(u.name), lower(${search})) > 0 or strpos(lower(u.email), lower(${search})) > 0
             or u.id::text = lower(${search}))`
  const after = before === undefined ? sql`true` : sql`u.id < ${before}::uuid`
  const { rows } = await sql<PersonRow>`
    select ${PERSON} from "user" u where ${STATES[state]} and ${matches} and ${after}
     order by u.id desc limit ${PEOPLE_PER_PAGE + 1}`.execute(db)
  return rows
}

export async function findPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`select ${PERSON} from "user" u where u.id = ${id}`.execute(db)
  return rows[0]
}

export interface LockedPerson {
  readonly id: string
  readonly role: Role
  readonly suspended_at: Date | null
  readonly deletion_due_at: Date | null
  /** Null too when whoever it was may no longer suspend anybody. */
  readonly suspension_wanted_by: string | null
  readonly suspension_wanted_at: Date | null
}

/** These two and every super admin, as they are now and until the end of the transaction. */
export async function lockPeople(transaction: Db, ids: readonly string[]): Promise<LockedPerson[]> {
  // In the order of ids, so that two changes at once wait for each other instead of for ever.
  const { rows } = await sql<LockedPerson>`
    select id, role, suspended_at, deletion_due_at, suspension_wanted_at,
           (select wanting.id from "user" wanting
             where wanting.id = "user".suspension_wanted_by and wanting.role <> 'user' and wanting.suspended_at is null)
             as suspension_wanted_by
      from "user" where id = any(${ids}::uuid[]) or role = 'super_admin'
     order by id for update`.execute(transaction)
  return rows
}

const NO_PROPOSAL = { suspension_wanted_by: null, suspension_wanted_at: null, suspension_wanted_reason: null }

export const proposeSuspension = (db: Db, id: string, { by, reason }: { by: string; reason: string }) =>
  db
    .updateTable('user')
    .set({ suspension_wanted_by: by, suspension_wanted_at: sql<Date>`now()`, suspension_wanted_reason: reason })
    .where('id', '=', id)
    .execute()

/** What somebody has proposed who is no longer an admin, or may not act any more. */
export const withdrawProposalsOf = (db: Db, proposerId: string) =>
  db.updateTable('user').set(NO_PROPOSAL).where('suspension_wanted_by', '=', proposerId).execute()

export const withdrawSuspension = (db: Db, id: string) =>
  db.updateTable('user').set(NO_PROPOSAL).where('id', '=', id).execute()

/** Whether another admin, who is not the person concerned, could agree: without a second factor nobody can. */
export async function hasSecondEye(db: Db, actorId: string, targetId = actorId): Promise<boolean> {
  const { rows } = await sql`
    select from "user" u
     where role <> 'user' and suspended_at is null and id not in (${actorId}, ${targetId}) and ${hasFactor}
     limit 1`.execute(db)
  return rows.length === 1
}

export const suspendPerson = (db: Db, id: string, reason: string) =>
  db
    .updateTable('user')
    .set({ suspended_at: sql<Date>`now()`, suspended_reason: reason, ...NO_PROPOSAL })
    .where('id', '=', id)
    .execute()

export const liftSuspension = (db: Db, id: string) =>
  db.updateTable('user').set({ suspended_at: null, suspended_reason: null }).where('id', '=', id).execute()

export const updateRole = (db: Db, id: string, role: Role) =>
  db.updateTable('user').set({ role }).where('id', '=', id).execute()

/** No days take it away. */
export const setPro = (db: Db, id: string, days: number) =>
  sql`update "user" set pro_until = ${days === 0 ? sql`null` : sql`now() + make_interval(days => ${days})`}
       where id = ${id}`.execute(db)

interface PeopleCounts {
  readonly people: number
  readonly suspended: number
  readonly proposed: number
  readonly admins: number
}

export async function countPeople(db: Db): Promise<PeopleCounts> {
  const { rows } = await sql<PeopleCounts>`
    select count(*) as people, count(suspended_at) as suspended, count(suspension_wanted_at) as proposed, count(*) filter (where role <> 'user') as admins
      from "user"`.execute(db)
  return rows[0] ?? { people: 0, suspended: 0, proposed: 0, admins: 0 }
}
