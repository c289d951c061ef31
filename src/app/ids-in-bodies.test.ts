import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#src/lib/ids.ts'
import { z } from '#src/lib/zod.ts'
import { type Person, startTestApp, type TestApp } from './test-app.ts'

// Every id that the API takes in a body, in a query or in the settings of a step: one of somebody else's things is
// answered exactly as one that nobody has. The fields are found by their schemas, so a new one fails here until a line
// says how it is asked for. Ids in paths are in e2e/security/ownership.test.ts.

interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  /** Of the settings of steps: what they are chosen with. */
  readonly control?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

const ID_NAME = /(\.ids?|Ids?)(\[\])*$/
const CHOOSES_A_THING = new Set(['workflow', 'tool'])

const isId = ({ type, format, control }: Schema, place: string): boolean =>
  format === 'uuid' ||
  (control !== undefined && CHOOSES_A_THING.has(control)) ||
  (type === 'string' && ID_NAME.test(place))

/** Places of ids in a value of this schema. */
function placesIn(schema: Schema, place: string): string[] {
  const inside = [
    ...Object.entries(schema.properties ?? {}).map(([name, one]) => placesIn(one, `${place}.${name}`)),
    ...[schema.items, schema.additionalProperties].map((one) =>
      typeof one === 'object' ? placesIn(one, `${place}[]`) : [],
    ),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((many) => (many ?? []).map((one) => placesIn(one, place))),
  ]
  return [...new Set([...(isId(schema, place) ? [place] : []), ...inside.flat()])]
}

const Described = z.object({
  parameters: z.array(z.object({ in: z.string(), name: z.string(), schema: z.custom<Schema>() })).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.custom<Schema>() })) }).optional(),
})
const Api = z.object({ paths: z.record(z.string(), z.record(z.string(), Described)) })
const Nodes = z.object({ nodes: z.array(z.object({ type: z.string(), configSchema: z.custom<Schema>() })) })

/** `METHOD path place` of each id that a call takes beside its path, and `step type place` of those in settings. */
async function takenIds(): Promise<string[]> {
  const { paths } = Api.parse((await ada.get('/api/openapi.json')).body)
  const { nodes } = Nodes.parse((await ada.get('/api/nodes')).body)
  const ofCalls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters, requestBody }]) => {
      const inQuery = parameters
        .filter((one) => one.in === 'query')
        .flatMap(({ name, schema }) => placesIn(schema, `query.${name}`))
      const inBody = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => placesIn(schema, 'body'))
      return [...inQuery, ...inBody].map((place) => `${method.toUpperCase()} ${path} ${place}`)
    }),
  )
  return [...ofCalls, ...nodes.flatMap(({ type, configSchema }) => placesIn(configSchema, `step ${type} config`))]
}

let fettle: TestApp
let ada: Person
/** What belongs to somebody else. */
let theirs: { readonly workflow: string; readonly tool: string; readonly execution: string }
/** What nobody has. */
const nothing = { workflow: uuidv7(), tool: uuidv7(), execution: uuidv7() }

beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
  const bob = await fettle.aPerson()
  const { workflow } = await saved(bob, chain({ type: 'error' }))
  await bob.post(`/api/workflows/${workflow.id}/publish`, {})
  const tool = uuidv7()
  await fettle.database.pool.query(
    `insert into tool (id, slug, title, description, category, kind, status, owner_id)
     values ($1, 'their-draft', 'Their draft', '', 'developer', 'config', 'draft', $2)`,
    [tool, bob.id],
  )
  const { body } = await bob.post(`/api/workflows/${workflow.id}/run`, { version: 'draft', input: {} })
  theirs = { workflow: workflow.id, tool, execution: z.object({ id: z.uuid() }).parse(body.execution).id }
})
afterAll(() => fettle.stop())

const step = (key: string, { type, config = {} }: { type: string; config?: object }) => ({
  ...{ id: `n_${key}`, key, name: key, type, config },
})
/** A start, a step, and what its settings say. */
const chain = (
  start: { type: string; config?: object },
  next: { type: string; config?: object } = { type: 'set' },
) => ({
  nodes: [step('start', start), step('next', next)],
  edges: [{ from: 'n_start', to: 'n_next' }],
})
const Saved = z.object({ workflow: z.object({ id: z.string(), draftRevision: z.int().optional() }) })
const saved = async (person: Person, graph: object) =>
  Saved.parse((await person.post('/api/workflows', { name: 'Orders', graph })).body)

type Told = readonly unknown[]

/** What is told of a workflow that names the thing: when it is saved, checked, published and run. */
async function toldOf(graph: object): Promise<Told> {
  const { workflow } = await saved(ada, graph)
  const own = `/api/workflows/${workflow.id}`
  const published = await ada.post(`${own}/publish`, {})
  const run = await ada.post(`${own}/run`, { input: {} })
  const ended = async () => {
    const { rows } = await fettle.database.pool.query<{ code: string }>(
      `select status, error ->> 'code' as code, error ->> 'message' as message from execution
        where workflow_id = $1 and status in ('succeeded', 'failed')`,
      [workflow.id],
    )
    return rows
  }
  await expect.poll(async () => (await ended()).length, { timeout: 10_000 }).toBe(run.status < 300 ? 1 : 0)
  const rows = await ended()
  return [published.status, published.body, run.status, rows].map((one) =>
    JSON.parse(JSON.stringify(one).replaceAll(workflow.id, '<workflow>')),
  )
}

const inSettings = ({ workflow }: typeof nothing) => ({
  ...chain({ type: 'manual' }),
  settings: { errorWorkflowId: workflow },
})

async function toldOfDraft(graph: object): Promise<Told> {
  const { workflow } = await saved(ada, chain({ type: 'manual' }))
  const own = `/api/workflows/${workflow.id}`
  const draft = await ada.send('PUT', `${own}/draft`, { graph, revision: 1 })
  const published = await ada.post(`${own}/publish`, {})
  return [draft.status, published.status, published.body]
}

const toldBy = async (path: string, body: object): Promise<Told> => {
  const answered = await ada.post(path, body)
  return [answered.status, answered.body]
}

/** How somebody who names the thing is told of it. */
const asked: Readonly<Record<string, (thing: typeof nothing) => Promise<Told>>> = {
  'POST /api/discovery/ratings body.fxnId': ({ tool }) => toldBy('/api/discovery/ratings', { fxnId: tool, rating: 4 }),
  'POST /api/discovery/reviews body.fxnId': ({ tool }) =>
    toldBy('/api/discovery/reviews', { fxnId: tool, title: 'Good', content: 'It does what it says.' }),
  'POST /api/marketplace/purchase body.fxnId': ({ tool }) => toldBy('/api/marketplace/purchase', { fxnId: tool }),
  'POST /api/marketplace/tip body.fxnId': ({ tool }) => toldBy('/api/marketplace/tip', { fxnId: tool, amount: 500 }),
  'POST /api/licences body.toolId': ({ tool }) =>
    toldBy('/api/licences', { toolId: tool, person: 'friend@example.com' }),
  'POST /api/coupons body.toolId': ({ tool }) =>
    toldBy('/api/coupons', {
      ...{ code: 'SPRING', toolId: tool, percent: 20, centsOff: null, maxUses: null, startsAt: null, endsAt: null },
    }),
  'POST /api/reports/submit body.fxnId': ({ tool }) => toldBy('/api/reports/submit', { fxnId: tool, reason: 'spam' }),
  'POST /api/tools body.copyOf': ({ tool }) => toldBy('/api/tools', { copyOf: tool }),
  'POST /api/workflows/bulk body.ids[]': ({ workflow }) =>
    toldBy('/api/workflows/bulk', { ids: [workflow], action: 'delete' }),
  'POST /api/executions/bulk body.filter.workflowId': ({ workflow }) =>
    toldBy('/api/executions/bulk', { filter: { workflowId: workflow }, action: 'cancel' }),
  'POST /api/workflows/{id}/run body.inputOf': async ({ execution }) => {
    const { workflow } = await saved(ada, chain({ type: 'manual' }))
    return toldBy(`/api/workflows/${workflow.id}/run`, { version: 'draft', inputOf: execution })
  },
  'GET /api/workflows/{id}/executions query.ids': async ({ execution }) => {
    const { workflow } = await saved(ada, chain({ type: 'manual' }))
    const { status, body } = await ada.get(`/api/workflows/${workflow.id}/executions?ids=${execution}`)
    return [status, body]
  },
  'PUT /api/favorites/order body.ids[]': async ({ tool }) => {
    const { status, body } = await ada.send('PUT', '/api/favorites/order', { ids: [tool] })
    return [status, body]
  },
  'POST /api/workflows body.graph.settings.errorWorkflowId': (thing) => toldOf(inSettings(thing)),
  'PUT /api/workflows/{id}/draft body.graph.settings.errorWorkflowId': (thing) => toldOfDraft(inSettings(thing)),
  'step tool config.tool': ({ tool }) =>
    toldOf(chain({ type: 'manual' }, { type: 'tool', config: { tool, input: {} } })),
  'step workflow config.workflow': ({ workflow }) =>
    toldOf(chain({ type: 'manual' }, { type: 'workflow', config: { workflow } })),
}

/** Ids that name no row of an account's, and why. */
const noThing: Readonly<Record<string, string>> = {
  'POST /api/reauthenticate body.passkey.response.id': 'a key that has to sign a challenge',
  'POST /api/reauthenticate body.passkey.response.rawId': 'the same',
  'POST /api/passkeys body.response.id': 'a key that is new',
  'POST /api/passkeys body.response.rawId': 'the same',
  'POST /api/login/passkey body.response.id': 'a key that has to sign a challenge',
  'POST /api/login/passkey body.response.rawId': 'the same',
  'POST /api/errors/client body.errorId': 'made up by the browser that reports',
  'POST /api/admin/moderation/bulk body.cases[].id': 'of a list that admins see whole',
  'GET /api/earnings query.before': 'a place in the list of one’s own sales',
  'GET /api/tools/{id}/runs query.before': 'a place in the runs of one’s own tool: one of another tool gives none',
  'GET /api/purchases query.cursor': 'a place in the list of one’s own purchases',
  'GET /api/payouts query.before': 'a place in the list of one’s own payouts',
  'GET /api/admin/people query.cursor': 'a place in a list that admins see whole',
  'GET /api/admin/payments query.cursor': 'the same',
  'GET /api/admin/payouts query.cursor': 'the same',
  'GET /api/admin/ledger/journals query.cursor': 'the same',
  'POST /api/workflows body.graph.nodes[].id': 'a name inside the same document',
  'PUT /api/workflows/{id}/draft body.graph.nodes[].id': 'a name inside the same document',
  'POST /api/forms/{workflowId}/{secret} body.submission': 'chosen by who sends it, and known to this form alone',
  'PUT /api/billing/details body.taxId': 'the number that an authority gave to the buyer',
  'step feed config.id': 'the name of a field of the items that are read',
  'step switch config.cases[].id': 'the name of a way out',
}

/** The same text for whatever was asked for; times and the ids of calls differ anyhow. */
const plain = (told: Told, thing: typeof nothing): unknown =>
  JSON.parse(
    Object.values(thing)
      .reduce((text, id) => text.replaceAll(id, '<thing>'), JSON.stringify(told))
      .replace(/"(timestamp|requestId|executionId)":"[^"]*"/g, '"$1":""')
      .replace(/"execution":\{"id":"[^"]*"/g, '"execution":{"id":""'),
  )

test('every id that is taken beside the path is asked for here, or names nothing of an account', async () => {
  expect((await takenIds()).toSorted()).toEqual([...Object.keys(asked), ...Object.keys(noThing)].toSorted())
})

test.each(Object.keys(asked))('%s: of somebody else as of nobody', async (place) => {
  const ask = asked[place] ?? (() => Promise.resolve([]))
  const foreign = plain(await ask(theirs), theirs)
  expect(foreign).toEqual(plain(await ask(nothing), nothing))
  expect(JSON.stringify(foreign)).not.toMatch(/Orders|Their draft|their-draft/)
})

const REFUSED: Readonly<Record<string, Told>> = {
  'POST /api/executions/bulk body.filter.workflowId': [404],
  'POST /api/discovery/ratings body.fxnId': [404],
  'POST /api/discovery/reviews body.fxnId': [404],
  'POST /api/reports/submit body.fxnId': [404],
  'PUT /api/favorites/order body.ids[]': [200, { ids: [] }],
}
test.each(Object.keys(REFUSED))('%s: answers', async (place) => {
  expect((await asked[place]?.(theirs))?.slice(0, REFUSED[place]?.length)).toEqual(REFUSED[place])
})

test('neither a step nor the settings get at a workflow or a tool of somebody else', async () => {
  const problem = async (graph: object) => (await toldOf(graph)).slice(0, 2)
  expect(await problem(inSettings(theirs))).toMatchObject([
    422,
    { error: { problems: [{ code: 'ERROR_WORKFLOW_MISSING' }] } },
  ])
  const call = { type: 'workflow', config: { workflow: theirs.workflow } }
  expect(await problem(chain({ type: 'manual' }, call))).toMatchObject([
    422,
    { error: { problems: [{ code: 'WORKFLOW_MISSING' }] } },
  ])
  const tool = { type: 'tool', config: { tool: theirs.tool, input: {} } }
  expect((await toldOf(chain({ type: 'manual' }, tool))).at(-1)).toMatchObject([
    { status: 'failed', code: 'NOT_FOUND' },
  ])
})
