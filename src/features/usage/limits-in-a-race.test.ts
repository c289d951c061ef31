import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { MAX_SECRETS } from '#src/features/secrets/secrets.schema.ts'
import { MAX_VARIABLES } from '#src/features/variables/variables.schema.ts'
import { MAX_PINS } from '#src/features/workflows/pins/pins.schema.ts'
import { MAX_WORKFLOWS } from '#src/features/workflows/workflows.schema.ts'

/** Fifty at the same time where there is room for ten. */
const CALLS = 50
const LEFT = 10
const STORED_MB = 5

let fettle: TestApp
let ada: Person
let workflowId: string
beforeAll(async () => {
  fettle = await startTestApp({ env: { STORED_MB: String(STORED_MB) } })
  ada = await fettle.aPerson()
  const { workflow } = (await ada.post('/api/workflows', { name: 'Orders' })).body as { workflow: { id: string } }
  workflowId = workflow.id
})
afterAll(() => fettle.stop())

const sql = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await fettle.database.pool.query<Row>(text, values)).rows

type Answer = Awaited<ReturnType<Person['post']>>
const LIMITS: [what: string, code: string, fill: () => Promise<unknown>, call: (n: number) => Promise<Answer>][] = [
  [
    'pins of a workflow',
    'TOO_MANY_PINS',
    () =>
      sql(
        `insert into workflow_pin (workflow_id, node_id, port, output) select $1, 'p_' || n, 'out', '1'
           from generate_series(1, $2::int) n`,
        workflowId,
        MAX_PINS - LEFT,
      ),
    (n) => ada.send('PUT', `/api/workflows/${workflowId}/pins/new_${n}`, { output: 1, port: 'out' }),
  ],
  [
    'workflows',
    'WORKFLOW_LIMIT_REACHED',
    () =>
      sql(
        `insert into workflow (id, owner_id, name, draft, hook_secret)
         select gen_random_uuid(), $1, 'One', '{}', 'secret' || n
           from generate_series(1, $2 - (select count(*)::int from workflow where owner_id = $1)) n`,
        ada.id,
        MAX_WORKFLOWS - LEFT,
      ),
    (n) => ada.post('/api/workflows', { name: `New ${n}` }),
  ],
  [
    'secrets',
    'SECRET_LIMIT_REACHED',
    () =>
      sql(
        `insert into secret (owner_id, name, value) select $1, 'S_' || n, '' from generate_series(1, $2::int) n`,
        ada.id,
        MAX_SECRETS - LEFT,
      ),
    (n) => ada.send('PUT', `/api/secrets/NEW_${n}`, { value: 'a secret value' }),
  ],
  [
    'variables',
    'VARIABLE_LIMIT_REACHED',
    () =>
      sql(
        `insert into variable (owner_id, name, kind, value) select $1, 'v_' || n, 'string', '"x"'
           from generate_series(1, $2::int) n`,
        ada.id,
        MAX_VARIABLES - LEFT,
      ),
    (n) => ada.send('PUT', `/api/variables/new_${n}`, { kind: 'string', value: 'x' }),
  ],
]

test.each(LIMITS)('%s: of fifty calls at the same time ten find room', async (_what, code, fill, call) => {
  await fill()
  const answers = await Promise.all(Array.from({ length: CALLS }, (_, n) => call(n)))
  const refused = answers.filter(({ status }) => status >= 400)
  expect(refused.map(({ status, body }) => [status, (body.error as { code: string }).code])).toEqual(
    Array(CALLS - LEFT).fill([409, code]),
  )
})

test('calls of a webhook that come at the same time store no more than their account may, and each refusal is seen', async () => {
  const bob = await fettle.aPerson()
  const graph = {
    nodes: [
      {
        ...{ id: 'a', key: 'hook', type: 'webhook', name: 'Hook' },
        config: { respond: 'last', dedupe: 'header', dedupeKey: 'X-Event' },
      },
      { id: 'b', key: 'answer', type: 'set', name: 'Answer', config: { values: { n: '{{ trigger.body.n }}' } } },
    ],
    edges: [{ from: 'a', to: 'b' }],
  }
  const { workflow } = (await bob.post('/api/workflows', { name: 'Large', graph })).body as {
    workflow: { id: string; hookPath: string }
  }
  expect((await bob.post(`/api/workflows/${workflow.id}/publish`, {})).status).toBe(200)
  const filler = 'x'.repeat(200_000)
  const calls = Array.from({ length: CALLS }, (_, n) => fettle.visitor().post(workflow.hookPath, { n, filler }))
  const answers = await Promise.all(calls)
  const taken = answers.filter(({ status }) => status === 200).length
  // A run holds what its first step gave of the call, and at work it may take a quarter more.
  expect([taken >= 15, taken < 25]).toEqual([true, true])
  const { used } = ((await bob.get('/api/usage')).body.usage as { stored: { used: number } }).stored
  expect(used).toBeLessThanOrEqual(STORED_MB * 1_000_000)
  const [kept] = await sql<Record<string, number>>(
    `select (count(*) filter (where status = 'succeeded'))::int as succeeded,
            (count(*) filter (where error ->> 'code' = 'QUOTA_EXCEEDED'))::int as refused,
            sum(coalesce(octet_length(input::text), 0))::int as bytes
       from execution where workflow_id = $1`,
    workflow.id,
  )
  expect(kept).toMatchObject({ succeeded: taken, refused: CALLS - taken })
  expect(kept?.bytes).toBeLessThanOrEqual(STORED_MB * 1_000_000)

  const codeOf = ({ status, body }: Answer) => [status, (body.error as { code: string } | undefined)?.code]
  const deliver = () =>
    fettle.visitor().post(workflow.hookPath, { n: 51, filler: 'x'.repeat(900_000) }, { 'x-event': 'late' })
  // The second time it is no duplicate: nothing came of the first one.
  for (const _time of ['first', 'again']) expect(codeOf(await deliver())).toEqual([507, 'QUOTA_EXCEEDED'])
  const [refused] = await sql<{ id: string }>(
    `select id from execution where workflow_id = $1 and status = 'failed' order by created_at desc limit 1`,
    workflow.id,
  )
  const retried = await bob.post(`/api/executions/${refused?.id}/retry`, { from: 'start', version: 'same' })
  expect(codeOf(retried)).toEqual([409, 'INPUT_NOT_KEPT'])
  const again = await bob.post(`/api/workflows/${workflow.id}/run`, { input: { filler: 'x'.repeat(900_000) } })
  expect([again.status, (again.body.error as { code: string }).code]).toEqual([409, 'QUOTA_EXCEEDED'])
})
