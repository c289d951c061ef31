import { expect, test } from 'vitest'
import {
  currentFailure,
  errorsOf,
  isOutdated,
  nextSession,
  openSession,
  type SessionAction,
  type ToolSession,
  visibleErrors,
} from './tool-session.ts'

const play = (session: ToolSession, ...actions: SessionAction[]) => actions.reduce(nextSession, session)
const opened = openSession({ bill: '84.5' }, { total: 101.4 })
const changed = (bill: string): SessionAction => ({ type: 'changed', values: { bill } })
const started = (run: number): SessionAction => ({ type: 'started', run })
const succeeded = (run: number, total: number): SessionAction => ({
  type: 'succeeded',
  run,
  outputs: { total },
  durationMs: 2,
})
const failed = (run: number): SessionAction => ({
  type: 'failed',
  run,
  code: 'INVALID_INPUT',
  message: 'Bill is odd',
  details: [{ field: 'bill', message: 'Bill is odd' }],
})
const live = { isLive: true, isValid: true }

test('a page opens with its result up to date', () => {
  expect(isOutdated(opened, live)).toBe(false)
  expect(opened.isChanged).toBe(false)
})

test('an answer that is not of the latest run is dropped, whichever comes first', () => {
  const twice = play(opened, changed('1'), started(1), changed('2'), started(2))
  const newFirst = play(twice, succeeded(2, 20), succeeded(1, 10))
  expect(newFirst.result?.outputs).toEqual({ total: 20 })
  const oldFirst = play(twice, succeeded(1, 10))
  expect(oldFirst.result?.outputs).toEqual({ total: 101.4 })
  expect(play(oldFirst, succeeded(2, 20)).result?.outputs).toEqual({ total: 20 })
  expect(play(twice, failed(1)).failure).toBeUndefined()
})

test('wrong input keeps the last good result, out of date', () => {
  const wrong = play(opened, changed('x'))
  expect(wrong.result?.outputs).toEqual({ total: 101.4 })
  expect(isOutdated(wrong, { isLive: true, isValid: false })).toBe(true)
  expect(isOutdated(wrong, live)).toBe(false)
  const refused = play(wrong, started(1), failed(1))
  expect(isOutdated(refused, live)).toBe(true)
  expect(isOutdated(play(refused, changed('2'), started(2), succeeded(2, 3)), live)).toBe(false)
})

test('a result of the server is out of date as soon as an input changes', () => {
  expect(isOutdated(play(opened, changed('1')), { isLive: false, isValid: true })).toBe(true)
})

test('an answer for inputs that changed meanwhile is shown as out of date', () => {
  const late = play(opened, changed('1'), started(1), changed('2'), succeeded(1, 10))
  expect(late.result?.outputs).toEqual({ total: 10 })
  expect(isOutdated(late, { isLive: false, isValid: true })).toBe(true)
})

test('errors wait until a field was left, or Run was pressed', () => {
  const errors = [
    { field: 'bill', message: 'Bill is required' },
    { field: 'people', message: 'People must be at least 1' },
  ]
  expect(visibleErrors(opened, errors)).toEqual([])
  expect(visibleErrors(play(opened, { type: 'left', name: 'bill' }), errors)).toEqual([errors[0]])
  expect(visibleErrors(play(opened, { type: 'attempted' }), errors)).toEqual(errors)
})

test('what a link brought is checked at once', () => {
  const linked = play(opened, { type: 'filled', values: { bill: '-1' }, left: ['bill'] })
  const error = { field: 'bill', message: 'Bill must be at least 0' }
  expect(visibleErrors(linked, [error])).toEqual([error])
})

test('a fault that the tool found is an error of its field until the input changes', () => {
  const refused = play(opened, { type: 'attempted' }, started(1), failed(1))
  expect(visibleErrors(refused, errorsOf(refused, []))).toEqual([{ field: 'bill', message: 'Bill is odd' }])
  expect(currentFailure(play(refused, changed('2')))).toBeUndefined()
  expect(errorsOf(play(refused, changed('2')), [])).toEqual([])
  const missing = { field: 'people', message: 'People is required' }
  expect(errorsOf(refused, [missing])).toEqual([missing])
})

test('reset empties inputs and result, undo brings both back', () => {
  const used = play(opened, changed('10'), started(1), succeeded(1, 12), { type: 'attempted' })
  const reset = play(used, { type: 'reset', values: { bill: '' } })
  expect(reset).toMatchObject({ values: { bill: '' }, result: undefined, isChanged: false, attempts: 0 })
  const undone = play(reset, { type: 'undone' })
  expect(undone).toMatchObject({ values: { bill: '10' }, isChanged: true, undo: undefined })
  expect(undone.result?.outputs).toEqual({ total: 12 })
  expect(isOutdated(undone, live)).toBe(false)
  expect(play(reset, changed('3')).undo).toBeUndefined()
})

test('a run from before the reset is too late', () => {
  const reset = play(opened, started(1), { type: 'reset', values: { bill: '' } }, succeeded(1, 9))
  expect(reset.result).toBeUndefined()
  expect(play(opened, started(1), { type: 'stopped' }, succeeded(1, 9)).result?.outputs).toEqual({ total: 101.4 })
})

test('an example starts with a clean sheet', () => {
  const filled = play(opened, { type: 'attempted' }, { type: 'left', name: 'bill' }, started(1), failed(1), {
    type: 'filled',
    values: { bill: '350' },
  })
  expect(filled).toMatchObject({ values: { bill: '350' }, left: [], attempts: 0, failure: undefined, isChanged: true })
})

test('an earlier run comes back with its result, which is up to date', () => {
  const restored = play(opened, { type: 'filled', values: { bill: '350' }, outputs: { total: 420 } })
  expect(restored.result?.outputs).toEqual({ total: 420 })
  expect(isOutdated(restored, { isLive: false, isValid: true })).toBe(false)
  expect(isOutdated(play(restored, changed('3')), { isLive: false, isValid: true })).toBe(true)
})
