import { resolve } from 'node:path'
import { parseEnv } from '#src/server/env.ts'
import { restore } from '#src/server/postgres/backup.ts'
import { step } from '#src/server/progress.ts'

// `npm run restore -- <folder>`: puts a backup into a data folder that has no database yet.
try {
  await main(process.argv[2])
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function main(folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new Error('Say which one: npm run restore -- <folder of a backup>')
  const { dataDir, databaseUrl, secretKey } = parseEnv(process.env)
  if (databaseUrl !== undefined) throw new Error('DATABASE_URL is set. Unset it to restore the embedded database.')
  await step('Restoring the database', (say) => restore({ source: resolve(folder), dataDir, say }))
  const key =
    secretKey === undefined ? `Put its key at ${resolve(dataDir, 'secret.key')}` : 'Leave SECRET_KEY as it was'
  process.stdout.write(`The database is back. ${key}, then run npm start: runs that were in progress go on.\n`)
}
