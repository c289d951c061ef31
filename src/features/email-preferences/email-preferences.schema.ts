import { endpoint } from '#src/lib/contract.ts'
import { OPTIONAL_CATEGORIES } from '#src/lib/mail-categories.ts'
import { z } from '#src/lib/zod.ts'

const Preference = z.object({ category: z.enum(OPTIONAL_CATEGORIES), wanted: z.boolean() })
export type Preference = z.infer<typeof Preference>
const Token = z.string().max(300)
/** Of whom and what an unsubscribe link speaks; the address is shortened, as mails are passed on. */
const Unsubscription = z.object({ address: z.string(), ...Preference.shape })

export const emailPreferencesContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/email-preferences',
    summary: 'Which mails I get',
    answer: z.object({ email: z.string(), emailVerified: z.boolean(), preferences: z.array(Preference) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/email-preferences',
    summary: 'Switch one category of mails on or off',
    body: z.strictObject(Preference.shape),
    answer: Preference,
    errors: ['SIGN_IN_REQUIRED'],
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/unsubscribe/:token',
    summary: 'What an unsubscribe link is about; changes nothing',
    params: z.object({ token: Token }),
    answer: Unsubscription,
    errors: ['NOT_FOUND'],
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/email-preferences/unsubscribe',
    summary: 'Switch off the category of an unsubscribe link; needs no session',
    body: z.strictObject({ token: Token }),
    answer: Unsubscription,
    errors: ['NOT_FOUND'],
  }),
}
