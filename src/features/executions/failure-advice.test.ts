import { expect, test } from 'vitest'
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

test('a failure is mended in its step, and in its field where that is known', () => {
  expect(mendingPlace('w', 'n_1')).toBe('/workflows/w?step=n_1')
  expect(mendingPlace('w', 'n 1', 'input.bill')).toBe('/workflows/w?step=n+1&field=input.bill')
})
