import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#src/server/migrations.ts'
import { startPostgres } from '#src/server/postgres/cluster.ts'
import { step } from '#src/server/progress.ts'
import { generateTypes } from './lib/generate-types.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'fettle-types-'))
chmodSync(dataDir, 0o755)
const postgres = await startPostgres({ dataDir, settings: { fsync: 'off' } })
try {
  await step('Writing db/types.ts', () => writeTypes(postgres.connection.url))
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true })
}

async function writeTypes(url: string): Promise<void> {
  await migrate({ url })
  const { passed, output } = await generateTypes({ url })
  if (!passed) throw new Error(output)
}
