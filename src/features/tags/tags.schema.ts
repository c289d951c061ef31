import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const NAME_MAX = 30
const MAX_SYNONYMS = 20
export const MAX_TAGS = 8
export const REASON_MAX = 500
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
const Address = z.string('Enter the address of a tool').trim().max(300)

export const ToolTags = z.object({
  slug: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  /** Other words that it is found by. */
  synonyms: z.array(z.string()),
})
export type ToolTags = z.infer<typeof ToolTags>

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
  ofTool: endpoint({
    method: 'GET',
    path: '/api/admin/tool-tags',
    summary: 'The tags of one tool, and the other words that it is found by',
    query: z.strictObject({ tool: Address.default('') }),
    answer: z.object({ tool: ToolTags }),
    errors: [...FOR_ADMINS, 'NOT_FOUND'],
  }),
  editOfTool: endpoint({
    method: 'PUT',
    path: '/api/admin/tool-tags',
    summary: 'File one tool under other tags and words; its creator is told why',
    body: z.strictObject({
      tool: Address,
      tags: z.array(Name).max(MAX_TAGS, `A tool has at most ${MAX_TAGS} tags`),
      synonyms: z.array(Name).max(MAX_SYNONYMS, `At most ${MAX_SYNONYMS} words`),
      reason: z.string('Say why').trim().min(1, 'Say why').max(REASON_MAX, `At most ${REASON_MAX} characters`),
    }),
    answer: z.object({ tool: ToolTags }),
    errors: [...FOR_ADMINS, 'NOT_FOUND', 'BUILTIN_TOOL', 'INVALID_INPUT'],
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
