import { CONSENT } from '#src/features/checkout/checkout.schema.ts'
import { emptyContent } from '#src/features/creator-tools/tool-content.schema.ts'
import type { AppProcess } from '../support/app-process.ts'
import { aVisitor } from './people.ts'

/** One call of the API as /api/openapi.json describes it. */
export interface Operation {
  readonly method: string
  /** With parameters as `{name}`. */
  readonly path: string
  /** Fields of the JSON body; undefined where the call takes none. */
  readonly fields: readonly string[] | undefined
  readonly isUpload: boolean
}

interface Described {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: { properties?: object } }>> }
}

export async function listOperations(app: AppProcess): Promise<Operation[]> {
  const { body } = await aVisitor(app).get('/api/openapi.json')
  const paths = body.paths as Readonly<Record<string, Readonly<Record<string, Described>>>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => {
      const json = requestBody?.content['application/json']
      return {
        method: method.toUpperCase(),
        path,
        fields: json && Object.keys(json.schema.properties ?? {}),
        isUpload: requestBody?.content['multipart/form-data'] !== undefined,
      }
    }),
  )
}

export const ADMIN = '/api/admin'

export const GRAPH = { nodes: [{ id: 'a', key: 'start', type: 'manual', name: 'Start', config: {} }], edges: [] }

function ofTool(path: string, method: string): unknown {
  if (path.endsWith('/draft') && method === 'PUT') return { ...emptyContent, revision: 1 }
  if (path.endsWith('/try')) return { content: emptyContent, input: {} }
  if (path.endsWith('/publish')) return { changelog: 'because' }
  return path.endsWith('/run') ? {} : undefined
}

function ofModeration(path: string): unknown {
  const decision = { decision: 'approve', reason: '' }
  if (path.endsWith('/tools')) return { tool: 'age-calculator' }
  if (path.endsWith('/claims'))
    return {
      ...{ tool: 'age-calculator', claimant: 'Ada', email: 'ada@example.com', work: 'Ages', receivedOn: '2026-01-05' },
    }
  if (path.endsWith('/decide')) return { ...decision, revision: 1 }
  return path.endsWith('/bulk') ? { ...decision, cases: [{ id: NOBODY, revision: 1 }] } : undefined
}

/** What is right for a call, so that it is refused for its caller and for nothing else. */
export const rightBody = ({ method, path }: Operation): unknown => {
  if (path.endsWith('/alerts')) return { rules: [] }
  if (path.endsWith('/consent')) return { text: CONSENT }
  if (path.endsWith('/refund')) return { reason: 'because' }
  if (path.startsWith('/api/marketplace/pricing/')) return { pricingModel: 'free', accessTier: 'free' }
  if (path.endsWith('/restore')) return { revision: 1 }
  if (path.startsWith('/api/tools/')) return ofTool(path, method)
  if (path === '/api/creators/{handle}') return { about: 'because' }
  if (path.endsWith('/reply')) return { content: 'because' }
  if (path.endsWith('/helpful')) return { helpful: true }
  if (path.includes('/reviews/') && method === 'PUT') return { title: 'Taken over', content: 'because' }
  if (path.endsWith('/draft')) return { graph: GRAPH, revision: 1 }
  if (path.endsWith('/role')) return { role: 'admin', reason: 'because' }
  if (path.startsWith(`${ADMIN}/moderation`)) return ofModeration(path)
  if (path === `${ADMIN}/featured`) return { tool: 'age-calculator' }
  if (path === `${ADMIN}/tool-tags`) return { tool: 'age-calculator', tags: ['text'], synonyms: [], reason: 'because' }
  if (path.startsWith(`${ADMIN}/tags`))
    return path.endsWith('/merge') ? { into: 'text' } : { name: 'Text', synonyms: [] }
  if (path.endsWith('/move')) return { direction: 'back' }
  if (path.startsWith(ADMIN) && method === 'POST')
    return /people|payouts\/creators|take-back/.test(path) ? { reason: 'because' } : undefined
  if (path.endsWith('/appeal')) return { text: 'because' }
  if (path.endsWith('/counter-claim')) return { name: 'Ada', contact: 'London', text: 'because', declared: true }
  if (path.endsWith('/retry')) return { from: 'start', version: 'same' }
  if (path === '/api/workflows/bulk') return { ids: [NOBODY], action: 'delete' }
  if (path.endsWith('/debug')) return { draft: 'keep', revision: 1 }
  if (path.endsWith('/tags')) return { tags: [] }
  if (path.endsWith('/bulk')) return { filter: { workflowId: NOBODY }, action: 'cancel' }
  if (path.includes('/pins/') && method === 'PUT') return { output: 1 }
  if (method === 'PATCH') return { name: 'Taken over' }
  return path.endsWith('/publish') || path.endsWith('/run') ? {} : undefined
}

/** An id that nobody has. */
export const NOBODY = '0192f000-0000-7000-8000-000000000000'

/** Puts a value in the place of each parameter. */
export const fill = (path: string, values: Readonly<Record<string, string>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? (name === 'n' ? '1' : NOBODY)))
