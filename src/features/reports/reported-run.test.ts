import { expect, test } from 'vitest'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { inputsOf } from '#src/features/tool-page/form-values.ts'
import { nextSession, openSession } from '#src/features/tool-page/tool-session.ts'
import { FIELD_TYPES } from '#src/sdk/field-types.ts'
import type { Field } from '#src/sdk/fields.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { areShortInputs, offeredRun, runProblem } from './reported-run.ts'

const fields: Field[] = [
  { name: 'bill', type: 'number', label: 'Bill' },
  { name: 'tip', type: 'number', label: 'Tip', default: 10 },
  { name: 'key', type: 'string', label: 'Key', secret: true },
]
// What the rule reads of a tool.
const fxnOf = (confidential: boolean) =>
  ({
    version: 3,
    outputSchema: { total: { renderer: 'text', label: 'Total' } },
    inputConfig: { confidential },
  }) as unknown as Fxn
const fxn = fxnOf(false)
const opened = (values: Record<string, string>, outputs?: JsonObject) =>
  openSession({ bill: '84.5', tip: '10', key: '', ...values }, outputs)
const offered = (values: Record<string, string>, outputs?: JsonObject, of = fxn) =>
  offeredRun(of, { fields, session: opened(values, outputs) })
const SECRET = { why: 'This may hold a secret, so it is not sent' }

test('what is offered is the result with its version, and the inputs that differ from the defaults', () => {
  expect(offered({}, { total: 101.4, internal: 1 })).toEqual({
    run: { version: 3, inputs: { bill: 84.5 }, outputs: { total: 101.4 } },
  })
})

test('nothing is offered without a result, nor with one of other inputs', () => {
  expect(offered({})).toBeUndefined()
  const session = nextSession(opened({}, { total: 1 }), { type: 'changed', values: { bill: '2' } })
  expect(offeredRun(fxn, { fields, session })).toBeUndefined()
})

test('no secret is offered, nor a result that may tell of one', () => {
  expect(offered({ key: 'swordfish' }, { total: 1 })).toEqual(SECRET)
  expect(offered({}, { total: 'token = swordfish' })).toEqual(SECRET)
  expect(offered({}, { total: 1 }, fxnOf(true))).toEqual(SECRET)
})

test('what is too long says so', () => {
  expect(offered({}, { total: 'x'.repeat(20_000) })).toEqual({
    why: 'The result must be 20000 characters or less to be sent',
  })
  expect(offered({ bill: 'x'.repeat(4000) }, { total: 1 })).toEqual({
    why: 'The inputs must be 4000 characters or less to be sent',
  })
})

test('what is nested too deep to be written is too long', () => {
  expect(areShortInputs(JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`))).toBe(false)
})

test.each([...FIELD_TYPES.map((type) => ({ type })), { type: 'string' as const, secret: true }])(
  '%j is kept back by the server where the form keeps it back',
  (kind) => {
    const field = { ...kind, name: 'a', label: 'A' }
    const isLinked = Object.hasOwn(inputsOf([field], { a: 'true' }), 'a')
    const problem = runProblem(
      { version: 1, inputs: { a: 'true' }, outputs: {} },
      { inputSchema: { a: field }, outputSchema: {}, confidential: false },
    )
    expect(problem === undefined).toBe(isLinked)
  },
)
