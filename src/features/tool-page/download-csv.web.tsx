import { saveFile } from '#src/client/save-file.ts'
import type { Column } from '#src/sdk/outputs.ts'
import { tableCsv, withByteOrderMark } from './table-csv.ts'

/** Saves a table output as a file with this name. */
export const downloadCsv = (fileName: string, value: unknown, columns: readonly Column[] | undefined): void =>
  saveFile(fileName, withByteOrderMark(tableCsv(value, columns)), 'text/csv;charset=utf-8')
