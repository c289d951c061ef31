import { type ExampleDraft, type FieldDraft, NAME_PATTERN, type ToolContent } from './tool-content.schema.ts'

/** An input whose name is being changed. */
export interface NamedInput {
  /** What expressions, rules and examples still call it. */
  readonly known: string
  readonly name: string
}

/** What inputs are called now, by what they were called before. */
export type Renamings = ReadonlyMap<string, string>

/** Comments and texts are passed over as one; a raw text ends at the first quote, whatever stands before it. */
const TOKEN =
  /\/\/[^\n]*|[bB]?[rR][bB]?(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\n]*"|'[^'\n]*')|[bB]?(?:"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|[A-Za-z_]\w*|\d[\w.]*|\s+|[\s\S]/g
const SAYS_NOTHING = /^(?:\s|\/\/)/

const IN_QUOTES = /^(["'])(.*)\1$/

/** `input.old`, `input.?old` and `input["old"]` as `input.new`…; what only looks like it, such as in a text, stays. */
export function withRenamedInputs(expression: string, renamings: Renamings): string {
  const tokens = expression.match(TOKEN) ?? []
  const places = tokens.flatMap((token, at) => (SAYS_NOTHING.test(token) ? [] : [at]))
  const at = (place: number) => tokens[places[place] ?? -1]
  places.forEach((_, place) => {
    // `a.input` and `a.?input` are fields of something else.
    if (at(place) !== 'input' || at(place - 1) === '.' || (at(place - 1) === '?' && at(place - 2) === '.')) return
    const named = at(place + 2) === '?' ? place + 3 : place + 2
    const where = places[named] ?? -1
    const name = tokens[where] ?? ''
    const [, quote = '', text = ''] = IN_QUOTES.exec(name) ?? []
    const [plain, quoted] = [renamings.get(name), renamings.get(text)]
    // What is called is no field: input.size().
    if (at(place + 1) === '.' && plain !== undefined && at(named + 1) !== '(') tokens[where] = plain
    if (at(place + 1) === '[' && quoted !== undefined && at(named + 1) === ']') tokens[where] = quote + quoted + quote
  })
  return tokens.join('')
}

function renamedField(field: FieldDraft, renamings: Renamings): FieldDraft {
  const { showIf, optionsBy, swapWith } = field
  const now = (name: string) => renamings.get(name) ?? name
  return {
    ...field,
    ...(showIf && { showIf: { ...showIf, field: now(showIf.field) } }),
    ...(optionsBy && { optionsBy: { ...optionsBy, field: now(optionsBy.field) } }),
    ...(swapWith !== undefined && { swapWith: now(swapWith) }),
  }
}

/** In its place; a value that is there under the new name already is not written over. */
function renamedExample(example: ExampleDraft, renamings: Renamings): ExampleDraft {
  const isTaken = (name: string) => Object.hasOwn(example.input, name) && !renamings.has(name)
  const entries = Object.entries(example.input).map(([name, value]) => {
    const now = renamings.get(name)
    return [now === undefined || isTaken(now) ? name : now, value] as const
  })
  return { ...example, input: Object.fromEntries(entries) }
}

/**
 * The inputs that what speaks of them can follow to their new names: each names one input alone, and can do so in an
 * expression, and no other input is still known by it.
 */
export function settled<Input extends NamedInput>(inputs: readonly Input[]): readonly Input[] {
  const isWhole = ({ name }: Input) =>
    NAME_PATTERN.test(name) && inputs.filter((other) => other.name === name).length === 1
  const isFree = ({ name }: Input, among: readonly Input[]) =>
    inputs.every((other) => other.known !== name || among.includes(other))
  let found = inputs.filter((input) => input.known !== input.name && isWhole(input))
  // One that has to stay keeps its name from others.
  for (let count = -1; count !== found.length; ) {
    count = found.length
    const among = found
    found = among.filter((input) => isFree(input, among))
  }
  return found
}

/** What was no name that an expression could use was named by nothing. */
export const renamingsOf = (inputs: readonly NamedInput[]): Renamings =>
  new Map(inputs.filter(({ known }) => NAME_PATTERN.test(known)).map(({ known, name }) => [known, name]))

/** What else speaks of these inputs: expressions, rules of other inputs, examples. */
export const carriedAlong = (
  content: ToolContent,
  renamings: Renamings,
): Pick<ToolContent, 'fields' | 'outputs' | 'examples'> => ({
  fields: content.fields.map((field) => renamedField(field, renamings)),
  outputs: content.outputs.map((output) => ({
    ...output,
    expression: withRenamedInputs(output.expression, renamings),
  })),
  examples: content.examples.map((example) => renamedExample(example, renamings)),
})
