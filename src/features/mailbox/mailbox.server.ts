import type { FastifyInstance } from 'fastify'
import { isUuid } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import { notFound } from '#src/server/http/app-error.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { onThisMachine, requireThisMachine } from '#src/server/http/this-machine.ts'
import { findHtml, listMails } from './mailbox.queries.ts'
import { type LocalMail, mailboxContract } from './mailbox.schema.ts'

interface MailboxDeps {
  readonly db: Db
  readonly publicUrl: string
}

/** Everybody's mails, with the links in them: for development, where there is nobody else. */
export const mailboxRoutes = ({ db, publicUrl }: MailboxDeps): Route[] => [
  route(mailboxContract.list, [onThisMachine(publicUrl)], async () => ({
    mails: (await listMails(db)).map((row) => ({
      id: row.id,
      to: row.to_address,
      subject: row.subject,
      category: row.category,
      status: row.status as LocalMail['status'],
      text: row.text_body,
      lastError: row.last_error,
      createdAt: row.created_at.toISOString(),
    })),
  })),
]

/** A mail as mail programs show it: with its own styles, and no way to run or load anything. */
export function registerMailPages(app: FastifyInstance, { db, publicUrl }: MailboxDeps): void {
  app.get<{ Params: { id: string } }>('/api/dev/mails/:id/html', async (request, reply) => {
    requireThisMachine(request, publicUrl)
    const { id } = request.params
    const html = isUuid(id) ? await findHtml(db, id) : undefined
    if (html === undefined) throw notFound('mail')
    return reply
      .header('content-security-policy', "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'")
      .type('text/html; charset=utf-8')
      .send(html)
  })
}
