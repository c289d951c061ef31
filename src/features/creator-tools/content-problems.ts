import { checkInput } from '#src/sdk/check-input.ts'
import type { Json } from '#src/sdk/json.ts'
import { patternProblem } from '#src/sdk/pattern.ts'
import { RENDERER_TYPES } from './output-misfits.ts'
import { type FieldDraft, NAME_PATTERN, type OutputDraft, type ToolContent } from './tool-content.schema.ts'

/** What keeps a tool from being published; `field` is a path such as "fields.2.label". */
export interface ContentProblem {
  readonly field: string
  readonly message: string
}

/** Words that the expression language keeps for itself. */
const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)
const WITH_CHOICES: ReadonlySet<string> = new Set(['select', 'radio', 'multiselect'])

const graphemes = (text: string) => [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length

const problem = (field: string, message: string): ContentProblem => ({ field, message })

function listingProblems({ title, description, icon, tags }: ToolContent): ContentProblem[] {
  const problems: ContentProblem[] = []
  if (title.length < 3) problems.push(problem('title', 'The title needs at least 3 characters'))
  if (description.length < 20) problems.push(problem('description', 'The description needs at least 20 characters'))
  if (icon === '') problems.push(problem('icon', 'Choose an icon'))
  else if (graphemes(icon) !== 1) problems.push(problem('icon', 'The icon must be a single sign'))
  tags.forEach((tag, at) => {
    if (!/[\p{L}\p{N}]/u.test(tag)) problems.push(problem(`tags.${at}`, `The tag “${tag}” has no letter or digit`))
  })
  return problems
}

interface Named {
  readonly name: string
  readonly label: string
}

function nameProblems(path: string, what: string, all: readonly Named[]): ContentProblem[] {
  return all.flatMap(({ name, label }, at) => {
    const problems: ContentProblem[] = []
    const field = `${path}.${at}.name`
    if (name === '') problems.push(problem(field, `${what} ${at + 1} needs a name`))
    else if (!NAME_PATTERN.test(name))
      problems.push(problem(field, `“${name}” must be letters, digits and _ and begin with a letter`))
    else if (RESERVED.has(name)) problems.push(problem(field, `“${name}” is a word of the expression language`))
    else if (all.findIndex((one) => one.name === name) < at)
      problems.push(problem(field, `The name “${name}” is used twice`))
    if (label.trim() === '') problems.push(problem(`${path}.${at}.label`, `${what} “${name || at + 1}” needs a label`))
    return problems
  })
}

const isAbove = (low: number | undefined, high: number | undefined) =>
  low !== undefined && high !== undefined && low > high

function fieldProblems(field: FieldDraft, at: number, all: readonly FieldDraft[]): ContentProblem[] {
  const path = `fields.${at}`
  const problems: ContentProblem[] = []
  const say = (part: string, message: string) => problems.push(problem(`${path}.${part}`, message))
  const { name, options = [], showIf, optionsBy, swapWith, pattern } = field
  const others = (place: readonly FieldDraft[]) => place.map((one) => one.name).filter((one) => one !== name)
  if (isAbove(field.min, field.max)) say('max', `“${name}”: the maximum is below the minimum`)
  if (isAbove(field.minLength, field.maxLength)) say('maxLength', `“${name}”: the longest is shorter than the shortest`)
  const noPattern = pattern === undefined ? undefined : patternProblem(pattern)
  if (noPattern !== undefined) say('pattern', `“${name}” has no usable pattern: ${noPattern}`)
  if (WITH_CHOICES.has(field.type) && options.length === 0) say('options', `“${name}” needs choices`)
  if (new Set(options.map(({ value }) => value)).size < options.length) say('options', `“${name}” has a choice twice`)
  const earlier = others(all.slice(0, at))
  if (showIf !== undefined && !earlier.includes(showIf.field))
    say('showIf', `“${name}” depends on “${showIf.field}”, which is no field above it`)
  else if (showIf !== undefined) {
    const why = deadRule(showIf, all.find((one) => one.name === showIf.field) as FieldDraft)
    if (why !== undefined) say('showIf', `“${name}” ${why}`)
  }
  if (optionsBy !== undefined && !earlier.includes(optionsBy.field))
    say('optionsBy', `The choices of “${name}” depend on “${optionsBy.field}”, which is no field above it`)
  if (swapWith !== undefined && !others(all).includes(swapWith))
    say('swapWith', `“${name}” swaps with “${swapWith}”, which is no field`)
  return [...problems, ...defaultProblems(field, path)]
}

/** Why a rule never holds, whatever is entered. */
function deadRule({ in: values }: NonNullable<FieldDraft['showIf']>, field: FieldDraft): string | undefined {
  if (values.length === 0) return `is never shown: say for which values of “${field.name}”`
  const never = values.find((value) => !canBe(field, value))
  return never === undefined
    ? undefined
    : `is shown if “${field.name}” is ${JSON.stringify(never)}, which it can never be`
}

function canBe({ type, options = [], optionsBy }: FieldDraft, value: Json): boolean {
  if (value === null) return true
  if (type === 'number' || type === 'range') return typeof value === 'number'
  if (type === 'boolean' || type === 'checkbox') return typeof value === 'boolean'
  if (!WITH_CHOICES.has(type)) return typeof value === 'string'
  return [options, ...Object.values(optionsBy?.options ?? {})].flat().some((option) => option.value === value)
}

/** A default that the field itself would refuse. */
function defaultProblems(field: FieldDraft, path: string): ContentProblem[] {
  if (field.default === undefined || field.default === '' || field.optionsBy !== undefined) return []
  const { showIf: _, ...alone } = field
  const checked = checkInput([{ ...alone, required: false }], { [field.name]: field.default })
  return checked.ok ? [] : checked.errors.map(({ message }) => problem(`${path}.default`, `Default: ${message}`))
}

function outputProblems(output: OutputDraft, at: number, kind: ToolContent['kind']): ContentProblem[] {
  const { name, renderer, type, expression } = output
  const problems: ContentProblem[] = []
  if (!RENDERER_TYPES[renderer].includes(type))
    problems.push(
      problem(`outputs.${at}.renderer`, `“${name}”: ${renderer} draws ${RENDERER_TYPES[renderer].join(' or ')}`),
    )
  if (kind === 'config' && expression.trim() === '')
    problems.push(problem(`outputs.${at}.expression`, `“${name}” needs an expression`))
  return problems
}

function exampleProblems({ examples, outputs }: ToolContent): ContentProblem[] {
  if (examples.length === 0)
    return [problem('examples', 'Add an example: it is shown to people and tests every version')]
  const names = new Set(outputs.map(({ name }) => name))
  return examples.flatMap(({ title, output }, at) => {
    const problems: ContentProblem[] = []
    if (title === '') problems.push(problem(`examples.${at}.title`, `Example ${at + 1} needs a title`))
    if (examples.findIndex((one) => one.title === title) < at)
      problems.push(problem(`examples.${at}.title`, `Two examples are called “${title}”`))
    if (Object.keys(output).length === 0)
      problems.push(problem(`examples.${at}.output`, `Example ${at + 1} expects nothing: say what must come out`))
    for (const name of Object.keys(output))
      if (!names.has(name))
        problems.push(problem(`examples.${at}.output`, `Example ${at + 1} expects “${name}”, which is no output`))
    return problems
  })
}

/** Inputs of the form that do not say what to enter. What is new must; what was published before may go back to. */
export const helpProblems = (fields: readonly FieldDraft[]): ContentProblem[] =>
  fields.flatMap(({ name, label, help = '', hidden }, at) =>
    hidden === true || help.trim() !== ''
      ? []
      : [problem(`fields.${at}.help`, `“${label || name}” needs a help text: say what to enter`)],
  )

/** All that must be mended before the tool can be published, in the order of the builder. */
export function contentProblems(content: ToolContent): ContentProblem[] {
  const { fields, outputs, kind, source } = content
  return [
    ...listingProblems(content),
    ...nameProblems('fields', 'Input', fields),
    ...fields.flatMap(fieldProblems),
    ...(outputs.length === 0 ? [problem('outputs', 'Add an output')] : []),
    ...nameProblems('outputs', 'Output', outputs),
    ...outputs.flatMap((output, at) => outputProblems(output, at, kind)),
    ...(kind === 'custom' && source.trim() === '' ? [problem('source', 'Write the code of run(input)')] : []),
    ...exampleProblems(content),
  ]
}
