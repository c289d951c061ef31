import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { APP_ROLE } from './app-role.ts'
import { connect, type Database, type Db } from './database.ts'
import { databaseUrl, TEMPLATE, type TestCluster } from './test-cluster.ts'

export interface TestDatabase extends Omit<Database, 'close'> {
  /** For the owner of its tables, as `pool` and `db` are: tests may do what the application may not. */
  url: string
  /** For the application. */
  appUrl: string
  /** Closes the pool and removes the database; call it in afterAll. */
  drop(): Promise<void>
}

/** A database of its own for one test file, with all migrations applied. */
export async function freshDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const cluster = givenCluster()
  const name = `test_${randomBytes(6).toString('hex')}`
  await onCluster(cluster.url, (client) => client.query(`create database ${name} template ${template}`))
  const url = databaseUrl(cluster.url, name)
  const { close, ...database } = connect({ url })
  const drop = async () => {
    await close()
    await onCluster(cluster.url, (client) => client.query(`drop database ${name} with (force)`))
  }
  return { url, appUrl: asApplication(url), ...database, drop }
}

/** Makes a template of what many test files begin with, unless another process of this run has. */
export async function makeTemplate(
  name: string,
  fill: (database: { db: Db; appUrl: string }) => Promise<unknown>,
): Promise<void> {
  await onCluster(givenCluster().url, async (client) => {
    // Held until the client ends: others wait, and then find it.
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    const begun = `${name}_begun`
    await client.query(`drop database if exists ${begun} with (force)`)
    await client.query(`create database ${begun} template ${TEMPLATE}`)
    const url = databaseUrl(givenCluster().url, begun)
    const { db, close } = connect({ url })
    try {
      await fill({ db, appUrl: asApplication(url) })
    } finally {
      await close()
    }
    await client.query(`alter database ${begun} rename to ${name}`)
  })
}

const asApplication = (url: string) => url.replace('//fettle@', `//${APP_ROLE}@`)

function givenCluster(): TestCluster {
  const cluster = inject('testCluster')
  if (cluster.problem !== '') throw new Error(`The template database could not be made: ${cluster.problem}`)
  return cluster
}

async function onCluster(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
