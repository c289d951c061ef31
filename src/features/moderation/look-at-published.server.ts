import { holdTool } from '#src/features/catalog/tool-standing.queries.ts'
import type { ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import { HINT_WORDS, type Hint } from '#src/features/first-look/first-look.schema.ts'
import { firstLook } from '#src/features/first-look/first-look.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { conflict } from '#src/server/http/app-error.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { toSubject } from './listing-subject.ts'
import { heldMail } from './moderation.mails.ts'
import { afterPublication, isNewCreator, UNREAD_AT_ONCE } from './new-creators.ts'
import { openToolCase } from './open-case.queries.ts'
import {
  countUnread,
  findOpenToolCase,
  findPublishedContent,
  findRecord,
  isKeptAway,
  listAlike,
} from './published.queries.ts'

const toolsUnread = () =>
  conflict(
    'TOOLS_UNREAD',
    `${UNREAD_AT_ONCE} of your tools wait for a moderator. You can publish again once one of them has been looked at.`,
  )

interface Published {
  readonly id: string
  readonly title: string
  readonly version: number
  readonly semver: string
  readonly changelog: string
  readonly ownerId: string
}

interface Held {
  readonly caseId: string
  readonly hints: readonly Hint[]
}

/** A moderator reads so much of the code in the queue; all of it is behind “Everything in a version”. */
const CODE_SHOWN = 6000
const shortened = (code: string) =>
  code.length > CODE_SHOWN ? `${code.slice(0, CODE_SHOWN)}\n… (not all of it)` : code

const codeOf = ({ kind, source, outputs }: ToolContent): string =>
  kind === 'custom' ? source : outputs.map(({ name, expression }) => `${name} = ${expression}`).join('\n')

const subjectOf = (content: ToolContent, { semver, changelog }: Published): string =>
  toSubject({
    ...{ title: content.title, description: content.description },
    ...{ version: `Version ${semver}: ${changelog}`, code: shortened(codeOf(content)) },
  })

const wordsOf = (hints: readonly Hint[]): string =>
  [...new Set(hints.map(({ kind, where }) => `${HINT_WORDS[kind]} (${where})`))].join('. ')

const whyHeld = (hints: readonly Hint[]): string =>
  `An automated first look noticed something, which may be nothing: ${wordsOf(hints)}.`

async function hold(transaction: Db, queueMail: QueueMail, { id, title, ownerId: userId }: Published, held: Held) {
  const why = whyHeld(held.hints)
  const path = `/create-tool?draft=${id}`
  await holdTool(transaction, { toolId: id, caseId: held.caseId })
  await queueMail(transaction, heldMail, { userId }, { title, why, path })
  await notify(transaction, {
    userId,
    kind: 'moderation.decided',
    title: `“${title}” is visible once a moderator has looked at it`,
    body: why,
    href: path,
  })
}

/** Puts what new creators publish before the moderators, and out of sight meanwhile when the first look noticed something. */
export async function lookAtPublished(transaction: Db, queueMail: QueueMail, published: Published): Promise<void> {
  const { id, ownerId, title, version, semver } = published
  const content = await findPublishedContent(transaction, id, version)
  if (content === null) return
  const alike = await listAlike(transaction, { id, ownerId, title, description: content.description })
  const hints = firstLook(content, alike, published.changelog)
  const record = await findRecord(transaction, ownerId)
  if (isNewCreator(record) && (await countUnread(transaction, { id, ownerId })) >= UNREAD_AT_ONCE) throw toolsUnread()
  const isRefused = await isKeptAway(transaction, id)
  const next = afterPublication({ ...record, hints: hints.length, isRefused })
  // One that waits is about what is published: nobody decides about a text that is no longer there.
  if (next === 'nothing' && (await findOpenToolCase(transaction, id)) === undefined) return
  const isHeld = next === 'hold'
  const subject = subjectOf(content, published)
  const about = { toolId: id, ownerId, subject, version, semver, hints, isHeld }
  const { caseId, isOpenedAgain } = await openToolCase(transaction, about)
  if (isHeld) await hold(transaction, queueMail, published, { caseId, hints })
  const actions = [...(isOpenedAgain ? ['moderation.reopened'] : []), ...(isHeld ? ['moderation.held'] : [])]
  for (const action of actions)
    await appendAudit(transaction, {
      // A program has done it.
      ...{ actorId: null, action, target: `tool ${id}`, address: '' },
      details: { case: caseId, version: semver, hints: hints.length },
    })
}
