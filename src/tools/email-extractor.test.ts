import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { emailExtractor } from './email-extractor.tool.ts'

const run = (text: string, more = {}) => {
  const outcome = runTool(emailExtractor, { text, ...more })
  return outcome.ok ? outcome.outputs.emails : outcome.error.details
}

// omni-tools, email extractor tests; RFC 5322, appendix A, and RFC 6531.
test.each([
  ['', []],
  ['Contact us at hello@example.com', ['hello@example.com']],
  ['user@sub.example.com', ['user@sub.example.com']],
  ['<mary@x.test>, (bob@example.net); "jane@example.org"', ['mary@x.test', 'bob@example.net', 'jane@example.org']],
  ['Write to a@b.com. Or not.', ['a@b.com']],
  ['mailto:info@example.com?subject=x', ['info@example.com']],
  ["o'brien@example.com", ["o'brien@example.com"]],
  ["'quoted@example.com'", ['quoted@example.com']],
  ['用户@例子.广告', ['用户@例子.广告']],
  ['a@xn--bcher-kva.example', ['a@xn--bcher-kva.example']],
  ['a@b@c.com', ['b@c.com']],
  ['x..y@example.com', ['y@example.com']],
  ['.x@example.com', ['x@example.com']],
  ['user@localhost user@-a.com @b.com a@ a@b', []],
  ['a@1.2.3.4', []],
  ['a.@example.com', []],
])('%s', (text, emails) => {
  expect(run(text)).toEqual(emails)
})

test('each once, the first spelling stays; sorted by alphabet', () => {
  expect(run('B@x.com a@x.com b@X.com', { unique: true })).toEqual(['B@x.com', 'a@x.com'])
  expect(run('b@x.com a@x.com', { sorted: true })).toEqual(['a@x.com', 'b@x.com'])
})

test('local parts have at most 64 characters', () => {
  expect(run(`${'a'.repeat(64)}@example.com`)).toHaveLength(1)
  expect(run(`${'a'.repeat(65)}@example.com`)).toHaveLength(0)
})

test.each(['a', '@', 'a@', '@a.', '.', 'a.@b.'])('a long text of %j takes no time to speak of', (piece) => {
  const begin = performance.now()
  expect(run(piece.repeat(500_000 / piece.length))).toBeInstanceOf(Array)
  expect(performance.now() - begin).toBeLessThan(4000)
})

// RFC 1035, section 2.3.4: 255 octets with their lengths, which leaves 253 characters.
test('a domain that is too long is none, and not one that ends early', () => {
  const labels = `${`${'b'.repeat(60)}.`.repeat(3)}${'b'.repeat(60)}`
  expect(run(`a@${labels}.bbbbb.com`)).toEqual([`a@${labels}.bbbbb.com`])
  for (const more of [6, 7, 8, 9, 10]) expect(run(`a@${labels}.${'b'.repeat(more)}.com`)).toEqual([])
})
