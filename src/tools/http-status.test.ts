import { STATUS_CODES } from 'node:http'
import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { httpStatus } from './http-status.tool.ts'

const run = (input: Record<string, string | number>): Record<string, unknown> => {
  const outcome = runTool(httpStatus, input)
  return outcome.ok ? outcome.outputs : { refused: outcome.error.details }
}
const codesOf = (search: string) => (run({ search }).results as { code: number }[]).map(({ code }) => code)

/** Node has older names for these, and one that the registry does not have. */
const RENAMED = new Set([413, 418, 422, 509])
test('agrees with the names of Node', () => {
  for (const [code, name] of Object.entries(STATUS_CODES))
    if (!RENAMED.has(Number(code))) expect(run({ code }), code).toMatchObject({ name })
})

test('nothing given shows all, in order', () => {
  const codes = codesOf('')
  expect(codes).toHaveLength(63)
  expect([...codes].sort((a, b) => a - b)).toEqual(codes)
})

test('search', () => {
  expect(codesOf('gateway')).toEqual([502, 504])
  expect(codesOf('not found')).toEqual([404])
  expect(codesOf('50')).toEqual([500, 501, 502, 503, 504, 505, 506, 507, 508])
  expect(codesOf('1xx')).toEqual([100, 101, 102, 103])
  expect(codesOf('webdav locked')).toEqual([423])
  expect(codesOf('xx')).toEqual([])
})

test('codes outside the classes are refused', () => {
  for (const code of [99, 600, 404.5]) expect(run({ code })).toMatchObject({ refused: [{ field: 'code' }] })
  expect(run({ code: 404, search: 'x' })).toMatchObject({ refused: [{ field: 'search' }] })
})
