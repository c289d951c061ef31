import type {
  ExampleDraft,
  FieldDraft,
  OutputDraft,
  ToolContent,
} from '#src/features/creator-tools/tool-content.schema.ts'

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
