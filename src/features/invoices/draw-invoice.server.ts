import PDFDocument from 'pdfkit'
import { dollars } from '#src/lib/price-text.ts'
import type { Logger } from '#src/server/log.ts'
import { type InvoiceFonts, readFonts, type Style } from './invoice-fonts.server.ts'
import { correctionsOf, dayOf, KIND_WORDS, partyLines } from './invoice-words.ts'
import type { Invoice } from './invoices.schema.ts'
import { partsOf } from './text-parts.ts'
import { wrapText } from './wrap-text.ts'

const LEFT = 56
const RIGHT = 539
const WIDTH = RIGHT - LEFT
const AMOUNTS = 120
/** Of A4. Places go on from one page to the next: 842 is the top of the second. */
const PAGE = 842
const MARGIN = LEFT

interface Pen {
  readonly document: InstanceType<typeof PDFDocument>
  readonly fonts: InvoiceFonts
}

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly style?: Style
  readonly size?: number
  readonly align?: 'left' | 'right'
  readonly lineGap?: number
}

/** Where so much has room above the margin of its page: there, or at the top of the next one. */
const fitting = (y: number, height: number): number =>
  (y % PAGE) + height > PAGE - MARGIN ? (Math.floor(y / PAGE) + 1) * PAGE + MARGIN : y

/** Goes to the page of a place, which may be one before; answers how far down on it. */
function turnTo({ document }: Pen, y: number): number {
  const page = Math.floor(y / PAGE)
  while (document.bufferedPageRange().count <= page) document.addPage()
  document.switchToPage(page)
  return y % PAGE
}

/** The library wraps text of one font only, and stands each font on a line of its own. Answers where the text ends. */
function write(pen: Pen, text: string, place: Place): number {
  const { x, y, width, style = 'plain', size = 10, align = 'left', lineGap = 0 } = place
  const { document, fonts } = pen
  const inParts = (line: string) => partsOf(line, fonts.faceOf(style))
  const widthOf = (line: string) =>
    inParts(line).reduce((sum, part) => sum + document.font(part.face).fontSize(size).widthOfString(part.text), 0)
  const height = document.font(style).fontSize(size).currentLineHeight() + lineGap
  let top = y
  for (const line of wrapText(text, width, widthOf)) {
    top = fitting(top, height)
    const down = turnTo(pen, top) + fonts.ascent * size
    let at = align === 'right' ? x + width - widthOf(line) : x
    for (const part of inParts(line)) {
      const face = document.font(part.face).fontSize(size)
      const partWidth = face.widthOfString(part.text)
      face.text(part.text, at, down, { lineBreak: false, baseline: 'alphabetic' })
      at += partWidth
    }
    top += height
  }
  return top
}

/** One line of the table; answers where the next one begins. */
function drawRow(pen: Pen, y: number, style: Style, [text, amount]: readonly [string, string]): number {
  const top = fitting(y, 40)
  const bottom = write(pen, text, { x: LEFT, y: top, width: WIDTH - AMOUNTS, style })
  write(pen, amount, { x: RIGHT - AMOUNTS, y: top, width: AMOUNTS, style, align: 'right' })
  return bottom + 8
}

function drawParties(pen: Pen, { seller, buyer }: Invoice, y: number): number {
  const width = WIDTH / 2 - 12
  const columns = [
    ['From', partyLines(seller), LEFT],
    ['To', buyer === null ? '' : partyLines(buyer), LEFT + WIDTH / 2 + 12],
  ] as const
  let bottom = y
  for (const [heading, text, x] of columns) {
    if (text === '') continue
    write(pen, heading, { x, y, width, style: 'bold', size: 9 })
    bottom = Math.max(bottom, write(pen, text, { x, y: y + 14, width, lineGap: 2 }))
  }
  return bottom + 28
}

function drawLines(pen: Pen, invoice: Invoice, top: number): void {
  const rule = (y: number) => {
    const down = turnTo(pen, y)
    pen.document.moveTo(LEFT, down).lineTo(RIGHT, down).lineWidth(0.5).stroke('#999999')
  }
  let y = drawRow(pen, top, 'bold', ['Description', 'Amount'])
  rule(y - 4)
  y += 4
  for (const { text, amount } of invoice.lines) y = drawRow(pen, y, 'plain', [text, dollars(amount)])
  rule(y - 2)
  y += 6
  const rate = invoice.taxRate === '' ? 'none' : invoice.taxRate
  y = drawRow(pen, y, 'plain', [`Tax (${rate})`, dollars(invoice.tax)])
  y = drawRow(pen, y, 'bold', ['Total in US dollars', dollars(invoice.amount)])
  const corrections = correctionsOf(invoice)
  if (corrections.length === 0) return
  y += 12
  for (const [index, { text, amount }] of corrections.entries())
    y = drawRow(pen, y, index === corrections.length - 1 ? 'bold' : 'plain', [text, dollars(amount)])
}

function drawHead(pen: Pen, title: string, { issuedAt, corrects, livemode }: Invoice): number {
  const at = { x: LEFT, width: WIDTH }
  let y = write(pen, title, { ...at, y: LEFT, style: 'bold', size: 18 }) + 4
  y = write(pen, `Issued on ${dayOf(issuedAt)}`, { ...at, y })
  if (corrects !== null) y = write(pen, `Corrects invoice ${corrects.number}`, { ...at, y })
  return livemode ? y : write(pen, 'A test: no money has moved.', { ...at, y, style: 'bold' })
}

/** What strangers have written into it: all other words have Latin letters. */
const writtenIn = ({ seller, buyer, lines }: Invoice): string =>
  [partyLines(seller), buyer === null ? '' : partyLines(buyer), ...lines.map(({ text }) => text)].join('\n')

/** The same invoice gives the same bytes each time; one that was given back in part says so from then on. */
export async function drawInvoice(invoice: Invoice, log: Pick<Logger, 'warn'>): Promise<Buffer> {
  const fonts = await readFonts(writtenIn(invoice), log)
  const title = `${KIND_WORDS[invoice.kind]} ${invoice.number}`
  const document = new PDFDocument({
    ...{ size: 'A4', margin: LEFT, lang: 'en', displayTitle: true, bufferPages: true },
    info: { Title: title, Author: invoice.seller.name, CreationDate: new Date(invoice.issuedAt) },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  for (const [face, file] of fonts.files) document.registerFont(face, file)
  const pen = { document, fonts }
  drawLines(pen, invoice, drawParties(pen, invoice, drawHead(pen, title, invoice) + 24))
  document.end()
  return done
}
