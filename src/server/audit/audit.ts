import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#src/server/database.ts'

export interface AuditEvent {
  /** Null for what nobody signed in did. */
  readonly actorId: string | null
  /** Dotted, like "person.suspended". */
  readonly action: string
  /** What it was done to: "user 0192…". */
  readonly target: string
  /** Of the network, as limits count it. */
  readonly address: string
  readonly details?: Readonly<Record<string, string | number | boolean | null>>
}

interface Entry {
  readonly seq: number
  readonly at: Date
  readonly actor_id: string | null
  readonly action: string
  readonly target: string
  readonly address: string
  readonly details: string
}

/** The hash of the entry that does not exist before the first one. */
const GENESIS = Buffer.alloc(32)
/** Any number, as long as every process takes the same: entries are written one after the other. */
const ADVISORY_LOCK = 5_310_442_907

const hashOf = (previous: Uint8Array, { seq, at, actor_id, action, target, address, details }: Entry): Buffer =>
  createHash('sha256')
    .update(previous)
    .update(JSON.stringify([seq, at.toISOString(), actor_id, action, target, address, details]))
    .digest()

/**
 * Appends one entry. Inside a transaction the entry stands or falls with it; call it last there, because from here on
 * other writers of the log wait for the commit.
 */
export async function appendAudit(db: Db, event: AuditEvent): Promise<void> {
  if (db.isTransaction) return append(db, event)
  await db.transaction().execute((transaction) => append(transaction, event))
}

async function append(transaction: Db, { actorId, action, target, address, details = {} }: AuditEvent): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(transaction)
  const last = await transaction
    .selectFrom('audit_entry')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const entry: Entry = {
    seq: (last?.seq ?? 0) + 1,
    at: new Date(),
    actor_id: actorId,
    action,
    target,
    address,
    details: JSON.stringify(details),
  }
  const previous = last?.hash ?? GENESIS
  await transaction
    .insertInto('audit_entry')
    .values({ ...entry, previous_hash: previous, hash: hashOf(previous, entry) })
    .execute()
}

const PAGE = 1000

/** The number of the first entry that was edited, removed or slipped in; null when the whole chain holds. */
export async function findBrokenAuditEntry(db: Db): Promise<number | null> {
  let previous: Uint8Array = GENESIS
  for (let after = 0; ; ) {
    const entries = await db
      .selectFrom('audit_entry')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(PAGE)
      .execute()
    for (const entry of entries) {
      const follows = entry.seq === after + 1 && entry.previous_hash.equals(previous)
      if (!follows || !entry.hash.equals(hashOf(previous, entry))) return after + 1
      previous = entry.hash
      after = entry.seq
    }
    if (entries.length < PAGE) return null
  }
}
