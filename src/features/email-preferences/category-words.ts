import type { OptionalCategory } from '#src/lib/mail-categories.ts'

/** What people may switch off, in their words. */
export const CATEGORY_WORDS: Readonly<Record<OptionalCategory, { readonly label: string; readonly help: string }>> = {
  workflows: { label: 'Workflows', help: 'A run failed, or one waits for your approval.' },
  sales: { label: 'Sales and purchases', help: 'Somebody bought a tool of yours, or a payout is on its way.' },
  community: { label: 'Community', help: 'Reviews of your tools and answers to yours.' },
  product: { label: 'News of Fettle', help: 'What is new here, a few times a year.' },
}
