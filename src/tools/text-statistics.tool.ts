import { utf8Bytes } from '#src/lib/utf8.ts'
import { badge, defineTool, number, table, text, textarea } from '#src/sdk/index.ts'

const MOST_CHARACTERS = 200_000
const LARGEST_FILE = 400_000
const MOST_WORDS = 20
// Brysbaert 2019: silent reading of English non-fiction.
const USUAL_READING_RATE = 238
const USUAL_SPEAKING_RATE = 183
const SECONDS_PER_MINUTE = 60

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

function countOf(segments: Iterable<unknown>): number {
  let count = 0
  for (const _ of segments) count++
  return count
}

const wordsOf = (given: string): string[] =>
  Array.from(words.segment(given)).flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))

const sentencesIn = (given: string): number =>
  Array.from(sentences.segment(given)).filter(({ segment }) => /[\p{L}\p{N}]/u.test(segment)).length

function mostFrequent(found: readonly string[]) {
  const counts = new Map<string, number>()
  for (const word of found) counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + 1)
  return [...counts]
    .map(([word, count]) => ({ word, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_WORDS)
}

/** Whole seconds, the last one begun counts. */
const secondsFor = (count: number, perMinute: number): number => Math.ceil((count * SECONDS_PER_MINUTE) / perMinute)

function timeText(seconds: number): string {
  const minutes = Math.floor(seconds / SECONDS_PER_MINUTE)
  return `${minutes > 0 ? `${minutes} min ` : ''}${seconds % SECONDS_PER_MINUTE} s`
}

export const textStatistics = defineTool({
  slug: 'text-statistics',
  title: 'Text Statistics',
  description:
    'Counts characters, graphemes, words, sentences, lines and bytes of a text, and estimates its reading time.',
  category: 'developer',
  tags: ['text', 'count', 'writing'],
  keywords: [
    'word count',
    'word counter',
    'character count',
    'letter count',
    'line count',
    'reading time',
    'bytes',
    'string length',
    'graphemes',
    'sentences',
    'tweet length',
  ],
  input: [
    textarea('text', {
      label: 'Text',
      default: '',
      placeholder: 'The quick brown fox jumps over the lazy dog.',
      maxLength: MOST_CHARACTERS,
      maxBytes: LARGEST_FILE,
    }),
    number('wordsPerMinute', {
      label: 'Reading speed',
      unit: 'words/min',
      integer: true,
      step: 1,
      min: 50,
      max: 2000,
      default: USUAL_READING_RATE,
      presets: [150, 200, USUAL_READING_RATE, 300],
    }),
  ],
  output: {
    words: badge('Words', { primary: true }),
    characters: badge('Characters', { help: 'Unicode code points, spaces too.' }),
    graphemes: badge('Graphemes', { help: 'What people see as one character.' }),
    withoutSpaces: badge('Without spaces', { help: 'Code points that are no white space.' }),
    lines: badge('Lines', { help: 'A break at the very end ends the last line.' }),
    sentences: badge('Sentences'),
    paragraphs: badge('Paragraphs'),
    utf8Bytes: badge('Bytes in UTF-8'),
    utf16Units: badge('UTF-16 units', { help: 'The length in JavaScript, Java and C#.' }),
    uniqueWords: badge('Different words'),
    readingTimeSeconds: badge('Reading time in seconds'),
    readingTime: text('Reading time'),
    speakingTimeSeconds: badge('Speaking time in seconds'),
    frequent: table('Most frequent words', {
      columns: [
        { name: 'word', label: 'Word' },
        { name: 'count', label: 'Count', type: 'number' },
      ],
    }),
  },
  mayRunLong: true,
  run: ({ text: given, wordsPerMinute }) => {
    const found = wordsOf(given)
    const readingTimeSeconds = secondsFor(found.length, wordsPerMinute)
    const points = [...given]
    return {
      words: found.length,
      characters: points.length,
      graphemes: countOf(graphemes.segment(given)),
      withoutSpaces: points.filter((point) => /\S/.test(point)).length,
      lines: given === '' ? 0 : given.replace(/(?:\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/).length,
      sentences: sentencesIn(given),
      paragraphs: given.split(/(?:\r(?!\n)|\n)\s*[\r\n]/).filter((part) => part.trim() !== '').length,
      utf8Bytes: utf8Bytes(given).length,
      utf16Units: given.length,
      uniqueWords: new Set(found.map((word) => word.toLowerCase())).size,
      readingTimeSeconds,
      readingTime: timeText(readingTimeSeconds),
      speakingTimeSeconds: secondsFor(found.length, USUAL_SPEAKING_RATE),
      frequent: mostFrequent(found),
    }
  },
  examples: [
    {
      title: 'Words with signs inside',
      input: { text: 'The quick (“brown”) fox can’t jump 32.3 feet, right?' },
      output: { words: 9, sentences: 1 },
      source: 'Unicode Standard Annex #29, section 4: the sentence of its examples of word boundaries',
    },
    {
      title: 'Letters of several code points',
      input: { text: 'g̈ நி' },
      output: { graphemes: 3, characters: 5 },
      source: 'Unicode Standard Annex #29, table 1a: sample grapheme clusters',
    },
    {
      title: 'An emoji',
      input: { text: '😀' },
      output: { utf8Bytes: 4, graphemes: 1, utf16Units: 2 },
      source: 'it-tools, text statistics tests: 😀 has 4 bytes',
    },
    {
      title: 'A break at the end',
      input: { text: 'one\ntwo\n' },
      output: { lines: 2, words: 2 },
      source: 'POSIX.1-2017, Base Definitions, 3.206 Line: characters and the newline that ends them',
    },
    {
      title: 'Nothing',
      input: { text: '' },
      output: { words: 0, characters: 0, utf8Bytes: 0, readingTimeSeconds: 0 },
      source: 'it-tools, text statistics tests: the empty text has 0 bytes',
    },
  ],
  method: {
    formula: `Words, sentences and graphemes by the rules of Unicode Standard Annex #29; reading time = words × 60 / words per minute, at first ${USUAL_READING_RATE}; speaking at ${USUAL_SPEAKING_RATE}.`,
    rounding: 'Times are rounded up to whole seconds.',
    notes:
      'A line break ends a line, so that one at the very end begins no other. Characters of scripts without spaces are parted into words by a dictionary of the browser or server, so that counts there may differ.',
  },
  sources: [
    { title: 'POSIX.1-2017, Base Definitions, 3.195 Incomplete Line and 3.206 Line' },
    { title: 'Unicode Standard Annex #29, Unicode Text Segmentation', url: 'https://www.unicode.org/reports/tr29/' },
    {
      title: 'M. Brysbaert, How many words do we read per minute?, Journal of Memory and Language 109 (2019)',
      url: 'https://doi.org/10.1016/j.jml.2019.104047',
    },
  ],
})
