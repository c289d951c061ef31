import { defineMail } from '#src/server/mail/mail-template.ts'
import { UNDO_DAYS } from './account-deletion.schema.ts'

export const deletionRequested = defineMail<{ day: string }>({
  category: 'account',
  example: { day: '4 December 2026' },
  write: ({ day }) => ({
    subject: 'Your account will be deleted',
    paragraphs: [
      `You asked us to delete your Fettle account. It will be gone for good on ${day}, after ${UNDO_DAYS} days.`,
      'Until then your workflows and API keys rest. To keep the account, sign in and choose “Keep my account”.',
      'If it was not you who asked, sign in, keep the account and change your password.',
    ],
    action: { label: 'Sign in', path: '/auth?redirect=%2Fsettings%23delete' },
  }),
})

export const accountKept = defineMail<object>({
  category: 'account',
  example: {},
  write: () => ({
    subject: 'Your account stays',
    paragraphs: ['The deletion of your Fettle account was called off. Your workflows and API keys work again.'],
    action: { label: 'Open your settings', path: '/settings' },
  }),
})

export const deletionPutOff = defineMail<{ owed: string }>({
  category: 'account',
  example: { owed: '$7.00 can be paid out from 2 May 2026' },
  write: ({ owed }) => ({
    subject: 'Your account is not deleted yet: money of yours is here',
    paragraphs: [
      `You sold something after you asked us to delete your account: ${owed}.`,
      `The account rests for another ${UNDO_DAYS} days. From $10.00 on, the money is paid out by itself on a Monday. If you do not want it, sign in, keep the account, and delete it again giving the money up.`,
    ],
    action: { label: 'Sign in', path: '/auth?redirect=%2Fsettings%23delete' },
  }),
})

export const leftAlonePutOff = defineMail<object>({
  category: 'account',
  example: {},
  write: () => ({
    subject: 'Your account is not deleted yet: you are the last super admin',
    paragraphs: [
      'You asked us to delete your account, but no other super admin stays, and nobody could give roles any more.',
      `The account rests for another ${UNDO_DAYS} days. Make somebody else a super admin until then.`,
    ],
    action: { label: 'Sign in', path: '/auth?redirect=%2Fadmin%2Fpeople' },
  }),
})

export const accountDeleted = defineMail<object>({
  category: 'account',
  example: {},
  write: () => ({
    subject: 'Your account is deleted',
    paragraphs: [
      'Your Fettle account is deleted, with its workflows, runs, keys and settings.',
      'What had to stay no longer carries your name: entries of the security log, and versions of tools that others use.',
    ],
    reason: 'This is the last mail about your Fettle account.',
  }),
})
