import type { Env } from './env.ts'
import type { Postgres } from './postgres/cluster.ts'

export interface Addresses {
  /** Of the database, for the application. */
  readonly url: string
  /** The same for the owner of its tables, and the role that is given what the application needs. */
  readonly migrations: { readonly url: string; readonly role: string | undefined }
}

/** Where the database is: the embedded one that runs, or the operator's. */
export function addressesOf(
  { databaseUrl, databaseOwnerUrl }: Pick<Env, 'databaseUrl' | 'databaseOwnerUrl'>,
  embedded: Postgres | undefined,
): Addresses {
  const url = embedded?.appUrl ?? databaseUrl
  if (url === undefined) throw new Error('There is no database')
  const role = decodeURIComponent(new URL(url).username) || undefined
  return { url, migrations: { url: embedded?.connection.url ?? databaseOwnerUrl ?? url, role } }
}
