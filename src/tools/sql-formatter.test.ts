import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { sqlFormatter } from './sql-formatter.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(sqlFormatter, input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}

test('indent and case of keywords', () => {
  const sql = 'select a, B from t'
  expect(run({ sql, indent: 4 }).result).toBe('select\n    a,\n    B\nfrom\n    t')
  expect(run({ sql, keywordCase: 'upper' }).result).toBe('SELECT\n  a,\n  B\nFROM\n  t')
  expect(run({ sql: 'SELECT 1', keywordCase: 'lower' }).result).toBe('select\n  1')
})

test('comments, texts and several statements stay', () => {
  expect(run({ sql: "SELECT 'it''s  select' -- why\n;UPDATE t SET a=1" }).result).toBe(
    "SELECT\n  'it''s  select' -- why\n;\n\nUPDATE t\nSET\n  a = 1",
  )
})

test.each([
  ['SELECT `a` FROM t', 'Standard SQL'],
  ['SELECT $1', 'PostgreSQL'],
  ['SELECT [a b] FROM t WHERE c = @x', 'SQL Server (T-SQL)'],
  ['SELECT a::int FROM t', 'PostgreSQL'],
  ['SELECT a FROM t', 'Standard SQL'],
])('%s is read as %s', (sql, readAs) => {
  expect(run({ sql }).readAs).toBe(readAs)
})

test('what no dialect can read is refused, in one sentence', () => {
  const outcome = runTool(sqlFormatter, { sql: "SELECT 'open" })
  expect(outcome).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', details: [{ field: 'sql' }] } })
  expect(!outcome.ok && outcome.error.message).toBe('SQL could not be read: Unexpected "\'open" at line 1 column 8.')
  expect(runTool(sqlFormatter, { sql: 'SELECT (a FROM t' })).toMatchObject({
    error: { message: 'SQL could not be read: it ends too early, at line 1 column 17' },
  })
})

test('a chosen dialect is held to', () => {
  expect(runTool(sqlFormatter, { sql: 'SELECT `a` FROM t', dialect: 'postgres' }).ok).toBe(false)
})

const SQL_SOURCES = {
  pgOperators: 'PostgreSQL 18, 9.16 JSON functions and operators; 4.1.3 operators',
  pgStrings: 'PostgreSQL 18, 4.1.2.2 escape strings, 4.1.2.5 bit strings, 4.1.2.4 dollar quotes',
  pgComments: 'PostgreSQL 18, 4.1.5: block comments nest',
  mysql: 'MySQL 8.4 manual, 11.4 user variables, 14.4.2 comparison, 11.7 comments',
  transact: 'Transact-SQL reference, SELECT INTO: #tmp; @@VERSION',
  bigquery: 'GoogleSQL, lexical structure: raw strings',
  oracle: 'Oracle Database SQL reference, object names: $ and #; literals: q’[…]’',
  drivers: 'PEP 249, paramstyle: named, format, pyformat; SQLite, lang_expr: parameters',
}

// Without its white space the result is the text, and what touched goes on touching.
test.each([
  ["select a->>'b' from t", "select\n  a ->> 'b'\nfrom\n  t", SQL_SOURCES.pgOperators],
  ["select a->'b' from t", "select\n  a -> 'b'\nfrom\n  t", SQL_SOURCES.pgOperators],
  ['select a from t where a <=> b', 'select\n  a\nfrom\n  t\nwhere\n  a <=> b', SQL_SOURCES.mysql],
  ["select E'\\n'", "select\n  E'\\n'", SQL_SOURCES.pgStrings],
  ["select e'a\\'b'", "select\n  e'a\\'b'", SQL_SOURCES.pgStrings],
  ["select B'01'", "select\n  B'01'", SQL_SOURCES.pgStrings],
  ['select $$it  is$$', 'select\n  $$it  is$$', SQL_SOURCES.pgStrings],
  ["select 'C:\\', 'it  is'", "select\n  'C:\\',\n  'it  is'", SQL_SOURCES.pgStrings],
  ["select r'x\\y'", "select\n  r'x\\y'", SQL_SOURCES.bigquery],
  ["select q'[it's  so]' from dual", "select\n  q'[it's  so]'\nfrom\n  dual", SQL_SOURCES.oracle],
  ['select emp# from v$session', 'select\n  emp#\nfrom\n  v$session', SQL_SOURCES.oracle],
  ['select @x', 'select\n  @x', SQL_SOURCES.mysql],
  ['set @x := 1', 'set\n  @x := 1', SQL_SOURCES.mysql],
  ['select @@version', 'select\n  @@version', SQL_SOURCES.transact],
  ['select a, # one\n b from t', 'select\n  a, # one\n  b\nfrom\n  t', SQL_SOURCES.mysql],
  ['select a from t where x = @p', 'select\n  a\nfrom\n  t\nwhere\n  x = @p', SQL_SOURCES.transact],
  ['select a from #tmp', 'select\n  a\nfrom\n  #tmp', SQL_SOURCES.transact],
  ['select %s, %(name)s', 'select\n  %s,\n  %(name)s', SQL_SOURCES.drivers],
  ['select a from t where b=%s', 'select\n  a\nfrom\n  t\nwhere\n  b = %s', SQL_SOURCES.drivers],
  ['select :a, :b', 'select\n  :a,\n  :b', SQL_SOURCES.drivers],
  ['select a from t where b=:b', 'select\n  a\nfrom\n  t\nwhere\n  b = :b', SQL_SOURCES.drivers],
  ['select a::int from t where b=@p', 'select\n  a::int\nfrom\n  t\nwhere\n  b = @p', SQL_SOURCES.drivers],
  ['select a from t where x <@y', 'select\n  a\nfrom\n  t\nwhere\n  x <@y', SQL_SOURCES.pgOperators],
  ['select ?*2, -?', 'select\n  ? * 2,\n  - ?', SQL_SOURCES.drivers],
  ['select /* a /* c */ */ 1', 'select\n  /* a /* c */ */\n  1', SQL_SOURCES.pgComments],
])('only the layout of %j changes', (sql, result) => {
  expect(run({ sql }).result).toBe(result)
})

test.each([
  ['select a %b, a%(b+c)', 'select\n  a % b,\n  a % (b + c)'],
  ["a text default'x'", "a text default 'x'"],
  ['select a%b, a=-1, a||-b from t', 'select\n  a % b,\n  a = -1,\n  a || - b\nfrom\n  t'],
  ["select a from t where c='d'offset 5", "select\n  a\nfrom\n  t\nwhere\n  c = 'd'\noffset\n  5"],
  ["select `a` from t where b = '$$'", "select\n  `a`\nfrom\n  t\nwhere\n  b = '$$'"],
  ["select'a'as b,date'2026-01-31'", "select\n  'a' as b,\n  date '2026-01-31'"],
  ['select count(*)*-1, a/*c*/+b--d', 'select\n  count(*) * -1,\n  a /*c*/ + b --d'],
])('%s has words that may be parted', (sql, result) => {
  expect(run({ sql }).result).toBe(result)
})

test.each([
  ["select a->>'b' from t", 'standard', "“a->>'b'” would be torn apart at line 1 column 10"],
  ["select\n E'\\n'", 'mysql', "“E'\\n'” would be torn apart at line 2 column 3"],
  ["select a|>b, E'\\n'", 'auto', '“a|>b,” would be torn apart at line 1 column 10'],
  ['select 1..2', 'plsql', '“1..2” would be torn apart at line 1 column 10'],
])('%s as %s is refused, since it would not stay the same', (sql, dialect, problem) => {
  expect(runTool(sqlFormatter, { sql, dialect })).toMatchObject({
    error: { message: `SQL could not be read: ${problem}`, details: [{ field: 'sql' }] },
  })
})

test.each([
  ['postgresql', 'select a from t where x = @p and d@@q and a#b>0'],
  ['transactsql', 'select a from t where x<@y'],
  ['mysql', "select ?||'x', ?-1"],
])('a chosen dialect, %s, says what the signs mean: %s', (dialect, sql) => {
  const { result } = run({ sql, dialect })
  expect(String(result).replace(/\s/g, '')).toBe(sql.replace(/\s/g, ''))
  expect(String(result)).not.toMatch(/@ [py]/)
})

test.each([
  ['parentheses', `select ${'('.repeat(5000)}1${')'.repeat(5000)}`],
  ['parentheses after an apostrophe', `# it's\nselect ${'('.repeat(40_000)}`],
  ['CASE', `select ${'case when 1 then '.repeat(4000)}1${' end'.repeat(4000)}`],
])('%s, thousands of levels deep, are refused', (_, sql) => {
  expect(runTool(sqlFormatter, { sql })).toMatchObject({ ok: false, error: { details: [{ field: 'sql' }] } })
})
