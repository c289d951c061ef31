import { isUuid } from '#src/lib/ids.ts'
import { OPTIONAL_CATEGORIES, type OptionalCategory } from '#src/lib/mail-categories.ts'
import type { Signer } from '#src/server/crypto/signer.ts'

export interface Unsubscription {
  readonly userId: string
  readonly category: OptionalCategory
}

/** The part of an address that proves its bearer got our mail; it never ends, as old mails are unsubscribed from too. */
export const toUnsubscribeToken = (signer: Signer, { userId, category }: Unsubscription): string =>
  signer.sign(`${userId} ${category}`)

/** Undefined when we did not make it. */
export function readUnsubscribeToken(signer: Signer, token: string): Unsubscription | undefined {
  const [userId = '', name] = signer.verify(token)?.split(' ') ?? []
  const category = OPTIONAL_CATEGORIES.find((one) => one === name)
  return category === undefined || !isUuid(userId) ? undefined : { userId, category }
}
