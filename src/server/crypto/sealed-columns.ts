/** Every column of sealed values: what a new master key has to seal anew. `row` names the row as its seal knows it. */
export const SEALED_COLUMNS = [
  { table: 'totp', column: 'secret', key: ['user_id'] },
  { table: 'secret', column: 'value', key: ['owner_id', 'name'] },
  { table: 'workflow', column: 'hook_signing_secret', key: ['id'] },
] as const

type SealedColumn = (typeof SEALED_COLUMNS)[number]
export type SealedTable = SealedColumn['table']

/** What a seal calls a row: the values of its key. */
export const rowName = (values: readonly string[]): string => values.join('/')
