import { deleteSessionsOf } from '#src/features/accounts/accounts.queries.ts'
import { holdToolsOf, releaseToolsOf } from '#src/features/catalog/tool-standing.queries.ts'
import { countOpenGroups } from '#src/features/client-errors/client-errors.queries.ts'
import type { Action } from '#src/lib/permissions.ts'
import type { Role } from '#src/lib/roles.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { AppError, assertFound, conflict } from '#src/server/http/app-error.ts'
import { fresh, may } from '#src/server/http/guards.ts'
import type { Asked, Viewer } from '#src/server/http/request-context.ts'
import { type Route, route } from '#src/server/http/route.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { accountSuspendedMail, roleChangedMail, suspensionLiftedMail } from './admin.mails.ts'
import { type Refusal, refusalOf } from './may-act.ts'
import {
  countPeople,
  findPerson,
  hasSecondEye,
  type LockedPerson,
  liftSuspension,
  listPeople,
  lockPeople,
  type PersonRow,
  proposeSuspension,
  setPro,
  suspendPerson,
  updateRole,
  withdrawProposalsOf,
  withdrawSuspension,
} from './people.queries.ts'
import { PEOPLE_PER_PAGE, type Person, peopleContract } from './people.schema.ts'
import { ROLE_WORDS } from './role-words.ts'
import { suspensionEffect } from './suspension-effect.queries.ts'

const REFUSALS: Record<Refusal, () => AppError> = {
  'not-allowed': () => new AppError({ code: 'FORBIDDEN', status: 403, message: 'Your role does not allow this' }),
  'own-account': () =>
    new AppError({ code: 'OWN_ACCOUNT', status: 403, message: 'Nobody can do this to their own account' }),
  'above-you': () =>
    new AppError({ code: 'FORBIDDEN', status: 403, message: 'Only a super admin can do this to a super admin' }),
  'last-super-admin': () =>
    conflict('LAST_SUPER_ADMIN', 'This is the last super admin who stays. Make somebody else one first.'),
}
export const alreadySuspended = () => conflict('ALREADY_SUSPENDED', 'This account is suspended already')
export const notSuspended = () => conflict('NOT_SUSPENDED', 'This account is not suspended')
const anotherEyeRequired = () =>
  new AppError({
    code: 'ANOTHER_EYE_REQUIRED',
    status: 403,
    message: 'You have proposed this suspension: another admin has to agree',
  })
const notProposed = () => conflict('NOT_PROPOSED', 'Nobody proposes to suspend this account')
export const roleUnchanged = () => conflict('ROLE_UNCHANGED', 'This account has that role already')

const toPerson = (row: PersonRow): Person => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  createdAt: row.created_at.toISOString(),
  emailVerified: row.email_verified_at !== null,
  hasSecondFactor: row.has_second_factor,
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  sessions: row.sessions,
  apiKeys: row.api_keys,
  suspended:
    row.suspended_at === null ? null : { at: row.suspended_at.toISOString(), reason: row.suspended_reason ?? '' },
  proposed: row.suspension_wanted_at && {
    by: row.wanted_by === null ? null : { id: row.wanted_by, name: row.wanted_by_name ?? '' },
    at: row.suspension_wanted_at.toISOString(),
    reason: row.suspension_wanted_reason ?? '',
  },
  deletionDueAt: row.deletion_due_at?.toISOString() ?? null,
  proUntil: row.pro_until?.toISOString() ?? null,
})

interface Change {
  readonly action: Action
  readonly roleAfter: (target: LockedPerson) => Role | 'none'
  /** What the audit log calls it. */
  readonly event: string
  readonly reason: string
  /** Does it; the answer goes into the audit log, under another name where it says one. */
  readonly apply: (transaction: Db, target: LockedPerson) => Promise<Record<string, string | number>>
}

type AskedAboutPerson = Asked & { readonly user: Viewer; readonly params: { readonly id: string } }

/** One change of somebody's account: checked under a lock, done, and written down with its reason, or nothing of it. */
function change(db: Db, { user, params, address, request }: AskedAboutPerson, wanted: Change) {
  return db.transaction().execute(async (transaction) => {
    const locked = await lockPeople(transaction, [user.id, params.id])
    const actor = locked.find(({ id }) => id === user.id)
    const target = locked.find(({ id }) => id === params.id)
    assertFound(target, 'account')
    assertFound(actor, 'account')
    const refusal = refusalOf({
      actor,
      target,
      action: wanted.action,
      roleAfter: wanted.roleAfter(target),
      people: locked,
    })
    if (refusal !== null) {
      request.log.warn({ userId: user.id, targetId: target.id, action: wanted.action, refusal }, 'refused')
      throw REFUSALS[refusal]()
    }
    const { event = wanted.event, ...details } = await wanted.apply(transaction, target)
    const row = await findPerson(transaction, target.id)
    assertFound(row, 'account')
    await appendAudit(transaction, {
      actorId: user.id,
      action: String(event),
      target: `user ${target.id}`,
      address,
      details: { reason: wanted.reason, ...details },
    })
    return { person: toPerson(row) }
  })
}

/** What waits for moderators, and what of it is late. */
export type CountCases = (db: Db) => Promise<{ readonly open: number; readonly overdue: number }>

export interface BegunSuspension {
  readonly personId: string
  readonly reason: string
  /** Null where one admin has suspended alone. */
  readonly proposedBy: string | null
  readonly decidedBy: string
}

/** What becomes a statement of reasons, with a way to appeal. */
export interface Suspensions {
  /** Resolves to the address of the statement. */
  begun(transaction: Db, suspension: BegunSuspension): Promise<string>
  ended(transaction: Db, personId: string, decidedBy: string): Promise<unknown>
}

interface PeopleDeps {
  readonly db: Db
  readonly suspensions: Suspensions
  readonly queueMail: QueueMail
  readonly countCases: CountCases
}

export function peopleRoutes(deps: PeopleDeps): Route[] {
  const { db, countCases } = deps
  return [
    route(peopleContract.overview, [may('admin.open')], async () => ({
      ...(await countPeople(db)),
      cases: await countCases(db),
      openClientErrors: await countOpenGroups(db),
    })),
    route(peopleContract.list, [may('people.read')], async ({ query }) => {
      const { search, state, cursor } = query
      const rows = await listPeople(db, { search, state, before: cursor })
      const page = rows.slice(0, PEOPLE_PER_PAGE)
      return {
        people: page.map(toPerson),
        cursor: rows.length > PEOPLE_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
      }
    }),
    ...suspensionRoutes(deps),
    route(peopleContract.endSessions, [may('people.end-sessions')], (asked) =>
      change(db, asked, {
        action: 'people.end-sessions',
        roleAfter: ({ role }) => role,
        event: 'person.sessions-ended',
        reason: asked.body.reason,
        apply: async (transaction, { id }) => ({ sessions: await deleteSessionsOf(transaction, id) }),
      }),
    ),
    route(peopleContract.givePro, [may('people.give-pro')], (asked) =>
      change(db, asked, {
        action: 'people.give-pro',
        roleAfter: ({ role }) => role,
        event: 'person.pro-given',
        reason: asked.body.reason,
        async apply(transaction, { id }) {
          await setPro(transaction, id, asked.body.days)
          return { days: asked.body.days }
        },
      }),
    ),
    route(peopleContract.changeRole, [may('people.change-role'), fresh], (asked) =>
      change(db, asked, roleChange(deps, asked.body)),
    ),
  ]
}

function suspensionRoutes({ db, queueMail, suspensions }: PeopleDeps): Route[] {
  return [
    route(peopleContract.suspensionEffect, [may('people.suspend')], async ({ params }) => {
      assertFound(await findPerson(db, params.id), 'account')
      return suspensionEffect(db, params.id)
    }),
    route(peopleContract.suspend, [may('people.suspend')], (asked) => {
      const { reason } = asked.body
      return change(db, asked, {
        action: 'people.suspend',
        roleAfter: () => 'none',
        event: 'person.suspended',
        reason,
        async apply(transaction, { id, suspended_at, suspension_wanted_at, suspension_wanted_by }) {
          if (suspended_at !== null) throw alreadySuspended()
          // Four eyes, where there are four.
          if (await hasSecondEye(transaction, asked.user.id, id)) {
            if (suspension_wanted_by === asked.user.id) throw anotherEyeRequired()
            if (suspension_wanted_at === null || suspension_wanted_by === null) {
              await proposeSuspension(transaction, id, { by: asked.user.id, reason })
              return { event: 'person.suspension-proposed' }
            }
          }
          await suspendPerson(transaction, id, reason)
          await withdrawProposalsOf(transaction, id)
          const path = await suspensions.begun(transaction, {
            ...{ personId: id, reason },
            ...{ proposedBy: suspension_wanted_by, decidedBy: asked.user.id },
          })
          await queueMail(transaction, accountSuspendedMail, { userId: id }, { reason, path })
          const tools = await holdToolsOf(transaction, id)
          const sessions = await deleteSessionsOf(transaction, id)
          return { sessions, tools, ...(suspension_wanted_by !== null && { proposedBy: suspension_wanted_by }) }
        },
      })
    }),
    route(peopleContract.withdraw, [may('people.suspend')], (asked) =>
      change(db, asked, {
        action: 'people.suspend',
        roleAfter: ({ role }) => role,
        event: 'person.suspension-withdrawn',
        reason: asked.body.reason,
        async apply(transaction, { id, suspension_wanted_at }) {
          if (suspension_wanted_at === null) throw notProposed()
          await withdrawSuspension(transaction, id)
          return {}
        },
      }),
    ),
    route(peopleContract.lift, [may('people.suspend')], (asked) =>
      change(db, asked, {
        action: 'people.suspend',
        roleAfter: ({ role }) => role,
        event: 'person.suspension-lifted',
        reason: asked.body.reason,
        async apply(transaction, { id, suspended_at }) {
          if (suspended_at === null) throw notSuspended()
          await liftSuspension(transaction, id)
          await suspensions.ended(transaction, id, asked.user.id)
          await queueMail(transaction, suspensionLiftedMail, { userId: id }, {})
          return { tools: await releaseToolsOf(transaction, id) }
        },
      }),
    ),
  ]
}

const roleChange = (
  { queueMail }: PeopleDeps,
  { role, reason }: { readonly role: Role; readonly reason: string },
): Change => ({
  action: 'people.change-role',
  roleAfter: () => role,
  event: 'person.role-changed',
  reason,
  async apply(transaction, target) {
    if (target.role === role) throw roleUnchanged()
    await updateRole(transaction, target.id, role)
    if (role === 'user') await withdrawProposalsOf(transaction, target.id)
    const words = { from: ROLE_WORDS[target.role], to: ROLE_WORDS[role] }
    await queueMail(transaction, roleChangedMail, { userId: target.id }, words)
    await notify(transaction, {
      userId: target.id,
      kind: 'role.changed',
      title: `Your role is now ${words.to}`,
      body: `It was ${words.from}.`,
      ...(role !== 'user' && { href: '/admin' }),
    })
    return { from: target.role, to: role }
  },
})
