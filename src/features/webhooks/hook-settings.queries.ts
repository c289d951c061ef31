import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

/** All of these do nothing to what belongs to somebody else, and say so. */

/** Until when; undefined when there is no such workflow. */
export async function listenFor(db: Db, ownerId: string, id: string, minutes: number): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date }>`
    update workflow set hook_listens_until = now() + make_interval(mins => ${minutes})
     where id = ${id} and owner_id = ${ownerId} and status <> 'deleted' returning hook_listens_until as until`.execute(
    db,
  )
  return rows[0]?.until
}

export async function stopListening(db: Db, ownerId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update workflow set hook_listens_until = null where id = ${id} and owner_id = ${ownerId} and status <> 'deleted'`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export async function setHookSecret(db: Db, ownerId: string, id: string, secret: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update workflow set hook_secret = ${secret} where id = ${id} and owner_id = ${ownerId} and status <> 'deleted'`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export async function setSigningSecret(db: Db, ownerId: string, id: string, sealed: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update workflow set hook_signing_secret = ${sealed} where id = ${id} and owner_id = ${ownerId} and status <> 'deleted'`.execute(
    db,
  )
  return numAffectedRows === 1n
}
