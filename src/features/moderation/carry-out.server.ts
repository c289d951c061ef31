import { hideTool, removeTool, restoreTool } from '#src/features/catalog/tool-standing.queries.ts'
import { closeReports } from '#src/features/reports/reports.queries.ts'
import { setReplyHidden, settleText } from '#src/features/reviews/reviews.queries.ts'
import { REPORT_REASON_WORDS } from '#src/lib/report-reasons.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { findOwnerOf, hasOpenReply, isAboutText, type LockedCase, lockCase } from './cases.queries.ts'
import { appealDecidedMail, decidedMail } from './moderation.mails.ts'
import type { CaseKind, Decision, Ground } from './moderation.schema.ts'

interface Verdict {
  readonly decision: Decision
  readonly ground: Ground | null
  readonly reason: string
}

interface Deps {
  readonly transaction: Db
  readonly queueMail: QueueMail
}

/** Does what was decided, and tells those whom it concerns. */
export async function carryOut(deps: Deps, about: LockedCase, verdict: Verdict): Promise<void> {
  if (about.kind === 'appeal') return carryOutAppeal(deps, about, verdict)
  await apply(deps.transaction, about, verdict)
  await tellReporters(deps.transaction, about, verdict)
  if (verdict.decision === 'approve') await tellOfApproval(deps.transaction, about)
  else await tellOfRefusal(deps, about, verdict)
}

/** Each decision can follow any other, so that a case that was opened again can end differently. */
async function apply(transaction: Db, about: LockedCase, { decision, ground }: Verdict): Promise<void> {
  const { kind, review_id: id, text_version: version, tool_id } = about
  const isApproved = decision === 'approve'
  if (kind === 'report' || kind === 'tool') {
    if (isApproved) await restoreTool(transaction, tool_id, { wasRead: kind === 'tool' })
    else if (decision === 'remove') await removeTool(transaction, tool_id, removalWords(ground))
    else await hideTool(transaction, tool_id)
  }
  if (kind === 'review' && id !== null && version !== null)
    await settleText(transaction, { id, version, isShown: isApproved })
  // A newer answer that waits is not what was decided about.
  if (kind === 'reply' && id !== null && !(isApproved && (await hasOpenReply(transaction, id))))
    await setReplyHidden(transaction, id, !isApproved)
}

const removalWords = (ground: Ground | null) => `by our moderators: ${REPORT_REASON_WORDS[ground ?? 'other']}`

const wonWords = (before: LockedCase) =>
  isAboutText(before) && before.review_id === null
    ? 'The decision was taken back; the text itself was deleted meanwhile.'
    : 'The decision was taken back: what was hidden or removed is there again.'

async function carryOutAppeal(deps: Deps, appeal: LockedCase, { decision, reason }: Verdict): Promise<void> {
  const { transaction, queueMail } = deps
  const before = await lockCase(transaction, appeal.appealed_id ?? '')
  assertFound(before, 'case')
  const isWon = decision === 'restore'
  if (isWon) {
    await apply(transaction, before, { decision: 'approve', ground: null, reason })
    if (before.kind === 'report') await closeReports(transaction, before.id, false)
  }
  if (appeal.person_id === null) return
  const what = isWon ? wonWords(before) : 'Somebody looked again, and the decision stays.'
  const path = `/statements/${before.id}`
  await queueMail(transaction, appealDecidedMail, { userId: appeal.person_id }, { what, reason, path })
  await notify(transaction, {
    userId: appeal.person_id,
    kind: 'moderation.decided',
    title: isWon ? 'Your appeal was successful' : 'Your appeal was not successful',
    body: reason,
    href: path,
  })
}

async function tellReporters(transaction: Db, about: LockedCase, { decision }: Verdict): Promise<void> {
  if (about.kind !== 'report') return
  const isUpheld = decision !== 'approve'
  for (const { id, reference } of await closeReports(transaction, about.id, isUpheld))
    await notify(transaction, {
      userId: id,
      kind: 'moderation.decided',
      title: `Your report of “${about.title}” was looked at`,
      body: isUpheld
        ? `We have acted on it. Thank you. (${reference})`
        : `We found nothing that is against our rules. (${reference})`,
    })
}

async function tellOfApproval(transaction: Db, about: LockedCase): Promise<void> {
  const { kind, person_id, tool_id, title, slug } = about
  if (kind === 'tool' && about.was_out_of_sight && person_id !== null)
    await notify(transaction, {
      userId: person_id,
      kind: 'moderation.decided',
      title: `“${title}” is visible now`,
      body: 'A moderator has looked at it.',
      href: `/fxn/${slug}`,
    })
  if (kind !== 'review') return
  const href = `/fxn/${slug}#reviews`
  if (person_id !== null)
    await notify(transaction, {
      userId: person_id,
      kind: 'review.published',
      title: `Your review of “${title}” is visible now`,
      href,
    })
  const owner = await findOwnerOf(transaction, tool_id)
  if (owner !== null)
    await notify(transaction, { userId: owner, kind: 'review.received', title: `“${title}” has a new review`, href })
}

const toolWords = ({ title }: LockedCase, decision: Decision) =>
  `your tool “${title}” was ${decision === 'remove' ? 'removed' : 'hidden'}`
const WHAT_HAPPENED = {
  report: toolWords,
  tool: toolWords,
  review: ({ title }) => `your review of “${title}” is not shown`,
  reply: ({ title }) => `your answer to a review of “${title}” was hidden`,
} satisfies Record<Exclude<CaseKind, 'appeal'>, (about: LockedCase, decision: Decision) => string>

async function tellOfRefusal({ transaction, queueMail }: Deps, about: LockedCase, verdict: Verdict): Promise<void> {
  if (about.person_id === null || about.kind === 'appeal') return
  const what = WHAT_HAPPENED[about.kind](about, verdict.decision)
  const path = `/statements/${about.id}`
  const ground = REPORT_REASON_WORDS[verdict.ground ?? 'other']
  const facts = { what, ground, reason: verdict.reason, path }
  await queueMail(transaction, decidedMail, { userId: about.person_id }, facts)
  await notify(transaction, {
    userId: about.person_id,
    kind: 'moderation.decided',
    title: what.charAt(0).toUpperCase() + what.slice(1),
    body: `${ground}. ${verdict.reason}`,
    href: path,
  })
}
