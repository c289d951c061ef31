import { type CardRow, findTool, listCards } from '#src/features/catalog/catalog.queries.ts'
import { getTool, toCard, toPricing } from '#src/features/catalog/catalog.server.ts'
import { findBuiltin } from '#src/features/catalog/find-builtin.ts'
import { assertMayCopy, getUsableTool } from '#src/features/checkout/access.ts'
import { isUuid } from '#src/lib/ids.ts'
import { isSameJson } from '#src/lib/same-json.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, assertFound, conflict, signInRequired } from '#src/server/http/app-error.ts'
import { type Guard, limitWith, signedIn } from '#src/server/http/guards.ts'
import type { Claim } from '#src/server/http/idempotency.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Viewer } from '#src/server/http/request-context.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { contentOf } from './content-of-tool.ts'
import {
  CLONE_SIGN_IN,
  type ClonedFxn,
  creatorToolsContract,
  DELETE_SIGN_IN,
  type Draft,
  MAX_TOOLS,
  type MyTool,
  type ToolVersion,
} from './creator-tools.schema.ts'
import {
  countMine,
  type DraftAt,
  type DraftRow,
  deleteDraft,
  findDraft,
  insertDraft,
  listMine,
  type MyToolRow,
  type NewDraft,
  resetDraft,
  updateDraft,
} from './drafts.queries.ts'
import { licencesOfClone, mayBeCloned } from './licences.ts'
import { plainJavaScript } from './plain-javascript.server.ts'
import { codeNeedsPro, type PublishDeps, publish, revisionConflict } from './publish.server.ts'
import { runContent } from './run-content.server.ts'
import {
  emptyContent,
  mayRunInBrowser,
  type ToolContent,
  toInputSchema,
  toOutputSchema,
} from './tool-content.schema.ts'
import { deleteTool, findVersion, listVersions, type VersionRow } from './versions.queries.ts'

interface CreatorToolsDeps extends PublishDeps {
  readonly limiter: Limiter
}

const tooManyTools = () =>
  conflict(
    'TOO_MANY_TOOLS',
    `An account has at most ${MAX_TOOLS} tools and drafts. Remove one that you no longer need.`,
  )

const licenceReserved = () =>
  new AppError({ code: 'LICENCE_RESERVED', status: 403, message: 'Its creator has reserved all rights to this tool' })

const stateOf = ({ status, has_changes }: MyToolRow): MyTool['state'] => {
  if (status === null) return 'draft'
  if (status === 'hidden') return 'hidden'
  if (status === 'deleted') return 'removed'
  return has_changes ? 'changed' : 'published'
}

const pricingOf = ({ access_tier, price_cents }: MyToolRow): MyTool['pricing'] =>
  access_tier === null || price_cents === null ? null : toPricing({ access_tier, price_cents })

const toMyTool = (row: MyToolRow): MyTool => ({
  id: row.id,
  title: row.title,
  icon: row.icon,
  kind: row.kind,
  state: stateOf(row),
  slug: row.slug,
  version: row.version,
  semver: row.semver,
  pricing: pricingOf(row),
  runCount: row.run_count,
  favoriteCount: row.favorite_count,
  avgRating: row.rating_count === 0 ? 0 : Math.round((row.rating_sum / row.rating_count) * 100) / 100,
  ratingCount: row.rating_count,
  underMaintenance: row.is_under_maintenance,
  decision: row.decision,
  updatedAt: row.updated_at.toISOString(),
})

const toOrigin = (row: DraftRow): Draft['origin'] =>
  row.source_tool_id === null
    ? null
    : {
        title: row.source_title ?? '',
        slug: row.source_slug,
        creator: row.source_creator ?? 'Fettle',
        licence: row.source_licence,
        isBuiltin: row.source_is_builtin,
      }

const publishedOf = ({ slug, version, semver, status, published_content: content }: DraftRow): Draft['published'] =>
  slug === null || version === null || status === null || content === null
    ? null
    : { slug, version, semver, status, content }

function toDraft(row: DraftRow, card: CardRow | undefined): Draft {
  const published = publishedOf(row)
  return {
    id: row.id,
    revision: row.revision,
    content: row.content,
    published,
    card: published === null || card === undefined ? null : toCard(card),
    upToDate: published !== null && isSameJson(published.content, row.content),
    origin: toOrigin(row),
    licences: [...licencesOfClone(row.binding_licence)],
    mayWriteCode: row.has_pro,
    updatedAt: row.updated_at.toISOString(),
  }
}

/** What a tool holds that came to be without a draft, such as one of the samples. */
async function keptContent(db: Db, ownerId: string, id: string, version?: number): Promise<ToolContent | null> {
  const tool = await findTool(db, { by: { id }, version })
  if (tool?.owner_id !== ownerId || tool.status === 'deleted') return null
  const published = await findVersion(db, ownerId, { id, n: tool.version })
  return published?.content ?? contentOf(tool)
}

/** The working copy; a tool of theirs that has none yet gets one that holds what is published. */
async function getDraft(db: Db, ownerId: string, id: string): Promise<DraftRow> {
  const row = (await findDraft(db, ownerId, id)) ?? (await firstDraft(db, ownerId, id))
  if (row.slug === null || row.published_content !== null) return row
  return { ...row, published_content: await keptContent(db, ownerId, id) }
}

async function firstDraft(db: Db, ownerId: string, id: string): Promise<DraftRow> {
  const content = await keptContent(db, ownerId, id)
  assertFound(content, 'tool')
  await insertDraft(db, { id, ownerId, content, publishedRevision: 1 })
  const row = await findDraft(db, ownerId, id)
  assertFound(row, 'tool')
  return row
}

/** The revision that holds it now. What is sent again is saved already: the answer may have got lost, not the save. */
async function saveDraft(db: Db, at: DraftAt, content: ToolContent): Promise<number> {
  const revision = await updateDraft(db, at, content)
  if (revision !== undefined) return revision
  const now = await findDraft(db, at.ownerId, at.id)
  if (now === undefined || !isSameJson(now.content, content)) throw revisionConflict()
  return now.revision
}

/** 404 for a version of what belongs to somebody else. */
async function getVersion(db: Db, ownerId: string, wanted: { id: string; n: number }) {
  const row = await findVersion(db, ownerId, wanted)
  assertFound(row, 'version')
  const content = row.content ?? (await keptContent(db, ownerId, wanted.id, wanted.n))
  assertFound(content, 'version')
  return { row, content }
}

/** Whoever made a tool sees its versions while it is hidden too: what it was is what they are to mend. */
async function findOwnId(db: Db, viewer: Viewer | null, idOrSlug: string): Promise<string | undefined> {
  const tool = await findTool(db, { by: isUuid(idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug }, version: undefined })
  return viewer !== null && tool?.owner_id === viewer.id && tool.status === 'hidden' ? tool.id : undefined
}

const toVersion = (row: VersionRow): ToolVersion => ({
  version: row.version,
  semver: row.semver,
  changelog: row.changelog ?? '',
  createdAt: row.created_at.toISOString(),
  isCurrent: row.is_current,
})

const signedInTo = (message: string): Guard<{ readonly user: Viewer }> =>
  function signedInTo({ viewer }) {
    if (viewer === null) throw signInRequired(message)
    return { user: viewer }
  }

/** As it would be if it were published now: free, and with no figures yet. */
const toClone = (
  content: ToolContent,
  { id, ownerId, tags }: { readonly id: string; readonly ownerId: string; readonly tags: CardRow['tags'] },
): ClonedFxn => ({
  ...{ id, slug: null, title: content.title, description: content.description, category: content.category },
  ...{ createdBy: ownerId, accessTier: 'free', codeKind: content.kind },
  inputSchema: toInputSchema(content.fields),
  inputConfig: { live: false, large: mayRunInBrowser(content), confidential: false, notice: null },
  outputSchema: toOutputSchema(content.outputs),
  ...{ runCount: 0, favoriteCount: 0, avgRating: 0, ratingCount: 0 },
  tags: tags.filter(({ name }) => content.tags.includes(name)),
})

type NewTool = Pick<NewDraft, 'content' | 'source'>

async function insertNew(db: Db, ownerId: string, { id, isRepeat }: Claim, tool: NewTool): Promise<string> {
  if (isRepeat && (await findDraft(db, ownerId, id)) !== undefined) return id
  if ((await countMine(db, ownerId)) >= MAX_TOOLS) throw tooManyTools()
  await insertDraft(db, { id, ownerId, ...tool })
  return id
}

const sourceOf = ({ source_tool_id: toolId, source_version: version }: DraftRow): Pick<NewDraft, 'source'> =>
  toolId === null ? {} : { source: { toolId, version: version ?? 1 } }

export function creatorToolRoutes(deps: CreatorToolsDeps): Route[] {
  const { db, limiter } = deps
  return [...draftRoutes(deps), ...versionRoutes(deps), ...cloneRoutes({ db, limiter })]
}

function draftRoutes({ db, limiter, sandbox }: CreatorToolsDeps): Route[] {
  const limit = limitWith(limiter)
  const answer = async (ownerId: string, id: string) => {
    const row = await getDraft(db, ownerId, id)
    const [card] = row.slug === null ? [] : await listCards(db, [id])
    return { draft: toDraft(row, card) }
  }
  return [
    route(creatorToolsContract.list, [signedIn], async ({ user }) => ({
      tools: (await listMine(db, user.id)).map(toMyTool),
    })),
    route(creatorToolsContract.create, [signedIn, limit('60/h', 'new tool')], async ({ user, body, claim }) => {
      const source = body.copyOf === undefined ? {} : sourceOf(await getDraft(db, user.id, body.copyOf))
      const content = body.content ?? emptyContent
      const plain = content.kind === 'custom' ? { ...content, source: plainJavaScript(content.source) } : content
      return answer(user.id, await insertNew(db, user.id, claim, { content: plain, ...source }))
    }),
    route(creatorToolsContract.draft, [signedIn], ({ user, params }) => answer(user.id, params.id)),
    route(creatorToolsContract.saveDraft, [signedIn], async ({ user, params, body }) => {
      const row = await getDraft(db, user.id, params.id)
      const { revision: from, ...content } = body
      const revision = await saveDraft(db, { ownerId: user.id, id: params.id, revision: from }, content)
      const published = publishedOf(row)
      return { revision, upToDate: published !== null && isSameJson(published.content, content) }
    }),
    route(creatorToolsContract.discardDraft, [signedIn], async ({ user, params }) => {
      const row = await getDraft(db, user.id, params.id)
      const published = publishedOf(row)
      if (published === null) {
        await deleteDraft(db, user.id, params.id)
        return { draft: null }
      }
      await resetDraft(db, user.id, params.id, published.content)
      return answer(user.id, params.id)
    }),
    route(creatorToolsContract.try, [signedIn, limit('120/min', 'try tool')], async ({ user, params, body }) => {
      const row = await getDraft(db, user.id, params.id)
      if (body.content.kind === 'custom' && !row.has_pro) throw codeNeedsPro()
      return runContent(sandbox, { content: body.content, input: body.input as JsonObject, account: user.id })
    }),
  ]
}

function versionRoutes(deps: CreatorToolsDeps): Route[] {
  const { db, limiter } = deps
  const limit = limitWith(limiter)
  return [
    route(
      creatorToolsContract.publish,
      [signedIn, limit('60/min', 'publish')],
      async ({ user, params, body, address }) => {
        const draft = await getDraft(db, user.id, params.id)
        if (body.revision !== undefined && body.revision !== draft.revision) throw revisionConflict()
        const { changelog, bump } = body
        return publish(deps, { draft, content: draft.content, changelog, bump, user, address, isDraft: true })
      },
    ),
    route(creatorToolsContract.versions, [], async ({ params, viewer }) => {
      const id = (await findOwnId(db, viewer, params.id)) ?? (await getUsableTool(db, params.id, viewer?.id ?? null)).id
      return { versions: (await listVersions(db, id, viewer?.id ?? null)).map(toVersion) }
    }),
    route(creatorToolsContract.version, [signedIn], async ({ user, params }) => {
      const { row, content } = await getVersion(db, user.id, params)
      return { version: toVersion(row), content }
    }),
    route(creatorToolsContract.rollback, [signedIn, limit('60/min', 'publish')], async ({ user, params, address }) => {
      const draft = await getDraft(db, user.id, params.id)
      const { row, content } = await getVersion(db, user.id, params)
      const changelog = `Back to version ${row.semver ?? row.version}`
      // Whoever has changes that are not published keeps them; what was changed and changed back is none, nor are tags
      // that an admin has changed: they are in the working copy, not in the version.
      const isDraft = draft.revision === draft.published_revision || isSameJson(draft.published_content, draft.content)
      return publish(deps, { draft, content, changelog, user, address, isDraft, isRollback: true })
    }),
  ]
}

function cloneRoutes({ db, limiter }: { db: Db; limiter: Limiter }): Route[] {
  const limit = limitWith(limiter)
  return [
    route(creatorToolsContract.remove, [signedInTo(DELETE_SIGN_IN)], ({ user, params, address }) =>
      db.transaction().execute(async (transaction) => {
        if (!(await deleteTool(transaction, user.id, params.id))) assertFound(undefined, 'tool')
        await appendAudit(transaction, {
          actorId: user.id,
          action: 'tool.deleted',
          target: `tool ${params.id}`,
          address,
        })
        return { ok: true as const }
      }),
    ),
    route(
      creatorToolsContract.clone,
      [signedInTo(CLONE_SIGN_IN), limit('60/h', 'new tool')],
      async ({ user, params, query, claim }) => {
        const source = await getTool(db, params.id)
        if (!mayBeCloned(source.licence) && source.owner_id !== user.id) throw licenceReserved()
        // A clone is the tool itself: whoever has not paid for the one gets the other no cheaper.
        await assertMayCopy(db, source, user.id, { givesUpRefund: query.givesUpRefund === 'true' })
        const builtin = source.kind === 'builtin' ? await findBuiltin(source.slug) : undefined
        const content = contentOf({
          ...source,
          examples: builtin === undefined ? source.examples : [...builtin.examples],
        })
        const from = { toolId: source.id, version: source.version }
        const id = await insertNew(db, user.id, claim, { content, source: from })
        return { fxn: toClone(content, { id, ownerId: user.id, tags: source.tags }) }
      },
    ),
  ]
}
