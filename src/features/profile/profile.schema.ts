import { Email, Name, User } from '#src/features/accounts/accounts.schema.ts'
import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'
import { AVATAR_MAX_MB } from './avatar-limits.ts'

export const profileContract = {
  update: endpoint({
    method: 'PATCH',
    path: '/api/user',
    summary: 'Change my name',
    body: z.strictObject({ name: Name }),
    answer: User,
    errors: ['SIGN_IN_REQUIRED', 'INVALID_INPUT'],
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/user/email',
    summary: 'Ask for another address; it counts once the link in the mail to it was used',
    body: z.strictObject({ email: Email }),
    answer: z.object({ ok: z.literal(true) }),
    status: 202,
    errors: ['SIGN_IN_REQUIRED', 'FRESH_SIGN_IN_REQUIRED', 'INVALID_INPUT', 'TOO_MANY_REQUESTS'],
  }),
  uploadAvatar: endpoint({
    method: 'POST',
    path: '/api/user/avatar',
    summary: `My picture: JPEG, PNG or WebP, at most ${AVATAR_MAX_MB} MB`,
    upload: true,
    answer: z.object({ avatarUrl: z.string() }),
    errors: ['SIGN_IN_REQUIRED', 'INVALID_INPUT', 'BODY_TOO_LARGE', 'TOO_MANY_REQUESTS'],
    replay: false,
  }),
  removeAvatar: endpoint({
    method: 'DELETE',
    path: '/api/user/avatar',
    summary: 'Remove my picture',
    answer: z.object({ ok: z.literal(true) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
}
