// The part that we use: the package brings no types.
declare module 'pdfkit' {
  interface TextOptions {
    readonly lineBreak: false
    readonly baseline: 'alphabetic'
  }
  interface DocumentOptions {
    readonly size: 'A4'
    readonly margin: number
    readonly lang: string
    readonly displayTitle: boolean
    readonly bufferPages: boolean
    readonly info: { readonly Title: string; readonly Author: string; readonly CreationDate: Date }
  }
  export default class PDFDocument {
    constructor(options: DocumentOptions)
    on(event: 'data', listener: (chunk: Buffer) => void): this
    on(event: 'end', listener: () => void): this
    on(event: 'error', listener: (error: Error) => void): this
    registerFont(name: string, file: Buffer): this
    font(name: string): this
    fontSize(size: number): this
    text(text: string, x: number, y: number, options: TextOptions): this
    widthOfString(text: string): number
    currentLineHeight(): number
    addPage(): this
    bufferedPageRange(): { readonly start: number; readonly count: number }
    switchToPage(page: number): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    lineWidth(width: number): this
    stroke(colour: string): this
    end(): void
  }
}
