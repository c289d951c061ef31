/** What people may switch off, one by one. Mails about the account itself are always sent. */
export const OPTIONAL_CATEGORIES = ['workflows', 'sales', 'community', 'product'] as const
export type OptionalCategory = (typeof OPTIONAL_CATEGORIES)[number]
export type MailCategory = 'account' | OptionalCategory
