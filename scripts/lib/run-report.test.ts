import { expect, test } from 'vitest'
import { type FileReport, failedOnlyAtFirst, type RunReport, toAskAgain, withSecond } from './run-report.ts'

const good = (file: string, project = 'pages'): FileReport => ({ project, file, passed: 3, failed: 0, failures: [] })
const bad = (file: string, project = 'pages'): FileReport => ({
  ...good(file, project),
  passed: 2,
  failed: 1,
  failures: [`FAILED ${file}: it answers\nError: ${'too late '.repeat(50)}`],
})
const run = (...files: FileReport[]): RunReport => ({ files, outside: [] })

test('the files that failed are asked again, unless anything failed that may not be', () => {
  expect(toAskAgain(run(good('a'), bad('b'), bad('c', 'security')), ['pages', 'security'])).toEqual(['b', 'c'])
  expect(toAskAgain(run(good('a'), bad('b'), bad('c', 'alone')), ['pages', 'security'])).toEqual([])
  expect(toAskAgain({ ...run(bad('b')), outside: ['OUTSIDE OF TESTS'] }, ['pages'])).toEqual([])
})

test('what fails around tests is asked again as well', () => {
  const hook: FileReport = { ...good('b'), failures: ['FAILED around b\nError: no app'] }
  expect(toAskAgain(run(good('a'), hook), ['pages'])).toEqual(['b'])
})

test('of a file that was asked again the second time counts, and what passed then is told with what went wrong at first', () => {
  const first = run(good('a'), bad('b'), bad('c'))
  const second = run(good('b'), bad('c'))
  expect(withSecond(first, second)).toEqual(run(good('a'), good('b'), bad('c')))
  const [told, ...others] = failedOnlyAtFirst(first, second)
  expect(others).toEqual([])
  expect(told).toMatch(/^FAILED b: it answers\nError: too late/)
  expect(told?.length).toBeLessThan(350)
})

test('an error outside of tests that comes the second time still fails the run', () => {
  expect(withSecond(run(bad('b')), { ...run(good('b')), outside: ['OUTSIDE OF TESTS'] }).outside).toHaveLength(1)
})
