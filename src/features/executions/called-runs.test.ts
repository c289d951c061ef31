import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import type { Execution } from './executions.schema.ts'

vi.setConfig({ expect: { poll: { timeout: 20_000 } } })

let fettle: TestApp
let ada: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
})
afterAll(() => fettle.stop())

const start = { id: 'a', key: 'start', name: 'Start', type: 'manual' }
async function published(name: string, second: object, third?: object): Promise<string> {
  const nodes = [start, { id: 'b', ...second }, ...(third === undefined ? [] : [{ id: 'c', ...third }])]
  const edges = nodes.slice(1).map(({ id }, at) => ({ from: nodes[at]?.id, to: id }))
  const { workflow } = (await ada.post('/api/workflows', { name, graph: { nodes, edges } })).body as {
    workflow: { id: string }
  }
  expect((await ada.post(`/api/workflows/${workflow.id}/publish`, {})).body).toMatchObject({ version: 1 })
  return workflow.id
}
const calling = (workflow: string, key = 'call') => ({
  ...{ key, name: 'Call', type: 'workflow', config: { workflow, input: { n: '{{ trigger.n }}' } } },
})
const shown = async (id: string) => (await ada.get(`/api/executions/${id}`)).body.execution as Execution
async function ended(workflow: string, input: object): Promise<Execution> {
  const { execution } = (await ada.post(`/api/workflows/${workflow}/run`, { input })).body as { execution: Execution }
  await expect.poll(async () => (await shown(execution.id)).status).toMatch(/succeeded|failed/)
  return shown(execution.id)
}
const states = ({ steps }: Execution) => steps.map(({ key, status }) => `${key} ${status}`)

test('a run names those that its steps have called, below which step and how they ended, and they name it', async () => {
  const child = await published('Child', { key: 'sum', name: 'Sum', type: 'set', config: { values: { n: 7 } } })
  const failing = await published('Failing child', {
    ...{ key: 'sum', name: 'Sum', type: 'set', config: { values: { n: '{{ [1][trigger.n] }}' } } },
  })
  const parent = await published('Parent', calling(child), calling(failing, 'again'))
  const run = await ended(parent, { n: 5 })
  expect([run.status, states(run)]).toEqual(['failed', ['start succeeded', 'call succeeded', 'again failed']])
  const calls = run.calls.map(({ step, status, workflowId, workflowName }) => [step, status, workflowId, workflowName])
  expect(calls).toEqual([
    ['b', 'succeeded', child, 'Child'],
    ['c', 'failed', failing, 'Failing child'],
  ])
  const [first, second] = await Promise.all(run.calls.map(({ id }) => shown(id)))
  const up = { id: run.id, workflowId: parent, workflowName: 'Parent' }
  expect([first?.parent, second?.parent, run.parent]).toEqual([up, up, null])
  expect([first?.trigger, first?.input]).toEqual(['workflow', { n: 5 }])
  expect([first, second].map((one) => one && states(one))).toEqual([
    ['start succeeded', 'sum succeeded'],
    ['start succeeded', 'sum failed'],
  ])
  expect(run.error?.message).toContain('The workflow failed')
  // Nobody else learns of either.
  const stranger = await fettle.aPerson()
  for (const { id } of run.calls) expect((await stranger.get(`/api/executions/${id}`)).status).toBe(404)
})
