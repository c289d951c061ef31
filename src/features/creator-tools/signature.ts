import type { FieldType } from '#src/sdk/field-types.ts'
import type { Json } from '#src/sdk/json.ts'
import { emptyContent, type FieldDraft, NAME_PATTERN, type ToolContent } from './tool-content.schema.ts'

interface Parameter {
  readonly name: string
  readonly type: string | undefined
  /** As it is written. */
  readonly usual: string | undefined
  /** It has a default, or says that it may be left out. */
  readonly isOptional: boolean
}

interface Signature {
  readonly name: string
  readonly parameters: readonly Parameter[]
}

/** JavaScript, TypeScript and Python, as far as a signature is concerned. */
const HEADS = [
  /(?:async\s+)?function\s*\*?\s*([A-Za-z_$][\w$]*)\s*(?:<[^>]*>)?\s*\(/,
  /(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*(?:async\s*)?(?:function\s*)?\(/,
  /def\s+([A-Za-z_]\w*)\s*\(/,
]

const OPENING = '([{<'
const CLOSING = ')]}>'

/** What stands between brackets that begin before `at`, split at its commas; undefined when they never close. */
function argumentsAt(text: string, at: number): string[] | undefined {
  const parts: string[] = []
  let depth = 0
  let from = at
  for (let i = at; i < text.length; i++) {
    const char = text[i] ?? ''
    const isArrow = char === '>' && text[i - 1] === '='
    if (OPENING.includes(char)) depth++
    else if (CLOSING.includes(char) && !isArrow) {
      if (depth === 0) return [...parts, text.slice(from, i)].map((part) => part.trim()).filter((part) => part !== '')
      depth--
    } else if (char === ',' && depth === 0) {
      parts.push(text.slice(from, i))
      from = i + 1
    }
  }
  return undefined
}

const PARAMETER = /^(?:\.\.\.|\*{0,2})([A-Za-z_$][\w$]*)(\?)?\s*(?::\s*([^=]+?))?\s*(?:=\s*(.+))?$/s

const NOTHING = /^(None|null|undefined)$/

/** "Optional[int]", "int | None", "number | undefined": the type of what is there, where nothing may be. */
function withoutNothing(type: string): string {
  const inside = /^(?:typing\.)?Optional\[(.*)\]$/s.exec(type)?.[1] ?? type
  const parts = inside.split('|').map((part) => part.trim())
  return parts.filter((part) => !NOTHING.test(part)).join(' | ')
}

function parameterOf(text: string): Parameter[] {
  const [, name, optional, declared, usual] = PARAMETER.exec(text) ?? []
  if (name === undefined || name === 'self') return []
  const type = declared === undefined ? undefined : withoutNothing(declared.trim())
  const mayLack = type !== declared?.trim()
  return [{ name, type, usual: usual?.trim(), isOptional: optional !== undefined || usual !== undefined || mayLack }]
}

export function parseSignature(text: string): Signature | undefined {
  for (const head of HEADS) {
    const found = head.exec(text)
    const given = found === null ? undefined : argumentsAt(text, found.index + found[0].length)
    if (found?.[1] === undefined || given === undefined) continue
    return { name: found[1], parameters: given.flatMap(parameterOf) }
  }
  return undefined
}

const TYPES: readonly (readonly [RegExp, FieldType])[] = [
  [/^(number|int|float|double|Decimal|bigint)\b/, 'number'],
  [/^(boolean|bool)\b/, 'checkbox'],
  [/(\[\]$|^(Array|ReadonlyArray|list|List|tuple|set)\b)/, 'list'],
  [/^(Date|date|datetime)\b/, 'date'],
]

function literal(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined
  const json = text
    .replace(/^'(.*)'$/s, '"$1"')
    .replace(/^True$/, 'true')
    .replace(/^False$/, 'false')
  try {
    return JSON.parse(json) as Json
  } catch {
    return undefined
  }
}

function typeOf({ type, usual }: Parameter): FieldType {
  const declared = TYPES.find(([pattern]) => type !== undefined && pattern.test(type))
  if (declared !== undefined) return declared[1]
  const value = literal(usual)
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'checkbox'
  return Array.isArray(value) ? 'list' : 'string'
}

/** wallWidth, wall_width → "Wall width" */
const labelOf = (name: string): string => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_$]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** 'a' | 'b', or Literal["a", "b"] */
const choicesOf = (type: string | undefined): string[] => {
  const literals = /^(?:typing\.)?Literal\[(.*)\]$/s.exec(type ?? '')?.[1]
  const parts = (literals?.split(',') ?? type?.split('|') ?? []).map((part) => part.trim())
  return parts.length > 1 && parts.every((part) => /^(['"]).*\1$/.test(part))
    ? parts.map((part) => part.slice(1, -1))
    : []
}

function fieldOf(parameter: Parameter): FieldDraft {
  const { name, usual, isOptional, type } = parameter
  const choices = choicesOf(type)
  const value = literal(usual)
  return {
    name: NAME_PATTERN.test(name) ? name : `x${name.replace(/\W/g, '')}`,
    type: choices.length > 0 ? 'select' : typeOf(parameter),
    label: labelOf(name),
    ...(choices.length > 0 && { options: choices.map((choice) => ({ value: choice, label: labelOf(choice) })) }),
    ...(value !== undefined && value !== null ? { default: value } : !isOptional && { required: true }),
  }
}

/** JavaScript goes on as the code of the tool; anything else only gives its inputs. */
const isJavaScript = (text: string) => /\bfunction\b|=>/.test(text) && !/^\s*def\s/m.test(text)

/** The sandbox runs scripts, which export nothing. */
const withoutExports = (text: string) =>
  text
    .trim()
    .replaceAll(/^export\s+(?:default\s+)?(?=(?:async|function|const|let|var|class|interface|type|enum)\b)/gm, '')

/** A tool that begins with what somebody has already written; undefined when no function is found. */
export function contentFromSignature(text: string): ToolContent | undefined {
  const signature = parseSignature(text)
  if (signature === undefined) return undefined
  const fields = signature.parameters.map(fieldOf)
  const call = `${signature.name}(${fields.map(({ name }) => `input.${name}`).join(', ')})`
  const source = isJavaScript(text)
    ? `${withoutExports(text)}\n\nfunction run(input) {\n  return { result: ${call} };\n}\n`
    : 'function run(input) {\n  return { result: null };\n}\n'
  return {
    ...emptyContent,
    title: labelOf(signature.name),
    kind: 'custom',
    fields,
    outputs: [{ name: 'result', type: 'any', renderer: 'json', label: 'Result', primary: true, expression: '' }],
    source,
  }
}
