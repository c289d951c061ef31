import { sql } from 'kysely'
import type { CheckedFile } from '#src/lib/forms/form-files.ts'
import type { RunFile } from '#src/sdk/define-node.ts'
import type { Db } from '#src/server/database.ts'

export interface NewFile extends CheckedFile {
  readonly id: string
  /** The name of its question. */
  readonly field: string
}

export async function insertFiles(
  transaction: Db,
  { executionId, ownerId }: { readonly executionId: string; readonly ownerId: string },
  files: readonly NewFile[],
): Promise<void> {
  await transaction
    .insertInto('execution_file')
    .values(
      files.map(({ id, field, name, type, content }) => ({
        ...{ id, field, name, type, execution_id: executionId, owner_id: ownerId },
        ...{ bytes: content.length, content: Buffer.from(content) },
      })),
    )
    .execute()
}

/** Undefined for what belongs to somebody else. */
export async function findFile(
  db: Db,
  ownerId: string,
  { id, executionId }: { readonly id: string; readonly executionId?: string },
): Promise<RunFile | undefined> {
  const { rows } = await sql<RunFile>`
    select name, type, content from execution_file
     where id = ${id} and owner_id = ${ownerId}
       and (${executionId ?? null}::uuid is null or execution_id = ${executionId ?? null})`.execute(db)
  return rows[0]
}
