import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { jsonDiff } from './json-diff.tool.ts'

const outputsOf = (a: string, b: string) => {
  const outcome = runTool(jsonDiff, { a, b })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}
const run = (a: unknown, b: unknown) => outputsOf(JSON.stringify(a), JSON.stringify(b))

/** RFC 6902 for the three operations that the tool writes. */
function applied(document: unknown, patch: unknown): unknown {
  const root: { document: unknown } = { document: structuredClone(document) }
  for (const { op, path, value } of patch as { op: string; path: string; value: unknown }[]) {
    const tokens = `/document${path}`
      .split('/')
      .slice(1)
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    let target = root as unknown as Record<string, unknown>
    for (const token of tokens.slice(0, -1)) target = target[token] as Record<string, unknown>
    const last = tokens.at(-1) ?? ''
    if (Array.isArray(target) && op === 'add') target.splice(Number(last), 0, value)
    else if (Array.isArray(target) && op === 'remove') target.splice(Number(last), 1)
    else if (op === 'remove') delete target[last]
    else Object.defineProperty(target, last, { value, configurable: true, enumerable: true, writable: true })
  }
  return root.document
}

describe('RFC 6902, appendix A: from one document to the other', () => {
  test.each([
    ['A.3', { baz: 'qux', foo: 'bar' }, { foo: 'bar' }, [{ op: 'remove', path: '/baz' }]],
    ['A.4', { foo: ['bar', 'qux', 'baz'] }, { foo: ['bar', 'baz'] }, [{ op: 'remove', path: '/foo/1' }]],
    [
      'A.10',
      { foo: 'bar' },
      { foo: 'bar', child: { grandchild: {} } },
      [{ op: 'add', path: '/child', value: { grandchild: {} } }],
    ],
    [
      'A.16',
      { foo: ['bar'] },
      { foo: ['bar', ['abc', 'def']] },
      [{ op: 'add', path: '/foo/1', value: ['abc', 'def'] }],
    ],
  ])('%s', (_, a, b, patch) => {
    expect(run(a, b)).toMatchObject({ patch, equal: false })
  })

  test('A.7: an element that moved is removed in one place and added in another', () => {
    expect(run({ foo: ['all', 'grass', 'cows', 'eat'] }, { foo: ['all', 'cows', 'eat', 'grass'] })).toMatchObject({
      removed: ['/foo/1'],
      added: ['/foo/3'],
      changed: [],
    })
  })
})

test('RFC 6901, section 5: the pointers of its document', () => {
  const names = ['foo', '', 'a/b', 'c%d', 'e^f', 'g|h', 'i\\j', 'k"l', ' ', 'm~n']
  const document = Object.fromEntries(names.map((name, index) => [name, index]))
  expect(run({}, document).added).toEqual([
    '/foo',
    '/',
    '/a~1b',
    '/c%d',
    '/e^f',
    '/g|h',
    '/i\\j',
    '/k"l',
    '/ ',
    '/m~0n',
  ])
  expect(run(1, 2).changed).toEqual([''])
})

test('elements between equal ones are compared with each other', () => {
  expect(run([1, { id: 2, name: 'a' }, 3], [1, { id: 2, name: 'b' }, 3])).toMatchObject({
    changed: ['/1/name'],
    changes: [{ path: '/1/name', change: 'changed', before: '"a"', after: '"b"' }],
  })
})

test('kinds of values are told apart', () => {
  expect(run({ a: '1', b: null, c: [], d: 0 }, { a: 1, b: false, c: {}, d: -0 }).changed).toEqual(['/a', '/b', '/c'])
})

test('long whole numbers are compared by all their digits, as in the ids of X (Twitter IDs, snowflake)', () => {
  const [a, b] = ['{"id":10765432100123456789}', '{"id":10765432100123456788}']
  expect(outputsOf(a, a).equal).toBe(true)
  expect(outputsOf(a, b)).toMatchObject({
    equal: false,
    changes: [{ path: '/id', change: 'changed', before: '10765432100123456789', after: '10765432100123456788' }],
  })
})

// RFC 6902, section 4.6: numbers are equal if their values are numerically equal.
test.each([
  ['1e21', '1000000000000000000000', true],
  ['-1.5e22', '-15000000000000000000000', true],
  ['1e23', '100000000000000000000000', true],
  ['1e23', '100000000000000000000001', false],
  ['1', '1.0', true],
  ['100e-2', '1e0', true],
  ['9007199254740993', '9007199254740992', false],
  ['1e-7', '0.0000001', true],
])('the numbers %s and %s are equal: %s', (a, b, equal) => {
  expect(outputsOf(`{"n":${a}}`, `{"n":${b}}`).equal).toBe(equal)
})

test('the patch leads from any document to any other', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (first, second) => {
      const [a, b] = [first, second].map((value) => JSON.parse(JSON.stringify(value)))
      expect(applied(a, run(a, b).patch)).toEqual(b)
      expect(run(a, a).equal).toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.array(fc.nat(3)), fc.array(fc.nat(3)), (a, b) => {
      expect(applied(a, run(a, b).patch)).toEqual(b)
    }),
  )
})

test('what is no JSON is refused at its field', () => {
  const outcome = runTool(jsonDiff, { a: '{}', b: '{"a":1,}' })
  expect(outcome).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', details: [{ field: 'b' }] } })
  expect(runTool(jsonDiff, { a: '['.repeat(300), b: '1' })).toMatchObject({
    error: { message: 'First document must be nested at most 200 levels deep' },
  })
})
