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
