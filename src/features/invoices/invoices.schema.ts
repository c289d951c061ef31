import { endpoint } from '#src/lib/contract.ts'
import { CountryCode } from '#src/lib/country.schema.ts'
import { z } from '#src/lib/zod.ts'

const Cents = z.int()
const line = (max: number, missing: string) => z.string().trim().min(1, missing).max(max)

export const BillingDetails = z.strictObject({
  name: line(200, 'Enter a name'),
  /** As on an envelope, without the country. */
  address: line(500, 'Enter an address'),
  country: CountryCode,
  taxId: z
    .string()
    .trim()
    .max(40)
    .regex(/^[A-Za-z0-9 ./-]*$/, 'A tax id has letters and digits'),
})
export type BillingDetails = z.infer<typeof BillingDetails>

/** What is stored may be older than the list of countries: two letters were enough. */
const StoredDetails = BillingDetails.extend({ country: z.string() })

const Party = z.object({ name: z.string(), address: z.string(), country: z.string(), taxId: z.string() })
export type Party = z.infer<typeof Party>

const InvoiceEntry = z.object({
  id: z.uuid(),
  number: z.string(),
  /** A reversal takes a credit note back whose refund did not arrive. */
  kind: z.enum(['invoice', 'credit_note', 'reversal']),
  title: z.string(),
  amount: Cents,
  tax: Cents,
  currency: z.literal('usd'),
  livemode: z.boolean(),
  issuedAt: z.string(),
})
export type InvoiceEntry = z.infer<typeof InvoiceEntry>

export const Invoice = InvoiceEntry.extend({
  seller: Party,
  buyer: Party.nullable(),
  lines: z.array(z.object({ text: z.string(), amount: Cents })),
  taxRate: z.string(),
  /** The invoice that a credit note or its reversal corrects. */
  corrects: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  /** Oldest first, with what took some of them back. */
  creditNotes: z.array(
    z.object({
      ...{ id: z.uuid(), number: z.string(), kind: z.enum(['credit_note', 'reversal']), amount: Cents },
      issuedAt: z.string(),
    }),
  ),
})
export type Invoice = z.infer<typeof Invoice>

export const INVOICES_PER_PAGE = 50

export const invoicesContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/billing',
    summary: 'My invoices and credit notes, newest first, and what stands on them about me',
    query: z.strictObject({ cursor: z.string().max(100).optional() }),
    answer: z.object({
      details: StoredDetails.nullable(),
      invoices: z.array(InvoiceEntry),
      /** Of the next page. */
      cursor: z.string().nullable(),
    }),
    errors: ['SIGN_IN_REQUIRED', 'INVALID_REQUEST'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/billing/:id',
    summary: 'One invoice of mine; its PDF is at /api/billing/{id}/pdf',
    params: z.strictObject({ id: z.uuid() }),
    answer: z.object({ invoice: Invoice }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  setDetails: endpoint({
    method: 'PUT',
    path: '/api/billing/details',
    summary: 'Say who I am on invoices; those that name nobody yet get it too',
    body: BillingDetails,
    answer: z.object({ details: StoredDetails }),
    errors: ['SIGN_IN_REQUIRED', 'INVALID_INPUT'],
  }),
}
