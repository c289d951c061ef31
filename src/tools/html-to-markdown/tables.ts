import type TurndownService from 'turndown'

/** What of an element is asked here. The code has a document of its own, on the server too, and no DOM types. */
interface Element {
  readonly nodeName: string
  readonly childNodes: Iterable<Element>
  readonly previousElementSibling: Element | null
  getAttribute(name: string): string | null
  closest(selector: string): Element | null
  querySelector(selector: string): Element | null
}

const ALIGNMENTS: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' }

function ruleUnder(row: Element): string {
  const cells = [...row.childNodes].filter(({ nodeName }) => nodeName === 'TH' || nodeName === 'TD')
  return `| ${cells.map((cell) => ALIGNMENTS[cell.getAttribute('align')?.toLowerCase() ?? ''] ?? '---').join(' | ')} |`
}

const isFirst = (row: Element): boolean => row.closest('table')?.querySelector('tr') === row

function lineOfCell(content: string, cell: Element): string {
  const text = content
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|')
  return `${cell.previousElementSibling ? ' ' : '| '}${text} |`
}

const lineOfRow = (content: string, row: Element): string =>
  isFirst(row) ? `\n${content.trim()}\n${ruleUnder(row)}` : `\n${content.trim()}`

/** Tables of GitHub Flavored Markdown: the first row is the header, each row is one line. */
export function addTables(service: TurndownService): void {
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content, cell) => lineOfCell(content, cell as unknown as Element),
  })
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, row) => lineOfRow(content, row as unknown as Element),
  })
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content })
  service.addRule('table', {
    filter: 'table',
    replacement: (content) => `\n\n${content.replace(/\n+/g, '\n').trim()}\n\n`,
  })
}
