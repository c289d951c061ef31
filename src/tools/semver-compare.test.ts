import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { semverCompare } from './semver-compare.tool.ts'

const run = (a: string, b: string, more = {}): Record<string, unknown> => {
  const outcome = runTool(semverCompare, { a, b, ...more })
  return outcome.ok ? outcome.outputs : { refused: outcome.error.details }
}

// Semantic Versioning 2.0.0, section 11: the two chains, from old to new.
const CHAINS = [
  ['1.0.0', '2.0.0', '2.1.0', '2.1.1'],
  [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
  ],
  // The numbers are those of semver.org’s list of valid versions.
  ['99999999999999999999998.0.0', '99999999999999999999999.999999999999999999.99999999999999999'],
  ['1.9.0', '1.10.0', '1.11.0'],
]
test.each(CHAINS)('%s and what follows', (...versions) => {
  for (const [i, a] of versions.entries())
    for (const [j, b] of versions.entries()) expect(run(a, b).order, `${a} and ${b}`).toBe(Math.sign(i - j))
})

test('what differs first', () => {
  expect(run('1.2.3', '2.2.3').difference).toBe('major')
  expect(run('1.2.3', '1.2.4').difference).toBe('patch')
  expect(run('1.2.3+a', '1.2.3+b').difference).toBe('build')
  expect(run('v1.2.3', '1.2.3').difference).toBe('none')
})

// semver.org, the tests of its suggested regular expression: invalid versions.
test.each([
  '1',
  '1.2',
  '1.2.3-0123',
  '1.2.3-0123.0123',
  '1.1.2+.123',
  '+invalid',
  '-invalid',
  'alpha',
  '1.0.0-alpha..',
  '01.1.1',
  '1.01.1',
  '1.1.01',
  '1.2.3.DEV',
  '1.2-SNAPSHOT',
  '-1.0.3-gamma+b7718',
  '1.0.0-alpha_beta',
])('%s is refused', (version) => {
  expect(run(version, '1.0.0')).toMatchObject({ refused: [{ field: 'a' }] })
  expect(run('1.0.0', version)).toMatchObject({ refused: [{ field: 'b' }] })
})

// semver.org, the same: valid ones.
test.each([
  '0.0.4',
  '1.0.0-alpha0.valid',
  '1.0.0--',
  '2.0.0+build.1848',
  '1.0.0-alpha+beta',
  '1.0.0+0.build.1-rc.10000aaa-kk-0.1',
  '1.0.0-0A.is.legal',
  '1.2.3----RC-SNAPSHOT.12.9.1--.12',
])('%s is read', (version) => {
  expect(run(version, version).order).toBe(0)
})

// node-semver, README: ranges.
test.each([
  ['1.2.3', '2.4.5', '1.2 - 2.3.4', true, false],
  ['1.2.0', '1.3.0', '~1.2', true, false],
  ['0.0.3', '0.0.4', '^0.0.3', true, false],
  ['1.2.7', '1.2.8', '1.2.7 || >=1.2.9 <2.0.0', true, false],
  ['5.0.0', '0.0.0', '*', true, true],
])('%s and %s in %s', (a, b, range, aSatisfies, bSatisfies) => {
  expect(run(a, b, { range })).toMatchObject({ aSatisfies, bSatisfies })
})

test('no range, no verdict about it; what is none is refused', () => {
  expect(run('1.0.0', '1.0.0')).not.toHaveProperty('aSatisfies')
  expect(run('1.0.0', '1.0.0', { range: 'blerg' })).toMatchObject({ refused: [{ field: 'range' }] })
  expect(run('99999999999999999999998.0.0', '1.0.0', { range: '*' })).toMatchObject({ refused: [{ field: 'a' }] })
  expect(run('3.4.5-alpha.9', '1.0.0', { range: '>1.2.3-alpha.3', includePrerelease: true }).aSatisfies).toBe(true)
})
