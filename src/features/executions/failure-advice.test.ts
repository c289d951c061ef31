import { expect, test } from 'vitest'
import { createExpressions } from '#src/lib/expressions/expressions.ts'
import { matchesLinearly } from '#src/lib/expressions/linear-regexp.node.ts'
import { adviceFor, mendingPlace } from './failure-advice.ts'

test.each([
  ['MEMORY_LIMIT', 'The code needed too much memory. Give it less to do at once, in a loop for example.'],
  ['TIME_LIMIT', 'The code computed for too long. Give it less to do at once, in a loop for example.'],
  ['EGRESS_DNS', 'There is no server of that name. Check the address for a typing mistake.'],
  ['EGRESS_SOMETHING', 'The call could not be made. Check the address and the settings of the step.'],
  ['VENDOR_NOT_FOUND', 'Compare the input of the step with what it needs, then retry from here.'],
])('about %s: %s', (code, advice) => {
  expect(adviceFor(code)).toBe(advice)
})

test('what the advice for a missing value says to write does allow for it', () => {
  const [written = ''] = /trigger\.\S+\)/.exec(adviceFor('EXPRESSION_FAILED')) ?? []
  const evaluate = (body: Record<string, string>) =>
    createExpressions({ matches: matchesLinearly }).compile(written).evaluate({ trigger: { body } })
  expect([evaluate({}), evaluate({ name: 'Ada' })]).toEqual(['friend', 'Ada'])
})

test('a failure is mended in its step, and in its field where that is known', () => {
  expect(mendingPlace('w', 'n_1')).toBe('/workflows/w?step=n_1')
  expect(mendingPlace('w', 'n 1', 'input.bill')).toBe('/workflows/w?step=n+1&field=input.bill')
})
