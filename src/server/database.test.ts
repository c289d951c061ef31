import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from './test-database.ts'

const database = await freshDatabase()
afterAll(() => database.drop())

test('a connection that is lost between two statements of a transaction fails the next one, and not the process', async () => {
  const client = await database.pool.connect()
  await client.query('begin')
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  await ended
  await expect(client.query('select 1')).rejects.toThrow('Client has encountered a connection error')
  client.release(true)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
