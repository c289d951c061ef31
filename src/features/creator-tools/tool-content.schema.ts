import { z } from '#src/lib/zod.ts'
import { CATEGORIES, type Category } from '#src/sdk/define-tool.ts'
import { FIELD_TYPES } from '#src/sdk/field-types.ts'
import type { FieldSpec } from '#src/sdk/fields.ts'
import type { Json } from '#src/sdk/json.ts'
import { type OutputSpec, RENDERERS } from '#src/sdk/outputs.ts'
import { PATTERN_MAX } from '#src/sdk/pattern.ts'
import { LICENCES, type Licence } from './licences.ts'

export const TITLE_MAX = 80
export const DESCRIPTION_MAX = 300
export const SOURCE_MAX = 100_000
export const EXPRESSION_MAX = 4000
export const FIELDS_MAX = 60
export const OUTPUTS_MAX = 40
export const EXAMPLES_MAX = 20
export const TAGS_MAX = 8
/** Bytes of a file that is read as text. */
/** A sandbox reads an input of at most an eighth of its memory, with what JSON adds to a text. */
const FILE_MAX = 5_000_000

export const OUTPUT_TYPES = ['string', 'number', 'boolean', 'array', 'object', 'any'] as const
const OUTPUT_FORMATS = ['money', 'code', 'percent', 'rounded', 'rounded-percent', 'marked', 'html'] as const
const COLUMN_TYPES = ['string', 'number', 'money', 'rounded', 'colour'] as const

/** In a form, an API call and an expression alike: `input.wallWidth`. */
export const NAME_PATTERN = /^[a-zA-Z][a-zA-Z0-9_]*$/

export type FieldDraft = FieldSpec & { readonly name: string }
export interface OutputDraft extends OutputSpec {
  readonly name: string
  /** Of kind config: what it is computed by. */
  readonly expression: string
}
export interface ExampleDraft {
  readonly title: string
  readonly input: Readonly<Record<string, Json>>
  /** The outputs that must be equal; others may be anything. */
  readonly output: Readonly<Record<string, Json>>
  /** Where the expected values come from. */
  readonly source: string
}

/** Everything that a creator writes. A draft may be unfinished: what must be there is asked at publishing. */
export interface ToolContent {
  readonly title: string
  readonly description: string
  readonly category: Category
  readonly tags: readonly string[]
  /** One sign, such as an emoji. */
  readonly icon: string
  readonly licence: Licence
  readonly kind: 'config' | 'custom'
  readonly fields: readonly FieldDraft[]
  readonly outputs: readonly OutputDraft[]
  /** Of kind custom: JavaScript that defines run(input). */
  readonly source: string
  /** Of kind custom: visitors' browsers may have the source, and run it themselves. */
  readonly inBrowser?: boolean
  readonly examples: readonly ExampleDraft[]
}

const Text = z.string().max(1000)
const Values = z.record(z.string().max(100), z.json())
const Choice = z.strictObject({ value: z.string().max(200), label: z.string().max(200) })
const Choices = z.array(Choice).max(500)

const fieldShape = {
  type: z.enum(FIELD_TYPES),
  label: z.string().max(100),
  help: Text.optional(),
  placeholder: z.string().max(200).optional(),
  required: z.boolean().optional(),
  default: z.json().optional(),
  hidden: z.boolean().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().positive().optional(),
  integer: z.boolean().optional(),
  minLength: z.int().min(0).optional(),
  maxLength: z.int().min(0).optional(),
  pattern: z.string().max(PATTERN_MAX).optional(),
  patternMessage: z.string().max(200).optional(),
  options: Choices.optional(),
  optionsBy: z
    .strictObject({
      field: z.string().max(60),
      options: z.record(z.string().max(200), Choices),
      defaults: z.record(z.string().max(200), z.string().max(200)).optional(),
    })
    .optional(),
  aliases: z.record(z.string().max(200), z.string().max(200)).optional(),
  showIf: z.strictObject({ field: z.string().max(60), in: z.array(z.json()).max(100) }).optional(),
  unit: z.string().max(30).optional(),
  presets: z.array(z.number()).max(20).optional(),
  takesJson: z.boolean().optional(),
  secret: z.boolean().optional(),
  maxBytes: z.int().min(1).max(FILE_MAX).optional(),
  picker: z.literal('colour').optional(),
  swapWith: z.string().max(60).optional(),
  section: z.string().max(80).optional(),
}

const outputShape = {
  label: z.string().max(100),
  renderer: z.enum(RENDERERS),
  type: z.enum(OUTPUT_TYPES),
  help: Text.optional(),
  format: z.enum(OUTPUT_FORMATS).optional(),
  columns: z
    .array(
      z.strictObject({
        name: z.string().max(60),
        label: z.string().max(100),
        type: z.enum(COLUMN_TYPES).optional(),
      }),
    )
    .max(40)
    .optional(),
  primary: z.boolean().optional(),
}

const Name = z.string().max(60)
const Expression = z.string().max(EXPRESSION_MAX)

/** A field and an output as the raw schema has them, where the name stands before the colon. */
export const RawField = z.strictObject(fieldShape)
export const RawOutput = z.strictObject({ ...outputShape, expression: Expression.default('') })

const contentShape = {
  title: z.string().trim().max(TITLE_MAX),
  description: z.string().trim().max(DESCRIPTION_MAX),
  category: z.enum(CATEGORIES),
  tags: z.array(z.string().trim().min(1).max(30)).max(TAGS_MAX),
  icon: z.string().trim().max(16),
  licence: z.enum(LICENCES),
  kind: z.enum(['config', 'custom']),
  fields: z.array(z.strictObject({ name: Name, ...fieldShape })).max(FIELDS_MAX),
  outputs: z.array(z.strictObject({ name: Name, ...outputShape, expression: Expression })).max(OUTPUTS_MAX),
  source: z.string().max(SOURCE_MAX),
  inBrowser: z.boolean().optional(),
  examples: z
    .array(z.strictObject({ title: z.string().trim().max(120), input: Values, output: Values, source: Text }))
    .max(EXAMPLES_MAX),
}
const Content = z.strictObject(contentShape)
// Optional fields are absent or there, never undefined: JSON has no such value.
export const ToolContent = Content as unknown as z.ZodType<ToolContent, ToolContent>
export const ToolContentAt = z.strictObject({
  ...contentShape,
  revision: z.int().min(1),
}) as unknown as z.ZodType<ToolContent & { revision: number }, ToolContent & { revision: number }>

/** By name, in the order of the form: what pages, the API and runs take. */
export const toInputSchema = (fields: readonly FieldDraft[]): Record<string, FieldSpec> =>
  Object.fromEntries(fields.map(({ name, ...spec }) => [name, spec]))

export const toOutputSchema = (outputs: readonly OutputDraft[]): Record<string, OutputSpec> =>
  Object.fromEntries(outputs.map(({ name, expression: _, ...spec }) => [name, spec]))

/** What the sandbox runs. */
export const toCode = ({ kind, outputs, source }: Pick<ToolContent, 'kind' | 'outputs' | 'source'>) =>
  kind === 'custom'
    ? { source }
    : { outputs: Object.fromEntries(outputs.map(({ name, expression }) => [name, expression])) }

/** Expressions run on the server only: what keeps their patterns from running for ever is there. */
export const mayRunInBrowser = ({ kind, inBrowser }: Pick<ToolContent, 'kind' | 'inBrowser'>): boolean =>
  kind === 'custom' && inBrowser === true

export const emptyContent: ToolContent = {
  title: '',
  description: '',
  category: 'calculator',
  tags: [],
  icon: '',
  licence: 'CC-BY-4.0',
  kind: 'config',
  fields: [],
  outputs: [],
  source: '',
  examples: [],
}
