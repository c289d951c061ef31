import { AppError } from '#src/server/http/app-error.ts'

/** The same for a link that was used, one that is too old and one that never was. */
export const linkInvalid = () =>
  new AppError({
    code: 'LINK_INVALID',
    status: 410,
    message: 'This link has expired or was used already. Ask for a new one.',
  })
