export const MESSAGE_MAX = 5000

export const SUPPORT_RULES = {
  messageMissing: 'Please write what it is about',
  messageLong: `The message must be at most ${MESSAGE_MAX} characters`,
} as const
