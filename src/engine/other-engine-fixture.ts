import { Pool } from 'pg'
import { createEngine } from './create-engine.ts'
import { nodesWith, noteInLedger, silentLog } from './engine-fixture.ts'

// A second process with an engine, for the tests of takeovers: there can be one engine in a process. It takes over what
// it finds, its effects are done at once, and it ends with its parent.
const databaseUrl = process.env.DATABASE_URL ?? ''
const pool = new Pool({ connectionString: databaseUrl })
await createEngine({
  databaseUrl,
  pool,
  nodes: nodesWith((name, context) =>
    name === 'ledger' ? noteInLedger(pool, context, 'other') : Promise.resolve(`${name} by the other`),
  ),
  host: { fetch: () => Promise.reject(new Error('no network')), runTool: async (_slug, input) => input },
  role: 'worker',
  log: silentLog,
  heartbeatMs: 100,
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
