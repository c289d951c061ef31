/** How a value is shown; the value itself is always JSON. */
export const RENDERERS = ['text', 'badge', 'list', 'table', 'json', 'wheel', 'image', 'chart'] as const
export type Renderer = (typeof RENDERERS)[number]
export type OutputType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'any'

export interface Column {
  readonly name: string
  readonly label: string
  /** Numbers are right-aligned with tabular figures. */
  readonly type?: 'string' | 'number' | 'money'
}

export interface OutputSpec {
  readonly label: string
  readonly renderer: Renderer
  readonly type: OutputType
  readonly help?: string
  /** Money is shown with two decimals, code in the mono face. */
  readonly format?: 'money' | 'code' | 'percent'
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
