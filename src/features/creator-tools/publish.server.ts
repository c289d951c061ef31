import { holdTags, saveTool } from '#src/features/catalog/save-tool.queries.ts'
import { isSameJson } from '#src/lib/same-json.ts'
import { foldWords } from '#src/lib/search-words.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, conflict, invalidInput, signInRequired } from '#src/server/http/app-error.ts'
import { contentProblems, helpProblems } from './content-problems.ts'
import type { ExampleFailure } from './creator-tools.schema.ts'
import { forgetChecks } from './daily-check.queries.ts'
import { type DraftRow, isInGoodStanding, lockDraft, markPublished, resetDraft } from './drafts.queries.ts'
import { detailsOf } from './example-words.ts'
import { type Licence, licencesOfClone } from './licences.ts'
import { failingExamples } from './run-content.server.ts'
import { type Bump, largerBump, nextSemver, suggestBump } from './semver.ts'
import { mayRunInBrowser, type ToolContent, toCode, toInputSchema, toOutputSchema } from './tool-content.schema.ts'
import { describeTool, isOutOfSight, listKeywords, takeSlug } from './versions.queries.ts'

export const revisionConflict = () =>
  conflict('REVISION_CONFLICT', 'This tool was changed elsewhere since you opened it')

export const codeNeedsPro = () =>
  new AppError({
    code: 'PRO_REQUIRED',
    status: 403,
    message: 'Tools with code of your own need Pro. Tools of expressions are for everybody.',
  })

const hasProblems = (content: ToolContent, isRollback: boolean) => {
  const details = [...contentProblems(content), ...(isRollback ? [] : helpProblems(content.fields))]
  return details.length === 0
    ? undefined
    : new AppError({
        code: 'TOOL_HAS_PROBLEMS',
        status: 422,
        message: details[0]?.message ?? 'The tool cannot be published',
        details,
      })
}

const exampleFailed = (failures: readonly ExampleFailure[]) => {
  const details = failures.flatMap(detailsOf)
  return new AppError({
    code: 'EXAMPLE_FAILED',
    status: 422,
    message: details[0]?.message ?? 'An example fails',
    details,
    extra: { failures },
  })
}

const licenceTooWide = (allowed: readonly Licence[]) =>
  invalidInput([
    {
      field: 'licence',
      message: `The tool that this one was cloned from asks for another licence: ${allowed.join(', ')}`,
    },
  ])

const nothingChanged = () => conflict('NOTHING_CHANGED', 'This is what is published already')

const SLUG_MAX = 60

/** Words of Latin letters and digits; titles in other scripts have none. */
export const slugOf = (title: string): string =>
  foldWords(title)
    .filter((word) => /^[a-z0-9]+$/.test(word))
    .join('-')
    .slice(0, SLUG_MAX)
    .replace(/-+$/, '') || 'tool'

export interface PublishDeps {
  readonly db: Db
  readonly sandbox: Sandbox
  /** Tells whoever wants to know, in the transaction of the publication. */
  readonly onPublished: (transaction: Db, published: PublishedTool) => Promise<unknown>
}

export interface PublishedTool {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly version: number
  readonly semver: string
  readonly changelog: string
  readonly ownerId: string
  readonly ownerName: string
}

export interface Publication {
  readonly draft: DraftRow
  /** What is published: the working copy, or an earlier version. */
  readonly content: ToolContent
  readonly changelog: string
  readonly bump?: Bump | undefined
  readonly user: { readonly id: string; readonly name: string }
  readonly address: string
  /** Whether the working copy is now what is published; one without changes becomes the earlier version. */
  readonly isDraft: boolean
  /** Whether it goes back to an earlier version: of that, neither help texts are asked for nor what can be drawn. */
  readonly isRollback?: boolean
}

/** Checks the content, runs every example, and makes a version of it that the catalogue shows from the commit on. */
export async function publish({ db, sandbox, onPublished }: PublishDeps, publication: Publication) {
  const { draft, content, changelog, bump = 'patch', user, address, isDraft, isRollback = false } = publication
  if (content.kind === 'custom' && !draft.has_pro) throw codeNeedsPro()
  if (draft.published_content !== null && isSameJson(draft.published_content, content)) throw nothingChanged()
  const licences = licencesOfClone(draft.binding_licence)
  if (!licences.includes(content.licence)) throw licenceTooWide(licences)
  const problems = hasProblems(content, isRollback)
  if (problems !== undefined) throw problems
  // Not in the transaction: a run may wait for its turn, and the database must not wait with it.
  const failures = await failingExamples(sandbox, { content, account: user.id, wasPublished: isRollback })
  if (failures.length > 0) throw exampleFailed(failures)
  const suggested = draft.published_content === null ? 'patch' : suggestBump(draft.published_content, content).bump
  const semver = nextSemver(draft.semver ?? (draft.version === null ? null : '1.0.0'), largerBump(bump, suggested))
  return db.transaction().execute(async (transaction) => {
    await holdTags(transaction)
    // Whoever was suspended while the examples ran: what they had was hidden without this.
    if (!(await isInGoodStanding(transaction, user.id))) throw signInRequired()
    if (!(await lockDraft(transaction, draft))) throw revisionConflict()
    const slug = draft.slug ?? (await takeSlug(transaction, slugOf(content.title)))
    const version = await saveTool(transaction, {
      id: draft.id,
      slug,
      title: content.title,
      description: content.description,
      category: content.category,
      tags: content.tags,
      keywords: await listKeywords(transaction, draft.id),
      ownerId: user.id,
      creatorName: user.name,
      kind: content.kind,
      inputSchema: toInputSchema(content.fields),
      outputSchema: toOutputSchema(content.outputs),
      code: toCode(content),
      release: { semver, changelog, examples: content.examples, content, userId: user.id },
    })
    const { source_tool_id: toolId, source_version } = draft
    const source = toolId === null ? undefined : { toolId, version: source_version ?? 1 }
    await describeTool(transaction, draft.id, {
      ...{ icon: content.icon, licence: content.licence, source },
      inBrowser: mayRunInBrowser(content),
    })
    await forgetChecks(transaction, draft.id)
    if (isDraft && content === draft.content) await markPublished(transaction, draft.id, draft.revision)
    else if (isDraft) await resetDraft(transaction, user.id, draft.id, content)
    const fxn = { id: draft.id, slug, version, semver }
    await onPublished(transaction, { ...fxn, title: content.title, changelog, ownerId: user.id, ownerName: user.name })
    await appendAudit(transaction, {
      actorId: user.id,
      action: 'tool.published',
      target: `tool ${draft.id}`,
      address,
      details: { slug, semver },
    })
    return { fxn, held: await isOutOfSight(transaction, draft.id) }
  })
}
