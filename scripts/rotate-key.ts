import { addressesOf } from '#src/server/addresses.ts'
import { adoptNextKey, loadMasterKey, nextKeyIn } from '#src/server/crypto/master-key.ts'
import { rotateMasterKey } from '#src/server/crypto/rotate-key.ts'
import { connect } from '#src/server/database.ts'
import { type Env, parseEnv } from '#src/server/env.ts'
import { migrate } from '#src/server/migrations.ts'
import { startPostgres } from '#src/server/postgres/cluster.ts'
import { step } from '#src/server/progress.ts'

// `npm run key:rotate`: seals all secrets anew under NEW_SECRET_KEY or, where the key is a file, under a new file.
try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const env = parseEnv(process.env)
  const { dataDir, databaseUrl } = env
  const keys = { from: await loadMasterKey(env), to: await nextKey(env) }
  const postgres =
    databaseUrl === undefined ? await step('Starting PostgreSQL', () => startPostgres({ dataDir })) : undefined
  try {
    const { url, migrations } = addressesOf(env, postgres)
    await step('Migrating the database', () => migrate(migrations))
    const database = connect({ url })
    const resealed = await step('Sealing secrets anew', async () => {
      try {
        return await rotateMasterKey({ db: database.db, ...keys })
      } finally {
        await database.close()
      }
    })
    if (env.secretKey === undefined) await adoptNextKey(dataDir)
    process.stdout.write(`${resealed} secrets are sealed under the new key. ${whatNext(env)}\n`)
  } finally {
    await postgres?.stop()
  }
}

async function nextKey({ secretKey, dataDir }: Env): Promise<Buffer> {
  if (secretKey === undefined) return nextKeyIn(dataDir)
  const next = Buffer.from(process.env.NEW_SECRET_KEY ?? '', 'base64')
  if (next.length !== 32)
    throw new Error('NEW_SECRET_KEY must be 32 random bytes in base64, as "openssl rand -base64 32" prints them.')
  return next
}

function whatNext({ secretKey }: Env): string {
  return secretKey === undefined
    ? 'It is in secret.key now; secret.key.old opens older backups.'
    : 'Start Fettle with SECRET_KEY set to it; keep the old one for older backups.'
}
