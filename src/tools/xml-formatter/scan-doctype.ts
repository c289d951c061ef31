import {
  afterSpace,
  checkReferences,
  commentEnd,
  type Entities,
  type EntityKind,
  instructionEnd,
  NAME,
  NAME_TOKEN,
  XmlSyntaxError,
} from './lexical.ts'
import { recursiveEntity } from './recursive-entity.ts'

const SPACE = '[ \\t\\r\\n]+'
const MAY_SPACE = '[ \\t\\r\\n]*'
const LITERAL = `(?:"[^"]*"|'[^']*')`
const PUBLIC_LITERAL = `(?:"[-'()+,./:=?;!*#@$_%a-zA-Z0-9 \\r\\n]*"|'[-()+,./:=?;!*#@$_%a-zA-Z0-9 \\r\\n]*')`
const EXTERNAL = `(?:SYSTEM${SPACE}${LITERAL}|PUBLIC${SPACE}${PUBLIC_LITERAL}${SPACE}${LITERAL})`
const oneOf = (part: string) => `\\(${MAY_SPACE}${part}(?:${MAY_SPACE}\\|${MAY_SPACE}${part})*${MAY_SPACE}\\)`

// A parameter entity may stand between declarations of a document, never within one: so each has a plain grammar.
const ENTITY_VALUE = `(?<value>"[^%"]*"|'[^%']*')`
const ENTITY_REFERENCE = new RegExp(`&(?<name>${NAME});`, 'gu')
const ATTRIBUTE_TYPE = `(?:CDATA|ID|IDREFS?|ENTITY|ENTITIES|NMTOKENS?|NOTATION${SPACE}${oneOf(NAME)}|${oneOf(NAME_TOKEN)})`
const DEFAULT = `(?:#REQUIRED|#IMPLIED|(?:#FIXED${SPACE})?(?:"[^<"]*"|'[^<']*'))`
const MIXED = `\\(${MAY_SPACE}#PCDATA(?:(?:${MAY_SPACE}\\|${MAY_SPACE}${NAME})*${MAY_SPACE}\\)\\*|${MAY_SPACE}\\))`

const here = (pattern: string) => new RegExp(pattern, 'uy')
const HEAD = here(`<!DOCTYPE${SPACE}${NAME}(?<external>${SPACE}${EXTERNAL})?${MAY_SPACE}`)
const PARAMETER_REFERENCE = here(`%${NAME};`)
const ELEMENT = here(
  `<!ELEMENT${SPACE}${NAME}${SPACE}(?:EMPTY|ANY|${MIXED}|(?<model>\\([^<>"'&%#]*))(?<=[^ \\t\\r\\n])${MAY_SPACE}>`,
)
const ATTRIBUTES = here(
  `<!ATTLIST${SPACE}${NAME}(?:${SPACE}${NAME}${SPACE}${ATTRIBUTE_TYPE}${SPACE}${DEFAULT})*${MAY_SPACE}>`,
)
const GENERAL_ENTITY = here(
  `<!ENTITY${SPACE}(?<name>${NAME})${SPACE}(?:${ENTITY_VALUE}|${EXTERNAL}(?<unparsed>${SPACE}NDATA${SPACE}${NAME})?)${MAY_SPACE}>`,
)
const PARAMETER_ENTITY = here(`<!ENTITY${SPACE}%${SPACE}${NAME}${SPACE}(?:${ENTITY_VALUE}|${EXTERNAL})${MAY_SPACE}>`)
const NOTATION = here(`<!NOTATION${SPACE}${NAME}${SPACE}(?:${EXTERNAL}|PUBLIC${SPACE}${PUBLIC_LITERAL})${MAY_SPACE}>`)
const MODEL_PART = here(`${MAY_SPACE}(?:(?<open>\\()|(?<close>\\)[?*+]?)|(?<separator>[,|])|(?<name>${NAME}[?*+]?))`)

function match(pattern: RegExp, xml: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(xml)
}

/** Production 47: names and groups in brackets, in each group either commas or bars between them. */
function isContentModel(model: string): boolean {
  const separators: (string | undefined)[] = []
  let needsPart = true
  for (let at = 0; at < model.length; at = MODEL_PART.lastIndex) {
    const { open, close, separator, name } = match(MODEL_PART, model, at)?.groups ?? {}
    const isNext = needsPart === (open !== undefined || name !== undefined)
    if (!isNext || (at > 0 && separators.length === 0)) return false
    if (open !== undefined) separators.push(undefined)
    else if (close !== undefined) separators.pop()
    else if (separator !== undefined) {
      if ((separators.at(-1) ?? separator) !== separator) return false
      separators[separators.length - 1] = separator
    } else if (name === undefined) return false
    needsPart = open !== undefined || separator !== undefined
  }
  return separators.length === 0 && !needsPart
}

/** The declarations in a DOCTYPE (XML 1.0, section 2.8), checked by their grammar. */
class DoctypeScanner {
  private readonly xml: string
  private readonly start: number
  private at: number
  private readonly entities = new Map<string, EntityKind>()
  /** Which others the text of each refers to. */
  private readonly references = new Map<string, readonly string[]>()
  private isElsewhere = false

  constructor(xml: string, at: number) {
    this.xml = xml
    this.start = at
    this.at = at
  }

  scan(): { end: number; entities: Entities; isElsewhere: boolean } {
    const head = match(HEAD, this.xml, this.at)
    if (!head) throw new XmlSyntaxError('Expected the name of the root element, SYSTEM or PUBLIC', this.at)
    this.isElsewhere = head.groups?.external !== undefined
    this.at = HEAD.lastIndex
    if (this.xml[this.at] === '[') this.scanSubset()
    if (this.xml[this.at] !== '>') throw new XmlSyntaxError('Expected the end of the DOCTYPE', this.at)
    const recursive = recursiveEntity(this.references)
    if (recursive !== undefined) throw new XmlSyntaxError(`The entity “${recursive}” refers to itself`, this.start)
    return { end: this.at + 1, entities: this.entities, isElsewhere: this.isElsewhere }
  }

  private scanSubset(): void {
    const start = this.at
    this.at = afterSpace(this.xml, start + 1)
    while (this.xml[this.at] !== ']') {
      if (this.at >= this.xml.length) throw new XmlSyntaxError('This DOCTYPE has no end', start)
      this.scanDeclaration()
      this.at = afterSpace(this.xml, this.at)
    }
    this.at = afterSpace(this.xml, this.at + 1)
  }

  private scanDeclaration(): void {
    const begins = (text: string) => this.xml.startsWith(text, this.at)
    if (begins('<!--')) this.at = commentEnd(this.xml, this.at)
    else if (begins('<?')) this.scanInstruction()
    else if (begins('%')) {
      this.take(PARAMETER_REFERENCE, 'This reference is not complete')
      this.isElsewhere = true
    } else if (begins('<!ELEMENT')) this.scanElement()
    else if (begins('<!ATTLIST')) this.scanAttributes()
    else if (begins('<!ENTITY')) this.scanEntity()
    else this.take(NOTATION, 'Expected a declaration')
  }

  private take(pattern: RegExp, problem: string): { found: RegExpExecArray; start: number } {
    const start = this.at
    const found = match(pattern, this.xml, start)
    if (!found) throw new XmlSyntaxError(problem, start)
    this.at = pattern.lastIndex
    return { found, start }
  }

  private scanInstruction(): void {
    const { target, end } = instructionEnd(this.xml, this.at)
    if (target.toLowerCase() === 'xml') throw new XmlSyntaxError('The XML declaration must be the very first', this.at)
    this.at = end
  }

  private scanElement(): void {
    const problem = 'This ELEMENT declaration is not well-formed'
    const { found, start } = this.take(ELEMENT, problem)
    const model = found.groups?.model
    if (model !== undefined && !isContentModel(model)) throw new XmlSyntaxError(problem, start)
  }

  private scanAttributes(): void {
    const { found, start } = this.take(ATTRIBUTES, 'This ATTLIST declaration is not well-formed')
    for (const { 0: value, index } of found[0].matchAll(/"[^"]*"|'[^']*'/g))
      checkReferences(value, start + index, { known: this.isElsewhere ? undefined : this.entities, inAttribute: true })
  }

  private scanEntity(): void {
    const isParameter = match(PARAMETER_ENTITY, this.xml, this.at) !== null
    const problem = 'This ENTITY declaration is not well-formed'
    const { found, start } = this.take(isParameter ? PARAMETER_ENTITY : GENERAL_ENTITY, problem)
    const { name, value, unparsed } = found.groups ?? {}
    if (value !== undefined) checkReferences(value, start + found[0].indexOf(value), { known: undefined })
    // The first declaration counts (section 4.2).
    if (name === undefined || this.entities.has(name)) return
    this.entities.set(name, unparsed === undefined ? (value === undefined ? 'external' : 'internal') : 'unparsed')
    const names = [...(value ?? '').matchAll(ENTITY_REFERENCE)].map((reference) => reference.groups?.name ?? '')
    this.references.set(name, names)
  }
}

/** Reads a DOCTYPE from its “<” on; `isElsewhere` says that more may be declared where nothing is fetched from. */
export const scanDoctype = (xml: string, at: number) => new DoctypeScanner(xml, at).scan()
