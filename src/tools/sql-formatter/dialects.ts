import {
  bigquery,
  type DialectOptions,
  db2,
  mariadb,
  mysql,
  plsql,
  postgresql,
  redshift,
  snowflake,
  spark,
  sqlite,
  sql as standard,
  transactsql,
} from 'sql-formatter'

export const DIALECTS = {
  standard: { label: 'Standard SQL', dialect: standard },
  postgresql: { label: 'PostgreSQL', dialect: postgresql },
  mysql: { label: 'MySQL', dialect: mysql },
  mariadb: { label: 'MariaDB', dialect: mariadb },
  sqlite: { label: 'SQLite', dialect: sqlite },
  transactsql: { label: 'SQL Server (T-SQL)', dialect: transactsql },
  plsql: { label: 'Oracle (PL/SQL)', dialect: plsql },
  db2: { label: 'Db2', dialect: db2 },
  bigquery: { label: 'BigQuery', dialect: bigquery },
  redshift: { label: 'Redshift', dialect: redshift },
  snowflake: { label: 'Snowflake', dialect: snowflake },
  spark: { label: 'Spark', dialect: spark },
} satisfies Record<string, { label: string; dialect: DialectOptions }>
export type Dialect = keyof typeof DIALECTS

const LIKELY: readonly Dialect[] = ['standard', 'postgresql', 'mysql', 'sqlite', 'transactsql', 'plsql']
const ALL: readonly Dialect[] = [...new Set([...LIKELY, ...(Object.keys(DIALECTS) as Dialect[])])]

/** Tried in this order where nobody says which it is. */
export function likelyDialects(sql: string): readonly Dialect[] {
  // What stands between $$ and $$ is a text, which other dialects would lay out as if it were part of the query.
  if (/\$(?:[a-z_]\w*)?\$/i.test(sql)) return [...new Set<Dialect>(['postgresql', 'redshift', 'snowflake', ...ALL])]
  // PostgreSQL would read a [name] as an index of an array, MySQL a #table as a comment.
  const isTransact = /[\s,.(]\[[a-z_]/i.test(sql) || /\b(?:from|join|into|update|table|exists)\s+##?\w/i.test(sql)
  return isTransact ? ['transactsql', ...ALL] : ALL
}

export const operatorsOf = (dialect: Dialect): readonly string[] => {
  const options: DialectOptions = DIALECTS[dialect].dialect
  return options.tokenizerOptions.operators ?? []
}

/** Of every dialect, those of more than one character. */
export const LONG_OPERATORS: readonly string[] = [
  ...new Set([...ALL.flatMap(operatorsOf), '<>', '<=', '>=', '!=']),
].filter((operator) => operator.length > 1)

/** Of drivers, whatever the database: :name, %s and %(name)s of Python, %d and the like of WordPress. */
const BINDS = [String.raw`(?<![\w)\]"':]):[\p{L}_]\w*`, String.raw`(?<![\w)\]"'])%(?:\(\w+\))?[sdfi]\b`]
/** @name of ADO.NET, for dialects that have no such thing. */
const AT_BIND = String.raw`(?<![\w)\]"'@])@@?[\p{L}_]\w*`

/** Whether @name would be an operator and a name, or nothing at all. */
export const lacksAt = (dialect: Dialect): boolean => dialect === 'standard' || operatorsOf(dialect).includes('@')

/** For the library's option of that name, whose list replaces the dialect's own. */
export function bindsOf(dialect: Dialect, { withAt }: { withAt: boolean }) {
  const options: DialectOptions = DIALECTS[dialect].dialect
  const binds = withAt ? [...BINDS, AT_BIND] : BINDS
  return { custom: [...(options.tokenizerOptions.paramTypes?.custom ?? []), ...binds.map((regex) => ({ regex }))] }
}
