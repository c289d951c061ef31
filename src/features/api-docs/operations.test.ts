import { expect, test } from 'vitest'
import { catalogContract } from '#src/features/catalog/catalog.schema.ts'
import { executionsContract } from '#src/features/executions/executions.schema.ts'
import { toolRunsContract } from '#src/features/tool-runs/tool-runs.schema.ts'
import { workflowsContract } from '#src/features/workflows/workflows.schema.ts'
import { toOpenApi } from '#src/server/http/openapi.ts'
import { groupOperations, type OpenApi } from './operations.ts'

const document = toOpenApi(
  [catalogContract.tool, catalogContract.tags, toolRunsContract.run, toolRunsContract.countBrowserRun],
  'https://fettle.example',
)
const groups = groupOperations(document as unknown as OpenApi)

test('operations stand under the first part of their path', () => {
  expect(
    groups.map(({ name, operations }) => [name, operations.map(({ method, path }) => `${method} ${path}`)]),
  ).toEqual([
    ['tools', ['GET /api/tools/{id}', 'POST /api/tools/{id}/run']],
    ['tags', ['GET /api/tags']],
    ['discovery', ['POST /api/discovery/runs/{id}']],
  ])
})

test('an operation says what goes in and what comes out', () => {
  const count = groups[2]?.operations[0]
  expect(count).toMatchObject({
    id: 'post-api-discovery-runs-id',
    status: '200',
    answer: '{\n  ok: true\n}',
    errors: ['NOT_FOUND', 'GONE', 'PRO_REQUIRED', 'PURCHASE_REQUIRED'],
    parameters: [{ name: 'id', place: 'path', isRequired: true, type: 'string (1–100 characters)' }],
  })
  expect(count?.body).toContain('durationMs: number (0–3600000)')
})

test('an operation has its curl command and the scope of its key', () => {
  const [listed] = groupOperations(
    toOpenApi([workflowsContract.list, executionsContract.run], 'https://fettle.example') as unknown as OpenApi,
  )
  const [list, run] = listed?.operations ?? []
  expect([list?.scope, run?.scope]).toEqual([workflowsContract.list.scope, executionsContract.run.scope])
  expect(run?.curl).toMatch(/^curl -X POST https:\/\/fettle\.example\/api\/workflows\/ID\/run .*\n.*Bearer/)
  expect(groups[0]?.operations[0]?.curl).toBe('curl https://fettle.example/api/tools/ID')
})

test('every error code is listed, those of one word too', () => {
  expect(groups[0]?.operations[0]?.errors).toEqual(['NOT_FOUND', 'GONE'])
  expect(groups[0]?.operations[1]?.errors).toContain('PRO_REQUIRED')
})
