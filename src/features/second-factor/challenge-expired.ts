import { AppError } from '#src/server/http/app-error.ts'

export const challengeExpired = () =>
  new AppError({
    code: 'CHALLENGE_EXPIRED',
    status: 401,
    message: 'This took too long, or too many tries. Start again.',
  })
