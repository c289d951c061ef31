import { toTagSlug } from '#src/features/catalog/save-tool.queries.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, conflict, invalidInput } from '#src/server/http/app-error.ts'
import { may } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import {
  type AdminTagRow,
  findAdminTag,
  findTagBySlug,
  listAdminTags,
  listTaken,
  lockTags,
  mergeTag,
  renameTag,
  setSynonyms,
} from './tags.queries.ts'
import { type AdminTag, tagsContract } from './tags.schema.ts'
import { toolTagRoutes } from './tool-tags.server.ts'

const tagExists = (slugs: readonly string[]) =>
  conflict('TAG_EXISTS', `There is a tag “${slugs.join('”, “')}” already: merge one into the other`)
const sameTag = () => conflict('SAME_TAG', 'This is the same tag')

const toTag = ({ tool_count, synonyms, former, ...tag }: AdminTagRow): AdminTag => ({
  ...tag,
  toolCount: tool_count,
  synonyms: [...synonyms],
  former: [...former],
})

async function getTag(db: Db, id: string | undefined): Promise<AdminTagRow> {
  const row = id === undefined ? undefined : await findAdminTag(db, id)
  assertFound(row, 'tag')
  return row
}

/** Tidying up what creators call their tools. */
export function tagRoutes({ db }: { db: Db }): Route[] {
  const guards = [may('tags.change')] as const
  return [
    ...toolTagRoutes({ db }),
    route(tagsContract.list, [...guards], async ({ query }) => ({
      tags: (await listAdminTags(db, query.search)).map(toTag),
    })),
    route(tagsContract.edit, [...guards], ({ params, body, user, address }) =>
      db.transaction().execute(async (transaction) => {
        await lockTags(transaction)
        const before = await getTag(transaction, params.id)
        const { name } = body
        const slug = toTagSlug(name)
        const synonyms = [...new Set(body.synonyms.map(toTagSlug))].filter((one) => one !== '' && one !== slug)
        if (slug === '') throw invalidInput([{ field: 'name', message: 'A tag needs a letter or a digit' }])
        const taken = await listTaken(transaction, before.id, [slug, ...synonyms])
        if (taken.length > 0) throw tagExists(taken)
        await renameTag(transaction, before, { name, slug })
        await setSynonyms(transaction, before.id, synonyms)
        await appendAudit(transaction, {
          actorId: user.id,
          action: 'tag.changed',
          target: `tag ${before.id}`,
          address,
          details: { from: before.name, to: name, synonyms: synonyms.join(', ') },
        })
        return { tag: toTag(await getTag(transaction, before.id)) }
      }),
    ),
    route(tagsContract.merge, [...guards], ({ params, body, user, address }) =>
      db.transaction().execute(async (transaction) => {
        await lockTags(transaction)
        const from = await getTag(transaction, params.id)
        const into = await getTag(transaction, await findTagBySlug(transaction, toTagSlug(body.into)))
        if (from.id === into.id) throw sameTag()
        await mergeTag(transaction, from, into)
        await appendAudit(transaction, {
          actorId: user.id,
          action: 'tag.merged',
          target: `tag ${into.id}`,
          address,
          details: { from: from.name, into: into.name },
        })
        return { tag: toTag(await getTag(transaction, into.id)) }
      }),
    ),
  ]
}
