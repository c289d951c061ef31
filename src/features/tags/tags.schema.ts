import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const NAME_MAX = 30
const MAX_SYNONYMS = 20
export const TAGS_SHOWN = 100

export const AdminTag = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  /** Of tools in the catalogue. */
  toolCount: z.int(),
  synonyms: z.array(z.string()),
  /** Addresses that lead here: what it was called before, and what was merged into it. */
  former: z.array(z.string()),
})
export type AdminTag = z.infer<typeof AdminTag>

const Name = z
  .string('Enter a name')
  .trim()
  .min(1, 'Enter a name')
  .max(NAME_MAX, `A tag has at most ${NAME_MAX} characters`)
const ById = z.strictObject({ id: z.uuid() })
const FOR_ADMINS = ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const

export const tagsContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/tags',
    summary: `Tags with their synonyms, the most used first; ${TAGS_SHOWN} at most`,
    query: z.strictObject({ search: z.string().trim().max(100).default('') }),
    answer: z.object({ tags: z.array(AdminTag) }),
    errors: FOR_ADMINS,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/admin/tags/:id',
    summary: 'Call a tag something else, and say which other words lead to it; its former address leads on',
    params: ById,
    body: z.strictObject({ name: Name, synonyms: z.array(Name).max(MAX_SYNONYMS) }),
    answer: z.object({ tag: AdminTag }),
    errors: [...FOR_ADMINS, 'NOT_FOUND', 'TAG_EXISTS', 'INVALID_INPUT'],
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/admin/tags/:id/merge',
    summary: 'Give all tools of a tag another one instead; its address leads to that one',
    params: ById,
    body: z.strictObject({ into: Name }),
    answer: z.object({ tag: AdminTag }),
    errors: [...FOR_ADMINS, 'NOT_FOUND', 'SAME_TAG'],
  }),
}
