import { expect, test } from 'vitest'
import { billReceived } from '../../starter-workflow.ts'
import { PLAIN_STATE, stateClasses, stepName, stepStates } from './step-state.ts'

const [, tip] = billReceived.nodes
const run = new Map([['a', { status: 'succeeded' as const, durationMs: 12 }]])

test('a step is called by its place, name, kind and all that is drawn of it', () => {
  if (tip === undefined) throw new Error('no step')
  const name = (change: object, node = tip) =>
    stepName({ node, type: undefined, state: { ...PLAIN_STATE, ...change }, place: { place: 2, count: 5 } })
  expect(name({})).toBe('Step 2 of 5, Work out the tip, tool')
  expect(name({ status: 'pending' })).toBe('Step 2 of 5, Work out the tip, tool')
  expect(name({ status: 'failed', problems: 1, isPinned: true }, { ...tip, disabled: true })).toBe(
    'Step 2 of 5, Work out the tip, tool, passed by, pinned, 1 problem, failed',
  )
  expect(name({ status: 'reused' })).toBe('Step 2 of 5, Work out the tip, tool, reused')
  expect(name({ status: 'reused', standIn: 'last-run' })).toBe(
    'Step 2 of 5, Work out the tip, tool, simulated: last run',
  )
  expect(name({ status: 'failed', standIn: 'last-run' })).toBe('Step 2 of 5, Work out the tip, tool, failed')
  expect(stepName({ node: tip, type: undefined, state: PLAIN_STATE, place: undefined })).toBe('Note, Work out the tip')
})

test('what has not changed stays the very same object', () => {
  const before = stepStates({ run, pins: {}, problems: [{ nodeId: 'b' }] }, new Map())
  expect(before.get('a')).toEqual({ status: 'succeeded', durationMs: 12, isPinned: false, problems: 0 })
  expect(stepStates({ run: new Map(run), pins: {}, problems: [{ nodeId: 'b' }] }, before)).toBe(before)
  const simulated = new Map([['a', { status: 'succeeded' as const, standIn: 'sample' as const, durationMs: 12 }]])
  expect(stepStates({ run: simulated, pins: {}, problems: [] }, before).get('a')).not.toBe(before.get('a'))
  const after = stepStates({ run, pins: { b: {} }, problems: [{ nodeId: 'b' }] }, before)
  expect(after.get('a')).toBe(before.get('a'))
  expect(after.get('b')).toEqual({ status: undefined, durationMs: null, isPinned: true, problems: 1 })
})

test('the style sheet is told the state, problems and what has become of a step', () => {
  expect(stateClasses(PLAIN_STATE)).toBe('is-idle')
  expect(stateClasses({ ...PLAIN_STATE, status: 'reused', standIn: 'sample' })).toBe('is-simulated')
  expect(stateClasses({ ...PLAIN_STATE, status: 'failed', problems: 2, mark: 'changed' })).toBe(
    'is-failed has-problems was-changed',
  )
})
