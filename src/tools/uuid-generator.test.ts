import { expect, test } from 'vitest'
import { seededBytes } from '#src/lib/random.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { uuidGenerator } from './uuid-generator.tool.ts'

// RFC 9562, appendix A: the moment of its examples.
const now = new Date('2022-02-22T19:22:22.000Z')

const run = (input: Record<string, string | number | boolean>, randomBytes = seededBytes('test')) => {
  const outcome = runTool(uuidGenerator, input, { now, randomBytes })
  if (!outcome.ok) return { refused: outcome.error.details }
  return { uuid: String(outcome.outputs.uuid), uuids: outcome.outputs.uuids as string[] | undefined }
}

/** The random bytes of appendix A, where the library looks for them. */
const given = (hex: string) => (count: number) =>
  Uint8Array.from({ length: count }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16))

// RFC 9562, appendices A.1, A.3, A.5 and A.6.
test.each([
  [1, '0000000000000000b3c89f6bdeced846', 'c232ab00-9414-11ec-b3c8-9f6bdeced846'],
  [4, '919108f752d133205bacf847db4148a8', '919108f7-52d1-4320-9bac-f847db4148a8'],
  [6, '0000000000000000b3c89f6bdeced846', '1ec9414c-232a-6b00-b3c8-9f6bdeced846'],
])('version %i', (version, random, uuid) => {
  expect(run({ version }, given(random))).toMatchObject({ uuid })
})

test('version 7 begins with the time of RFC 9562, appendix A.6', () => {
  expect(run({ version: 7 }).uuid).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test.each([1, 4, 6, 7])('version %i: all are different', (version) => {
  const { uuid, uuids = [] } = run({ version, count: 1000 })
  expect(new Set(uuids).size).toBe(1000)
  expect(uuids[0]).toBe(uuid)
})

test.each([6, 7])('version %i: they are in order', (version) => {
  const { uuids = [] } = run({ version, count: 1000 })
  expect([...uuids].sort()).toEqual(uuids)
})

test('any UUID may be a namespace', () => {
  expect(run({ version: 5, namespace: '11111111-1111-0111-1111-111111111111', name: 'x' }).uuid).toMatch(/^.{14}5/)
})

test('a single one has no list', () => {
  expect(run({ version: 4 }).uuids).toBeUndefined()
})

// Python documentation, uuid, example: uuid3(NAMESPACE_DNS, 'python.org').
test('names of namespaces are read in any letters', () => {
  expect(run({ version: 'v3', namespace: 'dns', name: 'python.org' }).uuid).toBe('6fa459ea-ee8a-3ca4-894e-db77e160355e')
})

test('what is no namespace is refused', () => {
  expect(run({ version: 5, namespace: 'example', name: 'x' })).toMatchObject({ refused: [{ field: 'namespace' }] })
  expect(run({ version: 5, namespace: 'constructor', name: 'x' })).toMatchObject({ refused: [{ field: 'namespace' }] })
  expect(run({ version: 4, count: 0 })).toMatchObject({ refused: [{ field: 'count' }] })
  expect(run({ version: 2 })).toMatchObject({ refused: [{ field: 'version' }] })
})

test('capitals, and no hyphens', () => {
  expect(run({ version: 'nil', withoutHyphens: true }).uuid).toBe('0'.repeat(32))
  expect(run({ version: 5, name: 'www.example.com', uppercase: true }).uuid).toBe(
    '2ED6657D-E927-568B-95E1-2665A8AEA6A2',
  )
})
