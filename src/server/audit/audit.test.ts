import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#src/server/database.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { appendAudit, findBrokenAuditEntry } from './audit.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await freshDatabase()
  database = connect({ url: own.url })
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

const event = { actorId: null, action: 'person.suspended', target: 'user 1', address: '203.0.113.7' }

test('entries written at once form one chain without gaps', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => appendAudit(database.db, { ...event, details: { i } })))
  const { rows } = await database.pool.query('select seq from audit_entry order by seq')
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  expect(await findBrokenAuditEntry(database.db)).toBeNull()
})

test('an entry falls with its transaction', async () => {
  const failing = database.db.transaction().execute(async (transaction) => {
    await appendAudit(transaction, event)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await findBrokenAuditEntry(database.db)).toBeNull()
})

test.each(['update audit_entry set action = action', 'delete from audit_entry', 'truncate audit_entry'])(
  'the database refuses: %s',
  async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow('rows of audit_entry are never changed')
  },
)

/** As somebody who owns the database would. */
async function tamper(statement: string): Promise<number | null> {
  const client = await database.pool.connect()
  try {
    await client.query('begin; alter table audit_entry disable trigger audit_entry_append_only')
    await client.query(statement)
    await client.query('commit')
    return await findBrokenAuditEntry(database.db)
  } finally {
    await client.query('alter table audit_entry enable trigger audit_entry_append_only')
    client.release()
  }
}

/** What the hash of an entry would be with other details. */
async function hashWith(seq: number, details: string): Promise<string> {
  const { rows } = await database.pool.query('select * from audit_entry where seq = $1', [seq])
  const { previous_hash, at, actor_id, action, target, address } = rows[0]
  const content = JSON.stringify([seq, at.toISOString(), actor_id, action, target, address, details])
  return createHash('sha256').update(previous_hash).update(content).digest('hex')
}

test('whoever gets round that is found out', async () => {
  expect(await tamper(`update audit_entry set details = '{"i":99}' where seq = 7`)).toBe(7)
  // Even when the row's own hash is made right, the next row tells.
  const details = '{"i":98}'
  const hash = await hashWith(3, details)
  expect(await tamper(`update audit_entry set details = '${details}', hash = '\\x${hash}' where seq = 3`)).toBe(4)
  expect(await tamper('delete from audit_entry where seq = 2')).toBe(2)
})
