/** How a value is shown; the value itself is always JSON. */
export const RENDERERS = ['text', 'badge', 'list', 'table', 'json', 'wheel', 'image', 'chart'] as const
export type Renderer = (typeof RENDERERS)[number]
export type OutputType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'any'

export interface Column {
  readonly name: string
  readonly label: string
  /** Numbers are right-aligned with tabular figures, rounded ones as in a format; a colour in hex ("#ff8800") is shown beside its text. */
  readonly type?: 'string' | 'number' | 'money' | 'rounded' | 'colour'
}

/** A piece of a text that is marked in places; the pieces in their order are the text. */
export interface MarkedPart {
  readonly text: string
  /** From 1: pieces with the same number are one mark. An empty text marks a place between two characters. */
  readonly mark?: number
  /** From 1: the part of the mark that this piece belongs to. */
  readonly group?: number
}

export interface OutputSpec {
  readonly label: string
  readonly renderer: Renderer
  readonly type: OutputType
  readonly help?: string
  /**
   * Money has two decimals; what is rounded is shown with two, or with more up to four digits, and copied with all;
   * code has the mono face; marked text is an array of MarkedPart, html is drawn as a page, a file is
   * its data URL. A countdown is the instant, in ISO 8601, from which on the same input has another result: the page
   * shows what is left until then, and runs the tool again.
   */
  readonly format?:
    | 'money'
    | 'code'
    | 'percent'
    | 'rounded'
    | 'rounded-percent'
    | 'marked'
    | 'html'
    | 'file'
    | 'countdown'
  /** Of a table: rows are objects with these names. */
  readonly columns?: readonly Column[]
  /** The first primary output leads the result card. */
  readonly primary?: boolean
}

type Extra = Partial<Omit<OutputSpec, 'label' | 'renderer'>>
const output =
  (renderer: Renderer, type: OutputType) =>
  (label: string, extra: Extra = {}): OutputSpec => ({ type, ...extra, label, renderer })

export const text = output('text', 'string')
export const badge = output('badge', 'number')
export const listOf = output('list', 'array')
export const table = output('table', 'array')
export const json = output('json', 'any')
export const wheel = output('wheel', 'string')
export const image = output('image', 'string')
export const chart = output('chart', 'array')

/** A picture that is its own address; nothing is fetched for what a tool gives. */
export const IMAGE_ADDRESS = /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/
