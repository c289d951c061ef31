import { countryName } from '#src/lib/countries.ts'
import type { Invoice, InvoiceEntry, Party } from './invoices.schema.ts'

/** In UTC: an invoice has one date, wherever it is read. */
export const dayOf = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Who sold or bought, as on an envelope. */
export const partyLines = ({ name, address, country, taxId }: Party): string =>
  [name, address, countryName(country), taxId === '' ? '' : `Tax id: ${taxId}`].filter((line) => line !== '').join('\n')

export const KIND_WORDS: Readonly<Record<InvoiceEntry['kind'], string>> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  reversal: 'Reversal of a credit note',
}

/** What went back of an invoice since, line by line, and what is left of it; nothing for one that stands as it was. */
export function correctionsOf({ amount, creditNotes }: Invoice): { readonly text: string; readonly amount: number }[] {
  if (creditNotes.length === 0) return []
  return [
    ...creditNotes.map((note) => ({
      text: `${KIND_WORDS[note.kind]} ${note.number} of ${dayOf(note.issuedAt)}`,
      amount: note.amount,
    })),
    { text: 'Left in US dollars', amount: creditNotes.reduce((left, note) => left + note.amount, amount) },
  ]
}
