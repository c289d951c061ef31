import { expect, test } from 'vitest'
import { countedFacts } from './facts.ts'

test('facts are what was counted', () => {
  const search = { total: 8, capped: false, categoryCounts: { all: 8, finance: 1, health: 7, design: 0 } }
  expect(countedFacts({ search, nodeTypes: 7 })).toEqual([
    { value: '8', label: 'tools' },
    { value: '2', label: 'categories' },
    { value: '7', label: 'node types for workflows' },
  ])
})

test('one is one, more than could be counted has a plus', () => {
  const search = { total: 1, capped: false, categoryCounts: { all: 1, finance: 1 } }
  expect(countedFacts({ search, nodeTypes: 1 }).map(({ label }) => label)).toEqual([
    'tool',
    'category',
    'node type for workflows',
  ])
  expect(countedFacts({ search: { ...search, total: 1000, capped: true }, nodeTypes: undefined })[0]).toEqual({
    value: '1,000+',
    label: 'tools',
  })
})

test('what could not be counted is not said', () => {
  expect(countedFacts({ search: undefined, nodeTypes: undefined })).toEqual([])
})

test('nothing is not counted out loud', () => {
  const search = { total: 0, capped: false, categoryCounts: { all: 0, finance: 0 } }
  expect(countedFacts({ search, nodeTypes: 0 })).toEqual([])
})
