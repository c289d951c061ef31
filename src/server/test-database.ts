import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { APP_ROLE } from './app-role.ts'
import { connect, type Database } from './database.ts'
import { databaseUrl, TEMPLATE } from './test-cluster.ts'

export interface TestDatabase extends Omit<Database, 'close'> {
  /** For the owner of its tables, as `pool` and `db` are: tests may do what the application may not. */
  url: string
  /** For the application. */
  appUrl: string
  /** Closes the pool and removes the database; call it in afterAll. */
  drop(): Promise<void>
}

/** A database of its own for one test file, with all migrations applied. */
export async function freshDatabase(): Promise<TestDatabase> {
  const cluster = inject('testCluster')
  if (cluster.problem !== '') throw new Error(`The template database could not be made: ${cluster.problem}`)
  const name = `test_${randomBytes(6).toString('hex')}`
  await onCluster(cluster.url, `create database ${name} template ${TEMPLATE}`)
  const url = databaseUrl(cluster.url, name)
  const { close, ...database } = connect({ url })
  const drop = async () => {
    await close()
    await onCluster(cluster.url, `drop database ${name} with (force)`)
  }
  return { url, appUrl: url.replace('//fettle@', `//${APP_ROLE}@`), ...database, drop }
}

async function onCluster(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
