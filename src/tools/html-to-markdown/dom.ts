/** What of a document is asked here. The code has a document of its own, on the server too, and no DOM types. */
export interface HtmlNode {
  readonly nodeName: string
  readonly nodeType: number
  textContent: string
  readonly parentNode: HtmlElement | null
  readonly childNodes: Iterable<HtmlNode>
  readonly firstChild: HtmlNode | null
  readonly lastChild: HtmlNode | null
  readonly previousSibling: HtmlNode | null
  readonly nextSibling: HtmlNode | null
  readonly ownerDocument: { createElement(name: string): HtmlElement }
  after(node: HtmlNode): void
}

export interface HtmlElement extends HtmlNode {
  readonly children: ArrayLike<HtmlElement>
  readonly previousElementSibling: HtmlElement | null
  readonly lastElementChild: HtmlElement | null
  contains(node: HtmlNode): boolean
  appendChild(node: HtmlNode): void
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  closest(selector: string): HtmlElement | null
  querySelector(selector: string): HtmlElement | null
  querySelectorAll(selector: string): Iterable<HtmlElement>
}

const BLOCKS: ReadonlySet<string> = new Set([
  ...['ADDRESS', 'ARTICLE', 'ASIDE', 'BLOCKQUOTE', 'BODY', 'CENTER', 'DD', 'DETAILS', 'DIALOG', 'DIV', 'DL', 'DT'],
  ...['FIELDSET', 'FIGCAPTION', 'FIGURE', 'FOOTER', 'FORM', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'HEADER', 'HR'],
  ...['LEGEND', 'LI', 'MAIN', 'MENU', 'NAV', 'OL', 'P', 'PRE', 'SEARCH', 'SECTION', 'SUMMARY', 'TABLE', 'TBODY'],
  ...['TD', 'TFOOT', 'TH', 'THEAD', 'TR', 'UL'],
])
const WAYS = {
  before: { sibling: 'previousSibling', inner: 'lastChild' },
  after: { sibling: 'nextSibling', inner: 'firstChild' },
} as const
export type Side = keyof typeof WAYS

export const isText = (node: HtmlNode): boolean => node.nodeType === 3
export const isElement = (node: HtmlNode): node is HtmlElement => node.nodeType === 1

/** A link or a picture is written with brackets of its own, so what it stands beside is not what is in it. */
const isBracketed = (node: HtmlNode): boolean =>
  isElement(node) &&
  ((node.nodeName === 'A' && Boolean(node.getAttribute('href'))) ||
    (node.nodeName === 'IMG' && Boolean(node.getAttribute('src'))))
const endsLine = (node: HtmlNode): boolean => node.nodeName === 'BR' || BLOCKS.has(node.nodeName) || isBracketed(node)

/** What stands beside the node, the nearest first, up to the end of its line, a link or a picture. */
export function* inlineBeside(node: HtmlNode, side: Side): Generator<HtmlNode> {
  const { sibling, inner } = WAYS[side]
  let at = node
  let isWithin = false
  while (true) {
    const next: HtmlNode | null = (isWithin ? at[inner] : null) ?? at[sibling]
    isWithin = next !== null
    if (next === null) {
      const { parentNode } = at
      if (parentNode === null || endsLine(parentNode)) return
      at = parentNode
      continue
    }
    if (endsLine(next)) return
    yield next
    at = next
  }
}

/** The nearest text in the line beside the node that has what is looked for. */
export function textBeside(node: HtmlNode, side: Side, wanted = /./s): HtmlNode | undefined {
  for (const found of inlineBeside(node, side)) if (isText(found) && wanted.test(found.textContent)) return found
  return undefined
}

/** The text of code, where a break is a line end. */
export function codeOf(node: HtmlNode): string {
  if (node.nodeName === 'BR') return '\n'
  if (isText(node)) return node.textContent
  return Array.from(node.childNodes, codeOf).join('')
}
