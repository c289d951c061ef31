import { z } from '#src/lib/zod.ts'
import type { Json } from '#src/sdk/json.ts'

export const CONTROLS = [
  'text',
  'multiline',
  'code',
  'number',
  'switch',
  'select',
  'multiselect',
  'expression',
  'json',
  'keyvalue',
  'tool',
  'cases',
  'questions',
  'secret',
  'workflow',
] as const
export type Control = (typeof CONTROLS)[number]

/** What the editor's form needs to know about one property of a config; published as keywords of its JSON Schema. */
export interface FieldHints {
  readonly title: string
  readonly description: string
  /**
   * text: one line · multiline: many · code: JavaScript · json: any JSON value · keyvalue: a record of name → value ·
   * tool: search among published tools · cases: those of a switch · questions: those of a form · secret: the name of one of the account's secrets ·
   * workflow: the id of one of its published workflows.
   */
  readonly control: Control
  readonly placeholder?: string
  /** Of expressions: it is true or false, so that it can be put together from comparisons. */
  readonly decides?: boolean
  /** Choices of select and multiselect. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** Shown only while the named property has one of these values. */
  readonly showIf?: { readonly field: string; readonly in: readonly string[] }
  /** Set by the catalogue: read before a run, so it holds no expression. */
  readonly fixed?: boolean
  /** Set by the catalogue: {{ is text in it. */
  readonly literal?: boolean
  /** Set by the catalogue: evaluated for each item of a list, so `item` and `index` are in scope. */
  readonly perItem?: boolean
}

/** Gives a property its place in the form. */
export const field = <Schema extends z.ZodType>(schema: Schema, hints: FieldHints): Schema => schema.meta({ ...hints })

/** Any JSON. Not checked again: the graph's schema and the expressions let nothing else in. */
export const JsonValue = z.unknown() as z.ZodType<Json>

/** Choices whose label is the value itself. */
export const plainOptions = (values: readonly string[]): { value: string; label: string }[] =>
  values.map((value) => ({ value, label: value }))
