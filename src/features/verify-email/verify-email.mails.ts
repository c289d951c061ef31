import { defineMail } from '#src/server/mail/mail-template.ts'

// Anybody can type anybody's address: these mails hold nothing that the sender of a form chose.

export const confirmAddress = defineMail<{ token: string }>({
  category: 'account',
  example: { token: 'q0w9e8r7t6y5u4i3o2p1a0s9d8f7g6h5j4k3l2z1x0c' },
  write: ({ token }) => ({
    subject: 'Confirm your email address',
    paragraphs: [
      'Somebody opened an account at Fettle with this address. If that was you, confirm the address: it lets you reset your password and get the mails that you choose.',
      'The link works for 24 hours. If it was not you, you need not do anything.',
    ],
    action: { label: 'Confirm address', path: `/auth?mode=verify#token=${token}` },
    reason: 'You get this mail because your address was entered at Fettle.',
  }),
})

export const confirmNewAddress = defineMail<{ token: string }>({
  category: 'account',
  example: { token: 'q0w9e8r7t6y5u4i3o2p1a0s9d8f7g6h5j4k3l2z1x0c' },
  write: ({ token }) => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      'Somebody wants to use this address for their account at Fettle. If that was you, confirm it. Until then the account keeps its old address.',
      'The link works for 24 hours. If it was not you, you need not do anything.',
    ],
    action: { label: 'Confirm address', path: `/auth?mode=verify#token=${token}` },
    reason: 'You get this mail because your address was entered at Fettle.',
  }),
})

/** To the old address, before anything has changed. */
export const addressChangeAsked = defineMail<{ newAddress: string }>({
  category: 'account',
  example: { newAddress: 'new@example.com' },
  write: ({ newAddress }) => ({
    subject: 'Your email address is about to change',
    paragraphs: [
      `Somebody who is signed in to your account wants to change its address to ${newAddress}. The change counts once a link that we sent there is opened.`,
      'If that was not you, change your password now: it ends every other session.',
    ],
    action: { label: 'Open your settings', path: '/settings' },
  }),
})

/** To the old address, which is no longer that of the account. */
export const addressChanged = defineMail<{ newAddress: string }>({
  category: 'account',
  example: { newAddress: 'new@example.com' },
  write: ({ newAddress }) => ({
    subject: 'Your email address has changed',
    paragraphs: [
      `The address of your account is now ${newAddress}. Nothing more about the account will come here.`,
      'If that was not you, write to us at once: we can give you the account back.',
    ],
    action: { label: 'Write to support', path: '/support' },
  }),
})

/** To the owner of an address with which somebody tried to register, or to which somebody wants to move an account. */
export const addressInUse = defineMail<object>({
  category: 'account',
  example: {},
  write: () => ({
    subject: 'You already have an account',
    paragraphs: [
      'Somebody entered this address at Fettle to open an account or to move one here. It belongs to your account already, so nothing has changed.',
      'If that was you, sign in, or set a new password if you no longer know yours.',
    ],
    action: { label: 'Set a new password', path: '/auth?mode=forgot' },
  }),
})
