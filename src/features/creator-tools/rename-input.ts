import { type ExampleDraft, type FieldDraft, NAME_PATTERN, type ToolContent } from './tool-content.schema.ts'

export interface Renaming {
  readonly from: string
  readonly to: string
}

/** Comments and texts are passed over as one; a raw text ends at the first quote, whatever stands before it. */
const TOKEN =
  /\/\/[^\n]*|[bB]?[rR][bB]?(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\n]*"|'[^'\n]*')|[bB]?(?:"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|[A-Za-z_]\w*|\d[\w.]*|\s+|[\s\S]/g
const SAYS_NOTHING = /^(?:\s|\/\/)/

/** `input.old`, `input.?old` and `input["old"]` as `input.new`…; what only looks like it, such as in a text, stays. */
export function withRenamedInput(expression: string, { from, to }: Renaming): string {
  const tokens = expression.match(TOKEN) ?? []
  const places = tokens.flatMap((token, at) => (SAYS_NOTHING.test(token) ? [] : [at]))
  const at = (place: number) => tokens[places[place] ?? -1]
  places.forEach((_, place) => {
    // `a.input` and `a.?input` are fields of something else.
    if (at(place) !== 'input' || at(place - 1) === '.' || (at(place - 1) === '?' && at(place - 2) === '.')) return
    const named = at(place + 2) === '?' ? place + 3 : place + 2
    const where = places[named] ?? -1
    const name = tokens[where]
    // What is called is no field: input.size().
    if (at(place + 1) === '.' && name === from && at(named + 1) !== '(') tokens[where] = to
    if (at(place + 1) === '[' && (name === `"${from}"` || name === `'${from}'`) && at(named + 1) === ']')
      tokens[where] = name.replace(from, to)
  })
  return tokens.join('')
}

const renamedField = (field: FieldDraft, { from, to }: Renaming): FieldDraft => ({
  ...field,
  ...(field.showIf?.field === from && { showIf: { ...field.showIf, field: to } }),
  ...(field.optionsBy?.field === from && { optionsBy: { ...field.optionsBy, field: to } }),
  ...(field.swapWith === from && { swapWith: to }),
})

/** In its place; a value that is there under the new name already is not written over. */
function renamedExample(example: ExampleDraft, { from, to }: Renaming): ExampleDraft {
  if (!Object.hasOwn(example.input, from) || Object.hasOwn(example.input, to)) return example
  const entries = Object.entries(example.input).map(([name, value]) => [name === from ? to : name, value] as const)
  return { ...example, input: Object.fromEntries(entries) }
}

/** Whether it names one input, and can do so in an expression. */
export const namesOne = (fields: readonly FieldDraft[], name: string): boolean =>
  NAME_PATTERN.test(name) && fields.filter((field) => field.name === name).length === 1

/**
 * What else speaks of an input that is called `to` now: expressions, rules of other inputs, examples. Undefined while
 * the name cannot be used, or where what is called `from` is another input.
 */
export function carriedAlong(
  content: ToolContent,
  renaming: Renaming,
): Pick<ToolContent, 'fields' | 'outputs' | 'examples'> | undefined {
  const { from, to } = renaming
  if (
    from === to ||
    !NAME_PATTERN.test(from) ||
    !namesOne(content.fields, to) ||
    content.fields.some(({ name }) => name === from)
  )
    return undefined
  return {
    fields: content.fields.map((field) => renamedField(field, renaming)),
    outputs: content.outputs.map((output) => ({
      ...output,
      expression: withRenamedInput(output.expression, renaming),
    })),
    examples: content.examples.map((example) => renamedExample(example, renaming)),
  }
}
