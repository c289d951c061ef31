/**
 * Calls with something in their address that belongs to nobody: the catalogue, what people say in public, and links that
 * prove themselves. Every other call with a parameter is asked for by somebody else, and has to answer 404, but for
 * those that ownership.test.ts names: BY_NAME in the caller's own account, ADMIN, and DEV of development.
 */
export const PUBLIC_OPERATIONS: ReadonlySet<string> = new Set([
  'GET /api/approvals/{token}',
  'POST /api/approvals/{token}',
  'GET /api/creators/{handle}',
  'POST /api/creators/{handle}/follow',
  'DELETE /api/creators/{handle}/follow',
  // The caller's own rating and vote, of a tool or a review that everybody sees.
  'GET /api/discovery/ratings/{fxnId}',
  'DELETE /api/discovery/ratings/{fxnId}',
  'GET /api/discovery/reviews/{fxnId}',
  'POST /api/discovery/reviews/{reviewId}/helpful',
  'DELETE /api/discovery/reviews/{reviewId}/helpful',
  'POST /api/discovery/runs/{id}',
  'POST /api/discovery/views/{id}',
  'GET /api/forms/{workflowId}/{secret}',
  'POST /api/forms/{workflowId}/{secret}',
  'GET /api/marketplace/check-access/{id}',
  'GET /api/statements/link/{token}',
  'POST /api/statements/link/{token}/appeal',
  'GET /api/tags/for-tool/{id}',
  'GET /api/tools/{id}',
  'POST /api/tools/{id}/clone',
  'POST /api/tools/{id}/favorite',
  'DELETE /api/tools/{id}/favorite',
  'GET /api/tools/{id}/openapi.json',
  'GET /api/tools/{id}/related',
  'POST /api/tools/{id}/run',
  'GET /api/tools/{id}/source',
  'GET /api/tools/{id}/versions',
  'GET /api/unsubscribe/{token}',
])
