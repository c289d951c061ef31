import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import type { Engine } from '#src/engine/engine.ts'
import { connect, type Database } from '#src/server/database.ts'
import { createEgress } from '#src/server/egress/egress.ts'
import { createLogger } from '#src/server/log.ts'
import { createPoller } from './poller.server.ts'

interface Item {
  readonly id: string
  readonly at?: string
}
type Answer = { status: number; body: string; headers?: Record<string, string> }
/** What the shop knows, by the path of its list. */
const shop = new Map<string, readonly Item[] | Answer>()
let asked: string[] = []
/** The shop answers when this is done. */
let held: Promise<unknown> | undefined

let server: Server
let fettle: TestApp
let ada: Person
let own: Database
let port = 0
beforeAll(async () => {
  server = createServer(async ({ url = '' }, response) => {
    asked.push(url)
    await held
    const known = shop.get(url.split('?')[0] ?? '') ?? []
    const answer = 'status' in known ? known : { status: 200, body: JSON.stringify(known) }
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  // Nothing looks by itself here: each test says when.
  fettle = await startTestApp({ env: { ROLE: 'web' } })
  ada = await fettle.aPerson()
  own = connect({ url: fettle.database.url })
})
afterEach(() => {
  held = undefined
  asked = []
})
afterAll(async () => {
  await own.close()
  await fettle.stop()
  server.close()
})

const sql = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await fettle.database.pool.query<Row>(text, values)).rows

/** A poller as another process has one. */
function aPoller(engine: Pick<Engine, 'enqueue'> = fettle.parts.engine) {
  const egress = createEgress({ allow: [`127.0.0.1:${port}`] })
  return createPoller({
    ...{ db: own.db, engine, nodes: fettle.parts.nodes, log: createLogger({ logLevel: 'silent' }) },
    host: {
      fetch: (request, { signal }) => egress.fetch({ ...request, signal }),
      secret: async () => 'sesame opens it',
    },
  })
}
async function look(poller = aPoller()): Promise<void> {
  await sql('update poll set next_at = now() where lease_id is null')
  await poller.takeUp()
  await poller.settled()
}

let lists = 0
/** A published workflow that looks at a list of its own. */
async function aWatch(config: object = {}) {
  lists += 1
  const path = `/list-${lists}`
  const graph = (more: object = {}) => ({
    nodes: [
      {
        ...{ id: 'n_feed', key: 'feed', type: 'feed', name: 'Feed' },
        config: { url: `http://127.0.0.1:${port}${path}`, ...config, ...more },
      },
      { id: 'n_note', key: 'note', type: 'set', name: 'Note', config: { values: { id: '{{ trigger.id }}' } } },
    ],
    edges: [{ from: 'n_feed', to: 'n_note' }],
  })
  const { workflow } = (await ada.post('/api/workflows', { name: 'Watch', graph: graph() })).body as {
    workflow: { id: string; revision: number }
  }
  const { id } = workflow
  let { revision } = workflow
  const publish = async () => expect((await ada.post(`/api/workflows/${id}/publish`, {})).status).toBe(200)
  await publish()
  return {
    id,
    publish,
    /** Publishes it with other settings. */
    async change(more: object) {
      const { status } = await ada.send('PUT', `/api/workflows/${id}/draft`, { graph: graph(more), revision })
      expect(status).toBe(200)
      revision += 1
      await publish()
    },
    path,
    knows: (known: readonly Item[] | Answer) => shop.set(path, known),
    asked: () => asked.filter((url) => url.startsWith(`${path}?`) || url === path),
    /** Ids of the events that have a run, in the order of their start. */
    runs: async () =>
      (
        await sql<{ id: string }>(
          `select input ->> 'id' as id from execution where workflow_id = $1 and trigger_kind = 'event' order by execution.ctid`,
          id,
        )
      ).map((run) => run.id),
    state: async () => (await sql<Row>('select * from poll where workflow_id = $1', id))[0],
    end: () => ada.post(`/api/workflows/${id}/unpublish`),
  }
}
interface Row {
  cursor: unknown
  failures: number
  error: unknown
  lease_id: string | null
  next_at: Date
}
const items = (...ids: string[]): Item[] => ids.map((id) => ({ id }))

test('the first look only remembers; what comes later starts one run each', async () => {
  const watch = await aWatch()
  watch.knows(items('a', 'b'))
  await look()
  expect(await watch.runs()).toEqual([])
  watch.knows(items('d', 'c', 'b', 'a'))
  await look()
  await look()
  expect(await watch.runs()).toEqual(['d', 'c'])
  expect(await sql('select status, lane from execution where workflow_id = $1', watch.id)).toEqual(
    Array(2).fill({ status: 'queued', lane: 'queued' }),
  )
  await watch.end()
})

test('where it is asked for, the first look starts runs too', async () => {
  const watch = await aWatch({ first: 'all', time: 'at' })
  watch.knows([
    { id: 'b', at: '2026-01-02' },
    { id: 'a', at: '2026-01-01' },
  ])
  await look()
  expect(await watch.runs()).toEqual(['a', 'b'])
  await watch.end()
})

test('an item with the time of the last one is new nevertheless, and that one is not', async () => {
  const watch = await aWatch({ time: 'at', since: 'since' })
  const at = '2026-01-02T00:00:00Z'
  watch.knows([{ id: 'a', at }])
  await look()
  watch.knows([
    { id: 'a', at },
    { id: 'b', at },
  ])
  await look()
  await look()
  expect(await watch.runs()).toEqual(['b'])
  expect(watch.asked().at(-1)).toContain(`?since=${encodeURIComponent(at)}`)
  await watch.end()
})

test('that the last item is gone, or the list is empty for a while, starts nothing again', async () => {
  const watch = await aWatch()
  for (const known of [items('c', 'b', 'a'), items('b', 'a'), [], items('d', 'c', 'b', 'a')]) {
    watch.knows(known)
    await look()
  }
  expect(await watch.runs()).toEqual(['d'])
  await watch.end()
})

test('an id that comes twice in one answer starts one run', async () => {
  const watch = await aWatch({ first: 'all' })
  watch.knows(items('a', 'b', 'a'))
  await look()
  expect(await watch.runs()).toEqual(['a', 'b'])
  await watch.end()
})

test('more than one look may start come with the next ones, and the marker waits for them', async () => {
  const watch = await aWatch({ first: 'all', time: 'at' })
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
  const many = Array.from({ length: 450 }, (_, n) => ({ id: `${n}`, at: at(n) }))
  watch.knows(many)
  const counts = []
  for (let n = 0; n < 3; n += 1) {
    await look()
    const started = (await watch.runs()).sort((one, other) => Number(one) - Number(other))
    counts.push([started.length, started.at(-1), (await watch.state())?.cursor])
  }
  expect(counts).toEqual([
    [200, '199', null],
    [400, '399', null],
    [450, '449', at(449)],
  ])
  await watch.end()
})

test('what fails between two runs leaves none of them, no marker and no note', async () => {
  const watch = await aWatch({ first: 'all', time: 'at' })
  watch.knows([
    { id: 'a', at: '2026-01-01' },
    { id: 'b', at: '2026-01-02' },
  ])
  let accepted = 0
  const engine: Pick<Engine, 'enqueue'> = {
    enqueue(transaction, request) {
      accepted += 1
      if (accepted === 2) throw new Error('the process is killed here')
      return fettle.parts.engine.enqueue(transaction, request)
    },
  }
  await look(aPoller(engine))
  expect([accepted, await watch.runs(), (await watch.state())?.cursor]).toEqual([2, [], null])
  expect(await sql('select from poll_event where workflow_id = $1', watch.id)).toEqual([])
  await look()
  expect(await watch.runs()).toEqual(['a', 'b'])
  await watch.end()
})

test('a marker that cannot be kept takes the runs back with it', async () => {
  const watch = await aWatch({ first: 'all' })
  watch.knows(items('a'))
  await sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`)
  await sql(`create trigger refuse before update on poll for each row when (new.looked_at is not null)
    execute function refuse()`)
  await look()
  expect(await watch.runs()).toEqual([])
  await sql('drop function refuse cascade')
  await look()
  expect(await watch.runs()).toEqual(['a'])
  await watch.end()
})

test('of several processes one looks at a time', async () => {
  const watch = await aWatch({ first: 'all' })
  watch.knows(items('a'))
  const open = Promise.withResolvers<void>()
  held = open.promise
  const pollers = [aPoller(), aPoller(), aPoller()]
  await Promise.all(pollers.map((poller) => poller.takeUp()))
  await expect.poll(() => watch.asked().length).toBe(1)
  await sql('update poll set next_at = now()')
  await Promise.all(pollers.map((poller) => poller.takeUp()))
  open.resolve()
  await Promise.all(pollers.map((poller) => poller.settled()))
  expect([watch.asked().length, await watch.runs()]).toEqual([1, ['a']])
  await watch.end()
})

test('who was asleep for longer than its lease changes nothing', async () => {
  const watch = await aWatch({ first: 'all' })
  watch.knows(items('a'))
  const open = Promise.withResolvers<void>()
  held = open.promise
  const asleep = aPoller()
  await asleep.takeUp()
  await expect.poll(() => watch.asked().length).toBe(1)
  await sql(
    `update poll set lease_until = now() - interval '1 second', next_at = now() where workflow_id = $1`,
    watch.id,
  )
  const other = aPoller()
  await other.takeUp()
  await expect.poll(() => watch.asked().length).toBe(2)
  open.resolve()
  await Promise.all([asleep.settled(), other.settled()])
  expect(await watch.runs()).toEqual(['a'])
  expect(await watch.state()).toMatchObject({ lease_id: null, failures: 0 })
  await watch.end()
})

test('what is unpublished during a look starts nothing', async () => {
  const watch = await aWatch({ first: 'all' })
  watch.knows(items('a'))
  const open = Promise.withResolvers<void>()
  held = open.promise
  const poller = aPoller()
  await poller.takeUp()
  await expect.poll(() => watch.asked().length).toBe(1)
  await watch.end()
  open.resolve()
  await poller.settled()
  expect([await watch.runs(), await watch.state()]).toEqual([[], undefined])
})

test('publishing again goes on with the same search, and begins anew where it is another one', async () => {
  const watch = await aWatch()
  watch.knows(items('a'))
  await look()
  await watch.publish()
  watch.knows(items('a', 'b'))
  await look()
  expect(await watch.runs()).toEqual(['b'])
  await watch.change({ url: `http://127.0.0.1:${port}${watch.path}?of=mine` })
  watch.knows(items('a', 'b', 'c'))
  await look()
  expect(await watch.runs()).toEqual(['b'])
  await watch.end()
})

test('a search that is made at another pace goes on at once, and loses nothing that came meanwhile', async () => {
  const watch = await aWatch({ every: 10_080 })
  watch.knows(items('a'))
  await look()
  watch.knows(items('a', 'b'))
  await watch.change({ every: 30, first: 'all' })
  expect((await watch.state())?.next_at.getTime()).toBeLessThanOrEqual(Date.now())
  await look()
  expect(await watch.runs()).toEqual(['b'])
  expect((await watch.state())?.next_at.getTime()).toBeLessThanOrEqual(Date.now() + 30 * 60_000)
  await watch.end()
})

test('who looks while the pace is changed leaves it to the next one', async () => {
  const watch = await aWatch({ every: 10_080 })
  watch.knows(items('a'))
  await look()
  watch.knows(items('a', 'b'))
  const open = Promise.withResolvers<void>()
  held = open.promise
  await sql('update poll set next_at = now() where lease_id is null')
  const poller = aPoller()
  await poller.takeUp()
  await expect.poll(() => watch.asked().length).toBe(2)
  await watch.change({ every: 30 })
  open.resolve()
  await poller.settled()
  expect(await watch.runs()).toEqual([])
  await look()
  expect(await watch.runs()).toEqual(['b'])
  await watch.end()
})

test('failures are told without secrets, and each doubles the pause', async () => {
  await ada.send('PUT', '/api/secrets/SHOP', { value: 'sesame opens it' })
  const watch = await aWatch({ every: 1, auth: 'query', authName: 'key', secret: 'SHOP' })
  watch.knows({ status: 503, body: '' })
  const pauses = []
  for (let n = 0; n < 3; n += 1) {
    await look()
    const state = await watch.state()
    pauses.push([state?.failures, Math.round(((state?.next_at.getTime() ?? 0) - Date.now()) / 60_000)])
  }
  expect(pauses).toEqual([
    [1, 2],
    [2, 4],
    [3, 8],
  ])
  const { body } = await ada.get(`/api/workflows/${watch.id}/polls`)
  expect(body.polls).toMatchObject([
    {
      nodeId: 'n_feed',
      failures: 3,
      lookedAt: null,
      error: { code: 'HTTP_STATUS', message: 'The server answered with status 503' },
    },
  ])
  expect(watch.asked()[0]).toContain('key=sesame')
  expect(JSON.stringify(await watch.state())).not.toContain('sesame')
  watch.knows(items('a'))
  await look()
  expect(await watch.state()).toMatchObject({ failures: 0, error: null })
  await watch.end()
})

test('what a workflow looks for is its owner’s to know', async () => {
  const watch = await aWatch()
  const bob = await fettle.aPerson()
  expect((await bob.get(`/api/workflows/${watch.id}/polls`)).status).toBe(404)
  expect((await fettle.visitor().get(`/api/workflows/${watch.id}/polls`)).status).toBe(401)
  await watch.end()
})
