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

/** Tells some followers; false when there is nobody left to tell. */
const tellSome = ({ db, queueMail }: NewsDeps): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const news = await takeNews(transaction)
    if (news === undefined) return false
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
  while (await tellSome(deps));
}

/** Goes on for as long as the process runs. Returns the way to end it. */
export const startFollowerNews = ({ log, ...deps }: NewsDeps & { readonly log: Logger }): (() => Promise<void>) =>
  repeat('Telling followers', EVERY_MS, () => tellFollowers(deps), log)
