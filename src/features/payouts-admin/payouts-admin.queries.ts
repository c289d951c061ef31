import { type RawBuilder, sql } from 'kysely'
import type { PayoutRow } from '#src/features/payouts/payouts.queries.ts'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import type { AdminPayout, PAYOUT_MODES, PAYOUT_STATES, Upcoming } from './payouts-admin.schema.ts'

type Named = AdminPayout['creator']

/** Somebody as admins see them; null for an id that nobody has any more. */
const named = (id: RawBuilder<unknown>) =>
  sql`(select json_build_object('id', u.id, 'name', u.name, 'email', u.email) from "user" u where u.id = ${id})`

interface Filter {
  readonly search: string | undefined
  readonly state: (typeof PAYOUT_STATES)[number]
  readonly mode: (typeof PAYOUT_MODES)[number]
  /** The last id of the page before. */
  readonly before?: string | undefined
  readonly limit: number
}

const isPerson = (search: string) =>
  sql`(person.id::text = lower(${search}) or strpos(lower(person.name), lower(${search})) > 0
       or strpos(lower(person.email), lower(${search})) > 0)`
const isPayout = (search: string) =>
  sql`(payout.id::text = lower(${search}) or payout.transfer_id = ${search} or payout.payee_id = ${search}
       or payout.creator_id::text = lower(${search}))`

const IN_MODE = { all: sql`true`, live: sql`payout.livemode`, test: sql`not payout.livemode` }

export type AdminPayoutRow = PayoutRow & { readonly creator: Named }

const COLUMNS = sql`id, creator_id, livemode, provider, period::text as period, amount, status, reason, detail, payee_id,
           transfer_id, created_at, sent_at, ended_at, ${named(sql`payout.creator_id`)} as creator`

export async function findAnyPayout(db: Db, id: string): Promise<AdminPayoutRow | undefined> {
  const { rows } = await sql<AdminPayoutRow>`select ${COLUMNS} from payout where id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Ids are in the order of time. */
export async function listAllPayouts(db: Db, { search = '', state, mode, before, limit }: Filter) {
  const found =
    search === ''
      ? sql`true`
      : sql`(${isPayout(search)} or exists (
             select from "user" person where person.id = payout.creator_id and ${isPerson(search)}))`
  const { rows } = await sql<AdminPayoutRow>`
    select ${COLUMNS}
      from payout
     where ${state === 'all' ? sql`true` : sql`status = ${state}`} and ${IN_MODE[mode]} and ${found}
       and ${before === undefined ? sql`true` : sql`id < ${before}::uuid`}
     order by id desc limit ${limit}`.execute(db)
  return rows
}

interface CreatorRow {
  readonly creator: Upcoming['creator']
  readonly available: number
  readonly pending: number
  readonly held: number
  readonly hold: { readonly reason: string; readonly placed_at: string; readonly by: Named } | null
}

const owed = (kind: string) => sql`coalesce(sum(-balance.amount) filter (where account.kind = ${kind}), 0)::bigint`

const creators = (livemode: boolean, where: RawBuilder<unknown>) => sql<CreatorRow>`
  select json_build_object('id', person.id, 'name', person.name, 'email', person.email) as creator,
         kept.available, kept.pending, kept.held, stands.hold
    from "user" person
    cross join lateral (
      select ${owed('creator_available')} as available, ${owed('creator_pending')} as pending,
             ${owed('creator_held')} as held
        from ledger_account account join ledger_balance balance on balance.account_id = account.id
       where account.owner_id = person.id and account.livemode = ${livemode}) kept
    left join lateral (
      select json_build_object('reason', reason, 'placed_at', placed_at, 'by', ${named(sql`placed_by`)}) as hold
        from payout_hold where creator_id = person.id and lifted_at is null) stands on true
   where ${where}`

interface CreatorFilter {
  readonly livemode: boolean
  readonly search: string | undefined
  readonly skip: number
  readonly limit: number
}

/** Without a search: who has something, or is on hold. Holds come first, then the largest balance. */
export async function listCreators(db: Db, { livemode, search = '', skip, limit }: CreatorFilter) {
  const wanted =
    search === ''
      ? sql`(stands.hold is not null or kept.available <> 0 or kept.pending <> 0 or kept.held <> 0)`
      : sql`(${isPerson(search)} or exists (
             select from payout where payout.creator_id = person.id and ${isPayout(search)}))`
  const { rows } = await sql<CreatorRow>`
    ${creators(livemode, wanted)}
     order by stands.hold is null, kept.available desc, person.id limit ${limit} offset ${skip}`.execute(db)
  return rows
}

export async function findCreator(db: Db, livemode: boolean, id: string): Promise<CreatorRow | undefined> {
  return (await creators(livemode, sql`person.id = ${id}`).execute(db)).rows[0]
}

interface HoldChange {
  readonly creatorId: string
  readonly actorId: string
  readonly reason: string
  readonly at: Date
}

/** False when one stands already. */
export async function placeHold(transaction: Db, { creatorId, actorId, reason, at }: HoldChange): Promise<boolean> {
  const { rows } = await sql`
    insert into payout_hold (id, creator_id, reason, placed_by, placed_at)
    values (${uuidv7()}, ${creatorId}, ${reason}, ${actorId}, ${at})
    on conflict (creator_id) where lifted_at is null do nothing returning id`.execute(transaction)
  return rows.length > 0
}

/** False when none stands. */
export async function liftHold(transaction: Db, { creatorId, actorId, reason, at }: HoldChange): Promise<boolean> {
  const { rows } = await sql`
    update payout_hold set lifted_by = ${actorId}, lifted_at = ${at}, lifted_because = ${reason}
     where creator_id = ${creatorId} and lifted_at is null returning id`.execute(transaction)
  return rows.length > 0
}
