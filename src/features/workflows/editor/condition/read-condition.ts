import { type Comparison, type Condition, type How, isExact, NUMBER } from './comparisons.ts'

type Groups = Readonly<Record<string, string | undefined>>

/** Only what JSON and CEL read alike. */
const QUOTED = String.raw`"(?:[^"\\\x00-\x1f]|\\["\\bfnrt]|\\u[0-9a-fA-F]{4})*"`
const TEXT = String.raw`${QUOTED}|'[^'"\\\x00-\x1f]*'`
const LITERAL = `${TEXT}|${NUMBER}`
const ROOT = String.raw`(?!(?:true|false|null|in|has|size)\b)[A-Za-z_]\w*`
const CHAIN = String.raw`${ROOT}(?:\.[A-Za-z_]\w*(?!\w*\()|\[\d+\]|\[${QUOTED}\])*`
const OPTIONAL = String.raw`${ROOT}(?:\.\?[A-Za-z_]\w*|\[\?\d+\]|\[\?${QUOTED}\])+`

/** A space in the pattern is any space, or none. */
const form = (pattern: string): RegExp =>
  new RegExp(
    pattern
      .replaceAll(' ', String.raw`\s*`)
      .replaceAll('OPTIONAL', () => OPTIONAL)
      .replaceAll('CHAIN', () => CHAIN)
      .replaceAll('LITERAL', () => LITERAL)
      .replaceAll('TEXT', () => TEXT),
    'y',
  )

const SIGNS: Readonly<Record<string, How>> = {
  '==': 'equals',
  '!=': 'differs',
  '>': 'above',
  '>=': 'atLeast',
  '<': 'below',
  '<=': 'atMost',
  contains: 'contains',
  startsWith: 'starts',
  endsWith: 'ends',
}
const bySign = ({ sign }: Groups): How => SIGNS[sign ?? ''] ?? 'equals'
const byNot =
  (yes: How, no: How) =>
  ({ not }: Groups): How =>
    not === '' ? yes : no

/** How each line can be written; the first that fits from a place on. */
const FORMS: readonly { readonly form: RegExp; readonly how: (groups: Groups) => How }[] = [
  { form: form(String.raw`(?<not>!?) has\( (?<value>CHAIN) \)`), how: byNot('there', 'missing') },
  { form: form(String.raw`(?<not>!?) (?<optional>OPTIONAL)\.hasValue\( \)`), how: byNot('there', 'missing') },
  {
    form: form(String.raw`size\( (?<value>CHAIN) \) (?<sign>==|>) 0(?![\w.])`),
    how: ({ sign }) => (sign === '>' ? 'filled' : 'empty'),
  },
  { form: form(String.raw`(?<other>LITERAL) in\b (?<value>CHAIN)`), how: () => 'holds' },
  {
    form: form(String.raw`(?<value>CHAIN) == (?<sign>true|false)\b`),
    how: ({ sign }) => (sign === 'true' ? 'true' : 'false'),
  },
  {
    form: form(String.raw`(?<value>CHAIN) (?<sign>[=!]=) null\b`),
    how: ({ sign }) => (sign === '==' ? 'null' : 'notNull'),
  },
  { form: form('(?<value>CHAIN) (?<sign>[=!]=|[<>]=?) (?<other>LITERAL)'), how: bySign },
  { form: form(String.raw`(?<value>CHAIN)\.(?<sign>contains|startsWith|endsWith)\( (?<other>TEXT) \)`), how: bySign },
  { form: form('(?<not>!?) (?<value>CHAIN)'), how: byNot('true', 'false') },
]

/** A field of one line would lose line breaks, and digits that are no exact number are better seen as they are written. */
const isShown = ({ other, isText = false }: Pick<Comparison, 'other' | 'isText'>): boolean =>
  isText ? !/[\n\r]/.test(other) : other === '' || isExact(other)

function readOther(literal: string | undefined): Pick<Comparison, 'other' | 'isText'> {
  if (literal === undefined) return { other: '' }
  if (literal.startsWith("'")) return { other: literal.slice(1, -1), isText: true }
  return literal.startsWith('"') ? { other: JSON.parse(literal) as string, isText: true } : { other: literal }
}

function readLine(text: string, at: number): { line: Comparison; end: number } | undefined {
  for (const { form: pattern, how } of FORMS) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match?.groups === undefined) continue
    const { value, optional = '', other } = match.groups
    const [source] = match
    const compared = readOther(other)
    if (!isShown(compared)) return undefined
    const named = value ?? optional.replaceAll(/\.\?|\[\?"(?:[^"\\]|\\.)*"\]|\[\?/g, (part) => part.replace('?', ''))
    return { line: { value: named, how: how(match.groups), ...compared, source }, end: pattern.lastIndex }
  }
  return undefined
}

const JOINT = /\s*(&&|\|\|)\s*/y

/** The lines that a setting says; undefined where it says something else than comparisons that are joined in one way. */
export function conditionOf(template: string): Condition | undefined {
  const text = template.match(/^\{\{\s*(.*?)\s*\}\}$/s)?.[1]
  if (text === undefined) return undefined
  const lines: Comparison[] = []
  const joints = new Set<string>()
  for (let at = 0; ; at = JOINT.lastIndex) {
    const read = readLine(text, at)
    if (read === undefined) return undefined
    lines.push(read.line)
    if (read.end === text.length) break
    JOINT.lastIndex = read.end
    const joint = JOINT.exec(text)?.[1]
    if (joint === undefined) return undefined
    joints.add(joint)
  }
  return joints.size > 1 ? undefined : { joined: joints.has('||') ? 'any' : 'all', lines }
}
