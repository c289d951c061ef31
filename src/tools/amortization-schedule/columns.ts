import type { Column } from '#src/sdk/outputs.ts'

const AMOUNTS: readonly Column[] = [
  { name: 'payment', label: 'Payment', type: 'money' },
  { name: 'interest', label: 'Interest', type: 'money' },
  { name: 'principal', label: 'Principal', type: 'money' },
  { name: 'balance', label: 'Balance', type: 'money' },
]

export const YEAR_COLUMNS: readonly Column[] = [{ name: 'year', label: 'Year', type: 'number' }, ...AMOUNTS]
export const PLAN_COLUMNS: readonly Column[] = [
  { name: 'number', label: 'No.', type: 'number' },
  { name: 'date', label: 'Date' },
  ...AMOUNTS,
]
