import { expect, test } from 'vitest'
import type { Execution } from './executions.schema.ts'
import { retryChoices } from './retry-choices.ts'

const failed = {
  status: 'failed',
  version: 3,
  error: { code: 'X', message: 'x', nodeId: 'b' },
  steps: [{ nodeId: 'b', name: 'Send' }],
} as Execution

test.each<[string, Execution, string[]]>([
  [
    'a failed run',
    failed,
    [
      'From “Send”, which failed',
      'From the start',
      'From “Send”, which failed, with the latest version',
      'From the start, with the latest version',
    ],
  ],
  [
    'a run that failed in a loop inside a loop',
    {
      ...failed,
      steps: [
        { nodeId: 'outer', name: 'Shops' },
        { nodeId: 'inner', name: 'Orders', loopId: 'outer' },
        { nodeId: 'b', name: 'Send', loopId: 'inner', iteration: '3.0' },
      ],
    } as Execution,
    [
      'From the loop “Shops”, without what its turns have done',
      'From the start',
      'From the loop “Shops”, with the latest version',
      'From the start, with the latest version',
    ],
  ],
  [
    'a cancelled run of the draft',
    { ...failed, status: 'cancelled', version: 'draft', error: null },
    [
      'From where it stopped',
      'From the start',
      'From where it stopped, with the draft as it is now',
      'From the start, with the draft as it is now',
    ],
  ],
  [
    'a run that succeeded',
    { ...failed, status: 'succeeded', error: null },
    ['From the start', 'From the start, with the latest version'],
  ],
])('the ways to repeat %s', (_name, execution, labels) => {
  expect(retryChoices(execution).map(({ label }) => label)).toEqual(labels)
})

test('each way says what to ask for', () => {
  expect(retryChoices(failed).map(({ retry }) => retry)).toEqual([
    { from: 'failed', version: 'same' },
    { from: 'start', version: 'same' },
    { from: 'failed', version: 'latest' },
    { from: 'start', version: 'latest' },
  ])
})
