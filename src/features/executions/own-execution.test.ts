import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
let ada: Person
let eve: Person
/** A run of Ada that has ended, and one that is under way. */
let runs: Record<'ended' | 'waiting', string>
let workflows: readonly string[]
const fileId = crypto.randomUUID()

const START = { id: 'start', key: 'start', name: 'Start', type: 'manual' }
const WAIT = { id: 'wait', key: 'wait', name: 'Wait', type: 'wait', config: { amount: 1, unit: 'days' } }
const idIn = (body: Readonly<Record<string, unknown>>, name: string) => (body[name] as { id: string }).id

async function aWorkflow(person: Person, graph: object = { nodes: [START], edges: [] }): Promise<string> {
  return idIn((await person.post('/api/workflows', { name: 'Mine', graph })).body, 'workflow')
}

async function aRun(workflow: string, until: string): Promise<string> {
  const id = idIn((await ada.post(`/api/workflows/${workflow}/run`, { version: 'draft' })).body, 'execution')
  const statusOf = async () => ((await ada.get(`/api/executions/${id}`)).body.execution as { status: string }).status
  await vi.waitFor(async () => expect(await statusOf()).toBe(until), { timeout: 10_000 })
  return id
}

beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
  eve = await fettle.aPerson()
  workflows = [await aWorkflow(ada), await aWorkflow(eve)]
  const long = await aWorkflow(ada, { nodes: [START, WAIT], edges: [{ from: 'start', to: 'wait' }] })
  runs = { ended: await aRun(workflows[0] ?? '', 'succeeded'), waiting: await aRun(long, 'waiting') }
  await fettle.database.pool.query(
    `insert into execution_file (id, execution_id, owner_id, field, name, type, bytes, content)
     values ($1, $2, $3, 'cv', 'cv.txt', 'text/plain', 1, 'a')`,
    [fileId, runs.ended, ada.id],
  )
})
afterAll(() => fettle.stop())

/** Each route that is about one run, with what it takes to work for its owner. */
const ROUTES: Readonly<Record<string, { readonly body?: object; readonly of?: keyof typeof runs }>> = {
  'GET /api/executions/:id': {},
  'GET /api/executions/:id/approvals': {},
  'GET /api/executions/:id/debug': {},
  'GET /api/executions/:id/events': {},
  'GET /api/executions/:id/files/:fileId': {},
  'GET /api/executions/:id/graph': {},
  'GET /api/executions/:id/steps/:nodeId/:part': {},
  'POST /api/executions/:id/cancel': { of: 'waiting' },
  'POST /api/executions/:id/debug': { body: { draft: 'keep', revision: 1 } },
  'POST /api/executions/:id/retry': { body: { from: 'start', version: 'same' } },
}

/** What the log has of who asked for runs of strangers, since it was last asked. */
let known = 0
async function notedSince() {
  const { rows } = await fettle.database.pool.query(
    `select actor_id, target, address is not null as "hasAddress" from audit_entry
      where action = 'execution.refused' order by seq offset $1`,
    [known],
  )
  known += rows.length
  return rows
}

test('these are all the routes that are about one run', () => {
  const path: string[] = []
  const found = fettle.app.printRoutes({ commonPrefix: false }).matchAll(/^([│├└─ ]+)(\S+)(?: \((.+)\))?$/gm)
  const routes = [...found].flatMap(([, indent = '', part = '', methods = '']) => {
    path.splice(indent.length / 4 - 1, Number.POSITIVE_INFINITY, part)
    return methods.split(', ').map((method) => `${method} ${path.join('')}`)
  })
  const ofRuns = routes.filter((route) => /^(?!HEAD).* \/api\/executions\/:id/.test(route))
  expect(ofRuns.toSorted()).toEqual(Object.keys(ROUTES))
})

test.each(Object.entries(ROUTES))(
  '%s of a stranger is not found, which is noted; an own one works',
  async (route, { body, of = 'ended' }) => {
    const [method, path = ''] = route.split(' ')
    const ask = (person: Person, id: string) => {
      const url = path
        .replace(':id', id)
        .replace(':nodeId', 'start')
        .replace(':part', 'output')
        .replace(':fileId', fileId)
      return method === 'GET' ? person.get(url) : person.post(url, body)
    }
    const strangers = await ask(eve, runs[of])
    expect(await notedSince()).toEqual([{ actor_id: eve.id, target: `execution ${runs[of]}`, hasAddress: true }])
    const nobodys = await ask(eve, crypto.randomUUID())
    for (const { status, body: refused } of [strangers, nobodys])
      expect([status, (refused.error as { message: string }).message]).toEqual([404, 'There is no such execution'])
    expect((await ask(ada, runs[of])).status).toBeLessThan(300)
    expect(await notedSince()).toEqual([])
  },
)

test('a draft does not run with the input of a stranger’s run, and that it was asked for is noted', async () => {
  const [hers, eves] = workflows
  const run = (person: Person, workflow: string | undefined, inputOf: string) =>
    person.post(`/api/workflows/${workflow}/run`, { version: 'draft', inputOf })
  const [strangers, nobodys] = [await run(eve, eves, runs.ended), await run(eve, eves, crypto.randomUUID())]
  expect([strangers.status, nobodys.status]).toEqual([422, 422])
  expect(await notedSince()).toEqual([{ actor_id: eve.id, target: `execution ${runs.ended}`, hasAddress: true }])
  expect((await run(ada, hers, runs.ended)).status).toBeLessThan(300)
  expect(await notedSince()).toEqual([])
})
