import { badge, checkbox, defineTool, listOf, table, textarea } from '#src/sdk/index.ts'

const MOST_CHARACTERS = 5_000_000
const LARGEST_FILE = 5_000_000
// RFC 5321, section 4.5.3.1, and RFC 1035, section 2.3.4.
const LONGEST_LOCAL_PART = 64
const LONGEST_DOMAIN = 253

const LOCAL_CHARACTER = /[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]/u
const DOMAIN_CHARACTER = /[\p{L}\p{M}\p{N}.-]/u
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const DOMAIN = new RegExp(
  String.raw`^(?:${LABEL}\.)+(?:xn--[a-z0-9-]{2,59}|\p{L}[\p{L}\p{M}]{1,62})(?![\p{L}\p{N}])`,
  'iu',
)

/** A dot-atom without the signs that enclose addresses; undefined where there is none, or a longer one than is allowed. */
function localPartBefore(text: string, at: number): string | undefined {
  let start = at
  while (start > 0 && at - start <= LONGEST_LOCAL_PART && LOCAL_CHARACTER.test(text.charAt(start - 1))) start--
  const run = text.slice(start, at)
  // Behind the last pair of dots, which no address has.
  const part = run.slice(run.lastIndexOf('..') + 1).replace(/^[.']+/, '')
  return part === '' || part.endsWith('.') || part.length > LONGEST_LOCAL_PART ? undefined : part
}

function domainBehind(text: string, at: number): string | undefined {
  let end = at + 1
  // Further than a domain may reach: what is longer is none, and not one that ends early.
  while (end < text.length && end - at <= 2 * LONGEST_DOMAIN && DOMAIN_CHARACTER.test(text.charAt(end))) end++
  const domain = DOMAIN.exec(text.slice(at + 1, end))?.[0]
  return domain === undefined || domain.length > LONGEST_DOMAIN ? undefined : domain
}

/** Looks at each @, so that a text of any kind takes one pass. */
function emailsOf(text: string): string[] {
  const emails: string[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const local = localPartBefore(text, at)
    const domain = local && domainBehind(text, at)
    if (local && domain) emails.push(`${local}@${domain}`)
  }
  return emails
}

/** The first spelling of each; capitals make no other address. */
function distinct(emails: readonly string[]): string[] {
  const first = new Map<string, string>()
  for (const email of emails) if (!first.has(email.toLowerCase())) first.set(email.toLowerCase(), email)
  return [...first.values()]
}

function domainsOf(emails: readonly string[]) {
  const counts = new Map<string, number>()
  for (const email of emails) {
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
    counts.set(domain, (counts.get(domain) ?? 0) + 1)
  }
  return [...counts].map(([domain, count]) => ({ domain, count })).sort((a, b) => b.count - a.count)
}

export const emailExtractor = defineTool({
  slug: 'email-extractor',
  title: 'Email Extractor',
  description: 'Finds the email addresses in a text, in their order, with or without those that come twice.',
  category: 'developer',
  tags: ['text', 'email'],
  keywords: [
    'extract emails',
    'find email addresses',
    'email finder',
    'mailing list',
    'scrape',
    'unique emails',
    'contacts',
  ],
  input: [
    textarea('text', {
      label: 'Text',
      default: '',
      placeholder: 'Contact us at hello@example.com',
      maxLength: MOST_CHARACTERS,
      maxBytes: LARGEST_FILE,
    }),
    checkbox('unique', { label: 'Each address once', help: 'Capitals and small letters are the same.' }),
    checkbox('sorted', { label: 'Sort by alphabet' }),
  ],
  output: {
    emails: listOf('Addresses', { primary: true }),
    count: badge('Addresses found'),
    domains: table('Domains', {
      columns: [
        { name: 'domain', label: 'Domain' },
        { name: 'count', label: 'Addresses', type: 'number' },
      ],
    }),
  },
  run: ({ text, unique, sorted }) => {
    const found = emailsOf(text)
    const chosen = unique ? distinct(found) : found
    const emails = sorted ? chosen.toSorted((a, b) => a.localeCompare(b, 'en')) : chosen
    return { emails, count: emails.length, domains: domainsOf(emails) }
  },
  examples: [
    {
      title: 'Several addresses',
      input: { text: 'Emails: a@b.com, c@d.org, e@f.net' },
      output: { emails: ['a@b.com', 'c@d.org', 'e@f.net'] },
      source: 'omni-tools, email extractor tests: several addresses',
    },
    {
      title: 'Each once',
      input: { text: 'test@test.com, test@test.com, other@test.com', unique: true },
      output: { emails: ['test@test.com', 'other@test.com'] },
      source: 'omni-tools, email extractor tests: unique addresses',
    },
    {
      title: 'Plus and dots',
      input: { text: 'user+tag@example.com firstname.lastname@example.com' },
      output: { emails: ['user+tag@example.com', 'firstname.lastname@example.com'], count: 2 },
      source: 'omni-tools, email extractor tests: plus addressing, dots in the local part',
    },
    {
      title: 'None',
      input: { text: 'This text has no email addresses.' },
      output: { emails: [], count: 0 },
      source: 'omni-tools, email extractor tests: no addresses',
    },
  ],
  method: {
    formula: 'Around each @ the longest local part before it and the longest domain behind it are taken.',
    rounding: 'None.',
    notes:
      'Local parts are dot-atoms of RFC 5322 (letters of any script, digits and signs) up to 64 characters; domains end with a name of two letters or more. Quoted local parts and addresses of machines such as user@localhost are not found. Whether an address exists is not checked.',
  },
  sources: [
    {
      title: 'RFC 5322, section 3.4.1: Addr-Spec Specification',
      url: 'https://www.rfc-editor.org/rfc/rfc5322#section-3.4.1',
    },
    { title: 'RFC 6531, SMTP Extension for Internationalized Email', url: 'https://www.rfc-editor.org/rfc/rfc6531' },
  ],
})
