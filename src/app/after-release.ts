import type { PublishDeps } from '#src/features/creator-tools/publish.server.ts'
import { noteNews } from '#src/features/creators/news.queries.ts'
import { lookAtPublished } from '#src/features/moderation/look-at-published.server.ts'
import type { QueueMail } from '#src/server/mail/queue-mail.ts'

/** What follows when a tool or a version of it is published, in the same transaction. */
export const afterRelease = (queueMail: QueueMail): PublishDeps['onPublished'] =>
  async function released(transaction, tool) {
    await noteNews(transaction, tool)
    // Last, as it writes into the audit log.
    await lookAtPublished(transaction, queueMail, tool)
  }
