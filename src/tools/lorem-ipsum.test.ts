import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { loremIpsum } from './lorem-ipsum.tool.ts'

const run = (input: Record<string, unknown>): Record<string, unknown> => {
  const outcome = runTool(loremIpsum, input)
  return outcome.ok ? outcome.outputs : { problems: outcome.error.details }
}

test.each([1, 2, 19, 20, 5000])('%i words', (count) => {
  expect(run({ unit: 'words', count })).toMatchObject({ words: count })
})

test.each([1, 7, 100])('%i paragraphs and sentences', (count) => {
  expect(String(run({ unit: 'paragraphs', count }).text).split('\n\n')).toHaveLength(count)
  expect(String(run({ unit: 'sentences', count }).text).match(/\.( |$)/g)).toHaveLength(count)
})

test('every sentence begins with a capital and ends with a full stop', () => {
  const sentences = String(run({ unit: 'sentences', count: 500, startWithLorem: false }).text).split(/(?<=\.) /)
  expect(sentences.filter((one) => !/^[A-Z][a-z]+(,? [a-z]+){5,14}\.$/.test(one))).toEqual([])
})

test('the seed decides', () => {
  const text = (seed: string) => run({ count: 2, seed, startWithLorem: false }).text
  expect(text('a')).toBe(text('a'))
  expect(text('a')).not.toBe(text('b'))
  expect(run({ count: 1, seed: 'a' }).text).toMatch(/^Lorem ipsum dolor sit amet, consectetur/)
})

test('there is an end', () => {
  expect(run({ unit: 'paragraphs', count: 101 })).toEqual({
    problems: [{ field: 'count', message: 'How many must be at most 100 paragraphs' }],
  })
  expect(run({ count: 0 })).toMatchObject({ problems: [{ field: 'count' }] })
})
