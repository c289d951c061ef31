import type { HttpResponse, NodeContext } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { nameOfType } from './name-of-type.ts'

export const PAGING_KINDS = ['none', 'link', 'cursor', 'page'] as const

export interface Paging {
  readonly paging: (typeof PAGING_KINDS)[number]
  /** A template that sees the body of a page as `item`. */
  readonly pageItems?: string | undefined
  readonly cursor?: string | undefined
  readonly pageParameter: string
  readonly firstPage: number
}

export interface Page {
  /** Counts from 0. */
  readonly index: number
  readonly url: string
  readonly response: HttpResponse
  readonly body: Json
}

const failed = (message: string) => new NodeError({ code: 'PAGING_FAILED', message, permanent: true })

const LINK = /<([^>]*)>((?:\s*;\s*[^\s;=,]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/g
const PARAMETER = /;\s*([^\s;=,]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g

function relationsIn(parameters: string): string[] {
  for (const [, name, quoted, bare] of parameters.matchAll(PARAMETER))
    if (name?.toLowerCase() === 'rel') return (quoted ?? bare ?? '').toLowerCase().split(/\s+/)
  return []
}

/** The address that a Link header names as the next one (RFC 8288, section 3). */
export function nextLink(header: string | undefined): string | undefined {
  for (const [, address, parameters = ''] of header?.matchAll(LINK) ?? [])
    if (relationsIn(parameters).includes('next')) return address
  return undefined
}

/** The other side must not send our proof of who we are elsewhere. */
function followed(link: string, from: string): string {
  const url = URL.canParse(link, from) ? new URL(link, from) : undefined
  if (url === undefined) throw failed('The link to the next page is no address')
  if (url.origin !== new URL(from).origin) throw failed('The next page is on another server, so it is not asked for')
  return url.href
}

function withParameter(url: string, name: string, value: string): string {
  const address = new URL(url)
  address.searchParams.set(name, value)
  return address.href
}

function cursorOf({ evaluate }: NodeContext, { body, index }: Page): string | undefined {
  const cursor = evaluate('cursor', { item: body, index })
  if (cursor === null || cursor === '' || cursor === false) return undefined
  if (typeof cursor === 'string' || typeof cursor === 'number') return String(cursor)
  throw failed(`The cursor must be text or a number; it is ${nameOfType(cursor)}`)
}

/** The items of one page: what the author's expression says, else the body itself. */
export function itemsOf(context: NodeContext, { pageItems = '' }: Paging, { body, index }: Page): readonly Json[] {
  const items = pageItems === '' ? body : context.evaluate('pageItems', { item: body, index })
  if (Array.isArray(items)) return items
  if (pageItems === '') throw failed('The answer is not a list: say where its items are')
  throw failed(`The items must be a list; they are ${nameOfType(items)}`)
}

/** Where the next page is, undefined after the last one. */
export function nextPage(context: NodeContext, paging: Paging, page: Page, items: number): string | undefined {
  switch (paging.paging) {
    case 'none':
      return undefined
    case 'link': {
      const link = nextLink(page.response.headers.link)
      return link === undefined ? undefined : followed(link, page.url)
    }
    case 'cursor': {
      const cursor = cursorOf(context, page)
      return cursor === undefined ? undefined : withParameter(page.url, paging.pageParameter, cursor)
    }
    case 'page':
      return items === 0 ? undefined : pageAddress(page.url, paging, page.index + 1)
  }
}

const pageAddress = (url: string, { pageParameter, firstPage }: Paging, index: number): string =>
  withParameter(url, pageParameter, String(firstPage + index))

/** The first page's address: only a page number is said from the beginning. */
export const firstAddress = (url: string, paging: Paging): string =>
  paging.paging === 'page' ? pageAddress(url, paging, 0) : url
