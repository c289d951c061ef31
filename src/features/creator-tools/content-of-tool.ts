import type { FieldSpec } from '#src/sdk/fields.ts'
import type { OutputSpec } from '#src/sdk/outputs.ts'
import { LICENCES } from './licences.ts'
import { type ExampleDraft, emptyContent, type ToolContent } from './tool-content.schema.ts'

/** A tool as the catalogue keeps it. */
export interface KeptTool {
  readonly title: string
  readonly description: string
  readonly category: string
  readonly kind: 'builtin' | 'config' | 'custom'
  readonly icon: string | null
  readonly licence: string | null
  readonly tags: readonly { readonly name: string }[]
  readonly input_schema: Readonly<Record<string, unknown>>
  readonly output_schema: Readonly<Record<string, unknown>>
  readonly code: unknown
  readonly examples: readonly object[] | null
}

interface Code {
  readonly source?: string
  readonly outputs?: Readonly<Record<string, string>>
}

const toExample = (given: Partial<ExampleDraft>): ExampleDraft => ({
  title: given.title ?? '',
  input: given.input ?? {},
  output: given.output ?? {},
  source: given.source ?? '',
})

// Bytes, the present moment, rates, files and countdowns belong to the code of built-in tools, which no creator writes.
const fieldOf = (name: string, { takesBytes: _, emptyIsNow: __, swapInverts: ___, ...spec }: FieldSpec) => ({
  name,
  ...spec,
})
const outputOf = (name: string, { format, ...spec }: OutputSpec) => ({
  ...{ name, ...spec },
  ...(format !== undefined && format !== 'file' && format !== 'countdown' && { format }),
})

/**
 * What somebody would have written for this tool. How a built-in tool computes is our own code, so of one there is
 * only its form, its outputs and its examples.
 */
export function contentOf(tool: KeptTool): ToolContent {
  const { source = '', outputs: expressions = {} } = (tool.code ?? {}) as Code
  const licence = LICENCES.find((one) => one === tool.licence) ?? emptyContent.licence
  return {
    title: tool.title,
    description: tool.description,
    category: tool.category as ToolContent['category'],
    tags: tool.tags.map(({ name }) => name).slice(0, 8),
    icon: tool.icon ?? '',
    licence,
    kind: tool.kind === 'custom' ? 'custom' : 'config',
    fields: Object.entries(tool.input_schema as Record<string, FieldSpec>).map(([name, spec]) => fieldOf(name, spec)),
    outputs: Object.entries(tool.output_schema as Record<string, OutputSpec>).map(([name, spec]) => ({
      ...outputOf(name, spec),
      expression: expressions[name] ?? '',
    })),
    source,
    examples: (tool.examples ?? []).map(toExample),
  }
}
