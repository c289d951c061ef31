import { expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import type { HttpRequest, HttpResponse } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { http } from './http.node.ts'
import { nextLink } from './http-paging.ts'
import { parseAndRun } from './test-context.ts'

const { compileTemplate } = createExpressions({ matches: matchesLinearly })
const FIRST = 'https://api.example/orders?size=2'

type Pages = Readonly<Record<string, Partial<HttpResponse>>>
const json = (value: Json, headers = {}) => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

/** Runs the node against a server with these pages by their address; any other page fails. */
async function walk(config: Readonly<Record<string, Json>>, pages: Pages) {
  const requests: HttpRequest[] = []
  const result = await parseAndRun(
    http,
    { url: FIRST, ...config },
    {
      secret: async () => 's3cret',
      evaluate: (path, scope) => compileTemplate(config[path] ?? null, path).render(scope ?? {}),
      fetch: async (request) => {
        requests.push(request)
        return { status: 200, headers: {}, body: '', ...(pages[request.url] ?? { status: 404 }) }
      },
    },
  ).catch((error: unknown) => ({ error }))
  return { requests, result, urls: requests.map(({ url }) => url) }
}

const link = (url: string) => ({ link: `<${FIRST}>; rel="first", <${url}>; rel="next"` })

test('pages are followed by the Link header', async () => {
  const { result, urls } = await walk(
    { paging: 'link' },
    {
      [FIRST]: json([1, 2], link('/orders?size=2&after=2')),
      [`${FIRST}&after=2`]: json([3], { link: '</orders>; rel="first"' }),
    },
  )
  expect(urls).toEqual([FIRST, `${FIRST}&after=2`])
  expect(result).toMatchObject({ output: { status: 200, body: [1, 2, 3], pages: 2, more: false } })
})

test('each page names the next one', async () => {
  const config = {
    paging: 'cursor',
    pageItems: '{{ item.orders }}',
    cursor: '{{ item.?next.orValue(null) }}',
    pageParameter: 'after',
  }
  const { result, urls } = await walk(config, {
    [FIRST]: json({ orders: ['a'], next: 'x y' }),
    [`${FIRST}&after=x+y`]: json({ orders: ['b'], next: 7 }),
    [`${FIRST}&after=7`]: json({ orders: ['c'] }),
  })
  expect(urls).toEqual([FIRST, `${FIRST}&after=x+y`, `${FIRST}&after=7`])
  expect(result).toMatchObject({ output: { body: ['a', 'b', 'c'], pages: 3, more: false } })
})

test('pages are counted until one is empty', async () => {
  const { result, urls } = await walk(
    { paging: 'page', firstPage: 0 },
    { [`${FIRST}&page=0`]: json([1]), [`${FIRST}&page=1`]: json([2]), [`${FIRST}&page=2`]: json([]) },
  )
  expect(urls).toEqual([0, 1, 2].map((page) => `${FIRST}&page=${page}`))
  expect(result).toMatchObject({ output: { body: [1, 2], pages: 3, more: false } })
})

test('after the most pages it says that there are more', async () => {
  const { result, requests } = await walk({ paging: 'link', maxPages: 3 }, { [FIRST]: json([1], link(FIRST)) })
  expect(requests).toHaveLength(3)
  expect(result).toMatchObject({ output: { body: [1, 1, 1], pages: 3, more: true } })
})

test('each page has a key of its own, and all prove who asks', async () => {
  const { requests } = await walk(
    { paging: 'page', maxPages: 2, auth: 'query', secret: 'key', authName: 'k' },
    { [`${FIRST}&page=1&k=s3cret`]: json([1]), [`${FIRST}&page=2&k=s3cret`]: json([2]) },
  )
  expect(requests.map(({ headers }) => headers?.['idempotency-key'])).toEqual(['run-1:node-1:0', 'run-1:node-1:0:1'])
  expect(requests.map(({ url }) => url)).toEqual([`${FIRST}&page=1&k=s3cret`, `${FIRST}&page=2&k=s3cret`])
})

test.each<[string, Record<string, Json>, Partial<HttpResponse>, string]>([
  [
    'another server',
    {},
    json([1], link('https://evil.example/')),
    'The next page is on another server, so it is not asked for',
  ],
  ['no address', {}, json([1], link('https://')), 'The link to the next page is no address'],
  ['no list', {}, json({ orders: [] }), 'The answer is not a list: say where its items are'],
  ['no list there', { pageItems: '{{ item.n }}' }, json({ n: 1 }), 'The items must be a list; they are a number'],
  [
    'a cursor that is none',
    { paging: 'cursor', cursor: '{{ item }}' },
    json([1]),
    'The cursor must be text or a number; it is a list',
  ],
])('%s ends the paging as failed', async (_title, config, page, message) => {
  const { result, requests } = await walk({ paging: 'link', ...config }, { [FIRST]: page })
  expect(result).toMatchObject({ error: { code: 'PAGING_FAILED', permanent: true, message } })
  expect(requests).toHaveLength(1)
})

test('a page that fails fails the step, and may be tried again', async () => {
  const next = `${FIRST}&after=2`
  const { result } = await walk(
    { paging: 'link' },
    { [FIRST]: json([1], link(next)), [next]: { status: 429, headers: { 'retry-after': '3' } } },
  )
  expect(result).toMatchObject({ error: { code: 'HTTP_STATUS', permanent: false, retryAfterMs: 3000 } })
})

test('pages that are too large together are refused', async () => {
  const { result, requests } = await walk(
    { paging: 'link', maxPages: 100 },
    { [FIRST]: json(['x'.repeat(900_000)], link(FIRST)) },
  )
  expect(result).toHaveProperty('error.code', 'RESPONSE_TOO_LARGE')
  expect(requests).toHaveLength(12)
})

// RFC 8288, section 3.5 has the first and the last.
test.each([
  ['<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter"', undefined],
  ['</page/3>; rel=next', '/page/3'],
  ['</a,b;c>; title="x, <y>; rel=next"; rel="prev", </d>; REL="last Next"', '/d'],
  [
    '</TheBook/chapter2>; rel="previous"; title*=UTF-8\'de\'letztes, </TheBook/chapter4>; rel="next"',
    '/TheBook/chapter4',
  ],
  ['nonsense', undefined],
  [undefined, undefined],
])('the next page of %s is %s', (header, url) => {
  expect(nextLink(header)).toBe(url)
})

test('a long header takes no long time', () => {
  const since = performance.now()
  nextLink(`<a>${'; a="'.repeat(3000)}${'<'.repeat(5000)}`)
  expect(performance.now() - since).toBeLessThan(1000)
})

test('binary answers are Base64', async () => {
  const { result, requests } = await walk({ responseKind: 'binary' }, { [FIRST]: { body: 'AP8=' } })
  expect(requests[0]).toMatchObject({ responseType: 'base64', maxBytes: 5_000_000 })
  expect(result).toMatchObject({ output: { body: 'AP8=' } })
})
