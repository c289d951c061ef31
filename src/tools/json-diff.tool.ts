import { exactJson, parseExactJson } from '#src/lib/exact-json.ts'
import { badge, defineTool, json, listOf, ToolError, table, textarea } from '#src/sdk/index.ts'
import { compareJson, type Difference } from './json-diff/compare.ts'

const LONGEST_TEXT = 500_000
const LONGEST_CELL = 200

function parsed(text: string, field: 'a' | 'b') {
  const outcome = parseExactJson(text)
  if (outcome.ok) return outcome.value
  throw new ToolError(`${field === 'a' ? 'First' : 'Second'} document ${outcome.problem}`, { field })
}

function cell(value: unknown): string {
  const text = exactJson(value)
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text
}

const rowOf = (difference: Difference) => ({
  path: difference.path,
  change: difference.kind,
  ...('before' in difference && { before: cell(difference.before) }),
  ...('after' in difference && { after: cell(difference.after) }),
})

export const jsonDiff = defineTool({
  slug: 'json-diff',
  title: 'JSON Diff',
  description: 'Compares two JSON documents by value and lists what was added, removed and changed, with a JSON Patch.',
  category: 'developer',
  tags: ['json', 'compare', 'diff'],
  keywords: [
    'compare json',
    'json compare',
    'difference',
    'json patch',
    'rfc 6902',
    'json pointer',
    'rfc 6901',
    'changes',
    'api response',
  ],
  input: [
    textarea('a', {
      takesJson: true,
      label: 'First document',
      required: true,
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
      placeholder: '{"foo": "bar"}',
    }),
    textarea('b', {
      takesJson: true,
      label: 'Second document',
      required: true,
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
      placeholder: '{"baz": "qux", "foo": "bar"}',
      swapWith: 'a',
    }),
  ],
  output: {
    changes: table('Differences', {
      primary: true,
      columns: [
        { name: 'path', label: 'Path' },
        { name: 'change', label: 'Change' },
        { name: 'before', label: 'Before' },
        { name: 'after', label: 'After' },
      ],
    }),
    equal: badge('Equal', { type: 'boolean' }),
    added: listOf('Added', { help: 'Paths in the second document.' }),
    removed: listOf('Removed', { help: 'Paths in the first document.' }),
    changed: listOf('Changed', { help: 'Paths in the second document.' }),
    patch: json('JSON Patch', { type: 'array', help: 'Makes the first document into the second.' }),
  },
  mayRunLong: true,
  run: ({ a, b }) => {
    const { differences, patch } = compareJson(parsed(a, 'a'), parsed(b, 'b'))
    const pathsOf = (kind: Difference['kind']) =>
      differences.filter((difference) => difference.kind === kind).map(({ path }) => path)
    return {
      changes: differences.map(rowOf),
      equal: differences.length === 0,
      added: pathsOf('added'),
      removed: pathsOf('removed'),
      changed: pathsOf('changed'),
      // Values can hold no more than a double; what is told of the differences has all digits.
      patch: JSON.parse(exactJson(patch)),
    }
  },
  examples: [
    {
      title: 'A member more',
      input: { a: '{ "foo": "bar"}', b: '{ "baz": "qux", "foo": "bar" }' },
      output: {
        added: ['/baz'],
        removed: [],
        changed: [],
        patch: [{ op: 'add', path: '/baz', value: 'qux' }],
      },
      source: 'RFC 6902, appendix A.1: adding an object member',
    },
    {
      title: 'An element in the middle of a list',
      input: { a: '{ "foo": [ "bar", "baz" ] }', b: '{ "foo": [ "bar", "qux", "baz" ] }' },
      output: { added: ['/foo/1'], patch: [{ op: 'add', path: '/foo/1', value: 'qux' }] },
      source: 'RFC 6902, appendix A.2: adding an array element',
    },
    {
      title: 'Another value',
      input: { a: '{ "baz": "qux", "foo": "bar" }', b: '{ "baz": "boo", "foo": "bar" }' },
      output: { changed: ['/baz'], patch: [{ op: 'replace', path: '/baz', value: 'boo' }] },
      source: 'RFC 6902, appendix A.5: replacing a value',
    },
    {
      title: 'Names with / and ~',
      input: { a: '{ "/": 9, "~1": 10 }', b: '{ "/": 9 }' },
      output: { removed: ['/~01'], patch: [{ op: 'remove', path: '/~01' }] },
      source: 'RFC 6902, appendix A.14: the document; RFC 6901, section 3: the path /~01 names “~1”',
    },
    {
      title: 'The order of members does not count',
      input: { a: '{ "a": 1, "b": [2, 3] }', b: '{ "b": [2, 3], "a": 1 }' },
      output: { equal: true, patch: [] },
      source: 'RFC 6902, section 4.6: objects are equal if they have the same members, in any order',
    },
  ],
  method: {
    formula:
      'Objects are compared name by name. Of lists the longest common subsequence stays; what lies between is paired in order and compared, the rest is added or removed. Paths are JSON Pointers (RFC 6901).',
    rounding:
      'None. Whole numbers are compared by all their digits, others as doubles: 1, 1.0 and 1e0 are equal. In the patch, whole numbers beyond 2^53 are rounded.',
    notes:
      'Of a name that occurs twice in an object the last value counts. Very long lists without much in common are compared position by position. Long values are shortened in the table, not in the patch.',
  },
  sources: [
    {
      title: 'RFC 6902, JavaScript Object Notation (JSON) Patch',
      url: 'https://www.rfc-editor.org/rfc/rfc6902',
    },
    {
      title: 'RFC 6901, JavaScript Object Notation (JSON) Pointer',
      url: 'https://www.rfc-editor.org/rfc/rfc6901',
    },
  ],
})
