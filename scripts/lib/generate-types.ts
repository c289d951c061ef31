import { type Outcome, runCommand } from './run-command.ts'

interface GenerateOptions {
  /** Address of a database with all migrations. */
  url: string
  /** Only compares, and fails when the file is out of date. */
  verify?: boolean
}

/** Writes db/types.ts, the types of all tables, as kysely-codegen reads them from a database. */
export function generateTypes({ url, verify = false }: GenerateOptions): Promise<Outcome> {
  return runCommand([
    process.execPath,
    'node_modules/kysely-codegen/dist/cli/bin.js',
    ...['--dialect', 'postgres', '--url', url, '--out-file', 'db/types.ts'],
    // As src/server/database.ts parses them.
    ...['--type-mapping', JSON.stringify({ int8: 'number', date: 'string' })],
    // The schema of the durable library is its own affair.
    ...['--exclude-pattern', '(migration|dbos.*)'],
    ...(verify ? ['--verify'] : []),
  ])
}
