import { liftSuspension } from '#src/features/admin/people.queries.ts'
import type { BegunSuspension } from '#src/features/admin/people.server.ts'
import { releaseToolsOf } from '#src/features/catalog/tool-standing.queries.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import { AppError } from '#src/server/http/app-error.ts'
import { closeAppealsOf, isSuperAdmin, noteSuspension } from './suspensions.queries.ts'

interface Whose {
  readonly caseId: string
  readonly personId: string
}

/** Whoever is suspended cannot sign in: this address shows them the decision, and lets them appeal. */
export const pathOfSuspension = (signer: Signer, { caseId, personId }: Whose): string =>
  `/statements/link/${signer.sign(`${caseId} ${personId}`)}`

export function whoseStatement(signer: Signer, token: string): Whose | undefined {
  const [caseId, personId] = signer.verify(token)?.split(' ') ?? []
  return caseId === undefined || personId === undefined ? undefined : { caseId, personId }
}

/** What a suspension is for those who look after people: a decision with reasons, and one that is over. */
export const suspensionsFor = (signer: Signer) => ({
  async begun(transaction: Db, suspension: BegunSuspension): Promise<string> {
    const caseId = await noteSuspension(transaction, suspension)
    return pathOfSuspension(signer, { caseId, personId: suspension.personId })
  },
  /** Nobody has to decide what was asked for and given. */
  ended: (transaction: Db, personId: string, decidedBy: string) => closeAppealsOf(transaction, personId, decidedBy),
})

const onlySuperAdmins = () =>
  new AppError({ code: 'FORBIDDEN', status: 403, message: 'Only a super admin can do this to a super admin' })

interface Lifting {
  readonly personId: string
  readonly decidedBy: string | null
}

/** An appeal that is won: in again, and each tool as it would be without the suspension. */
export async function liftByAppeal(transaction: Db, { personId, decidedBy }: Lifting): Promise<void> {
  if (
    (await isSuperAdmin(transaction, personId)) &&
    (decidedBy === null || !(await isSuperAdmin(transaction, decidedBy)))
  )
    throw onlySuperAdmins()
  await liftSuspension(transaction, personId)
  await releaseToolsOf(transaction, personId)
}
