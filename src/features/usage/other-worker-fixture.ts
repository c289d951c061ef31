import { Pool } from 'pg'
import { startEngine } from '#src/engine/engine-fixture.ts'
import { nodesAt, sizesAt } from './waiting-runs-fixture.ts'

// A worker in a process of its own, which can be killed. It ends with its parent.
const url = process.env.DATABASE_URL ?? ''
const pool = new Pool({ connectionString: url })
await startEngine(
  { url, pool },
  {
    nodes: nodesAt(pool),
    role: 'worker',
    heartbeatMs: 100,
    host: {
      fetch: () => Promise.reject(new Error('no network')),
      runTool: async (_slug, input) => input,
      sizes: sizesAt(pool),
    },
  },
)
process.on('disconnect', () => process.exit())
process.send?.('ready')
