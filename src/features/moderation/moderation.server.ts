import { findAnyTool } from '#src/features/catalog/catalog.server.ts'
import { slugIn } from '#src/features/catalog/slug-in.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, assertFound, conflict, gone, invalidInput } from '#src/server/http/app-error.ts'
import { decodeCursor, encodeCursor } from '#src/server/http/cursor.ts'
import { may } from '#src/server/http/guards.ts'
import type { Asked, Viewer } from '#src/server/http/request-context.ts'
import { type Route, route } from '#src/server/http/route.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { carryOut } from './carry-out.server.ts'
import { takeVersionsAlong } from './case-versions.queries.ts'
import {
  type CaseRow,
  closeCase,
  countWaiting,
  findCase,
  hasColleague,
  hasReported,
  isAboutAccount,
  isAboutText,
  type LockedCase,
  listCases,
  lockCase,
  reopenCase,
  setClaim,
  sumUp,
} from './cases.queries.ts'
import { misfitOf, type Refusal, refusalOf } from './decisions.ts'
import { mustBeTime } from './disputes.server.ts'
import { dueAgain } from './due-again.queries.ts'
import { toSubject } from './listing-subject.ts'
import { mailedClaimRoute } from './mailed-claim.server.ts'
import {
  CASES_PER_PAGE,
  CLAIM_MINUTES,
  type Decision,
  type Ground,
  type ModerationCase,
  moderationContract,
} from './moderation.schema.ts'
import { openToolCase } from './open-case.queries.ts'
import { findOpenToolCase } from './published.queries.ts'
import { wholeVersionRoutes } from './whole-version.server.ts'

const REFUSALS: Readonly<Record<Refusal, () => AppError>> = {
  decided: () => conflict('ALREADY_DECIDED', 'Somebody has decided this already'),
  claimed: () => conflict('CLAIMED', 'Somebody else has taken this case'),
  changed: () => conflict('CHANGED_MEANWHILE', 'The text was changed meanwhile. Read it again.'),
  own: () => new AppError({ code: 'OWN_CASE', status: 403, message: 'Nobody decides about something of their own' }),
  reported: () =>
    new AppError({ code: 'OWN_CASE', status: 403, message: 'Nobody decides about what they have reported themselves' }),
  'another-eye': () =>
    new AppError({
      code: 'ANOTHER_EYE_REQUIRED',
      status: 403,
      message: 'You made the decision that this appeal is about: somebody else has to look at it',
    }),
}
const notDecided = () => conflict('NOT_DECIDED', 'Nobody has decided this yet')
const newerCase = () => conflict('NEWER_CASE', 'There is a newer question about the same: decide that one')
const ofAnAccount = () => conflict('OF_AN_ACCOUNT', 'Who is suspended, and who no longer is, is decided in People')
const textDeleted = () => conflict('TEXT_DELETED', 'The text was deleted: there is nothing left to decide about')

const toolOf = ({ slug, title, tool_status: status, held_otherwise }: CaseRow): ModerationCase['tool'] =>
  slug === null || title === null || status === null
    ? null
    : { slug, title, status, heldOtherwise: [...held_otherwise] }

const toCase = (row: CaseRow): ModerationCase => ({
  id: row.id,
  kind: row.kind,
  revision: row.revision,
  openedAt: row.opened_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  claimedBy: row.claimed_by === null ? null : { id: row.claimed_by, name: row.claimer ?? '' },
  tool: toolOf(row),
  person: row.person_id === null ? null : { id: row.person_id, name: row.person ?? '' },
  subject: row.subject,
  stars: row.stars,
  shown: row.shown,
  hints: [...row.hints],
  dispute: row.dispute,
  reports: [...row.reports],
  earlier: [...row.earlier],
  appealed: row.appealed,
  closed:
    row.closed_at === null || row.decision === null
      ? null
      : {
          at: row.closed_at.toISOString(),
          decision: row.decision,
          ground: row.ground,
          reason: row.reason ?? '',
          by: row.decider,
        },
})

async function caseOf(db: Db, id: string, { user }: AskedByModerator): Promise<{ case: ModerationCase }> {
  const row = await findCase(db, id, user.id)
  assertFound(row, 'case')
  return { case: toCase(row) }
}

interface ModerationDeps {
  readonly db: Db
  readonly queueMail: QueueMail
  readonly signer: Signer
}

interface Judgement {
  readonly decision: Decision
  readonly ground?: Ground | undefined
  readonly reason: string
  readonly revision: number
}

type AskedByModerator = Asked & { readonly user: Viewer }

/** A case that this moderator may act on, until the end of the transaction. */
async function lockFor(transaction: Db, id: string, { user }: AskedByModerator, revision?: number) {
  const about = await lockCase(transaction, id)
  assertFound(about, 'case')
  const before = about.appealed_id === null ? undefined : await lockCase(transaction, about.appealed_id)
  const refusal = refusalOf({
    standing: {
      closed: about.closed_at !== null,
      revision: about.revision,
      claimedBy: about.claimed_by,
      claimedAt: about.claimed_at,
      personId: about.person_id,
      ownerId: about.owner_id,
      isReporter: await hasReported(transaction, about, user.id),
      proposedBefore: before?.proposed_by ?? null,
      decidedBefore: before?.decided_by ?? null,
    },
    moderatorId: user.id,
    revision: revision ?? about.revision,
    now: new Date(),
    claimMs: CLAIM_MINUTES * 60_000,
    hasColleague: await hasColleague(transaction, about, user.id),
    hasBystander: await hasColleague(transaction, about, user.id, before?.decided_by),
  })
  if (refusal !== null) throw REFUSALS[refusal]()
  return about
}

/** Why this moderator may not put a case back into the queue: the same as for deciding it. */
async function ownRefusal(transaction: Db, about: LockedCase, { id }: Viewer): Promise<Refusal | null> {
  if (about.person_id === id) return 'own'
  if (!(await hasColleague(transaction, about, id))) return null
  if (about.owner_id === id) return 'own'
  return (await hasReported(transaction, about, id)) ? 'reported' : null
}

function targetOf(about: LockedCase): string {
  if (isAboutAccount(about)) return `user ${about.person_id}`
  return isAboutText(about) ? `review ${about.review_id}` : `tool ${about.tool_id}`
}

/** One decision with all that follows from it, or nothing of it. */
const decide = ({ db, queueMail, signer }: ModerationDeps, id: string, asked: AskedByModerator, judgement: Judgement) =>
  db.transaction().execute(async (transaction) => {
    const about = await lockFor(transaction, id, asked, judgement.revision)
    const misfit = misfitOf(about.kind, judgement)
    if (misfit !== null) throw invalidInput([misfit])
    const { decision, ground = null, reason } = judgement
    if (about.kind === 'counter' && decision === 'restore') await mustBeTime(transaction, about.appealed_id)
    const verdict = { decision, ground, reason, decidedBy: asked.user.id }
    await closeCase(transaction, id, verdict)
    await carryOut({ transaction, queueMail, signer }, about, verdict)
    await appendAudit(transaction, {
      actorId: asked.user.id,
      action: `moderation.${decision}`,
      target: targetOf(about),
      address: asked.address,
      details: { case: id, kind: about.kind, ground, reason },
    })
  })

export function moderationRoutes(deps: ModerationDeps): Route[] {
  const { db } = deps
  return [
    route(moderationContract.list, [may('moderation.read')], async ({ query: { state, kind, cursor }, user }) => {
      const rows = await listCases(db, { viewerId: user.id, state, kind, after: decodeCursor(cursor) })
      const counts = await countWaiting(db)
      const page = rows.slice(0, CASES_PER_PAGE)
      const last = page.at(-1)
      return {
        cases: page.map(toCase),
        cursor:
          rows.length > CASES_PER_PAGE && last !== undefined ? encodeCursor({ at: last.place, id: last.id }) : null,
        ...sumUp(counts.filter((one) => kind === 'all' || one.kind === kind)),
        waiting: Object.fromEntries(counts.map((one) => [one.kind, one.open])),
      }
    }),
    ...wholeVersionRoutes(deps),
    ...claimRoutes(deps),
    lookRoute(deps),
    mailedClaimRoute(deps),
    route(moderationContract.decide, [may('moderation.decide')], async (asked) => {
      await decide(deps, asked.params.id, asked, asked.body)
      return caseOf(db, asked.params.id, asked)
    }),
    route(moderationContract.bulk, [may('moderation.decide')], async (asked) => {
      const { cases, ...judgement } = asked.body
      const refused: { id: string; message: string }[] = []
      // One after the other, each whole: what one of them is refused for keeps none of the others.
      for (const { id, revision } of cases)
        await decide(deps, id, asked, { ...judgement, revision }).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error
          refused.push({ id, message: error.message })
        })
      return { decided: cases.length - refused.length, refused }
    }),
    route(moderationContract.reopen, [may('moderation.decide')], async (asked) => {
      const { id } = asked.params
      await db.transaction().execute(async (transaction) => {
        const about = await lockCase(transaction, id)
        assertFound(about, 'case')
        if (about.closed_at === null) throw notDecided()
        const refusal = await ownRefusal(transaction, about, asked.user)
        if (refusal !== null) throw REFUSALS[refusal]()
        if (isAboutAccount(about)) throw ofAnAccount()
        if (isAboutText(about) && about.review_id === null) throw textDeleted()
        if (about.kind === 'tool' && about.is_gone) throw gone('tool', null)
        if (!(await reopenCase(transaction, about, await dueAgain(transaction, about)))) throw newerCase()
        await takeVersionsAlong(transaction, id)
        await appendAudit(transaction, {
          actorId: asked.user.id,
          action: 'moderation.reopened',
          target: targetOf(about),
          address: asked.address,
          details: { case: id },
        })
      })
      return caseOf(db, id, asked)
    }),
  ]
}

/** Any tool can be looked at: what is decided about it then has its reason and its appeal, like everything else. */
const lookRoute = ({ db }: ModerationDeps): Route =>
  route(moderationContract.look, [may('moderation.decide')], async (asked) => {
    const tool = await findAnyTool(db, slugIn(asked.body.tool))
    assertFound(tool, 'tool')
    if (tool.status === 'deleted' && tool.removed_reason === null) throw gone('tool', null)
    const waiting = await findOpenToolCase(db, tool.id)
    if (waiting !== undefined) return caseOf(db, waiting, asked)
    const id = await db.transaction().execute(async (transaction) => {
      const { caseId } = await openToolCase(transaction, {
        ...{ toolId: tool.id, ownerId: tool.owner_id, version: tool.version, hints: [], isHeld: false },
        semver: tool.semver ?? String(tool.version),
        subject: toSubject({
          ...{ title: tool.title, description: tool.description },
          ...{ version: `Version ${tool.semver ?? tool.version}`, code: '' },
        }),
      })
      await appendAudit(transaction, {
        actorId: asked.user.id,
        action: 'moderation.opened',
        target: `tool ${tool.id}`,
        address: asked.address,
      })
      return caseId
    })
    return caseOf(db, id, asked)
  })

function claimRoutes({ db }: ModerationDeps): Route[] {
  const claim = async (asked: AskedByModerator, id: string, claimer: string | null) => {
    await db.transaction().execute(async (transaction) => {
      const about = await lockFor(transaction, id, asked)
      await setClaim(transaction, id, claimer)
      await appendAudit(transaction, {
        actorId: asked.user.id,
        action: claimer === null ? 'moderation.released' : 'moderation.claimed',
        target: targetOf(about),
        address: asked.address,
        details: { case: id, kind: about.kind },
      })
    })
    return caseOf(db, id, asked)
  }
  return [
    route(moderationContract.claim, [may('moderation.decide')], (asked) =>
      claim(asked, asked.params.id, asked.user.id),
    ),
    route(moderationContract.release, [may('moderation.decide')], (asked) => claim(asked, asked.params.id, null)),
  ]
}
