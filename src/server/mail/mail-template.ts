import type { MailCategory } from '#src/lib/mail-categories.ts'

export interface MailContent {
  /** One line, at most 78 characters. */
  readonly subject: string
  /** Plain text, one entry per paragraph. */
  readonly paragraphs: readonly string[]
  /** The one thing to do; `path` begins with a slash and leads to this installation. */
  readonly action?: { readonly label: string; readonly path: string }
  /** Why the person gets this mail. Default: what the category says. */
  readonly reason?: string
}

/** What one kind of mail says. Lives in `<feature>.mails.ts`, where the test of all templates finds it. */
export interface MailTemplate<Data> {
  /** 'account' mails are always sent; the others only to people who want the category. */
  readonly category: MailCategory
  /** Stands for real data in tests. */
  readonly example: Data
  /** Keep out what a stranger chose (names, messages) when the reader may not know them: it would be in our voice. */
  write(data: Data): MailContent
}

export const defineMail = <Data>(template: MailTemplate<Data>): MailTemplate<Data> => template

/** What the footer of a mail says by default. */
export const REASONS: Readonly<Record<MailCategory, string>> = {
  account: 'You get this mail because it is about your Fettle account.',
  workflows: 'You get this mail because you asked for news of your workflows.',
  sales: 'You get this mail because you asked for news of your sales.',
  community: 'You get this mail because you asked for news of the community.',
  product: 'You get this mail because you asked for news of Fettle.',
}
