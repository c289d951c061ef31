import { expect, test } from 'vitest'
import { addCase, asCases, moveCaseUp, removeCase, testOf, withTest } from './cases.ts'

const gold = { id: 'case_1', name: 'Gold', equals: 'gold' }
const large = { id: 'case_3', name: '', when: '{{ trigger.total > 9.0 }}' }

test('cases are read from whatever the config holds', () => {
  expect(asCases([gold, { id: 'case_3', when: '{{ a }}' }, 'x', null, [], { name: 'no id' }])).toEqual([
    gold,
    { id: 'case_3', name: '', when: '{{ a }}' },
  ])
  expect(asCases(undefined)).toEqual([])
  expect(asCases('{{ trigger }}')).toEqual([])
})

test('a new case has an id of its own and compares', () => {
  expect(addCase([gold, large])).toEqual([gold, large, { id: 'case_2', name: '', equals: '' }])
})

test('the test of a case changes its kind and keeps what was written', () => {
  expect(testOf(large)).toEqual({ kind: 'when', test: '{{ trigger.total > 9.0 }}' })
  expect(testOf({ id: 'a', name: '', equals: null })).toEqual({ kind: 'equals', test: '' })
  expect(withTest(gold, 'when', 'gold')).toEqual({ id: 'case_1', name: 'Gold', when: 'gold' })
  expect(withTest(large, 'equals', 7)).toEqual({ id: 'case_3', name: '', equals: 7 })
})

test('a case moves up and is removed', () => {
  expect(moveCaseUp([gold, large], 'case_3')).toEqual([large, gold])
  expect(moveCaseUp([gold, large], 'case_1')).toEqual([gold, large])
  expect(removeCase([gold, large], 'case_1')).toEqual([large])
})
