import { badRequest } from './egress-error.ts'

export type HeaderMap = Readonly<Record<string, string>>

const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** They frame the message or belong to the connection: only this client sets them. */
const RESERVED = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
/** All that may go on to another origin: anything else may hold a credential, under whatever name. */
const HARMLESS = new Set(['accept', 'accept-language', 'content-type', 'idempotency-key', 'user-agent'])

const DEFAULTS: HeaderMap = { accept: '*/*', 'user-agent': 'Fettle/1' }

/** Names in lower case, defaults filled in. Throws EGRESS_REQUEST for a reserved name or a line break in a value. */
export function checkHeaders(given: HeaderMap): HeaderMap {
  const headers: Record<string, string> = { ...DEFAULTS }
  for (const [spelled, value] of Object.entries(given)) {
    const name = spelled.toLowerCase()
    if (!NAME.test(name)) throw badRequest(`${JSON.stringify(spelled)} is not a header name`)
    if (RESERVED.has(name)) throw badRequest(`The header ${name} cannot be set`)
    if (!VALUE.test(value)) throw badRequest(`The value of the header ${name} must be one line of Latin-1 text`)
    headers[name] = value
  }
  return headers
}

const pick = (headers: HeaderMap, keep: (name: string) => boolean): HeaderMap =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => keep(name)))

export const forOtherOrigin = (headers: HeaderMap): HeaderMap => pick(headers, (name) => HARMLESS.has(name))
export const withoutBody = (headers: HeaderMap): HeaderMap => pick(headers, (name) => !name.startsWith('content-'))
