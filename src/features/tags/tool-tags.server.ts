import { retagTool, toTagSlug } from '#src/features/catalog/save-tool.queries.ts'
import { slugIn } from '#src/features/catalog/slug-in.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, assertFound, invalidInput } from '#src/server/http/app-error.ts'
import { may } from '#src/server/http/guards.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { lockTags } from './tags.queries.ts'
import { type ToolTags, tagsContract } from './tags.schema.ts'
import { findToolTags, retagDraft, type ToolTagsRow } from './tool-tags.queries.ts'

const builtinTool = () =>
  new AppError({ code: 'BUILTIN_TOOL', status: 409, message: 'This tool is built in: its tags are in its code' })

async function getTool(db: Db, address: string): Promise<ToolTagsRow> {
  const row = await findToolTags(db, slugIn(address))
  assertFound(row, 'tool')
  return row
}

const toAnswer = ({ slug, title, tags, keywords }: ToolTagsRow): { tool: ToolTags } => ({
  tool: { slug, title, tags: [...tags], synonyms: [...keywords] },
})

/** What one tool is filed under, where its creator has it wrong. */
export function toolTagRoutes({ db }: { readonly db: Db }): Route[] {
  return [
    route(tagsContract.ofTool, [may('tags.change')], async ({ query }) => toAnswer(await getTool(db, query.tool))),
    route(tagsContract.editOfTool, [may('tags.change')], ({ body, user, address }) =>
      db.transaction().execute(async (transaction) => {
        await lockTags(transaction)
        const before = await getTool(transaction, body.tool)
        if (before.kind === 'builtin') throw builtinTool()
        if (body.tags.some((tag) => toTagSlug(tag) === ''))
          throw invalidInput([{ field: 'tags', message: 'A tag needs a letter or a digit' }])
        const tags = await retagTool(transaction, { id: before.id, tags: body.tags, keywords: body.synonyms })
        await retagDraft(transaction, before.id, tags)
        if (before.owner_id !== null)
          await notify(transaction, {
            userId: before.owner_id,
            kind: 'moderation.decided',
            title: `The tags of “${before.title}” were changed`,
            body: `Now: ${tags.join(', ') || 'none'}. ${body.reason}`,
            href: `/fxn/${before.slug}`,
          })
        await appendAudit(transaction, {
          ...{ actorId: user.id, action: 'tool.retagged', target: `tool ${before.id}`, address },
          details: {
            ...{ from: before.tags.join(', '), to: tags.join(', '), reason: body.reason },
            ...{ synonymsFrom: before.keywords.join(', '), synonyms: body.synonyms.join(', ') },
          },
        })
        return toAnswer(await getTool(transaction, before.slug))
      }),
    ),
  ]
}
