import { paths, query as valuesOf } from 'jsonpath-rfc9535'
import parseQuery from 'jsonpath-rfc9535/parser'
import { parseJson } from '#src/lib/parse-json.ts'
import { badge, defineTool, json, listOf, string, ToolError, textarea } from '#src/sdk/index.ts'
import { problemOfQuery } from './jsonpath-tester/check-query.ts'

const LONGEST_TEXT = 5_000_000
const MOST_NODES = 10_000

const BOOKSTORE = `{ "store": {
    "book": [
      { "category": "reference",
        "author": "Nigel Rees",
        "title": "Sayings of the Century",
        "price": 8.95
      },
      { "category": "fiction",
        "author": "Evelyn Waugh",
        "title": "Sword of Honour",
        "price": 12.99
      },
      { "category": "fiction",
        "author": "Herman Melville",
        "title": "Moby Dick",
        "isbn": "0-553-21311-3",
        "price": 8.99
      },
      { "category": "fiction",
        "author": "J. R. R. Tolkien",
        "title": "The Lord of the Rings",
        "isbn": "0-395-19395-8",
        "price": 22.99
      }
    ],
    "bicycle": {
      "color": "red",
      "price": 399
    }
  }
}`

const refused = (problem: string) => new ToolError(`Query ${problem}`, { field: 'query' })

interface SyntaxProblem {
  readonly location: { readonly start: { readonly offset: number } }
  readonly found: string | null
}

/** The parser's error lists every character that could follow; where it stopped says more. */
const isSyntaxProblem = (error: unknown): error is SyntaxProblem =>
  error instanceof Error && 'location' in error && 'found' in error

function check(query: string): void {
  try {
    const problem = problemOfQuery(parseQuery(query))
    if (problem !== undefined) throw refused(problem)
  } catch (error) {
    if (!isSyntaxProblem(error)) throw error
    const at = error.location.start.offset + 1
    throw refused(
      error.found === null
        ? `must be JSONPath: it ends too early${/\s$/.test(query) ? ', or with a space too many' : ''}`
        : `must be JSONPath: “${error.found}” at character ${at} is not expected there`,
    )
  }
}

export const jsonpathTester = defineTool({
  slug: 'jsonpath-tester',
  title: 'JSONPath Tester',
  description: 'Runs a JSONPath query of RFC 9535 on a JSON document and shows the values and their normalized paths.',
  category: 'developer',
  tags: ['json', 'query', 'jsonpath'],
  keywords: [
    'json path',
    'jsonpath evaluator',
    'jsonpath online',
    'query json',
    'rfc 9535',
    'filter json',
    'extract from json',
    'select',
    'jq',
  ],
  input: [
    string('query', {
      label: 'Query',
      required: true,
      placeholder: '$.store.book[?@.price < 10]',
      maxLength: 2000,
    }),
    textarea('json', {
      takesJson: true,
      label: 'JSON',
      required: true,
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
    }),
  ],
  output: {
    values: json('Values', { type: 'array', primary: true }),
    count: badge('Nodes'),
    paths: listOf('Paths', { help: 'Normalized, in the order of the values.' }),
  },
  mayRunLong: true,
  isLarge: true,
  run: ({ query, json: given }) => {
    check(query)
    const parsed = parseJson(given)
    if (!parsed.ok) throw new ToolError(`JSON ${parsed.problem}`, { field: 'json' })
    const document = parsed.value as Parameters<typeof valuesOf>[0]
    const values = valuesOf(document, query)
    if (values.length > MOST_NODES)
      throw refused(`must select at most ${MOST_NODES.toLocaleString('en')} nodes, not ${values.length}`)
    return { values, count: values.length, paths: paths(document, query) }
  },
  examples: [
    {
      title: 'The authors of all books',
      input: { query: '$.store.book[*].author', json: BOOKSTORE },
      output: { values: ['Nigel Rees', 'Evelyn Waugh', 'Herman Melville', 'J. R. R. Tolkien'], count: 4 },
      source: 'RFC 9535, section 1.5, figure 1 and table 2: the first query',
    },
    {
      title: 'The last book',
      input: { query: '$..book[-1].title', json: BOOKSTORE },
      output: { values: ['The Lord of the Rings'], paths: ["$['store']['book'][3]['title']"] },
      source: 'RFC 9535, section 1.5, table 2: “the last book in order”, its title',
    },
    {
      title: 'Books that cost less than 10',
      input: { query: '$..book[?@.price < 10].title', json: BOOKSTORE },
      output: { values: ['Sayings of the Century', 'Moby Dick'] },
      source: 'RFC 9535, section 1.5, table 2: “all books cheaper than 10”, their titles',
    },
    {
      title: 'A slice backwards',
      input: { query: '$[5:1:-2]', json: '["a", "b", "c", "d", "e", "f", "g"]' },
      output: { values: ['f', 'd'], paths: ['$[5]', '$[3]'] },
      source: 'RFC 9535, section 2.3.4.3, table 9: slice with negative step',
    },
    {
      title: 'A name that is not there',
      input: { query: '$.a', json: '{"k": false}' },
      output: { values: [], count: 0, paths: [] },
      source: 'RFC 9535, section 2.3.1.2: a name that no member has selects nothing',
    },
  ],
  method: {
    formula:
      'Each segment of the query is applied to every node that the segment before it selected, first to the document itself. Filters are well-typed expressions with length, count, match, search and value.',
    rounding: 'None.',
    notes:
      'A query that RFC 9535 calls invalid is refused. Regular expressions are those of I-Regexp (RFC 9485). Objects are walked in the order of their members. Characters beyond U+FFFF, such as emoji, are not counted by length() and ordered by their halves, against section 2.4.4.',
  },
  sources: [
    { title: 'RFC 9535, JSONPath: Query Expressions for JSON', url: 'https://www.rfc-editor.org/rfc/rfc9535' },
    {
      title: 'RFC 9485, I-Regexp: An Interoperable Regular Expression Format',
      url: 'https://www.rfc-editor.org/rfc/rfc9485',
    },
  ],
})
