import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isFinal, isOpenStep, LIVE_RUNS_SQL, RUN_STATUSES, STEP_STATUSES } from './run-status.ts'

const migration = readFileSync(new URL('../../db/migrations/0003_workflows.sql', import.meta.url), 'utf8')
/** What a column named status may hold, by the checks of the tables in their order. */
const checked = [...migration.matchAll(/status text not null[^(]*check \(\s*status in \(([^)]*)\)/g)].map(([, list]) =>
  [...String(list).matchAll(/'(\w+)'/g)].map(([, word]) => word),
)

test('a run ends in one of three ways', () => {
  expect(RUN_STATUSES.filter(isFinal)).toEqual(['succeeded', 'failed', 'cancelled'])
})

test('a step is open until it has ended, was skipped, or takes the result of another run', () => {
  expect(STEP_STATUSES.filter((status) => !isOpenStep(status))).toEqual([
    'succeeded',
    'failed',
    'skipped',
    'cancelled',
    'reused',
  ])
})

test('the tables allow the same statuses', () => {
  expect(checked).toContainEqual([...RUN_STATUSES])
  expect(checked).toContainEqual([...STEP_STATUSES])
})

test('the list of live runs is that of the partial index', () => {
  expect(migration).toContain(`on execution (executor_id) where status in ${LIVE_RUNS_SQL}`)
})
