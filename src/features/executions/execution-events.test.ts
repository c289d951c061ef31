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
  const { id } = rows[0]
  const open = async (more: Record<string, string> = {}) => {
    const response = await fetch(`${origin}/api/executions/${id}/events`, { headers: { cookie, ...more } })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (isThere: (text: string) => boolean) => {
      while (!isThere(text)) text += (await reader?.read())?.value ?? ''
      return text
    }
    await until((heard) => heard.includes('"status":"running"'))
    return { reader, until }
  }
  return { person, id, open, ...(await open()) }
}

/** A run without a process may be taken over meanwhile, which is told before. */
async function untilItEnds(reader: Awaited<ReturnType<typeof aStream>>['reader']): Promise<void> {
  expect(reader).toBeDefined()
  while ((await reader?.read())?.done === false);
}

/** What a stream has told when it has told so many steps. */
async function stepsOf({ until }: Pick<Awaited<ReturnType<typeof aStream>>, 'until'>, many: number) {
  const text = await until((heard) => [...heard.matchAll(/event: step\ndata: .*\n/g)].length === many)
  return [...text.matchAll(/id: (\S+)\nevent: step\ndata: (.*)\n/g)].map(([, lastId = '', data = '']) => {
    const { step } = JSON.parse(data) as { step: { key: string; status: string } }
    return { lastId, step: `${step.key} ${step.status}` }
  })
}

test('steps that another process has done are told once, also to who comes again with the id of the last one', async () => {
  const { pool } = fettle.database
  const stream = await aStream()
  const { id, open } = stream
  await pool.query(`insert into executor (id, application_version, heartbeat_at)
    values ('another', 'interp-1', now() + interval '1 hour') on conflict (id) do nothing`)
  await pool.query(`update execution set executor_id = 'another' where id = $1`, [id])
  const done = (seq: number, key: string, status = 'succeeded') =>
    pool.query(
      `insert into execution_step (execution_id, seq, node_id, key, status, attempts, started_at, duration_ms)
       values ($1, $2, $3, $3, $4, 1, now(), 1)
       on conflict (execution_id, seq, iteration) do update set status = excluded.status`,
      [id, seq, key, status],
    )
  await done(0, 'start')
  await done(1, 'pay', 'running')
  const first = await stepsOf(stream, 2)
  expect(first.map(({ step }) => step)).toEqual(['start succeeded', 'pay running'])
  await stream.reader?.cancel()

  await done(1, 'pay')
  await done(2, 'mail')
  const again = await open({ 'last-event-id': first.at(-1)?.lastId ?? '' })
  expect((await stepsOf(again, 2)).map(({ step }) => step)).toEqual(['pay succeeded', 'mail succeeded'])
  await again.reader?.cancel()
})

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
