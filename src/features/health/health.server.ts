import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

interface HealthDeps {
  readonly pool: Pool
  readonly engineReady: () => boolean
  readonly migrated: () => boolean
}

/** /healthz: the process answers. /readyz: it can do its work; 503 names what is missing. */
export function healthRoutes(app: FastifyInstance, { pool, engineReady, migrated }: HealthDeps): void {
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const checks = { database: await answers(pool), migrations: migrated(), engine: engineReady() }
    const ok = Object.values(checks).every(Boolean)
    return reply.code(ok ? 200 : 503).send({ ok, checks })
  })
}

async function answers(pool: Pool): Promise<boolean> {
  try {
    await pool.query('select 1')
    return true
  } catch {
    return false
  }
}
