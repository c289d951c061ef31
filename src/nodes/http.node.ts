import type { z } from '#src/lib/zod.ts'
import {
  defineNode,
  type Effect,
  type HttpRequest,
  type HttpResponse,
  type NodeContext,
  type RunFile,
} from '#src/sdk/define-node.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { proofOf } from './http-auth.ts'
import { HttpConfig } from './http-config.ts'
import { firstAddress, itemsOf, nextPage, type Page } from './http-paging.ts'
import { buildRequest, filesIn } from './http-request.ts'
import { badStatus, MAX_BINARY_BYTES, MAX_PAGED_CHARACTERS, readBody, responseTooLarge } from './http-response.ts'

/** RFC 9110, section 9.2: safe methods read, PUT and DELETE may be repeated. */
const EFFECTS: ReadonlyMap<Json, Effect> = new Map<Json, Effect>([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['OPTIONS', 'read'],
  ['PUT', 'idempotent-write'],
  ['DELETE', 'idempotent-write'],
])

type Config = z.output<typeof HttpConfig>

/** Asks one address as the config says. */
async function asker(context: NodeContext, config: Config) {
  const { timeoutMs, followRedirects, failFromStatus, responseKind, bodyKind, body, headers, method } = config
  const prove = await proofOf(context, { ...config, secret: config.secret ?? '' })
  const options = {
    timeoutMs,
    followRedirects,
    ...(responseKind === 'binary' && ({ responseType: 'base64', maxBytes: MAX_BINARY_BYTES } as const)),
  }
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const response = await context.fetch({ ...prove(request), ...options })
    if (response.status >= failFromStatus) throw badStatus(response, Date.now())
    return response
  }
  const files = new Map<string, RunFile>()
  for (const id of filesIn(config)) files.set(id, await context.readFile(id))
  return async (url: string, index: number): Promise<Page> => {
    // Each page is an exchange of its own: with one key for all, the other side might repeat the first answer.
    const idempotencyKey = index === 0 ? context.idempotencyKey : `${context.idempotencyKey}:${index}`
    const response = await send(
      buildRequest({ method, url, query: {}, headers, bodyKind, body, files, idempotencyKey }),
    )
    return { index, url, response, body: readBody(response, responseKind) }
  }
}

async function allPages(context: NodeContext, config: Config, first: string): Promise<JsonObject> {
  const ask = await asker(context, config)
  const items: Json[] = []
  let characters = 0
  let url: string | undefined = firstAddress(first, config)
  for (let index = 0; ; index++) {
    const page = await ask(url, index)
    const found = itemsOf(context, config, page)
    characters += page.response.body.length
    if (characters > MAX_PAGED_CHARACTERS) throw responseTooLarge()
    for (const item of found) items.push(item)
    url = nextPage(context, config, page, found.length)
    const { status, headers } = page.response
    if (url === undefined || index + 1 >= config.maxPages)
      return { status, headers: { ...headers }, body: items, pages: index + 1, more: url !== undefined }
  }
}

async function onePage(context: NodeContext, config: Config, url: string): Promise<JsonObject> {
  const ask = await asker(context, config)
  const { response, body } = await ask(url, 0)
  return { status: response.status, headers: { ...response.headers }, body }
}

const ONE = {
  status: { type: 'integer', examples: [200] },
  headers: { type: 'object', additionalProperties: { type: 'string' } },
}
const SEVERAL = { ...ONE, body: { type: 'array' }, pages: { type: 'integer' }, more: { type: 'boolean' } }
const schemaOf = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

export const http = defineNode({
  type: 'http',
  version: 1,
  title: 'HTTP request',
  description: 'Calls an address on the internet and gives status, headers and body of the answer.',
  category: 'action',
  icon: 'globe',
  config: HttpConfig,
  ports: ['out'],
  fixed: ['paging'],
  templates: { pageItems: 'per-item', cursor: 'per-item' },
  reaches: 'outside',
  effect: ({ method = 'GET' }) => EFFECTS.get(method) ?? 'write',
  output: ({ paging = 'none' }) => schemaOf(paging === 'none' ? { ...ONE, body: {} } : SEVERAL),
  run: async (context, config) => {
    const { url } = buildRequest({ ...config, bodyKind: 'none', idempotencyKey: context.idempotencyKey })
    const answer = config.paging === 'none' ? onePage : allPages
    return { output: await answer(context, config, url) }
  },
})
