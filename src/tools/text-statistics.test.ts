import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { textStatistics } from './text-statistics.tool.ts'

const run = (text: string, more = {}): Record<string, unknown> => {
  const outcome = runTool(textStatistics, { text, ...more })
  return outcome.ok ? outcome.outputs : { problems: outcome.error.details }
}

// Unicode Standard Annex #29, tables 1a and 2; Unicode emoji: a family of three is one grapheme of five code points.
test.each([
  ['👨‍👩‍👧', { graphemes: 1, characters: 5, utf16Units: 8, utf8Bytes: 18 }],
  ['🇫🇷', { graphemes: 1, characters: 2, utf8Bytes: 8 }],
  ['e\u0301', { graphemes: 1, characters: 2, utf8Bytes: 3 }],
  ['각', { graphemes: 1, characters: 1, utf8Bytes: 3 }],
  ['a\r\nb', { graphemes: 3, characters: 4, lines: 2 }],
])('%j', (text, expected) => {
  expect(run(text)).toMatchObject(expected)
})

test.each([
  ['a', { lines: 1, words: 1, sentences: 1, paragraphs: 1 }],
  ['a\nb\n', { lines: 2, words: 2 }],
  ['a\r\n', { lines: 1 }],
  ['a\n\n', { lines: 2 }],
  ['\n', { lines: 1, words: 0 }],
  ['One. Two! Three?', { sentences: 3, words: 3 }],
  ['One\n\nTwo\n \n\nThree', { paragraphs: 3, lines: 6 }],
  // The Unicode Standard, section 5.8: CR and LF together are one line break.
  ['One\r\nline\r\n \r\nTwo\r\rThree', { paragraphs: 3, lines: 6 }],
  ["don't stop", { words: 2 }],
  ['a a A b', { uniqueWords: 2, withoutSpaces: 4 }],
  ['... !?', { words: 0, sentences: 0 }],
])('%j', (text, expected) => {
  expect(run(text)).toMatchObject(expected)
})

test('the reading time follows the speed, begun seconds count', () => {
  const text = 'word '.repeat(500)
  expect(run(text, { wordsPerMinute: 200 })).toMatchObject({ readingTimeSeconds: 150, readingTime: '2 min 30 s' })
  expect(run(text)).toMatchObject({ readingTimeSeconds: 127, words: 500 })
  expect(run('word')).toMatchObject({ readingTimeSeconds: 1, readingTime: '1 s' })
})

test('frequent words', () => {
  expect(run('To be or not to be').frequent).toEqual([
    { word: 'to', count: 2 },
    { word: 'be', count: 2 },
    { word: 'or', count: 1 },
    { word: 'not', count: 1 },
  ])
})
