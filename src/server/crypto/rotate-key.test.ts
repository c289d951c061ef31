import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { checkMasterKey } from './key-check.ts'
import { rotateMasterKey } from './rotate-key.ts'
import { createSecretBox } from './secret-box.ts'

const [first, second, third] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]
const OWNER = '0192f000-0000-7000-8000-000000000001'
const totpAt = { table: 'totp', column: 'secret', row: OWNER } as const
const secretAt = (name: string) => ({ table: 'secret', column: 'value', row: `${OWNER}/${name}` }) as const
const COUNT = 450

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  const { pool, db } = database
  const box = createSecretBox(first)
  await checkMasterKey(db, first)
  await pool.query(`insert into "user" (id, name, email) values ($1, 'Ada', 'ada@example.com')`, [OWNER])
  await pool.query('insert into totp (user_id, secret) values ($1, $2)', [OWNER, box.seal(Buffer.from('totp'), totpAt)])
  for (let n = 0; n < COUNT; n++)
    await pool.query('insert into secret (owner_id, name, value) values ($1, $2, $3)', [
      OWNER,
      `s${n}`,
      box.seal(Buffer.from(`value ${n}`), secretAt(`s${n}`)),
    ])
})
afterAll(() => database.drop())

const sealed = async () => {
  const { rows } = await database.pool.query<{ name: string; value: Buffer }>('select name, value from secret')
  return rows
}
const rotate = (from: Buffer, to: Buffer, onProgress?: (resealed: number) => void) =>
  rotateMasterKey({ db: database.db, from, to, ...(onProgress && { onProgress }) })

test('it does not begin while a process lives, with another key than the present one, or on an unused database', async () => {
  await database.pool.query("insert into executor (id, application_version) values ('alive', 'x')")
  await expect(rotate(first, second)).rejects.toThrow(/^Fettle is running on this database/)
  await database.pool.query('delete from executor')
  await expect(rotate(third, second)).rejects.toThrow(/is not the one that this database uses now/)
  await checkMasterKey(database.db, first)
})

test('stopped in the middle, nothing starts until it is done, and another run goes on where it was', async () => {
  const stop = (resealed: number) => {
    if (resealed > 200) throw new Error('killed')
  }
  await expect(rotate(first, second, stop)).rejects.toThrow('killed')
  for (const key of [first, second])
    await expect(checkMasterKey(database.db, key)).rejects.toThrow(/has begun and is not done/)
  await expect(rotate(first, third)).rejects.toThrow(/^A change to another key was begun before/)
  expect(await rotate(first, second)).toBe(COUNT + 1 - 201)
  const box = createSecretBox(second)
  const values = (await sealed()).map(({ name, value }) => [name, box.open(value, secretAt(name)).toString()])
  expect(new Map(values as [string, string][])).toEqual(
    new Map(Array.from({ length: COUNT }, (_, n) => [`s${n}`, `value ${n}`])),
  )
  const { rows } = await database.pool.query('select secret from totp')
  expect(box.open(rows[0].secret, totpAt).toString()).toBe('totp')
})

test('afterwards the new key is the one, and running it again changes nothing', async () => {
  await checkMasterKey(database.db, second)
  await expect(checkMasterKey(database.db, first)).rejects.toThrow(/is not the one/)
  expect(await rotate(first, second)).toBe(0)
  const [one] = await sealed()
  expect(() => createSecretBox(first).open(one?.value ?? Buffer.of(), secretAt(one?.name ?? ''))).toThrow(
    'unable to authenticate data',
  )
})

test('a value that the old key does not open stops it, and names no value', async () => {
  await database.pool.query("update secret set value = 'x' where name = 's0'")
  await expect(rotate(second, third)).rejects.toThrow(/are unknown/)
  await expect(checkMasterKey(database.db, second)).rejects.toThrow(/has begun and is not done/)
})
