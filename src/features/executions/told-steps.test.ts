import { expect, test } from 'vitest'
import { createToldSteps } from './told-steps.ts'

test('whoever comes again with the last id has heard the ends of steps that were told, and nothing else', () => {
  const told = createToldSteps(undefined)
  expect(told.tell({ seq: 0, status: 'running' })).toBe('')
  expect(told.tell({ seq: 0, status: 'succeeded' })).toBe('AQ')
  expect(told.tell({ seq: 3, iteration: '1', status: 'succeeded' })).toBe('AQ')
  const id = told.tell({ seq: 9, status: 'skipped' })
  expect(id).toBe('AQI')
  const again = createToldSteps(id)
  const heard = [0, 1, 3, 9, 10, 5000].filter((seq) => again.has({ seq }))
  expect(heard).toEqual([0, 9])
  expect(again.has({ seq: 9, iteration: '0' })).toBe(false)
  expect(again.tell({ seq: 1, status: 'failed' })).toBe('AwI')
})

test.each(['', '!', 'a b', 'A'.repeat(401)])('an id that is none of ours (%j) means nothing was heard', (id) => {
  const told = createToldSteps(id)
  expect([0, 1, 2, 7].some((seq) => told.has({ seq }))).toBe(false)
})
