import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { APP_ROLE } from './app-role.ts'
import { migrate } from './migrations.ts'
import { type Postgres, startPostgres } from './postgres/cluster.ts'
import { isLocked } from './postgres/lock.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster
  }
}

export interface TestCluster {
  /** Address of the maintenance database, from which the others are made. */
  url: string
  /** Why the template could not be made; empty when it is there. */
  problem: string
}

export const TEMPLATE = 'fettle_template'

const FOLDER_PREFIX = 'fettle-test-'

/** Nothing here outlives the run, so nothing needs to reach the disk. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
}

let postgres: Postgres | undefined
let dataDir = ''

/**
 * Vitest runs this once, before all tests: one cluster, one template database with all migrations, and one place for
 * what Node makes of the packages, which hundreds of processes then need not make again.
 */
export async function setup(project: TestProject): Promise<void> {
  removeAbandoned()
  dataDir = mkdtempSync(join(tmpdir(), FOLDER_PREFIX))
  await chmod(dataDir, 0o755)
  process.env.NODE_COMPILE_CACHE = join(dataDir, 'compiled')
  postgres = await startPostgres({ dataDir, settings: SETTINGS })
  const { url } = postgres.connection
  // A broken migration fails the tests that need a database, not the others.
  const problem = await makeTemplate(url).then(() => '', String)
  project.provide('testCluster', { url, problem })
}

export async function teardown(): Promise<void> {
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function makeTemplate(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create database ${TEMPLATE}`)
  } finally {
    await client.end()
  }
  await migrate({ url: databaseUrl(url, TEMPLATE), role: APP_ROLE })
}

/** The address of another database of the same cluster. */
export function databaseUrl(url: string, name: string): string {
  return url.replace(/[^/]*$/, name)
}

/** Folders of runs that were killed before their teardown. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const folder = join(tmpdir(), name)
    if (!isLocked(folder)) rmSync(folder, { recursive: true, force: true })
  }
}
