import { resolve } from 'node:path'
import { parseEnv } from '#src/server/env.ts'
import { backUp } from '#src/server/postgres/backup.ts'
import { startPostgres } from '#src/server/postgres/cluster.ts'
import { step } from '#src/server/progress.ts'

// `npm run backup -- <folder>`: copies the embedded database, whether Fettle runs or not.
try {
  await main(process.argv[2])
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function main(folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new Error('Say where to: npm run backup -- <new folder>')
  const { dataDir, databaseUrl, secretKey } = parseEnv(process.env)
  if (databaseUrl !== undefined)
    throw new Error(
      'The database is at DATABASE_URL. Back it up there: docs/more-than-one-machine.md has the commands.',
    )
  const target = resolve(folder)
  await step('Backing up the database', async () => {
    if (await backUp({ dataDir, target })) return
    const postgres = await startPostgres({ dataDir })
    try {
      await backUp({ dataDir, target })
    } finally {
      await postgres.stop()
    }
  })
  const key = secretKey === undefined ? resolve(dataDir, 'secret.key') : 'SECRET_KEY'
  process.stdout.write(`The backup is in ${target}. Keep ${key} too, and apart from it: it opens the stored secrets.\n`)
}
