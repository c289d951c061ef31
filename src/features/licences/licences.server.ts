import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, conflict, invalidInput, ownTool } from '#src/server/http/app-error.ts'
import { inSession, limitWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Viewer } from '#src/server/http/request-context.ts'
import { type Route, route } from '#src/server/http/route.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { licenceGivenMail } from './licences.mails.ts'
import {
  countGivenSince,
  countStanding,
  endLicence,
  findGiven,
  findPerson,
  hasGiven,
  insertLicence,
  type LicenceRow,
  listGiven,
  listHeld,
  listMailed,
  listPaidTools,
  lockLicencesOf,
  lockLicencesTo,
} from './licences.queries.ts'
import { LICENCES_A_DAY, type Licence, licencesContract, MOST_LICENCES } from './licences.schema.ts'

interface LicenceDeps {
  readonly db: Db
  readonly limiter: Limiter
  readonly queueMail: QueueMail
  readonly now: () => Date
}

const alreadyGiven = () => conflict('ALREADY_GIVEN', 'This person has a licence for this tool already')
const tooMany = () =>
  conflict('TOO_MANY_LICENCES', `More than ${MOST_LICENCES} cannot stand at the same time. Take one back first`)
const tooManyToday = () =>
  conflict('TOO_MANY_LICENCES', `No more than ${LICENCES_A_DAY} can be given within a day. Go on tomorrow`)

const toLicence = ({ id, tool, given_to: givenTo, created_at, ended_at }: LicenceRow): Licence => ({
  ...{ id, tool, givenTo, createdAt: created_at.toISOString(), endedAt: ended_at?.toISOString() ?? null },
})

const DAY_MS = 86_400_000
const MAILS_A_DAY = 3
const DAYS_BETWEEN = 30
const before = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

export function licenceRoutes(deps: LicenceDeps): Route[] {
  const { db, limiter, now } = deps
  const limit = limitWith(limiter)
  return [
    route(licencesContract.list, [inSession], async ({ user }) => ({
      licences: (await listGiven(db, user.id)).map(toLicence),
      standing: await countStanding(db, user.id),
      most: MOST_LICENCES,
      tools: await listPaidTools(db, user.id),
    })),
    route(licencesContract.held, [inSession], async ({ user }) => ({
      licences: (await listHeld(db, user.id)).map(({ id, tool, created_at }) => ({
        ...{ id, tool, createdAt: created_at.toISOString() },
      })),
    })),
    route(licencesContract.give, [inSession, limit('30/h', 'licence')], ({ user, body, address }) =>
      db.transaction().execute(async (transaction) => {
        const licence = await give(deps, transaction, user, body)
        await appendAudit(transaction, {
          ...{ actorId: user.id, action: 'licence.given', target: `licence ${licence.id}`, address },
          details: { tool: body.toolId },
        })
        return { licence }
      }),
    ),
    route(licencesContract.end, [inSession], ({ user, params, address }) =>
      db.transaction().execute(async (transaction) => {
        const isEndedNow = await endLicence(transaction, user.id, params.id, now())
        const row = await findGiven(transaction, user.id, params.id)
        assertFound(row, 'licence')
        if (isEndedNow) await tellEnded(transaction, row)
        if (isEndedNow)
          await appendAudit(transaction, {
            ...{ actorId: user.id, action: 'licence.ended', target: `licence ${row.id}`, address },
          })
        return { licence: toLicence(row) }
      }),
    ),
  ]
}

interface Giving {
  readonly toolId: string
  readonly person: string
}

async function give(
  { queueMail, now }: LicenceDeps,
  transaction: Db,
  issuer: Viewer,
  { toolId, person }: Giving,
): Promise<Licence> {
  await lockLicencesOf(transaction, issuer.id)
  const tool = (await listPaidTools(transaction, issuer.id)).find(({ id }) => id === toolId)
  if (tool === undefined) throw invalidInput([{ field: 'toolId', message: 'You do not sell such a tool' }])
  await lockLicencesTo(transaction, person)
  const holderId = await findPerson(transaction, person)
  if (holderId === issuer.id || person === issuer.email.toLowerCase())
    throw ownTool('You need no licence for a tool of yours')
  if (holderId === undefined && person.startsWith('@'))
    throw invalidInput([{ field: 'person', message: 'No creator has this handle' }])
  if (await hasGiven(transaction, toolId, person)) throw alreadyGiven()
  if ((await countStanding(transaction, issuer.id)) >= MOST_LICENCES) throw tooMany()
  const at = now()
  if ((await countGivenSince(transaction, issuer.id, before(at, 1))) >= LICENCES_A_DAY) throw tooManyToday()
  const giving = { issuerId: issuer.id, givenTo: person, holderId }
  const isMailed = await mayMail(transaction, giving, at)
  const id = await insertLicence(transaction, { ...giving, toolId, isMailed, at })
  if (isMailed) await tellGiven(queueMail, transaction, giving, tool.title)
  const row = await findGiven(transaction, issuer.id, id)
  assertFound(row, 'licence')
  return toLicence(row)
}

interface Telling {
  readonly issuerId: string
  readonly givenTo: string
  readonly holderId: string | undefined
}

/** Who names an address can have us write to somebody who never asked for it, so few times are enough. */
async function mayMail(transaction: Db, telling: Telling, now: Date): Promise<boolean> {
  const mailed = await listMailed(transaction, telling, before(now, DAYS_BETWEEN))
  const today = mailed.filter(({ at }) => at > before(now, 1))
  return today.length < MAILS_A_DAY && !mailed.some(({ is_same }) => is_same)
}

async function tellGiven(queueMail: QueueMail, transaction: Db, { givenTo, holderId }: Telling, title: string) {
  if (holderId === undefined)
    await queueMail(transaction, licenceGivenMail, { userId: null, email: givenTo }, { isKnown: false })
  else {
    await queueMail(transaction, licenceGivenMail, { userId: holderId }, { isKnown: true })
    await notify(transaction, {
      userId: holderId,
      kind: 'licence.given',
      title: `You can use “${title}” for nothing`,
      body: 'Its creator has given you a licence.',
      href: '/purchases',
    })
  }
}

/** Whoever was not told that it began hears nothing of its end. */
async function tellEnded(transaction: Db, { holder_id: userId, mailed_at, tool }: LicenceRow): Promise<void> {
  if (userId === null || mailed_at === null) return
  await notify(transaction, {
    userId,
    kind: 'licence.ended',
    title: `Your free licence for “${tool.title}” has ended`,
    body: 'Its creator has taken it back. Nothing was charged.',
    href: `/fxn/${tool.slug}`,
  })
}
