import { type ChangeObject, createTwoFilesPatch, diffChars, diffLines, diffWords } from 'diff'
import { badge, checkbox, defineTool, listOf, radio, text, textarea } from '#src/sdk/index.ts'
import type { MarkedPart } from '#src/sdk/outputs.ts'

const LONGEST_TEXT = 200_000

const UNITS = { character: 'Characters', word: 'Words', line: 'Lines' } as const

type Change = ChangeObject<string>
type Unit = keyof typeof UNITS

function changesOf(a: string, b: string, { by, ignoreCase }: { by: Unit; ignoreCase: boolean }): Change[] {
  switch (by) {
    case 'character':
      return diffChars(a, b, { ignoreCase })
    case 'word':
      return diffWords(a, b, { ignoreCase })
    case 'line':
      return diffLines(a, b)
  }
}

/** Marks with odd numbers are insertions, those with even numbers deletions: the two are drawn differently. */
const marked = (changes: readonly Change[]): MarkedPart[] =>
  changes.map(({ value, added, removed }, index) =>
    added || removed ? { text: value, mark: index * 2 + (added ? 1 : 2) } : { text: value },
  )

function unifiedDiff(a: string, b: string): string {
  const patch = createTwoFilesPatch('first', 'second', a, b, undefined, undefined, { context: 3 })
  // The first line is a rule of the library; the format begins with the names.
  return patch.replace(/^=+\n/, '')
}

const pieces = (changes: readonly Change[]): string[] => changes.map(({ value }) => value)

export const textDiff = defineTool({
  slug: 'text-diff',
  title: 'Text Diff',
  description: 'Compares two texts by characters, words or lines and marks what was inserted and what was deleted.',
  category: 'developer',
  tags: ['text', 'compare', 'diff'],
  keywords: [
    'compare text',
    'difference',
    'diff checker',
    'unified diff',
    'changes',
    'inserted',
    'deleted',
    'compare files',
    'patch',
  ],
  input: [
    textarea('a', {
      label: 'First text',
      default: '',
      placeholder: 'beep boop',
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
    }),
    textarea('b', {
      label: 'Second text',
      default: '',
      placeholder: 'beep boob blah',
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
      swapWith: 'a',
    }),
    radio('by', {
      label: 'Compare by',
      default: 'word',
      options: UNITS,
      aliases: { characters: 'character', char: 'character', words: 'word', lines: 'line' },
    }),
    checkbox('ignoreCase', {
      label: 'Ignore case',
      help: 'A is as good as a.',
      showIf: { field: 'by', in: ['character', 'word'] },
    }),
  ],
  output: {
    diff: text('Both texts', {
      type: 'any',
      format: 'marked',
      primary: true,
      help: 'Inserted: solid line. Deleted: dashed line.',
    }),
    equal: badge('Equal', { type: 'boolean' }),
    insertedCharacters: badge('Characters inserted'),
    deletedCharacters: badge('Characters deleted'),
    inserted: listOf('Inserted'),
    deleted: listOf('Deleted'),
    unified: text('Unified diff', { format: 'code' }),
  },
  mayRunLong: true,
  isLarge: true,
  run: ({ a, b, by, ignoreCase }) => {
    const changes = changesOf(a, b, { by, ignoreCase })
    const inserted = pieces(changes.filter(({ added }) => added))
    const deleted = pieces(changes.filter(({ removed }) => removed))
    return {
      diff: marked(changes),
      equal: inserted.length + deleted.length === 0,
      insertedCharacters: [...inserted.join('')].length,
      deletedCharacters: [...deleted.join('')].length,
      inserted,
      deleted,
      ...(a !== b && { unified: unifiedDiff(a, b) }),
    }
  },
  examples: [
    {
      title: 'A word more',
      input: { a: 'hello world', b: 'hello cruel world', by: 'word' },
      output: { inserted: ['cruel '], deleted: [] },
      source: 'CyberChef, Diff tests: “Word mode with changes”',
    },
    {
      title: 'By characters',
      input: { a: 'beep boop', b: 'beep boob blah', by: 'character' },
      output: {
        diff: [{ text: 'beep boo' }, { text: 'p', mark: 4 }, { text: 'b blah', mark: 5 }],
        inserted: ['b blah'],
        deleted: ['p'],
      },
      source: 'jsdiff, README, “Basic example in Node”: its two texts and the coloured result',
    },
    {
      title: 'Another line',
      input: { a: 'line1\nline2\nline3', b: 'line1\nline4\nline3', by: 'line' },
      output: { inserted: ['line4\n'], deleted: ['line2\n'] },
      source: 'CyberChef, Diff tests: “Line mode with changes”',
    },
    {
      title: 'Nothing changed',
      input: { a: 'hello world', b: 'hello world', by: 'word' },
      output: { equal: true, inserted: [], deleted: [], diff: [{ text: 'hello world' }] },
      source: 'CyberChef, Diff tests: “Word mode basic”',
    },
  ],
  method: {
    formula:
      'The shortest list of insertions and deletions that makes the first text into the second (Myers, an O(ND) difference algorithm), over characters, words or lines.',
    rounding: 'None.',
    notes:
      'Characters are Unicode code points. By words, a change of white space alone is no difference. The unified diff is by lines with three lines of context, and, like the comparison by lines, always minds case.',
  },
  sources: [
    { title: 'Myers, An O(ND) Difference Algorithm and Its Variations, Algorithmica 1 (1986)' },
    { title: 'jsdiff', url: 'https://github.com/kpdecker/jsdiff' },
    {
      title: 'POSIX.1-2017, diff, “Diff -u Output Format”',
      url: 'https://pubs.opengroup.org/onlinepubs/9699919799/utilities/diff.html',
    },
  ],
})
