import type TurndownService from 'turndown'
import { codeOf, type HtmlElement, type HtmlNode, inlineBeside, isText, type Side, textBeside } from './dom.ts'

const DELIMITERS: Readonly<Record<string, string>> = { EM: '*', I: '*', STRONG: '**', B: '**' }
export const EMPHASES = 'em, i, strong, b'

/** The sign of an emphasis, undefined for everything else. */
export const kindOf = ({ nodeName }: HtmlNode): string | undefined => DELIMITERS[nodeName]

const SPACE = /^\s/
const SPACE_AT_END = /\s$/
const PUNCTUATION = /^[\p{P}\p{S}]/u

/** Whether nothing is written between the element and one before it of which `isSuch`. */
function touches(element: HtmlElement, isSuch: (node: HtmlNode) => boolean): boolean {
  if (SPACE.test(element.textContent)) return false
  for (const found of inlineBeside(element, 'before')) {
    if (isText(found) && found.textContent !== '') return false
    if (isSuch(found) && found.textContent.trim() !== '') return !SPACE_AT_END.test(found.textContent)
  }
  return false
}

const firstOf = (text: string): string => [...text.slice(0, 2)][0] ?? ''
const lastOf = (text: string): string => [...text.slice(-2)].at(-1) ?? ''

/**
 * The code unit beside the emphasis; nothing at the ends of a line. Some renderers, that of this app too, read half of a
 * surrogate pair there, which is no punctuation.
 */
function outside(element: HtmlElement, side: Side): string {
  const text = element.textContent
  if ((side === 'before' ? SPACE : SPACE_AT_END).test(text)) return ' '
  const beside = textBeside(element, side)?.textContent ?? ''
  return beside.at(side === 'before' ? -1 : 0) ?? ''
}

const isOpen = (outer: string): boolean => outer === '' || SPACE.test(outer)

/** CommonMark 0.31.2, section 6.2: what makes a run of delimiters left-flanking, and the other way round right-flanking. */
const flanks = (outer: string, inner: string): boolean =>
  !SPACE.test(inner) && (!PUNCTUATION.test(inner) || isOpen(outer) || PUNCTUATION.test(outer))

/** Whether the emphasis around could end where this one begins: its delimiters would look both ways there. */
function mightEnd(element: HtmlElement, first: string, before: string): boolean {
  const around = element.parentNode?.closest(EMPHASES)
  if (!around) return false
  const beside = textBeside(element, 'before', /\S/)
  // At its beginning, from which spaces are taken out, there may be the sign > of a tag.
  if (PUNCTUATION.test(first) && !(beside && around.contains(beside))) return true
  return !isOpen(before) && flanks(first, before)
}

function canHaveDelimiters(text: string, element: HtmlElement): boolean {
  const same = kindOf(element) === '*' ? 'em, i' : 'strong, b'
  if (element.parentNode?.closest(same) || touches(element, (node) => kindOf(node) !== undefined)) return false
  // Delimiters of emphasis within are of the same run. A sign of the text itself has a backslash before it.
  const first = firstOf(text.replace(/^\*+/, ''))
  const last = lastOf(text.replace(/(?<![\\*])\*+$/, ''))
  const before = outside(element, 'before')
  if (mightEnd(element, first, before)) return false
  return flanks(before, first) && flanks(outside(element, 'after'), last)
}

function emphasis(content: string, element: HtmlElement): string {
  const text = content.trim()
  // No emphasis holds an empty line.
  if (text === '' || /\n\s*\n/.test(text)) return content
  const start = content.indexOf(text)
  const delimiter = kindOf(element)
  const tag = element.nodeName.toLowerCase()
  const written = canHaveDelimiters(text, element) ? `${delimiter}${text}${delimiter}` : `<${tag}>${text}</${tag}>`
  return content.slice(0, start) + written + content.slice(start + text.length)
}

function code(element: HtmlElement): string {
  const text = codeOf(element)
    .trim()
    .replace(/\r\n?|\n/g, ' ')
  if (text === '') return ''
  const runs = new Set(text.match(/`+/g))
  let fence = '`'
  while (runs.has(fence)) fence += '`'
  const space = /^`|`$/.test(text) ? ' ' : ''
  // One span after another would be one whose content has the signs of both.
  const separator = touches(element, ({ nodeName }) => nodeName === 'CODE') ? '<!-- -->' : ''
  return `${separator}${fence}${space}${text}${space}${fence}`
}

/** Emphasis and code spans that render as they are beside whatever text. */
export function addInlines(service: TurndownService): void {
  service.addRule('emphasis', {
    filter: ['em', 'i', 'strong', 'b'],
    replacement: (content, element) => emphasis(content, element as unknown as HtmlElement),
  })
  service.addRule('code', {
    filter: 'code',
    replacement: (_, element) => code(element as unknown as HtmlElement),
  })
}
