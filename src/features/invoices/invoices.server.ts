import type { FastifyInstance } from 'fastify'
import { isUuid } from '#src/lib/ids.ts'
import { subscriberOf } from '#src/lib/ip-ranges.ts'
import { appendAudit } from '#src/server/audit/audit.ts'
import type { Db } from '#src/server/database.ts'
import { notFound, signInRequired, tooManyRequests } from '#src/server/http/app-error.ts'
import { decodeCursor, encodeCursor } from '#src/server/http/cursor.ts'
import { inSession, signedIn } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import type { Authenticate } from '#src/server/http/request-context.ts'
import { type Route, route } from '#src/server/http/route.ts'
import {
  findDetails,
  findInvoice,
  type InvoiceRow,
  invoiceExists,
  listCorrections,
  listInvoices,
  saveDetails,
} from './invoices.queries.ts'
import { INVOICES_PER_PAGE, type Invoice, type InvoiceEntry, invoicesContract } from './invoices.schema.ts'

const toEntry = (row: InvoiceRow): InvoiceEntry => ({
  ...{ id: row.id, number: row.number, kind: row.kind, title: row.lines[0]?.text ?? '' },
  ...{ amount: row.amount, tax: row.tax, currency: 'usd', livemode: row.livemode },
  issuedAt: row.issued_at.toISOString(),
})

interface Asking {
  readonly userId: string
  readonly address: string
}

/** Somebody else's is not found, and noted: whoever guesses ids of invoices is looking for strangers' money. */
async function ownInvoice(db: Db, { userId, address }: Asking, id: string): Promise<Invoice> {
  const row = isUuid(id) ? await findInvoice(db, userId, id) : undefined
  if (row === undefined) {
    if (isUuid(id) && (await invoiceExists(db, id)))
      await appendAudit(db, { actorId: userId, action: 'invoice.refused', target: `invoice ${id}`, address })
    throw notFound('invoice')
  }
  const { corrects, corrects_number: number } = row
  return {
    ...toEntry(row),
    ...{ seller: row.seller, buyer: row.buyer, lines: [...row.lines], taxRate: row.tax_rate },
    corrects: corrects === null || number === null ? null : { id: corrects, number },
    creditNotes: (await listCorrections(db, row.id)).map(({ issued_at, kind, ...note }) => ({
      ...note,
      kind: kind as 'credit_note' | 'reversal',
      issuedAt: issued_at.toISOString(),
    })),
  }
}

export const invoiceRoutes = ({ db }: { readonly db: Db }): Route[] => [
  route(invoicesContract.list, [signedIn], async ({ user, query }) => {
    const rows = await listInvoices(db, user.id, decodeCursor(query.cursor))
    const page = rows.slice(0, INVOICES_PER_PAGE)
    const last = rows.length > INVOICES_PER_PAGE ? page.at(-1) : undefined
    return {
      details: await findDetails(db, user.id),
      invoices: page.map(toEntry),
      cursor: last ? encodeCursor({ at: last.position, id: last.id }) : null,
    }
  }),
  route(invoicesContract.get, [signedIn], async ({ user, params, address }) => ({
    invoice: await ownInvoice(db, { userId: user.id, address }, params.id),
  })),
  route(invoicesContract.setDetails, [inSession], async ({ user, body }) => {
    await db.transaction().execute((transaction) => saveDetails(transaction, user.id, body))
    return { details: body }
  }),
]

interface PdfDeps {
  readonly db: Db
  readonly authenticate: Authenticate
  readonly limiter: Limiter
}

/** GET /api/billing/:id/pdf */
export function invoicePdf(app: FastifyInstance, { db, authenticate, limiter }: PdfDeps): void {
  app.get('/api/billing/:id/pdf', async (request, reply) => {
    const viewer = await authenticate(request)
    if (viewer === null) throw signInRequired()
    const wait = limiter.take('30/min', `invoice pdf ${viewer.id}`)
    if (wait > 0) throw tooManyRequests(wait)
    const { id } = request.params as { id: string }
    const invoice = await ownInvoice(db, { userId: viewer.id, address: subscriberOf(request.ip) }, id)
    // The library is large, and few requests need it.
    const { drawInvoice } = await import('./draw-invoice.server.ts')
    const pdf = await drawInvoice(invoice, request.log)
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="${invoice.number}.pdf"`)
      .header('cache-control', 'private, no-store')
      .send(pdf)
  })
}
