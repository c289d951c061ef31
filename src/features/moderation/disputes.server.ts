import { claimDecidedMail, counterDecidedMail } from '#src/features/copyright/copyright.mails.ts'
import {
  findRestoreDays,
  listClaimants,
  setCourt,
  setHidden,
  setRestored,
} from '#src/features/copyright/disputes.queries.ts'
import type { Db } from '#src/server/database.ts'
import { conflict } from '#src/server/http/app-error.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import type { CaseKind, Decision, Ground } from './moderation.schema.ts'

interface Deps {
  readonly transaction: Db
  readonly queueMail: QueueMail
}

/** What a decision about reports means for the copyright claims among them. */
export async function settleClaims(
  { transaction, queueMail }: Deps,
  caseId: string,
  { decision, ground }: { readonly decision: Decision; readonly ground: Ground | null },
): Promise<void> {
  const isHidden = decision !== 'approve'
  if (isHidden && ground === 'copyright') await setHidden(transaction, caseId)
  if (!isHidden) await setRestored(transaction, caseId)
  for (const { email, reference } of await listClaimants(transaction, caseId))
    await queueMail(transaction, claimDecidedMail, { userId: null, email }, { reference, isHidden })
}

/** What an appeal or a counter-claim that was decided means for those who claimed. */
export async function endDispute(
  { transaction, queueMail }: Deps,
  caseId: string,
  { kind, isWon }: { readonly kind: CaseKind; readonly isWon: boolean },
): Promise<void> {
  if (isWon) await setRestored(transaction, caseId)
  else if (kind === 'counter') await setCourt(transaction, caseId)
  else return
  for (const { email, reference } of await listClaimants(transaction, caseId)) {
    const to = { userId: null, email }
    if (kind === 'counter') await queueMail(transaction, counterDecidedMail, to, { reference, isRestored: isWon })
    else await queueMail(transaction, claimDecidedMail, to, { reference, isHidden: false })
  }
}

/** Whoever claimed has these days to go to court. */
export async function mustBeTime(transaction: Db, caseId: string | null): Promise<void> {
  const from = (await findRestoreDays(transaction, caseId ?? ''))?.restore_from
  if (from != null && from > new Date())
    throw conflict('TOO_EARLY', `The claimant can go to court until ${from.toISOString().slice(0, 10)}: not before`)
}
