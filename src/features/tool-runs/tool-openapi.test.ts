import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import { listBuiltins } from '#src/features/catalog/builtin-tools.server.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { jsonSchemaValidator } from '#src/tools/json-schema-validator.tool.ts'
import { inputSchemaOf } from './field-schemas.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

interface Document {
  readonly openapi: string
  readonly servers: unknown
  readonly paths: Readonly<Record<string, { readonly post: Readonly<Record<string, unknown>> }>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}
const documentOf = async (slug: string): Promise<Document> =>
  (await fettle.visitor().get(`/api/tools/${slug}/openapi.json`)).body as unknown as Document

/** What JSON Schema 2020-12 has to say about a value. */
function problemsOf(schema: unknown, value: unknown): unknown {
  const outcome = runTool(jsonSchemaValidator, { schema: JSON.stringify(schema), data: JSON.stringify(value) })
  return outcome.ok ? outcome.outputs.errors : outcome.error.message
}

test('names the call with its input, its outputs and an example', async () => {
  const { openapi, servers, paths, components } = await documentOf('tip-calculator')
  expect(openapi).toBe('3.1.0')
  expect(servers).toEqual([{ url: 'http://localhost:3000' }])
  expect(Object.keys(paths)).toEqual(['/api/tools/tip-calculator/run'])
  expect(paths['/api/tools/tip-calculator/run']?.post).toMatchObject({
    operationId: 'run',
    security: [{}, { session: [] }, { apiKey: ['tools:run'] }],
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Input' } } } },
  })
  expect(components.schemas.Input).toMatchObject({
    type: 'object',
    required: ['bill'],
    properties: { people: { type: 'integer', minimum: 1, default: 1 }, tipPercent: { type: 'number', maximum: 100 } },
    additionalProperties: false,
  })
})

test('is found by the id too, and is 404 for a tool that is none', async () => {
  const { fxn } = (await fettle.visitor().get('/api/tools/rot13')).body as { fxn: { id: string } }
  expect(await documentOf(fxn.id)).toEqual(await documentOf('rot13'))
  expect((await fettle.visitor().get('/api/tools/no-such-tool/openapi.json')).status).toBe(404)
})

test('every reference leads somewhere, for every tool', async () => {
  for (const { slug } of await listBuiltins()) {
    const document = await documentOf(slug)
    const references = JSON.stringify(document.paths).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)
    const names = new Set([...references].map(([, name]) => name))
    expect(names, slug).toEqual(new Set(Object.keys(document.components.schemas)))
  }
})

test('the published cases of every tool fit its schemas', { timeout: 120_000 }, async () => {
  for (const tool of await listBuiltins()) {
    await tool.prepare?.()
    const { Input, Outputs } = (await documentOf(tool.slug)).components.schemas
    for (const { input, title } of tool.examples) {
      expect(problemsOf(Input, input), `${tool.slug}: ${title}`).toEqual([])
      const outcome = runTool(tool, input)
      expect(outcome.ok && problemsOf(Outputs, outcome.outputs), `${tool.slug}: ${title}`).toEqual([])
    }
    expect(problemsOf(Input, { noSuchInput: 1 }), tool.slug).not.toEqual([])
  }
})

test('a field that is required only with another one is so in the schema', () => {
  const schema = inputSchemaOf({
    way: { type: 'select', label: 'Way', default: 'there', options: [there, back].map(option) },
    until: { type: 'date', label: 'Until', required: true, showIf: { field: 'way', in: [back] } },
    from: { type: 'date', label: 'From', required: true, showIf: { field: 'way', in: [there] } },
  })
  const fits = (value: object) => JSON.stringify(problemsOf(schema, value)) === '[]'
  expect([fits({}), fits({ from: '2026-01-31' }), fits({ way: back })]).toEqual([false, true, false])
  expect([fits({ way: back, until: '2026-01-31' }), fits({ way: 'up', from: '2026-01-31' })]).toEqual([true, false])
})
const [there, back] = ['there', 'back']
const option = (value: string) => ({ value, label: value })
