import { formatDialect } from 'sql-formatter'
import { defineTool, radio, range, select, ToolError, text, textarea } from '#src/sdk/index.ts'
import { bindsOf, DIALECTS, lacksAt, likelyDialects } from './sql-formatter/dialects.ts'
import { isTooDeep } from './sql-formatter/nesting.ts'
import { pieceAround, type Reading, tornAt } from './sql-formatter/torn-apart.ts'

const LONGEST_TEXT = 100_000
const MAX_DEPTH = 100

const KEYWORDS = { preserve: 'As written', upper: 'UPPER CASE', lower: 'lower case' } as const

interface Layout {
  readonly indent: number
  readonly keywordCase: keyof typeof KEYWORDS
}

type Attempt = { readonly result: string } | { readonly problem: string; readonly isTorn: boolean }

const tooDeep = () => new ToolError(`SQL must be nested at most ${MAX_DEPTH} levels deep`, { field: 'sql' })

/** The library's error begins with one sentence that says where; pages about its grammar follow. */
function laidOut(sql: string, { dialect }: Reading, { indent, keywordCase }: Layout, withAt: boolean): Attempt {
  try {
    const options = { dialect: DIALECTS[dialect].dialect, tabWidth: indent, keywordCase, dataTypeCase: keywordCase }
    return { result: formatDialect(sql, { ...options, paramTypes: bindsOf(dialect, { withAt }) }) }
  } catch (error) {
    // The engine's own error where its stack is full.
    if (error instanceof RangeError) throw tooDeep()
    if (!(error instanceof Error) || !error.message.startsWith('Parse error')) throw error
    const [problem = ''] = error.message.replace(/^Parse error(?: at token)?: /, '').split('\n')
    return { problem: problem.replace('«EOF» at', 'it ends too early, at'), isTorn: false }
  }
}

function attempt(sql: string, reading: Reading, layout: Layout, withAt: boolean): Attempt {
  const outcome = laidOut(sql, reading, layout, withAt)
  const at = 'result' in outcome ? tornAt(sql, outcome.result, reading) : undefined
  if (at === undefined) return outcome
  const lines = sql.slice(0, at).split('\n')
  const place = `line ${lines.length} column ${(lines.at(-1) ?? '').length + 1}`
  return { problem: `“${pieceAround(sql, at)}” would be torn apart at ${place}`, isTorn: true }
}

function formatted(sql: string, wanted: Reading['dialect'] | 'auto', layout: Layout) {
  if (isTooDeep(sql, MAX_DEPTH)) throw tooDeep()
  const isChosen = wanted !== 'auto'
  const candidates = isChosen ? [wanted] : likelyDialects(sql)
  const problems: Extract<Attempt, { problem: string }>[] = []
  const attempts = [
    ...candidates.map((dialect) => ({ dialect, withAt: false })),
    ...candidates
      .filter((dialect) => sql.includes('@') && lacksAt(dialect))
      .map((dialect) => ({ dialect, withAt: true })),
  ]
  for (const { dialect, withAt } of attempts) {
    const outcome = attempt(sql, { dialect, isChosen }, layout, withAt)
    if ('result' in outcome) return { result: outcome.result, readAs: DIALECTS[dialect].label }
    problems.push(outcome)
  }
  const { problem } = problems.find(({ isTorn }) => isTorn) ?? problems[0] ?? {}
  throw new ToolError(`SQL could not be read: ${problem}`, { field: 'sql' })
}

export const sqlFormatter = defineTool({
  slug: 'sql-formatter',
  title: 'SQL Formatter',
  description: 'Formats SQL of many dialects: each clause and each column on a line of its own, indented.',
  category: 'developer',
  tags: ['sql', 'format', 'database'],
  keywords: [
    'beautify sql',
    'pretty print',
    'sql beautifier',
    'query',
    'postgresql',
    'mysql',
    'sqlite',
    'oracle',
    't-sql',
    'indent',
    'uppercase keywords',
  ],
  input: [
    textarea('sql', {
      label: 'SQL',
      required: true,
      placeholder: 'SELECT * FROM tbl',
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
    }),
    select('dialect', {
      label: 'Dialect',
      default: 'auto',
      options: {
        auto: 'Find it out',
        standard: 'Standard SQL',
        postgresql: 'PostgreSQL',
        mysql: 'MySQL',
        mariadb: 'MariaDB',
        sqlite: 'SQLite',
        transactsql: 'SQL Server (T-SQL)',
        plsql: 'Oracle (PL/SQL)',
        db2: 'Db2',
        bigquery: 'BigQuery',
        redshift: 'Redshift',
        snowflake: 'Snowflake',
        spark: 'Spark',
      },
      aliases: { sql: 'standard', postgres: 'postgresql', tsql: 'transactsql', mssql: 'transactsql', oracle: 'plsql' },
    }),
    range('indent', { label: 'Indent', help: 'Spaces per level.', integer: true, min: 1, max: 8, step: 1, default: 2 }),
    radio('keywordCase', { label: 'Keywords', default: 'preserve', options: KEYWORDS }),
  ],
  output: {
    result: text('Result', { format: 'code', primary: true }),
    readAs: text('Read as'),
  },
  mayRunLong: true,
  isLarge: true,
  run: ({ sql, dialect, ...layout }) => formatted(sql, dialect, layout),
  examples: [
    {
      title: 'A query',
      input: { sql: 'SELECT * FROM tbl' },
      output: { result: 'SELECT\n  *\nFROM\n  tbl', readAs: 'Standard SQL' },
      source: 'SQL Formatter, README, “Usage”: format() of this query',
    },
    {
      title: 'A query in a query',
      input: {
        sql: 'SELECT COUNT(a.column1), MAX(b.column2 + b.column3), b.column4 AS four FROM (SELECT column1, column5 FROM table1) a JOIN table2 b ON a.column5 = b.column5 WHERE column6 AND column7',
      },
      output: {
        result:
          'SELECT\n  COUNT(a.column1),\n  MAX(b.column2 + b.column3),\n  b.column4 AS four\nFROM\n  (\n    SELECT\n      column1,\n      column5\n    FROM\n      table1\n  ) a\n  JOIN table2 b ON a.column5 = b.column5\nWHERE\n  column6\n  AND column7',
      },
      source: 'SQL Formatter, documentation of indentStyle: “standard”, without its last line',
    },
    {
      title: 'Keywords as they were written',
      input: {
        sql: 'Select count(a.column1), max(a.column2 + a.column3), a.column4 AS myCol From table1 as a Where column6 and column7',
      },
      output: {
        result:
          'Select\n  count(a.column1),\n  max(a.column2 + a.column3),\n  a.column4 AS myCol\nFrom\n  table1 as a\nWhere\n  column6\n  and column7',
      },
      source: 'SQL Formatter, documentation of keywordCase: “preserve”, without its last line',
    },
    {
      title: 'A place for a value',
      input: { sql: 'SELECT * FROM tbl WHERE foo = ?' },
      output: { result: 'SELECT\n  *\nFROM\n  tbl\nWHERE\n  foo = ?' },
      source: 'SQL Formatter, README, “Placeholders replacement”: the query, its ? kept',
    },
  ],
  method: {
    formula:
      'The text is split into the words of the dialect; each clause begins a line, what belongs to it is indented below, and a list has one element a line.',
    rounding: 'None: names, texts, numbers and comments stay as written.',
    notes:
      'Only the layout changes, and the case of keywords if asked. Whether the database accepts the query is not checked. “Find it out” takes the first dialect that can read it and leaves each operator, prefix and place for a value whole; where none does, the text is refused.',
  },
  sources: [{ title: 'SQL Formatter', url: 'https://github.com/sql-formatter-org/sql-formatter' }],
})
