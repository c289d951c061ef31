import { rowName } from '#src/server/crypto/sealed-columns.ts'
import type { Place, SecretBox } from '#src/server/crypto/secret-box.ts'
import type { Db } from '#src/server/database.ts'
import { listSealed, useSealed } from './secrets.queries.ts'

/** A sealed value opens for its owner and under its name only. */
export const secretPlace = (ownerId: string, name: string): Place => ({
  table: 'secret',
  column: 'value',
  row: rowName([ownerId, name]),
})

interface ReaderDeps {
  readonly db: Db
  readonly secretBox: SecretBox
}

/** For the engine: the value that a node may use. */
export const createSecretReader =
  ({ db, secretBox }: ReaderDeps) =>
  async (name: string, ownerId: string): Promise<string | null> => {
    const sealed = await useSealed(db, ownerId, name)
    return sealed === undefined ? null : secretBox.open(sealed, secretPlace(ownerId, name)).toString()
  }

/** All values of one person, for looking whether any of them is in what is about to leave. */
export const createAllSecrets =
  ({ db, secretBox }: ReaderDeps) =>
  async (ownerId: string): Promise<string[]> =>
    (await listSealed(db, ownerId)).map(({ name, value }) =>
      secretBox.open(value, secretPlace(ownerId, name)).toString(),
    )
