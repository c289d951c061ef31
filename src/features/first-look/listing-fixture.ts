import type {
  ExampleDraft,
  FieldDraft,
  OutputDraft,
  ToolContent,
} from '#src/features/creator-tools/tool-content.schema.ts'
import type { HintKind } from './first-look.schema.ts'

interface Given extends Partial<ToolContent> {
  readonly title: string
  readonly description: string
}

export const aField = (name: string, label: string, more: Partial<FieldDraft> = {}): FieldDraft => ({
  ...{ name, label, type: 'string', ...more },
})
export const anOutput = (expression: string, more: Partial<OutputDraft> = {}): OutputDraft => ({
  ...{ name: 'result', label: 'Result', renderer: 'text', type: 'string', expression, ...more },
})
const anExample: ExampleDraft = { title: 'A first one', input: { text: 'abc' }, output: {}, source: 'by hand' }

/** A listing with so much of it as matters; one with a source is code. */
export const aListing = (given: Given): ToolContent => ({
  category: 'developer',
  tags: ['text'],
  icon: '🧰',
  licence: 'CC-BY-4.0',
  kind: given.source === undefined ? 'config' : 'custom',
  fields: [aField('text', 'Text', { required: true })],
  outputs: [anOutput(given.source === undefined ? 'input.text' : '')],
  source: '',
  examples: [anExample],
  ...given,
})

export const code = (...lines: readonly string[]): string => lines.join('\n')

/** Code between the braces of run. */
export const codeListing = (title: string, description: string, ...lines: readonly string[]): ToolContent =>
  aListing({ title, description, source: code('function run(input) {', ...lines, '}') })

/** Settings of a tool with these fields, or with the labels of some. */
export const formListing = (
  title: string,
  description: string,
  fields: readonly (string | FieldDraft)[],
  more: Partial<ToolContent> = {},
): ToolContent =>
  aListing({
    ...{ title, description, ...more },
    fields: fields.map((one, at) => (typeof one === 'string' ? aField(`field${at + 1}`, one) : one)),
  })

/** Put together here, so that nobody who searches this repository for keys finds one. */
export const joined = (...parts: readonly string[]): string => parts.join('')

/** What should strike the eye, in which listing, and what its version says of itself. */
export type BadListing = readonly [kind: HintKind, listing: ToolContent, changelog?: string]
