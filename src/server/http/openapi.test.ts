import { expect, test } from 'vitest'
import type { Endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'
import { toOpenApi } from './openapi.ts'

const endpoint = (path: string, body: z.ZodType): Endpoint => ({
  method: 'POST',
  path,
  summary: 'A call',
  body,
  answer: z.strictObject({}),
})

interface Document {
  readonly paths: Record<string, { post: { requestBody: { content: { 'application/json': { schema: unknown } } } } }>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

const describe = (...bodies: z.ZodType[]) => {
  const paths = bodies.map((_, index) => `/api/${index}`)
  const endpoints = bodies.map((body, index) => endpoint(paths[index] ?? '', body))
  const { paths: described, components } = toOpenApi(endpoints, 'https://fettle.example') as unknown as Document
  const { ErrorEnvelope: _, ...schemas } = components.schemas
  const schemaOf = (path: string) => described[path]?.post.requestBody.content['application/json'].schema
  return { schemas, bodies: paths.map(schemaOf) }
}

/** A comment with answers, or whatever it and they are called. */
const aTree = (texts: string) => {
  const tree: z.ZodType = z.strictObject({ [texts]: z.string(), answers: z.array(z.lazy(() => tree)) })
  return tree
}

test('what leads to itself has one place and a name of its own, wherever it is used', () => {
  const [said, read] = [aTree('said'), aTree('read')]
  const { schemas, bodies } = describe(
    z.strictObject({ said }),
    z.strictObject({ read }),
    z.strictObject({ read, said: aTree('said') }),
  )
  const names = Object.keys(schemas)
  expect(names).toEqual([expect.stringMatching(/^Schema[\da-f]{8}$/), expect.stringMatching(/^Schema[\da-f]{8}$/)])
  const reference = (index: number) => ({ $ref: `#/components/schemas/${names[index]}` })
  expect(bodies).toMatchObject([
    { properties: { said: reference(0) } },
    { properties: { read: reference(1) } },
    { properties: { read: reference(1), said: reference(0) } },
  ])
  expect(schemas[names[0] ?? '']).toMatchObject({ properties: { answers: { items: reference(0) } } })
  expect(describe(z.strictObject({ read })).schemas).toEqual({ [names[1] ?? '']: schemas[names[1] ?? ''] })
})

test('what leads to another one leads to the place of that', () => {
  const inner = aTree('read')
  const outer: z.ZodType = z.strictObject({ inner, more: z.array(z.lazy(() => outer)) })
  const { schemas } = describe(z.strictObject({ outer }), z.strictObject({ inner }))
  const known = Object.keys(schemas).map((name) => `#/components/schemas/${name}`)
  expect(known).toHaveLength(2)
  const references = JSON.stringify(schemas).match(/#[^"]*/g)
  expect(new Set(references)).toEqual(new Set(known))
})

test('any JSON is called that', () => {
  const { schemas, bodies } = describe(z.strictObject({ values: z.array(z.json()), more: z.json() }))
  const reference = { $ref: '#/components/schemas/JsonValue' }
  expect(Object.keys(schemas)).toEqual(['JsonValue'])
  expect(bodies).toMatchObject([{ properties: { values: { items: reference }, more: reference } }])
})
