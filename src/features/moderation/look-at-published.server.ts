import { holdTool } from '#src/features/catalog/tool-standing.queries.ts'
import type { ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import { HINT_WORDS, type Hint } from '#src/features/first-look/first-look.schema.ts'
import { firstLook } from '#src/features/first-look/first-look.ts'
import type { Db } from '#src/server/database.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { toSubject } from './listing-subject.ts'
import { afterPublication } from './new-creators.ts'
import { openToolCase } from './open-case.queries.ts'
import { findOpenToolCase, findPublishedContent, findRecord, listAlike } from './published.queries.ts'

interface Published {
  readonly id: string
  readonly title: string
  readonly version: number
  readonly semver: string
  readonly changelog: string
  readonly ownerId: string
}

/** A moderator reads so much of the code in the queue; the rest is in the version. */
const CODE_SHOWN = 6000

const codeOf = ({ kind, source, outputs }: ToolContent): string =>
  kind === 'custom' ? source : outputs.map(({ name, expression }) => `${name} = ${expression}`).join('\n')

const subjectOf = (content: ToolContent, { semver, changelog }: Published): string =>
  toSubject({
    ...{ title: content.title, description: content.description },
    ...{ version: `Version ${semver}: ${changelog}`, code: codeOf(content).slice(0, CODE_SHOWN) },
  })

const wordsOf = (hints: readonly Hint[]): string =>
  [...new Set(hints.map(({ kind, where }) => `${HINT_WORDS[kind]} (${where})`))].join('. ')

/** Puts what new creators publish before the moderators, and out of sight meanwhile when the first look noticed something. */
export async function lookAtPublished(transaction: Db, published: Published): Promise<void> {
  const { id, ownerId, title, version } = published
  const content = await findPublishedContent(transaction, id, version)
  if (content === null) return
  const alike = await listAlike(transaction, { id, ownerId, title, description: content.description })
  const hints = firstLook(content, alike, published.changelog)
  const next = afterPublication({ ...(await findRecord(transaction, ownerId)), hints: hints.length })
  // One that waits is about what is published: nobody decides about a text that is no longer there.
  if (next === 'nothing' && (await findOpenToolCase(transaction, id)) === undefined) return
  const isHeld = next === 'hold'
  await openToolCase(transaction, { toolId: id, ownerId, subject: subjectOf(content, published), hints, isHeld })
  if (!isHeld) return
  await holdTool(transaction, id, 'first-look')
  await notify(transaction, {
    userId: ownerId,
    kind: 'moderation.decided',
    title: `“${title}” is visible once a moderator has looked at it`,
    body: `An automated first look noticed something, which may be nothing: ${wordsOf(hints)}.`,
    href: `/create-tool?draft=${id}`,
  })
}
