import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { isMigrated } from '#src/server/migrations.ts'

interface HealthDeps {
  readonly pool: Pool
  readonly engineReady: () => boolean
}

/** /healthz: the process answers. /readyz: it can do its work; 503 names what is missing. */
export function healthRoutes(app: FastifyInstance, { pool, engineReady }: HealthDeps): void {
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const checks = {
      database: await holds(async () => (await pool.query('select 1')).rowCount === 1),
      migrations: await holds(() => isMigrated(pool)),
      engine: engineReady(),
    }
    const ok = Object.values(checks).every(Boolean)
    return reply.code(ok ? 200 : 503).send({ ok, checks })
  })
}

async function holds(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check()
  } catch {
    return false
  }
}
