import { badge, defineTool, multiselect, radio, string, ToolError, table, text, textarea } from '#src/sdk/index.ts'
import { MOST_MARKED, markMatches } from './regex-tester/mark-matches.ts'

const FLAGS = {
  d: 'd: indices of groups',
  g: 'g: all matches',
  i: 'i: ignore case',
  m: 'm: ^ and $ match at lines',
  s: 's: dot matches newlines',
  u: 'u: Unicode',
  v: 'v: Unicode sets',
  y: 'y: sticky',
} as const
const MOST_MATCHES_LISTED = 1000
const LONGEST_RESULT = 5_000_000

interface Match {
  readonly match: string
  /** Of the first character, in UTF-16 code units, from 0. */
  readonly index: number
  readonly end: number
  /** By number from 1; null for a group that took no part. */
  readonly groups: (string | null)[]
  readonly namedGroups: Record<string, string | null>
  /** [start, end] of the match and of each group, with flag d. */
  readonly indices?: ([number, number] | null)[]
}

const orNull = (group: string | undefined): string | null => group ?? null

const toMatch = (found: RegExpExecArray): Match => ({
  match: found[0],
  index: found.index,
  end: found.index + found[0].length,
  groups: found.slice(1).map(orNull),
  namedGroups: Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, group]) => [name, orNull(group)])),
  ...(found.indices && { indices: found.indices.map((pair) => pair ?? null) }),
})

/** All matches with flag g, else the first; `matchAll` steps over empty matches as ECMA-262 says. */
function findMatches(regex: RegExp, subject: string): { count: number; matches: Match[] } {
  if (!regex.global) {
    const found = regex.exec(subject)
    return found ? { count: 1, matches: [toMatch(found)] } : { count: 0, matches: [] }
  }
  const matches: Match[] = []
  let count = 0
  for (const found of subject.matchAll(regex)) {
    count++
    if (matches.length < MOST_MATCHES_LISTED) matches.push(toMatch(found))
  }
  return { count, matches }
}

function foundIn(regex: RegExp, subject: string) {
  const found = findMatches(regex, subject)
  return found.count === 0 ? found : { ...found, highlighted: markMatches(regex, subject, found) }
}

function replaced(regex: RegExp, subject: string, replacement: string): string {
  const tooLong = new ToolError('The replaced text would be longer than 5 million characters', { field: 'replacement' })
  try {
    // With flag y alone, replace moves lastIndex, and what is found next would begin there.
    const result = subject.replace(new RegExp(regex), replacement)
    if (result.length <= LONGEST_RESULT) return result
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw tooLong
}

type Action = 'test' | 'match' | 'replace'

function outcome(action: Action, regex: RegExp, { subject, replacement }: { subject: string; replacement: string }) {
  switch (action) {
    case 'test':
      return { valid: true, result: regex.test(subject) }
    case 'match':
      return { valid: true, ...foundIn(regex, subject) }
    case 'replace':
      return { valid: true, result: replaced(regex, subject, replacement), ...foundIn(regex, subject) }
  }
}

export const regexTester = defineTool({
  slug: 'regex-tester',
  title: 'Regex Tester',
  description: 'Tests a JavaScript regular expression: lists matches with their groups, or replaces them.',
  category: 'developer',
  tags: ['regex', 'text', 'replace'],
  keywords: ['regular expression', 'regexp', 'pattern', 'match', 'find and replace', 'capture groups', 'ecmascript'],
  input: [
    string('pattern', {
      label: 'Pattern',
      help: 'Without slashes around it.',
      placeholder: '(\\d+)',
      required: true,
      maxLength: 10_000,
    }),
    multiselect('flags', { label: 'Flags', help: 'Without g only the first match counts.', options: FLAGS }),
    textarea('text', { label: 'Text', default: '', maxLength: 1_000_000 }),
    radio('action', {
      label: 'Action',
      default: 'match',
      options: { test: 'Test', match: 'Match', replace: 'Replace' },
    }),
    string('replacement', {
      label: 'Replacement',
      help: '$1 or $<name> for a group, $& for the match, $$ for a dollar sign.',
      default: '',
      maxLength: 10_000,
      showIf: { field: 'action', in: ['replace'] },
    }),
  ],
  output: {
    result: text('Result', { type: 'any', format: 'code', primary: true }),
    count: badge('Matches'),
    highlighted: text('Matches in the text', {
      type: 'any',
      format: 'marked',
      help: `Up to the first ${MOST_MARKED.toLocaleString('en')} characters and ${MOST_MATCHES_LISTED.toLocaleString('en')} matches; the small figures are group numbers.`,
    }),
    matches: table('Matches', {
      help: `The first ${MOST_MATCHES_LISTED.toLocaleString('en')}.`,
      columns: [
        { name: 'match', label: 'Match' },
        { name: 'index', label: 'Index', type: 'number' },
        { name: 'end', label: 'End', type: 'number' },
        { name: 'groups', label: 'Groups' },
        { name: 'namedGroups', label: 'Named groups' },
      ],
    }),
    valid: badge('Valid pattern', { type: 'boolean' }),
    message: text('Problem'),
  },
  run: ({ pattern, flags, text: subject, action, replacement }) => {
    try {
      return outcome(action, new RegExp(pattern, flags.join('')), { subject, replacement })
    } catch (error) {
      // A pattern too large to compile is found out only at its first use.
      if (!(error instanceof SyntaxError)) throw error
      return { valid: false, message: error.message, count: 0, matches: [] }
    }
  },
  mayRunLong: true,
  isLarge: true,
  examples: [
    {
      title: 'A chapter and its number',
      input: {
        pattern: 'see (chapter \\d+(\\.\\d)*)',
        flags: ['i'],
        text: 'For more information, see Chapter 3.4.5.1',
      },
      output: {
        matches: [
          { match: 'see Chapter 3.4.5.1', index: 22, end: 41, groups: ['Chapter 3.4.5.1', '.1'], namedGroups: {} },
        ],
      },
      source: 'MDN, String.prototype.match(), “Using match()”',
    },
    {
      title: 'Swap two words',
      input: { pattern: '(\\w+)\\s(\\w+)', text: 'Maria Cruz', action: 'replace', replacement: '$2, $1' },
      output: { valid: true, result: 'Cruz, Maria' },
      source: 'MDN, String.prototype.replace(), “Switching words in a string”',
    },
    {
      title: 'Every “apples”, in any case',
      input: {
        pattern: 'apples',
        flags: ['g', 'i'],
        text: 'Apples are round, and apples are juicy.',
        action: 'replace',
        replacement: 'oranges',
      },
      output: { result: 'oranges are round, and oranges are juicy.', count: 2 },
      source: 'MDN, String.prototype.replace(), example with the flags global and ignoreCase',
    },
    {
      title: 'Nested groups, and one that took no part',
      input: { pattern: '((a)|(ab))((c)|(bc))', text: 'abc' },
      output: {
        matches: [{ match: 'abc', index: 0, end: 3, groups: ['a', 'a', null, 'bc', null, 'bc'], namedGroups: {} }],
      },
      source: 'ECMA-262, section Disjunction, note: /((a)|(ab))((c)|(bc))/.exec("abc")',
    },
    {
      title: 'Groups are cleared on every repetition',
      input: { pattern: '(z)((a+)?(b+)?(c))*', text: 'zaacbbbcac' },
      output: {
        matches: [{ match: 'zaacbbbcac', index: 0, end: 10, groups: ['z', 'ac', 'a', null, 'c'], namedGroups: {} }],
      },
      source: 'ECMA-262, section RepeatMatcher, note: /(z)((a+)?(b+)?(c))*/.exec("zaacbbbcac")',
    },
  ],
  method: {
    formula:
      'The pattern runs in the JavaScript engine itself (ECMA-262). Test tells whether it matches, match lists the matches, replace puts the replacement in their place.',
    rounding: 'None; indices count UTF-16 code units from 0.',
    notes:
      'Without flag g only the first match counts. An invalid pattern is a verdict, not an error. A pattern that runs longer than one second is stopped.',
  },
  sources: [
    {
      title: 'ECMA-262, RegExp (Regular Expression) Objects',
      url: 'https://tc39.es/ecma262/#sec-regexp-regular-expression-objects',
    },
    {
      title: 'MDN, String.prototype.replace()',
      url: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/String/replace',
    },
  ],
})
