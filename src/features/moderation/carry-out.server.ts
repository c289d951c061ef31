import { hideTool, removeTool, restoreTool } from '#src/features/catalog/tool-standing.queries.ts'
import { closeReports } from '#src/features/reports/reports.queries.ts'
import { setReplyHidden, settleText } from '#src/features/reviews/reviews.queries.ts'
import { REPORT_REASON_WORDS } from '#src/lib/report-reasons.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { settleVersions } from './case-versions.queries.ts'
import {
  canReadWhyAway,
  closeSecondLooks,
  findOutcome,
  findOwnerOf,
  hasOpenReply,
  isAboutAccount,
  isAboutText,
  type LockedCase,
  lockCase,
  wasWon,
} from './cases.queries.ts'
import { isSecondLook, needsGround } from './decisions.ts'
import { endDispute, settleClaims } from './disputes.server.ts'
import {
  appealDecidedMail,
  decidedMail,
  releasedMail,
  stillAwayMail,
  stillAwayWithAccountMail,
} from './moderation.mails.ts'
import type { CaseKind, Decision, Ground } from './moderation.schema.ts'
import { counteredWords, type Outcome, wonWords } from './outcome-words.ts'
import { liftByAppeal, pathOfSuspension } from './suspensions.server.ts'

interface Verdict {
  readonly decision: Decision
  readonly ground: Ground | null
  readonly reason: string
  /** Null when a day set by law has come. */
  readonly decidedBy: string | null
}

interface Deps {
  readonly transaction: Db
  readonly queueMail: QueueMail
  /** Where a day set by law has come no account is concerned. */
  readonly signer?: Signer
}

/** Does what was decided, and tells those whom it concerns. */
export async function carryOut(deps: Deps, about: LockedCase, verdict: Verdict): Promise<void> {
  if (isSecondLook(about.kind)) return carryOutSecondLook(deps, about, verdict)
  await apply(deps.transaction, about, verdict)
  if (about.kind === 'report') await settleClaims(deps, about.id, verdict)
  await tellReporters(deps.transaction, about, verdict)
  // A counter-claim has nothing left to ask for when the case itself, opened again, gives the tool back.
  if (verdict.decision === 'approve') await closeSecondLooks(deps.transaction, about.id, verdict.decidedBy)
  if (verdict.decision === 'approve') await tellOfApproval(deps, about)
  else await tellOfRefusal(deps, about, verdict)
}

/** Each decision can follow any other, so that a case that was opened again can end differently. */
async function apply(
  transaction: Db,
  about: LockedCase,
  { decision, ground }: Pick<Verdict, 'decision' | 'ground'>,
): Promise<void> {
  const { kind, review_id: id, text_version: version, tool_id } = about
  const isApproved = decision === 'approve'
  if (kind === 'report' || kind === 'tool') {
    const holder = { toolId: tool_id, caseId: about.id }
    if (isApproved) await restoreTool(transaction, holder)
    else if (decision === 'remove') await removeTool(transaction, holder, removalWords(ground))
    else await hideTool(transaction, holder)
    await settleVersions(transaction, about.id, isApproved)
  }
  if (kind === 'review' && id !== null && version !== null)
    await settleText(transaction, { id, version, isShown: isApproved })
  // A newer answer that waits is not what was decided about.
  if (kind === 'reply' && id !== null && !(isApproved && (await hasOpenReply(transaction, id))))
    await setReplyHidden(transaction, id, !isApproved)
}

const removalWords = (ground: Ground | null) => `by our moderators: ${REPORT_REASON_WORDS[ground ?? 'other']}`

/** Of an appeal, and of a counter-claim: what is given back, by whichever of them, settles the other. */
async function carryOutSecondLook(deps: Deps, about: LockedCase, { decision, reason, decidedBy }: Verdict) {
  const { transaction, queueMail, signer } = deps
  const before = await lockCase(transaction, about.appealed_id ?? '')
  assertFound(before, 'case')
  const isWon = decision === 'restore'
  if (isWon) {
    if (before.kind === 'suspension' && before.person_id !== null)
      await liftByAppeal(transaction, { personId: before.person_id, decidedBy })
    await apply(transaction, before, { decision: 'approve', ground: null })
    // A counter-claim says nothing of whether the report was right.
    if (before.kind === 'report' && about.kind === 'appeal') await closeReports(transaction, before.id, false)
    await closeSecondLooks(transaction, before.id, decidedBy)
  } else if (about.kind === 'appeal' && (await wasWon(transaction, about))) await takeAwayAgain(transaction, before)
  await endDispute(deps, before.id, { kind: about.kind, isWon })
  if (about.person_id === null) return
  const outcome = await outcomeOf(transaction, before)
  const words = about.kind === 'counter' ? counterWords(outcome, isWon) : appealWords(before, outcome, isWon)
  // Who stays suspended cannot sign in.
  const path =
    before.kind === 'suspension' && signer !== undefined
      ? pathOfSuspension(signer, { caseId: before.id, personId: about.person_id })
      : `/statements/${before.id}`
  await queueMail(transaction, appealDecidedMail, { userId: about.person_id }, { ...words, reason, path })
  await notify(transaction, {
    userId: about.person_id,
    kind: 'moderation.decided',
    title: words.title,
    body: reason,
    href: path,
  })
}

/** An appeal that was won, opened again and lost: what it gave back goes as it was first decided. */
async function takeAwayAgain(transaction: Db, before: LockedCase): Promise<void> {
  const { decision, ground } = before
  if (decision === null || !needsGround(decision)) return
  await apply(transaction, before, { decision, ground })
  if (before.kind === 'report') await closeReports(transaction, before.id, true)
}

/** Other causes may keep a tool away, and its creator may have deleted it. */
async function outcomeOf(transaction: Db, about: LockedCase): Promise<Outcome> {
  if (isAboutAccount(about)) return 'visible'
  if (isAboutText(about)) return about.review_id === null ? 'gone' : 'visible'
  return findOutcome(transaction, about.tool_id)
}

const ACCOUNT_OPEN =
  'Your account is open again: you can sign in, and your tools are back but for those that were taken away for another reason.'
const TEXT_GONE = 'The decision was taken back; the text itself was deleted meanwhile.'

const appealWords = (before: LockedCase, outcome: Outcome, isWon: boolean) => ({
  subject: 'Your appeal was decided',
  title: isWon ? 'Your appeal was successful' : 'Your appeal was not successful',
  what: !isWon
    ? 'Somebody looked again, and the decision stays.'
    : isAboutAccount(before)
      ? ACCOUNT_OPEN
      : isAboutText(before) && outcome === 'gone'
        ? TEXT_GONE
        : wonWords[outcome],
})
const counterWords = (outcome: Outcome, isWon: boolean) => ({
  subject: 'Your counter-claim was decided',
  ...(isWon
    ? counteredWords[outcome]
    : {
        title: 'Your tool stays hidden: the claimant went to court',
        what: 'Whoever claimed the copyright has gone to court, and your tool stays hidden.',
      }),
})

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

async function tellOfApproval(deps: Deps, about: LockedCase): Promise<void> {
  const { transaction } = deps
  const { kind, person_id, tool_id, title, slug } = about
  if (kind === 'tool' || kind === 'report') await tellOfTool(deps, about)
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

/** Who was told that a tool is away is told when it is back; who waits for a first look, also when it is not. */
async function tellOfTool({ transaction, queueMail }: Deps, about: LockedCase): Promise<void> {
  const { kind, person_id, tool_id, title, slug } = about
  if (person_id === null || !about.was_out_of_sight) return
  const outcome = await findOutcome(transaction, tool_id)
  const told = { userId: person_id, kind: 'moderation.decided' } as const
  if (outcome === 'visible') {
    const href = `/fxn/${slug}`
    await queueMail(transaction, releasedMail, { userId: person_id }, { title, path: href })
    await notify(transaction, {
      ...told,
      title: `“${title}” is visible now`,
      body: 'A moderator has looked at it.',
      href,
    })
  } else if (outcome === 'away' && kind === 'tool') {
    if (await canReadWhyAway(transaction, tool_id))
      await queueMail(transaction, stillAwayMail, { userId: person_id }, { title, path: '/tools' })
    else await queueMail(transaction, stillAwayWithAccountMail, { userId: person_id }, { title })
    await notify(transaction, {
      ...told,
      title: `A moderator has looked at “${title}”`,
      body: 'What was published is fine. The tool stays out of sight for another reason.',
      href: `/create-tool?draft=${tool_id}`,
    })
  }
}

const toolWords = ({ title }: LockedCase, decision: Decision) =>
  `your tool “${title}” was ${decision === 'remove' ? 'removed' : 'hidden'}`
const WHAT_HAPPENED = {
  report: toolWords,
  tool: toolWords,
  review: ({ title }) => `your review of “${title}” is not shown`,
  reply: ({ title }) => `your answer to a review of “${title}” was hidden`,
} satisfies Record<
  Exclude<CaseKind, 'appeal' | 'counter' | 'suspension'>,
  (about: LockedCase, decision: Decision) => string
>

async function tellOfRefusal({ transaction, queueMail }: Deps, about: LockedCase, verdict: Verdict): Promise<void> {
  if (about.person_id === null || about.kind === 'appeal' || about.kind === 'counter' || about.kind === 'suspension')
    return
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
