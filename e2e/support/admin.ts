import { queryDatabase } from './app-database.ts'
import type { AppProcess } from './app-process.ts'

interface Ranking {
  readonly role: 'user' | 'admin' | 'super_admin'
  /** Whether the second factor is set up, and whether it was passed in every session. */
  readonly secondFactor: 'none' | 'not-passed' | 'passed'
}

/** Gives an account a role, and a second factor past the pages that set it up. */
export async function rank({ dataDir }: AppProcess, email: string, { role, secondFactor }: Ranking): Promise<void> {
  const [row] = await queryDatabase(dataDir, 'update "user" set role = $2 where email = $1 returning id', [email, role])
  if (secondFactor === 'none') return
  await queryDatabase(dataDir, 'insert into totp (user_id, secret, confirmed_at) values ($1, $2, now())', [
    row?.id,
    Buffer.alloc(20),
  ])
  if (secondFactor === 'passed')
    await queryDatabase(dataDir, 'update session set second_factor_at = now() where user_id = $1', [row?.id])
}
