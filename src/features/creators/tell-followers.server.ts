import { repeat } from '#src/engine/repeat.ts'
import type { Db } from '#src/server/database.ts'
import type { Logger } from '#src/server/log.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'
import { notify } from '#src/server/notifications/notify.queries.ts'
import { publishedMail } from './creators.mails.ts'
import { deleteNews, deleteStaleNews, type NewsRow, nextFollowers, setTold, takeNews } from './news.queries.ts'

interface NewsDeps {
  readonly db: Db
  readonly queueMail: QueueMail
  readonly log: Pick<Logger, 'error'>
}

const EVERY_MS = 5_000
/** So many are told in one transaction. */
const BATCH = 100

async function tellOne(transaction: Db, queueMail: QueueMail, news: NewsRow, userId: string): Promise<void> {
  const { is_first: isFirst, creator, title, slug, changelog } = news
  const path = `/fxn/${slug}`
  await notify(transaction, {
    userId,
    kind: 'creator.published',
    title: isFirst
      ? `${creator.slice(0, 60)} has published “${title}”`
      : `“${title}” of ${creator.slice(0, 60)} has a new version`,
    body: isFirst ? '' : changelog,
    href: path,
  })
  await queueMail(transaction, publishedMail, { userId }, { creator, title, isFirst, path })
}

/** Tells some followers of the first news that is not among `failed`; false when there is nobody left to tell. */
const tellSome = ({ db, queueMail }: NewsDeps, failed: string[], onTaken: (toolId: string) => void): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const news = await takeNews(transaction, failed)
    if (news === undefined) return false
    onTaken(news.tool_id)
    const followers = await nextFollowers(transaction, news, BATCH)
    for (const { id, knows } of followers) if (!knows) await tellOne(transaction, queueMail, news, id)
    const last = followers.at(-1)
    if (last === undefined || followers.length < BATCH) await deleteNews(transaction, news.tool_id)
    else await setTold(transaction, news.tool_id, last.id)
    return true
  })

/** Tells every follower of what was published. Whoever has not read the last word of a tool gets no second one. */
export async function tellFollowers(deps: NewsDeps): Promise<void> {
  await deleteStaleNews(deps.db)
  // What cannot be told stays where it is, and is tried the next time; the others do not wait for it.
  const failed: string[] = []
  for (let isGoingOn = true; isGoingOn; ) {
    let taken: string | undefined
    try {
      isGoingOn = await tellSome(deps, failed, (toolId) => {
        taken = toolId
      })
    } catch (error) {
      if (taken === undefined) throw error
      failed.push(taken)
      deps.log.error({ err: error, tool: taken }, 'Followers could not be told of a tool')
    }
  }
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startFollowerNews = (deps: NewsDeps & { readonly log: Logger }): (() => Promise<void>) =>
  repeat('Telling followers', EVERY_MS, () => tellFollowers(deps), deps.log)
