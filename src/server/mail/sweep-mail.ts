import type { Db } from '#src/server/database.ts'
import { forgetOldEmailTokens } from './email-tokens.queries.ts'
import { forgetOldMails } from './mail.queries.ts'

const KEEP_DAYS = 30

/** Forgets mails that were dealt with a month ago and links that are too old. */
export async function sweepMail(db: Db): Promise<void> {
  await forgetOldMails(db, KEEP_DAYS)
  await forgetOldEmailTokens(db)
}
