import type { NewNotification } from './notify.queries.ts'

// What is told from more than one place.

export const passwordChangedNews = (userId: string): NewNotification => ({
  userId,
  kind: 'password.changed',
  title: 'Your password was changed',
  body: 'Your other sessions have ended. If that was not you, reset it at once.',
  href: '/settings#password',
})

/** `what` is a sentence: "The passkey “Laptop” was added". */
export const secondFactorNews = (userId: string, what: string): NewNotification => ({
  userId,
  kind: 'second-factor.changed',
  title: what,
  body: 'If that was not you, change your password and look at your devices.',
  href: '/settings#second-factor',
})
