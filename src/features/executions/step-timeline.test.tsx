import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Execution, ExecutionStep } from './executions.schema.ts'
import { StepTimeline } from './step-timeline.web.tsx'

const AT = '2026-11-20T09:12:00.000Z'
const step = (nodeId: string, more: Partial<ExecutionStep> = {}): ExecutionStep => ({
  ...{ nodeId, key: nodeId, name: nodeId.toUpperCase(), type: 'set', status: 'succeeded', attempts: 1 },
  ...{ startedAt: AT, durationMs: 5, dueAt: null, input: { asked: nodeId }, output: { given: nodeId }, error: null },
  ...more,
})
const runOf = (steps: ExecutionStep[], more: Partial<Execution> = {}): Execution => ({
  ...{ id: 'run', workflowId: 'flow', workflowName: 'Flow', version: 1, key: null, status: 'succeeded' },
  ...{ trigger: 'manual', createdAt: AT, startedAt: AT, finishedAt: AT, dueAt: null, durationMs: 5, error: null },
  ...{ simulated: false, lane: 'direct', waitsFor: null, duplicates: 0, retryOf: null, retries: [], files: [] },
  ...{ input: null, output: null, parent: null, calls: [], steps },
  ...more,
})
const shown = (execution: Execution) =>
  renderToString(
    <MemoryRouter>
      <StepTimeline execution={execution} onRetry={undefined} />
    </MemoryRouter>,
  )
const count = (html: string, part: string) => html.split(part).length - 1

test('of five hundred steps only what is open has its values in the page', () => {
  const failed = step('bad', {
    status: 'failed',
    error: { code: 'HTTP_STATUS', message: 'It answered 503' },
    output: null,
  })
  const html = shown(runOf([...Array.from({ length: 499 }, (_, at) => step(`n${at}`)), failed]))
  expect(count(html, '<summary')).toBe(501 + count(html, 'Technical detail'))
  // Its input and its output.
  expect(count(html, '<pre')).toBe(2)
  expect(html).toContain('asked&quot;: &quot;bad')
  expect(html).not.toContain('asked&quot;: &quot;n7')
  // Each closed one says what it gave in a line, and none is in the table of times before somebody asks for that.
  expect(html).toContain('{&quot;given&quot;:&quot;n7&quot;}')
  expect(html).not.toContain('<table')
})

test('what a step has called stands below it, with its state and the way to it', () => {
  const call = { id: 'child', workflowId: 'other', workflowName: 'Child' }
  const html = shown(
    runOf([step('a'), step('b', { iteration: '0' }), step('b', { iteration: '1' })], {
      calls: [
        { ...call, step: 'a', status: 'failed' },
        { ...call, id: 'turn', step: 'b@1', status: 'running' },
      ],
    }),
  )
  const [, first = '', , third = ''] = html.split('group/step ')
  expect(first).toContain('Steps of “<!-- -->Child')
  expect(first).toContain('Failed')
  expect(first).toContain('href="/workflows/other/executions/child"')
  expect(third).toContain('href="/workflows/other/executions/turn"')
  expect(third).toContain('Running')
  expect(count(html, 'Open the execution of')).toBe(2)
})
