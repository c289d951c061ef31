import { appendAudit } from '#src/server/audit/audit.ts'
import type { SecretBox } from '#src/server/crypto/secret-box.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, tooManyRequests } from '#src/server/http/app-error.ts'
import type { Limiter, Rate } from '#src/server/http/limiter.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { recoveryCodeUsed } from './second-factor.mails.ts'
import {
  countRecoveryCodes,
  findTotp,
  hasSignedInFrom,
  takeRecoveryCode,
  takeTotpStep,
} from './second-factor.queries.ts'
import { totpStepOf } from './totp.ts'

export interface CodeDeps {
  readonly db: Db
  readonly secretBox: SecretBox
  readonly limiter: Limiter
  readonly queueMail: QueueMail
}

interface CodeAttempt {
  readonly userId: string
  readonly code: string
  readonly address: string
}

/** Uses up a code of the authenticator app or a recovery code; throws INVALID_CODE or TOO_MANY_REQUESTS. */
export type ProveCode = (attempt: CodeAttempt) => Promise<'totp' | 'recovery-code'>

const RATES: readonly Rate[] = ['6/min', '12/h']

export const invalidCode = () =>
  new AppError({
    code: 'INVALID_CODE',
    status: 401,
    message: 'This code is wrong or was used before',
    details: [{ field: 'code', message: 'This code is wrong or was used before' }],
  })

export const totpPlace = (userId: string) => ({ table: 'totp', column: 'secret', row: userId }) as const

/** "123 456" → "123456"; undefined for what is no code of an authenticator app. */
export const toTotpCode = (typed: string): string | undefined => /^\d{6}$/.exec(typed.replace(/[\s-]/g, ''))?.[0]

/** Counts tries per account; a stranger elsewhere cannot use up those of an address that the owner signs in from. */
export async function throttleCodes(
  { db, limiter }: Pick<CodeDeps, 'db' | 'limiter'>,
  userId: string,
  address: string,
): Promise<void> {
  const known = await hasSignedInFrom(db, userId, address)
  for (const rate of RATES) {
    const wait = limiter.take(rate, `code ${userId}${known ? ` ${address}` : ''}`)
    if (wait > 0) throw tooManyRequests(wait)
  }
}

export function createProveCode(deps: CodeDeps): ProveCode {
  const { db, secretBox, queueMail } = deps
  const proveTotp = async (userId: string, code: string): Promise<boolean> => {
    const row = await findTotp(db, userId)
    if (row === undefined || row.confirmed_at === null) return false
    const step = totpStepOf(secretBox.open(row.secret, totpPlace(userId)).toString(), code, new Date())
    return step !== undefined && (await takeTotpStep(db, userId, step))
  }
  const proveRecoveryCode = ({ userId, code, address }: CodeAttempt): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      if (!(await takeRecoveryCode(transaction, userId, hashRecoveryCode(code)))) return false
      const left = await countRecoveryCodes(transaction, userId)
      await queueMail(transaction, recoveryCodeUsed, { userId }, { left })
      await appendAudit(transaction, {
        actorId: userId,
        action: 'recovery-code.used',
        target: `user ${userId}`,
        address,
      })
      return true
    })

  return async (attempt) => {
    const { userId, code, address } = attempt
    await throttleCodes(deps, userId, address)
    const totpCode = toTotpCode(code)
    const method = totpCode === undefined ? 'recovery-code' : 'totp'
    const right = totpCode === undefined ? await proveRecoveryCode(attempt) : await proveTotp(userId, totpCode)
    if (right) return method
    await appendAudit(db, {
      actorId: null,
      action: 'second-factor.failed',
      target: `user ${userId}`,
      address,
      details: { method },
    })
    throw invalidCode()
  }
}
