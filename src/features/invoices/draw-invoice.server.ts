import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { dollars } from '#src/lib/price-text.ts'
import { correctionsOf, dayOf, KIND_WORDS, partyLines } from './invoice-words.ts'
import type { Invoice } from './invoices.schema.ts'

const fontFile = (name: string) => fileURLToPath(new URL(`./fonts/${name}.ttf`, import.meta.url))
/** Latin, Greek and Cyrillic: those that a PDF brings by itself have Latin letters alone. */
const FONTS = { plain: fontFile('DejaVuSans'), bold: fontFile('DejaVuSans-Bold') }

const LEFT = 56
const RIGHT = 539
const WIDTH = RIGHT - LEFT
const AMOUNTS = 120

type Document = InstanceType<typeof PDFDocument>

/** One line of the table; answers where the next one begins. */
function drawRow(
  document: Document,
  y: number,
  font: 'plain' | 'bold',
  [text, amount]: readonly [string, string],
): number {
  document.font(font).fontSize(10)
  const height = document.heightOfString(text, { width: WIDTH - AMOUNTS })
  document.text(text, LEFT, y, { width: WIDTH - AMOUNTS })
  document.text(amount, RIGHT - AMOUNTS, y, { width: AMOUNTS, align: 'right' })
  return y + height + 8
}

function drawParties(document: Document, { seller, buyer }: Invoice, y: number): number {
  const half = WIDTH / 2 - 12
  const columns = [
    ['From', partyLines(seller), LEFT],
    ['To', buyer === null ? '' : partyLines(buyer), LEFT + WIDTH / 2 + 12],
  ] as const
  let bottom = y
  for (const [heading, text, x] of columns) {
    if (text === '') continue
    document.font('bold').fontSize(9).text(heading, x, y, { width: half })
    document
      .font('plain')
      .fontSize(10)
      .text(text, x, y + 14, { width: half, lineGap: 2 })
    bottom = Math.max(bottom, document.y)
  }
  return bottom + 28
}

function drawLines(document: Document, invoice: Invoice, top: number): void {
  const rule = (y: number) => document.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).stroke('#999999')
  let y = drawRow(document, top, 'bold', ['Description', 'Amount'])
  rule(y - 4)
  y += 4
  for (const { text, amount } of invoice.lines) y = drawRow(document, y, 'plain', [text, dollars(amount)])
  rule(y - 2)
  y += 6
  const rate = invoice.taxRate === '' ? 'none' : invoice.taxRate
  y = drawRow(document, y, 'plain', [`Tax (${rate})`, dollars(invoice.tax)])
  y = drawRow(document, y, 'bold', ['Total in US dollars', dollars(invoice.amount)])
  const corrections = correctionsOf(invoice)
  if (corrections.length === 0) return
  y += 12
  for (const [index, { text, amount }] of corrections.entries())
    y = drawRow(document, y, index === corrections.length - 1 ? 'bold' : 'plain', [text, dollars(amount)])
}

/** The same invoice gives the same bytes each time; one that was given back in part says so from then on. */
export function drawInvoice(invoice: Invoice): Promise<Buffer> {
  const title = `${KIND_WORDS[invoice.kind]} ${invoice.number}`
  const document = new PDFDocument({
    ...{ size: 'A4', margin: LEFT, lang: 'en', displayTitle: true },
    info: { Title: title, Author: invoice.seller.name, CreationDate: new Date(invoice.issuedAt) },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  document.registerFont('plain', FONTS.plain)
  document.registerFont('bold', FONTS.bold)
  document.font('bold').fontSize(18).text(title, LEFT, LEFT)
  document
    .font('plain')
    .fontSize(10)
    .text(`Issued on ${dayOf(invoice.issuedAt)}`, LEFT, document.y + 4)
  if (invoice.corrects !== null) document.text(`Corrects invoice ${invoice.corrects.number}`)
  if (!invoice.livemode) document.font('bold').text('A test: no money has moved.')
  drawLines(document, invoice, drawParties(document, invoice, document.y + 24))
  document.end()
  return done
}
