import { repeat } from '#src/engine/repeat.ts'
import { findTool } from '#src/features/catalog/catalog.queries.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import type { Db } from '#src/server/database.ts'
import { AppError } from '#src/server/http/app-error.ts'
import type { Logger } from '#src/server/log.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify, notifyAdmins } from '#src/server/notifications/notify.queries.ts'
import { tools } from '#src/tools/index.ts'
import { afterCheck } from './after-check.ts'
import { type BuiltIn, builtInProblem } from './built-in-problem.ts'
import { contentOf } from './content-of-tool.ts'
import { maintenanceMail } from './creator-tools.mails.ts'
import {
  type CheckedTool,
  type DueCheck,
  FROM_THE_FIRST,
  findBadBuiltIn,
  giveBack,
  lockChecked,
  setBadDays,
  setMaintenance,
  takeNext,
  takeNextBuiltIn,
} from './daily-check.queries.ts'
import { detailsOf } from './example-words.ts'
import { failingExamples } from './run-content.server.ts'

interface CheckDeps {
  readonly db: Db
  readonly sandbox: Sandbox
  readonly queueMail: QueueMail
  readonly log: Pick<Logger, 'error'>
}

export const EVERY_MS = 600_000
/** A slot of its own: nobody waits for these runs. */
const ACCOUNT = 'daily check'

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/** What is wrong with the first example; undefined when it comes out, or when there is none. */
async function problemOf({ db, sandbox }: CheckDeps, { tool_id: id, version }: DueCheck): Promise<string | undefined> {
  const tool = await findTool(db, { by: { id }, version })
  if (tool === undefined) return undefined
  const content = contentOf(tool)
  const [failure] = await failingExamples(sandbox, {
    content: { ...content, examples: content.examples.slice(0, 1) },
    account: ACCOUNT,
    wasPublished: true,
  })
  return failure === undefined ? undefined : (detailsOf(failure)[0]?.message ?? 'It fails')
}

type Tell = (transaction: Db, tool: CheckedTool, problem: string) => Promise<unknown>

const newsOf = ({ title }: CheckedTool, problem: string) =>
  ({ kind: 'tool.maintenance', title: `“${title}” is under maintenance`, body: problem }) as const

const tellOwner =
  (queueMail: QueueMail): Tell =>
  async (transaction, tool, problem) => {
    const { id, owner_id: userId, title } = tool
    if (userId === null) return
    const path = `/create-tool?draft=${id}`
    await notify(transaction, { userId, ...newsOf(tool, problem), href: path })
    await queueMail(transaction, maintenanceMail, { userId }, { title, problem, path })
  }

/** A built-in tool has no owner. */
const tellAdmins: Tell = (transaction, tool, problem) =>
  notifyAdmins(transaction, { ...newsOf(tool, problem), href: `/fxn/${tool.slug}` })

const record = (db: Db, due: DueCheck, problem: string | undefined, tell: Tell): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const tool = await lockChecked(transaction, due)
    if (tool === undefined) return
    const standing = { badDays: tool.bad_days, isUnderMaintenance: tool.maintenance_since !== null }
    const { badDays, label } = afterCheck(standing, problem === undefined)
    await setBadDays(transaction, due.tool_id, badDays)
    if (label !== null) await setMaintenance(transaction, due.tool_id, label === 'set')
    if (label === 'set') await tell(transaction, tool, problem ?? '')
  })

/** Runs the first example of every creator's tool that was not run on this day yet. */
export async function checkTools(deps: CheckDeps, now: Date): Promise<void> {
  const tell = tellOwner(deps.queueMail)
  let next = await takeNext(deps.db, dayOf(now), FROM_THE_FIRST)
  while (next !== undefined) {
    try {
      if (next.is_mine) await record(deps.db, next, await problemOf(deps, next), tell)
    } catch (error) {
      if (error instanceof AppError) {
        // The sandbox takes no calls: that says nothing of the tools.
        await giveBack(deps.db, next)
        return
      }
      // A bug of ours with this tool, or the database is away: the others have their turn all the same.
      deps.log.error({ err: error, tool: next.tool_id }, 'A tool could not be checked')
    }
    next = await takeNext(deps.db, dayOf(now), next.tool_id)
  }
}

type BuiltIns = Readonly<Record<string, BuiltIn>>
type BuiltInDeps = Pick<CheckDeps, 'db' | 'log'>

/**
 * Runs the first example of one built-in tool that was not run on this day yet. They run in this process, and all of
 * them take seconds: so it is one at each look, and a day has more looks than there are built-in tools.
 */
export async function checkBuiltIn({ db, log }: BuiltInDeps, now: Date, builtIns: BuiltIns = tools): Promise<void> {
  const take = () => takeNextBuiltIn(db, dayOf(now), Object.keys(builtIns))
  let next = await take()
  while (next !== undefined && !next.is_mine) next = await take()
  const load = builtIns[next?.slug ?? '']
  if (next === undefined || load === undefined) return
  const problem = await builtInProblem(load).catch((error: unknown) => {
    log.error({ err: error, tool: next.tool_id }, 'The first example of a built-in tool could not be run')
    return 'Its first example fails'
  })
  await record(db, next, problem, tellAdmins)
}

/**
 * Runs the first example of one built-in tool again that was bad on this day: a release may have mended it since. That
 * it still is bad counts once a day.
 */
export async function checkBadBuiltIn({ db }: Pick<CheckDeps, 'db'>, now: Date, builtIns: BuiltIns = tools) {
  const bad = await findBadBuiltIn(db, dayOf(now), Object.keys(builtIns))
  const load = builtIns[bad?.slug ?? '']
  if (bad === undefined || load === undefined) return
  const isGood = await builtInProblem(load).then(
    (problem) => problem === undefined,
    // The log has it from when the day was counted.
    () => false,
  )
  if (isGood) await record(db, bad, undefined, tellAdmins)
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startDailyChecks = (deps: CheckDeps & { readonly log: Logger }): (() => Promise<void>) =>
  repeat(
    'Checking tools',
    EVERY_MS,
    async () => {
      const now = new Date()
      await checkTools(deps, now)
      // Before another one is looked at, which may be bad itself.
      await checkBadBuiltIn(deps, now)
      await checkBuiltIn(deps, now)
    },
    deps.log,
  )
