import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { uuidInspector } from './uuid-inspector.tool.ts'

const run = (uuid: string): Record<string, unknown> => {
  const outcome = runTool(uuidInspector, { uuid })
  return outcome.ok ? outcome.outputs : { refused: outcome.error.details }
}

// RFC 9562, appendices A and B.
test.each([
  ['5df41881-3aed-3515-88a7-2f4a814cf09e', 3],
  ['919108f7-52d1-4320-9bac-f847db4148a8', 4],
  ['2ed6657d-e927-568b-95e1-2665a8aea6a2', 5],
  ['2489E9AD-2EE2-8E00-8EC9-32D5F69181C0', 8],
])('%s is of version %i and holds no time', (uuid, version) => {
  const outputs = run(uuid)
  expect(outputs).toMatchObject({ version, variant: 'RFC 9562' })
  expect(outputs).not.toHaveProperty('timestamp')
  expect(outputs).not.toHaveProperty('node')
})

test('version 6, RFC 9562, appendix A.5', () => {
  expect(run('1EC9414C-232A-6B00-B3C8-9F6BDECED846')).toMatchObject({
    version: 6,
    timestamp: '2022-02-22T19:22:22.000Z',
    node: '9f:6b:de:ce:d8:46',
    clockSequence: 0x33c8,
  })
})

// RFC 9562, section 5.10; its variant bits are those of the future.
test('all ones', () => {
  expect(run('FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF')).toMatchObject({
    version: 15,
    kind: 'Max UUID',
    integer: String(2n ** 128n - 1n),
  })
})

test('other variants have no version', () => {
  const outputs = run('00000000-0000-0000-c000-000000000046')
  expect(outputs).toMatchObject({ variant: 'Microsoft (reserved)' })
  expect(outputs).not.toHaveProperty('version')
})

test.each(['urn:uuid:919108f7-52d1-4320-9bac-f847db4148a8', '919108F752D143209BACF847DB4148A8'])(
  '%s is read',
  (uuid) => {
    expect(run(uuid)).toMatchObject({ version: 4 })
  },
)

test.each(['919108f7-52d1-4320-9bac-f847db4148a', 'g19108f7-52d1-4320-9bac-f847db4148a8', 'x'])(
  '%s is refused',
  (uuid) => {
    expect(run(uuid)).toMatchObject({ refused: [{ field: 'uuid' }] })
  },
)
