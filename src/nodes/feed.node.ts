import { z } from '#src/lib/zod.ts'
import { defineNode, type PollContext } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'
import { feedItems, laterOf } from './feed-items.ts'
import { feedEntries } from './feed-xml.ts'
import { field } from './field-hints.ts'
import { proofOf } from './http-auth.ts'
import { authFields } from './http-config.ts'
import { badStatus, readBody } from './http-response.ts'

const MINUTES_IN_A_WEEK = 10_080
const Path = z
  .string()
  .trim()
  .max(200)
  .regex(/^$|^[^.]+(\.[^.]+)*$/, 'Names with dots between them, such as data.items')

export const FeedConfig = z
  .strictObject({
    url: field(z.url({ protocol: /^https?$/, error: 'The URL must begin with http:// or https://' }), {
      title: 'URL',
      description: 'It answers a GET request. It must be reachable from the public internet.',
      control: 'text',
      placeholder: 'https://shop.example.com/api/orders?sort=newest',
    }),
    format: field(z.enum(['json', 'feed']).default('json'), {
      title: 'What it answers',
      description: 'The entries of a feed have id, title, link, summary, content, author, publishedAt and categories.',
      control: 'select',
      options: [
        { value: 'json', label: 'A list as JSON' },
        { value: 'feed', label: 'An RSS or Atom feed' },
      ],
    }),
    ...authFields,
    items: field(Path.default(''), {
      title: 'Where the list is',
      description: 'The path in the answer. Empty: the answer is the list.',
      control: 'text',
      placeholder: 'data.items',
      showIf: { field: 'format', in: ['json'] },
    }),
    id: field(Path.default('id'), {
      title: 'What tells items apart',
      description: 'The path in an item. Each value of it starts one run.',
      control: 'text',
      placeholder: 'id',
      showIf: { field: 'format', in: ['json'] },
    }),
    time: field(Path.default(''), {
      title: 'Time of an item',
      description: 'The path in an item. Then the oldest item starts first.',
      control: 'text',
      placeholder: 'created_at',
      showIf: { field: 'format', in: ['json'] },
    }),
    since: field(z.string().trim().max(100).default(''), {
      title: 'Query parameter for newer items',
      description: 'It is sent with the latest time that was seen, as it was written. Empty: it is not sent.',
      control: 'text',
      placeholder: 'since',
      showIf: { field: 'format', in: ['json'] },
    }),
    every: field(z.int().min(1).max(MINUTES_IN_A_WEEK).default(15), {
      title: 'Look every so many minutes',
      description: 'After a failure it looks less often, until it works again.',
      control: 'number',
    }),
    first: field(z.enum(['new', 'all']).default('new'), {
      title: 'When it looks for the first time',
      description: 'After this workflow is published, or what it looks for has changed.',
      control: 'select',
      options: [
        { value: 'new', label: 'Only remember what is there' },
        { value: 'all', label: 'Start a run for all that is there' },
      ],
    }),
  })
  .refine(({ auth, secret }) => auth === 'none' || secret !== undefined, { path: ['secret'], error: 'Choose a secret' })
  .refine(({ format, since, time }) => format === 'feed' || since === '' || time !== '', {
    path: ['time'],
    error: 'Say where the time is',
  })

type Config = z.output<typeof FeedConfig>

function addressOf({ url, format, since }: Config, latest: Json): string {
  if (format === 'feed' || since === '' || latest === null) return url
  const address = new URL(url)
  address.searchParams.set(since, String(latest))
  return address.href
}

const ACCEPT = {
  json: 'application/json',
  feed: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1',
} as const
const ENTRY_PATHS = { items: '', id: 'id', time: 'publishedAt' }

async function look(context: PollContext, config: Config, latest: Json) {
  const prove = await proofOf(context, { ...config, secret: config.secret ?? '' })
  const url = addressOf(config, latest)
  const response = await context.fetch(prove({ method: 'GET', url, headers: { accept: ACCEPT[config.format] } }))
  if (response.status >= 300) throw badStatus(response, Date.now())
  const found =
    config.format === 'feed'
      ? feedItems(feedEntries(response.body), ENTRY_PATHS)
      : feedItems(readBody(response, 'json'), config, response.body)
  return { events: found.events, cursor: laterOf(latest, found.latest) }
}

export const feed = defineNode({
  type: 'feed',
  version: 1,
  title: 'New items',
  description:
    'Looks from time to time at a feed (RSS, Atom) or a list as JSON, and starts the workflow for each item that was not there before. It is available as trigger.item.',
  category: 'trigger',
  icon: 'rss',
  config: FeedConfig,
  ports: ['out'],
  reaches: 'nothing',
  effect: 'pure',
  output: () => ({ type: 'object', properties: { id: {}, item: {} }, required: ['id', 'item'] }),
  run: ({ trigger }) => ({ output: trigger }),
  poll: {
    pace: ['every', 'first'],
    every: ({ every }) => every * 60,
    startsWithAll: ({ first }) => first === 'all',
    look,
  },
})
