import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#src/lib/contract.ts'
import { toOpenApi } from '#src/server/http/openapi.ts'

/** GET /api/openapi.json. The readable page at /api/docs is api-docs.page.tsx. */
export function openApiRoute(app: FastifyInstance, endpoints: readonly Endpoint[], publicUrl: string): void {
  const document = toOpenApi(endpoints, publicUrl)
  app.get('/api/openapi.json', async () => document)
}
