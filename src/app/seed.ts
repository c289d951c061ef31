import { randomBytes } from 'node:crypto'
import { creatorTools } from '#db/seed/creator-tools.ts'
import { countUsers } from '#src/features/accounts/accounts.queries.ts'
import { createAccount, newUser } from '#src/features/accounts/accounts.server.ts'
import { saveTool } from '#src/features/catalog/save-tool.queries.ts'
import { contentOf } from '#src/features/creator-tools/content-of-tool.ts'
import { toCode, toInputSchema, toOutputSchema } from '#src/features/creator-tools/tool-content.schema.ts'
import { describeTool } from '#src/features/creator-tools/versions.queries.ts'
import { findStarterHook } from '#src/features/workflows/workflows.queries.ts'
import type { Db } from '#src/server/database.ts'

export interface SeededAccount {
  readonly what: string
  readonly email: string
  readonly password: string
  /** Path of this account's "Bill received" webhook, with its secret. */
  readonly hookPath: string
}

interface SeedOptions {
  readonly db: Db
  /** In production the only account is the super admin, and there are no sample tools. */
  readonly production: boolean
  readonly onRegistered: (db: Db, userId: string) => Promise<void>
}

const PEOPLE = [
  { what: 'Account', name: 'Ada', email: 'ada@fettle.test', role: 'user' },
  { what: 'Creator', name: 'Grace', email: 'grace@fettle.test', role: 'user' },
] as const
const SUPER_ADMIN = { what: 'Super admin', name: 'Admin', email: 'admin@fettle.test', role: 'super_admin' } as const

/** Fills an empty installation, all or nothing; one with accounts is left alone. Passwords exist in the answer only. */
export async function seedFirstStart({ db, production, onRegistered }: SeedOptions): Promise<SeededAccount[]> {
  if ((await countUsers(db)) > 0) return []
  return db.transaction().execute(async (transaction) => {
    const seeded: SeededAccount[] = []
    for (const { what, name, email, role } of production ? [SUPER_ADMIN] : [...PEOPLE, SUPER_ADMIN]) {
      const password = randomBytes(12).toString('base64url')
      const id = await createAccount(transaction, await newUser({ name, email, password, role }), {
        onRegistered,
        address: '',
      })
      if (what === 'Creator') await seedCreatorTools(transaction, id, name)
      seeded.push({ what, email, password, hookPath: (await findStarterHook(transaction, id)) ?? '' })
    }
    return seeded
  })
}

/** As if their creator had published them, so that they have a version with examples like any other tool. */
async function seedCreatorTools(db: Db, ownerId: string, creatorName: string): Promise<void> {
  for (const { slug, keywords, kind, icon, code, examples, ...listing } of creatorTools) {
    const content = contentOf({
      ...{ ...listing, kind, icon, code, examples, licence: 'MIT', tags: listing.tags.map((name) => ({ name })) },
      ...{ input_schema: toInputSchema(listing.input), output_schema: listing.output },
    })
    const { title, description, category, tags } = content
    const schemas = { inputSchema: toInputSchema(content.fields), outputSchema: toOutputSchema(content.outputs) }
    await saveTool(db, {
      ...{ slug, title, description, category, tags, keywords, ownerId, creatorName, kind, ...schemas },
      code: toCode(content),
      release: { semver: '1.0.0', changelog: 'First version', examples, content, userId: ownerId },
    })
    const { id } = await db.selectFrom('tool').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
    await describeTool(db, id, { icon, licence: content.licence, source: undefined, inBrowser: false })
  }
}

/** How to sign in, and one line to try; nothing when nothing was seeded. */
export function seededLines(seeded: readonly SeededAccount[], url: string | undefined): string[] {
  const [first] = seeded
  if (first === undefined) return []
  const people = seeded.map(({ what, email, password }) => `  ${what.padEnd(12)} ${email}  ${password}`)
  const lines = ['', 'Sign-ins, shown this once:', ...people]
  if (url !== undefined)
    lines.push('', `Try the workflow "Bill received" of ${first.email}:`, `  ${curlFor(url, first.hookPath)}`)
  return lines
}

const curlFor = (url: string, hookPath: string) =>
  `curl -X POST ${url}${hookPath} -H 'Content-Type: application/json' -d '{"bill": 84.5, "people": 3}'`
