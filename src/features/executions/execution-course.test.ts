import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import type { Execution } from './executions.schema.ts'

let fettle: TestApp
let service: Server
let host: string
let ada: Person
let calls = 0

beforeAll(async () => {
  service = createServer((_, response) => {
    calls += 1
    response.writeHead(calls === 1 ? 503 : 200, { 'content-type': 'application/json' }).end('{"secret":"kept"}')
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  fettle = await startTestApp({ env: { EGRESS_ALLOW: host } })
  ada = await fettle.aPerson()
})
afterAll(async () => {
  await fettle.stop()
  service.close()
})

test('an execution tells of each attempt, when each step could have begun, and where a setting failed', async () => {
  const graph = {
    nodes: [
      { id: 'a', key: 'start', name: 'Start', type: 'manual' },
      {
        ...{ id: 'b', key: 'ask', name: 'Ask', type: 'http', config: { method: 'GET', url: `http://${host}/` } },
        retry: { max: 1, backoff: 'constant', baseMs: 100 },
      },
      { id: 'c', key: 'sum', name: 'Sum', type: 'set', config: { values: { n: '{{ steps.ask.body.missing }}' } } },
    ],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ],
  }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Ask', graph })).body as { workflow: { id: string } }
  const started = await ada.post(`/api/workflows/${workflow.id}/run`, { version: 'draft' })
  const { id } = started.body.execution as { id: string }
  const shown = async () => (await ada.get(`/api/executions/${id}`)).body.execution as Execution
  await expect.poll(async () => (await shown()).status, { timeout: 20_000 }).toBe('failed')
  const { steps, error, startedAt } = await shown()
  const [start, ask, sum] = steps
  expect(ask?.tries?.map(({ code }) => code)).toEqual(['HTTP_STATUS', null])
  expect(JSON.stringify(ask?.tries)).not.toContain('kept')
  expect([start?.tries, sum?.tries]).toEqual([undefined, undefined])
  expect(start?.readyAt).toBe(startedAt)
  const endOfAsk = Date.parse(ask?.startedAt ?? '') + (ask?.durationMs ?? 0)
  expect(Math.abs(Date.parse(sum?.readyAt ?? '') - endOfAsk)).toBeLessThan(2)
  expect([error?.code, sum?.error?.path]).toEqual(['EXPRESSION_FAILED', 'values.n'])
})
