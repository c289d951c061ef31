import { createAppNodes } from '#src/app/parts.ts'
import { seededLines, seedFirstStart } from '#src/app/seed.ts'
import { laneOf } from '#src/engine/decide/lane.ts'
import { listBuiltins, syncBuiltins } from '#src/features/catalog/builtin-tools.server.ts'
import { seedFeatured } from '#src/features/featured/featured.server.ts'
import { addStarterWorkflow } from '#src/features/workflows/workflows.server.ts'
import { type Addresses, addressesOf } from '#src/server/addresses.ts'
import { connect } from '#src/server/database.ts'
import { parseEnv } from '#src/server/env.ts'
import { migrate } from '#src/server/migrations.ts'
import { startPostgres } from '#src/server/postgres/cluster.ts'
import { step } from '#src/server/progress.ts'

// `npm run seed`: what the first `npm start` does to the database, without a server.
try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const env = parseEnv(process.env)
  const { dataDir, databaseUrl, production, publicUrl } = env
  const postgres =
    databaseUrl === undefined ? await step('Starting PostgreSQL', () => startPostgres({ dataDir })) : undefined
  try {
    await seed(addressesOf(env, postgres), production, publicUrl)
  } finally {
    await postgres?.stop()
  }
}

async function seed({ url, migrations }: Addresses, production: boolean, publicUrl: string): Promise<void> {
  await step('Migrating the database', () => migrate(migrations))
  const database = connect({ url })
  try {
    const builtins = await listBuiltins()
    const nodes = createAppNodes({ ai: undefined }, builtins)
    const seeded = await step('Seeding', async () => {
      await syncBuiltins(database.db, builtins)
      await seedFeatured(database.db)
      return seedFirstStart({
        db: database.db,
        production,
        onRegistered: (db, userId) => addStarterWorkflow(db, userId, (graph) => laneOf(graph, nodes)),
      })
    })
    const lines = seededLines(seeded, publicUrl)
    const nothing = 'This installation has accounts already: only its built-in tools were brought up to date.'
    process.stdout.write(`${lines.length === 0 ? nothing : lines.join('\n')}\n`)
  } finally {
    await database.close()
  }
}
