import { expect, test } from 'vitest'
import { executorId, isKnownDead, parseExecutorId } from './executor-identity.ts'

const identity = { place: 'box/4026531836', pid: 4711, startedAt: '88231', nonce: 'k3x' }
const id = executorId(identity)

test('an id can be read back', () => {
  expect(id).toBe('box/4026531836|4711|88231|k3x')
  expect(parseExecutorId(id)).toEqual(identity)
  expect(parseExecutorId('local')).toBeNull()
  expect(parseExecutorId('a|b|c|d')).toBeNull()
})

test.each([
  ['it runs', id, '88231', false],
  ['its number is free', id, null, true],
  ['its number was given to a later process', id, '99000', true],
  ['it ran elsewhere', executorId({ ...identity, place: 'other/1' }), null, false],
  ['its id says nothing', 'local', null, false],
])('%s', (_title, executor, start, expected) => {
  expect(isKnownDead(executor, 'box/4026531836', () => start)).toBe(expected)
})
