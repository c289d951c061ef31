import { expect, test } from 'vitest'
import type { HttpRequest, HttpResponse, Polled } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { FeedConfig, feed } from './feed.node.ts'
import { feedItems, laterOf } from './feed-items.ts'
import { feedEntries } from './feed-xml.ts'

const paths = { items: 'data.items', id: 'id', time: 'at' }
const idsOf = (items: Json, more: Partial<typeof paths> = {}) =>
  feedItems({ data: { items } }, { ...paths, ...more }).events.map(({ id }) => id)

test.each<[what: string, items: Json, ids: string[]]>([
  [
    'the oldest first',
    [
      { id: 'c', at: '2026-01-03' },
      { id: 'a', at: '2026-01-01' },
    ],
    ['a', 'c'],
  ],
  [
    'equal times as they are listed',
    [
      { id: 'b', at: 5 },
      { id: 'a', at: 5 },
    ],
    ['b', 'a'],
  ],
  [
    'seconds and milliseconds',
    [
      { id: 'b', at: 1_767_225_601 },
      { id: 'a', at: 1_767_225_600_000 },
    ],
    ['a', 'b'],
  ],
  ['without a time before all others', [{ id: 'b', at: '2026-01-01' }, { id: 'a' }], ['a', 'b']],
  ['ids of any kind', [{ id: 7 }, { id: '7' }, { id: { n: 7 } }], ['7', '7', '{"n":7}']],
])('items: %s', (_what, items, ids) => {
  expect(idsOf(items)).toEqual(ids)
})

test('without a path the whole item tells it apart', () => {
  expect(idsOf(['x', { y: 1 }], { id: '' })).toEqual(['x', '{"y":1}'])
})

test.each<[what: string, items: Json, code: string]>([
  ['no list', { id: 1 }, 'NO_LIST'],
  ['an item without an id', [{ id: 'a' }, { name: 'b' }], 'ITEM_WITHOUT_ID'],
  ['a list without an end', Array.from({ length: 5001 }, (_, id) => ({ id })), 'LIST_TOO_LONG'],
])('refused: %s', (_what, items, code) => {
  expect(() => idsOf(items)).toThrow(expect.objectContaining({ code, permanent: true }))
})

test.each<[Json, Json, Json]>([
  [null, '2026-01-01', '2026-01-01'],
  ['2026-01-02', '2026-01-01', '2026-01-02'],
  ['2026-01-02', null, '2026-01-02'],
  [null, null, null],
])('the later of %j and %j', (a, b, later) => {
  expect(laterOf(a, b)).toBe(later)
})

/** Looks against a server that gives this answer, and tells what that was asked. */
async function look(config: object, cursor: Json, answer: Partial<HttpResponse>) {
  const requests: HttpRequest[] = []
  const context = {
    signal: new AbortController().signal,
    secret: async (name: string) => `value of ${name}`,
    fetch: async (request: HttpRequest) => {
      requests.push(request)
      return { status: 200, headers: {}, body: '[]', ...answer }
    },
  }
  const parsed = FeedConfig.parse({ url: 'https://shop.example/orders', ...config })
  const found = await feed.poll?.look(context, parsed, cursor).catch((error: unknown) => error)
  return { requests, found }
}

test('asks for what is newer, with a proof of who asks', async () => {
  const config = { time: 'at', since: 'since', auth: 'bearer', secret: 'SHOP' }
  const body = JSON.stringify([{ id: 2, at: '2026-01-02' }])
  const { requests, found } = await look(config, '2026-01-01', { body })
  expect(requests).toEqual([
    {
      method: 'GET',
      url: 'https://shop.example/orders?since=2026-01-01',
      headers: { accept: 'application/json', authorization: 'Bearer value of SHOP' },
    },
  ])
  expect(found).toEqual({
    events: [{ id: '2', payload: { id: 2, item: { id: 2, at: '2026-01-02' } } }],
    cursor: '2026-01-02',
  })
})

test.each([
  ['numbers', '', '[{"id":1234567890123456701},{"id":1234567890123456702},{"id":12}]', ['…701', '…702', 12]],
  ['in a list further down', 'data.items', '{"data":{"items":[{"id":1234567890123456701}]}}', ['…701']],
  ['with a time', '', '[{"id":1234567890123456702,"at":2},{"id":1234567890123456701,"at":1}]', ['…701', '…702']],
])('ids above 2^53 keep all their digits: %s', async (_what, items, body, short) => {
  const ids = short.map((id) => (typeof id === 'string' ? id.replace('…', '1234567890123456') : id))
  const { found } = await look({ items, time: 'at' }, null, { body })
  const { events } = found as Polled
  expect(events.map(({ id }) => id)).toEqual(ids.map(String))
  expect(events.map(({ payload }) => (payload as { id: Json }).id)).toEqual(ids)
})

test('numbers beside and inside of an id', async () => {
  const body = '[{"id":{"n":1234567890123456701},"size":1234567890123456701},{"id":{"n":1234567890123456702}}]'
  const item = { id: { n: 1234567890123456800 }, size: 1234567890123456800 }
  const { found } = await look({}, null, { body })
  expect(found).toMatchObject({
    events: [{ id: '{"n":1234567890123456701}', payload: { id: item.id, item } }, { id: '{"n":1234567890123456702}' }],
  })
})

test('an empty answer keeps the marker', async () => {
  expect((await look({ time: 'at', since: 'since' }, '2026-01-01', {})).found).toEqual({
    events: [],
    cursor: '2026-01-01',
  })
})

test('a server that is busy says for how long', async () => {
  const { found } = await look({}, null, { status: 429, headers: { 'retry-after': '60' } })
  expect(found).toMatchObject({ code: 'HTTP_STATUS', permanent: false, retryAfterMs: 60_000 })
})

test('an answer that is not JSON is refused', async () => {
  expect((await look({}, null, { body: '<rss/>' })).found).toMatchObject({ code: 'INVALID_RESPONSE' })
})

const RSS = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>News &amp; notes</title><link>https://news.example</link><category>all</category>
  <image><title>Logo</title></image>
  <item><title>Second &lt;b&gt;</title><link> https://news.example/2 </link><guid isPermaLink="false">n-2</guid>
    <description><![CDATA[<p>Short</p>]]></description><content:encoded><![CDATA[<p>Long]]><![CDATA[er</p>]]></content:encoded>
    <dc:creator>Ada</dc:creator><category>one</category><category>two</category>
    <pubDate>Tue, 06 Jan 2026 10:00:00 +0100</pubDate></item>
  <item><title>First</title><link>https://news.example/1</link><pubDate>Mon, 05 Jan 2026 10:00:00 GMT</pubDate></item>
</channel></rss>`
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:feed</id><title>Blog</title><updated>2026-01-01T00:00:00Z</updated>
  <entry><id>urn:1</id><title type="html">Caf&eacute;</title><link rel="edit" href="https://blog.example/edit"/>
    <link href="https://blog.example/1"/><author><name>Grace</name><uri>https://grace.example</uri></author>
    <category term="tools"/><summary>In short</summary><updated>2026-01-03T00:00:00Z</updated>
    <published>2026-01-02T00:00:00+01:00</published></entry></feed>`
const entry = { summary: '', content: '', author: '', categories: [] }

test('the entries of RSS and of Atom have the same names', () => {
  expect(feedEntries(RSS)).toEqual([
    {
      ...{ id: 'n-2', title: 'Second <b>', link: 'https://news.example/2', summary: '<p>Short</p>' },
      ...{
        content: '<p>Longer</p>',
        author: 'Ada',
        categories: ['one', 'two'],
        publishedAt: '2026-01-06T09:00:00.000Z',
      },
    },
    {
      ...{ ...entry, id: 'https://news.example/1', title: 'First', link: 'https://news.example/1' },
      publishedAt: '2026-01-05T10:00:00.000Z',
    },
  ])
  expect(feedEntries(ATOM)).toEqual([
    {
      ...{ ...entry, id: 'urn:1', title: 'Café', link: 'https://blog.example/1', summary: 'In short' },
      ...{ author: 'Grace', categories: ['tools'], publishedAt: '2026-01-01T23:00:00.000Z' },
    },
  ])
})

test('an entry that is named only by its title, and has no time that can be read', () => {
  const [only] = feedEntries('<rss><channel><item><title>Only</title><pubDate>soon</pubDate></item></channel></rss>')
  expect(only).toMatchObject({ id: 'Only', publishedAt: null })
})

test.each([
  ['a page', '<html><body>Not here</body></html>'],
  ['JSON', '[]'],
  ['nothing', ''],
  ['half a feed', '<rss><channel><item><title>Half'],
  [
    'an entity of its own',
    '<!DOCTYPE rss [<!ENTITY a "bomb">]><rss><channel><item><title>&a;</title></item></channel></rss>',
  ],
])('no feed: %s', (_what, body) => {
  expect(() => feedEntries(body)).toThrow(expect.objectContaining({ code: 'INVALID_RESPONSE', permanent: true }))
})

test('a feed is looked at from its oldest entry on, and asks for no list', async () => {
  const { requests, found } = await look({ format: 'feed', since: 'after' }, '2026-01-01T00:00:00.000Z', { body: RSS })
  expect(requests[0]).toMatchObject({ url: 'https://shop.example/orders' })
  expect(requests[0]?.headers?.accept).toContain('application/atom+xml')
  expect(found).toMatchObject({
    events: [{ id: 'https://news.example/1' }, { id: 'n-2' }],
    cursor: '2026-01-06T09:00:00.000Z',
  })
})
