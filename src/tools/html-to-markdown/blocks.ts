import type TurndownService from 'turndown'
import { codeOf, type HtmlElement, type HtmlNode, isElement } from './dom.ts'

const LARGEST_NUMBER = 999_999_999
const SEPARATOR = '<!-- -->'

/** Elements with a beginning and an end in Markdown; all others leave no sign of theirs around their blocks. */
const BOUNDED: ReadonlySet<string> = new Set([
  ...['BLOCKQUOTE', 'BODY', 'LI', 'OL', 'PRE', 'TABLE', 'TD', 'TH', 'UL', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6'],
])
const NOT_SHOWN: ReadonlySet<string> = new Set(['NOSCRIPT', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE', '#comment'])

const isNothing = (node: HtmlNode): boolean =>
  NOT_SHOWN.has(node.nodeName) ||
  (node.textContent.trim() === '' && !(isElement(node) && (isShownEmpty(node) || node.querySelector(SHOWN_EMPTY))))
const SHOWN_EMPTY = 'a[href], hr, img[src], table'
const isShownEmpty = ({ nodeName }: HtmlNode): boolean => ['A', 'HR', 'IMG', 'TABLE'].includes(nodeName)

function shownBefore(node: HtmlNode | null): HtmlNode | null {
  let at = node
  while (at !== null && isNothing(at)) at = at.previousSibling
  return at
}

/** The name of what Markdown has just before the element. */
function nameBefore(element: HtmlElement): string | undefined {
  let at: HtmlElement = element
  let found = shownBefore(at.previousSibling)
  while (found === null) {
    const { parentNode } = at
    if (parentNode === null || BOUNDED.has(parentNode.nodeName)) return undefined
    at = parentNode
    found = shownBefore(at.previousSibling)
  }
  for (let inner: HtmlNode | null = found; inner !== null; inner = shownBefore(inner.lastChild)) {
    found = inner
    if (BOUNDED.has(inner.nodeName)) break
  }
  return found.nodeName
}

/** CommonMark 0.31.2, section 4.2: a heading is one line, and signs # at its end that a space precedes are no text. */
function heading(content: string, level: number, style: TurndownService.Options['headingStyle']): string {
  const line = content.trim()
  if (style === 'setext' && level < 3) {
    const lines = line.replace(/\s*\n\s*\n\s*/g, ' ')
    return `\n\n${lines}\n${(level === 1 ? '=' : '-').repeat(lines.length)}\n\n`
  }
  const text = line.replace(/\s*\n\s*/g, ' ').replace(/(?<=^|[ \t])#+$/, '\\$&')
  return `\n\n${'#'.repeat(level)} ${text}\n\n`
}

function list(content: string, element: HtmlElement): string {
  if (nameBefore(element) === element.nodeName) return `\n\n${SEPARATOR}\n\n${content}\n\n`
  const { parentNode } = element
  const endsItem = parentNode?.nodeName === 'LI' && parentNode.lastElementChild === element
  return endsItem ? `\n${content}` : `\n\n${content}\n\n`
}

/** What HTML reads as an integer, if CommonMark has such a number (section 5.2), else 1. */
function startOf(given: string | null): number {
  const start = Number(/^[ \t\n\f\r]*\+?(\d+)/.exec(given ?? '')?.[1] ?? 1)
  return start <= LARGEST_NUMBER ? start : 1
}

function markerOf(item: HtmlElement, bullet: string): string {
  const { parentNode } = item
  if (parentNode?.nodeName !== 'OL') return `${bullet}   `
  const index = Array.prototype.indexOf.call(parentNode.children, item)
  return `${Math.min(startOf(parentNode.getAttribute('start')) + index, LARGEST_NUMBER)}.  `
}

function listItem(content: string, item: HtmlElement, bullet: string): string {
  const marker = markerOf(item, bullet)
  const text = content.replace(/^\n+/, '').replace(/(?<!\n)\n+$/, '\n')
  const lines = text.replace(/\n/g, `\n${' '.repeat(marker.length)}`)
  return `${marker}${lines}${item.nextSibling ? '\n' : ''}`
}

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function codeBlock(element: HtmlElement, style: TurndownService.Options['codeBlockStyle']): string {
  const text = codeOf(element).replace(/\n$/, '')
  const names = element.querySelector('code')?.getAttribute('class') ?? ''
  if (style === 'fenced') return `\n\n${fenced(text, /language-([^\s`]+)/.exec(names)?.[1] ?? '')}\n\n`
  // Behind a list, indented lines are part of its last item.
  const separator = ['OL', 'UL'].includes(nameBefore(element) ?? '') ? `${SEPARATOR}\n\n` : ''
  return `\n\n${separator}    ${text.replace(/\n/g, '\n    ')}\n\n`
}

/** Headings, lists and code blocks that stay what they are. */
export function addBlocks(service: TurndownService): void {
  // The library takes these for parts of a line.
  service.addRule('block', {
    filter: ['details', 'dialog', 'legend', 'search', 'summary'],
    replacement: (content) => `\n\n${content.replace(/^ ?\n*/, '')}\n\n`,
  })
  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, element, { headingStyle }) =>
      heading(content, Number((element as unknown as HtmlElement).nodeName.charAt(1)), headingStyle),
  })
  service.addRule('list', {
    filter: ['ul', 'ol'],
    replacement: (content, element) => list(content, element as unknown as HtmlElement),
  })
  service.addRule('listItem', {
    filter: 'li',
    replacement: (content, item, { bulletListMarker = '-' }) =>
      listItem(content, item as unknown as HtmlElement, bulletListMarker),
  })
  service.addRule('codeBlock', {
    filter: 'pre',
    replacement: (_, element, { codeBlockStyle }) => codeBlock(element as unknown as HtmlElement, codeBlockStyle),
  })
}
