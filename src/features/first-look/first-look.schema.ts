import { z } from '#src/lib/zod.ts'

/** What a first look can find: hints for whoever decides, never a verdict. */
const HINT_KINDS = [
  'secret',
  'network',
  'sandbox',
  'obfuscated',
  'credentials',
  'copied',
  'impersonation',
  'spam',
] as const
export type HintKind = (typeof HINT_KINDS)[number]

export const Hint = z.object({
  kind: z.enum(HINT_KINDS),
  /** Where it is, in words. */
  where: z.string(),
  /** What is there, shortened; of a secret its beginning only. */
  excerpt: z.string(),
})
export type Hint = z.infer<typeof Hint>

export const HINT_WORDS: Readonly<Record<HintKind, string>> = {
  secret: 'Looks like a secret',
  network: 'Wants to reach the network',
  sandbox: 'Wants to get out of the sandbox',
  obfuscated: 'Hides what its code does',
  credentials: 'Asks for what nobody should give away',
  copied: 'Text of another listing',
  impersonation: 'Could be taken for somebody else’s',
  spam: 'Reads like an advertisement',
}
