import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
let origin: string
beforeAll(async () => {
  fettle = await startTestApp()
  origin = await fettle.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => fettle.stop())

/** Reads the stream of a run that is under way, as somebody who is signed in; it has told the present state. */
async function aStream() {
  const { pool } = fettle.database
  const person = await fettle.aPerson()
  const { headers } = await fettle.visitor().post('/api/login', { email: person.email, password: person.password })
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  const { rows } = await pool.query(
    `insert into execution (id, workflow_id, owner_id, version, status, lane, trigger_kind, started_at)
     select gen_random_uuid(), id, owner_id, 1, 'running', 'direct', 'webhook', now() from workflow
      where owner_id = $1 returning id`,
    [person.id],
  )
  const response = await fetch(`${origin}/api/executions/${rows[0].id}/events`, { headers: { cookie } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toContain('"status":"running"')
  return { person, reader }
}

/** A run without a process may be taken over meanwhile, which is told before. */
async function untilItEnds(reader: Awaited<ReturnType<typeof aStream>>['reader']): Promise<void> {
  expect(reader).toBeDefined()
  while ((await reader?.read())?.done === false);
}

test('a stream of a run goes on while it runs and ends with the session', async () => {
  const { person, reader } = await aStream()
  await fettle.database.pool.query('delete from session where user_id = $1', [person.id])
  await untilItEnds(reader)
})

test('when nobody can say which sessions have ended, the browser has to come again', async () => {
  const { reader } = await aStream()
  await fettle.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'fettle events'`,
  )
  await untilItEnds(reader)
})
