import type { FastifyInstance } from 'fastify'

/** GET /api/openapi.json. The readable page at /api/docs is api-docs.page.tsx. */
export function openApiRoute(app: FastifyInstance, document: () => Readonly<Record<string, unknown>>): void {
  app.get('/api/openapi.json', async () => document())
}
