import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'

export interface LicenceRow {
  readonly id: string
  readonly tool: { readonly id: string; readonly slug: string; readonly title: string }
  readonly given_to: string
  readonly holder_id: string | null
  readonly created_at: Date
  readonly mailed_at: Date | null
  readonly ended_at: Date | null
}

const MOST_LISTED = 500

const listWhere = async (db: Db, where: RawBuilder<unknown>): Promise<LicenceRow[]> => {
  const { rows } = await sql<LicenceRow>`
    select licence.id, licence.given_to, licence.holder_id, licence.created_at, licence.mailed_at,
           licence.ended_at,
           json_build_object('id', tool.id, 'slug', tool.slug, 'title', tool.title) as tool
      from tool_licence licence join tool on tool.id = licence.tool_id
     where ${where} order by licence.ended_at is not null, licence.id desc limit ${MOST_LISTED}`.execute(db)
  return rows
}

export const listGiven = (db: Db, issuerId: string) => listWhere(db, sql`licence.issuer_id = ${issuerId}`)

export const findGiven = async (db: Db, issuerId: string, id: string): Promise<LicenceRow | undefined> =>
  (await listWhere(db, sql`licence.issuer_id = ${issuerId} and licence.id = ${id}`))[0]

interface HeldRow {
  readonly id: string
  readonly tool: { readonly id: string; readonly slug: string; readonly title: string; readonly isOffered: boolean }
  readonly created_at: Date
}

/** One for each tool, as a creator may have named the same person in two ways. */
export async function listHeld(db: Db, holderId: string): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select distinct on (licence.tool_id) licence.id, licence.created_at,
           json_build_object('id', tool.id, 'slug', tool.slug, 'title', tool.title,
             'isOffered', tool.status = 'published') as tool
      from tool_licence licence join tool on tool.id = licence.tool_id
     where licence.holder_id = ${holderId} and licence.ended_at is null
     order by licence.tool_id, licence.id limit ${MOST_LISTED}`.execute(db)
  return rows
}

/** What somebody sells, by itself or as a part of Pro. */
export const listPaidTools = (db: Db, ownerId: string) =>
  db
    .selectFrom('tool')
    .select(['id', 'title'])
    .where('owner_id', '=', ownerId)
    .where('status', '=', 'published')
    .where((eb) => eb.or([eb('price_cents', '>', 0), eb('access_tier', '=', 'pro')]))
    .orderBy('title')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute()

/** Two that are given at once by one creator wait for each other. */
export const lockLicencesOf = (transaction: Db, issuerId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`licences ${issuerId}`}, 0))`.execute(transaction)

export async function countStanding(db: Db, issuerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from tool_licence where issuer_id = ${issuerId} and ended_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

export async function hasGiven(db: Db, toolId: string, givenTo: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from tool_licence
     where tool_id = ${toolId} and given_to = ${givenTo} and ended_at is null limit 1`.execute(db)
  return rows.length > 0
}

/** Whoever confirms this address at this moment, and who gives something to it, wait for each other. */
export const lockLicencesTo = (transaction: Db, person: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`licences to ${person}`}, 0))`.execute(transaction)

export async function countGivenSince(db: Db, issuerId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from tool_licence where issuer_id = ${issuerId} and created_at > ${since}`.execute(db)
  return rows[0]?.count ?? 0
}

interface Told {
  readonly issuerId: string
  readonly givenTo: string
  readonly holderId: string | undefined
}

/** When one person was mailed of licences since, and whether by this creator; those that ended count as well. */
export async function listMailed(
  db: Db,
  { issuerId, givenTo, holderId }: Told,
  since: Date,
): Promise<{ readonly at: Date; readonly is_same: boolean }[]> {
  const { rows } = await sql<{ at: Date; is_same: boolean }>`
    select mailed_at as at, issuer_id = ${issuerId} as is_same from tool_licence
     where (given_to = ${givenTo} or holder_id = ${holderId ?? null}) and mailed_at > ${since}`.execute(db)
  return rows
}

/** The account of a handle, or of an address that somebody has confirmed. */
export async function findPerson(db: Db, person: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from creator where '@' || handle = ${person}
    union all
    select id from "user" where lower(email) = ${person} and email_verified_at is not null`.execute(db)
  return rows[0]?.id
}

interface NewLicence {
  readonly toolId: string
  readonly issuerId: string
  readonly givenTo: string
  readonly holderId: string | undefined
  readonly isMailed: boolean
  readonly at: Date
}

export async function insertLicence(transaction: Db, licence: NewLicence): Promise<string> {
  const id = uuidv7()
  const { toolId, issuerId, givenTo, holderId, isMailed, at } = licence
  const given = { tool_id: toolId, issuer_id: issuerId, given_to: givenTo, holder_id: holderId ?? null }
  await transaction
    .insertInto('tool_licence')
    .values({ id, ...given, created_at: at, mailed_at: isMailed ? at : null })
    .execute()
  return id
}

/** False for what is ended already, or is not theirs. */
export async function endLicence(transaction: Db, issuerId: string, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('tool_licence')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('issuer_id', '=', issuerId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
