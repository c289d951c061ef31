import { type HtmlElement, textBeside } from './dom.ts'
import { EMPHASES, kindOf } from './inline.ts'

/** The element of an exclamation mark that would make a picture of the link behind it. */
export const ESCAPED = 'x-escaped'

/** Markdown reads backslashes and character references in addresses and titles, too. */
const literal = (value: string): string => value.replace(/\\|&(?=#?\w+;)/g, '\\$&')

/** As the URL standard has it (section 4.4): tabs and line breaks are no part of an address. */
const address = (value: string): string => literal(value.replace(/[\t\n\r]/g, '').trim())

function change(body: HtmlElement, attribute: string, changed: (value: string) => string): void {
  for (const element of body.querySelectorAll(`a[${attribute}], img[${attribute}]`))
    element.setAttribute(attribute, changed(element.getAttribute(attribute) ?? ''))
}

/** The elements behind it that go on as it does are emptied only: each removal would renumber all that follow. */
function joinNext(element: HtmlElement): void {
  if (element.firstChild === null) return
  const kind = kindOf(element)
  for (let next = element.nextSibling; next !== null && kindOf(next) === kind; next = next.nextSibling)
    for (let child = next.firstChild; child !== null; child = next.firstChild) element.appendChild(child)
}

function escapeMarkBefore(link: HtmlElement): void {
  const found = textBeside(link, 'before')
  if (!found?.textContent.endsWith('!') || found.parentNode?.closest('code, pre')) return
  const mark = found.ownerDocument.createElement(ESCAPED)
  mark.textContent = '!'
  found.textContent = found.textContent.slice(0, -1)
  found.after(mark)
}

/** Brings the document into a form whose elements Markdown can write one by one. */
export function prepare(body: HtmlElement): void {
  // First of all: after a search for several names at once the document would number siblings anew on each insertion.
  for (const link of [...body.querySelectorAll('a[href]')]) escapeMarkBefore(link)
  change(body, 'href', address)
  change(body, 'src', address)
  change(body, 'title', literal)
  for (const element of body.querySelectorAll(EMPHASES)) joinNext(element)
}
