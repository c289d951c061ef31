import type TurndownService from 'turndown'

/** What of an element is asked here. The code has a document of its own, on the server too, and no DOM types. */
interface Element {
  readonly nodeName: string
  readonly childNodes: Iterable<Element>
  readonly previousElementSibling: Element | null
  getAttribute(name: string): string | null
  closest(selector: string): Element | null
  querySelector(selector: string): Element | null
  querySelectorAll(selector: string): Iterable<Element>
}

/** A cell as wide as this many others is written as itself and empty ones. */
const WIDEST_CELL = 50

const ALIGNMENTS: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' }

const widthOf = (cell: Element): number => {
  const span = Number(cell.getAttribute('colspan') ?? 1)
  return Number.isInteger(span) && span > 1 ? Math.min(span, WIDEST_CELL) : 1
}

const cellsOf = (row: Element): Element[] =>
  [...row.childNodes].filter(({ nodeName }) => nodeName === 'TH' || nodeName === 'TD')

const columnsOf = (row: Element): number => cellsOf(row).reduce((sum, cell) => sum + widthOf(cell), 0)

/** The header with the rule under it. Cells beyond its width are lost (GFM, 4.10): it is as wide as the widest row. */
function headerOf(content: string, row: Element): string {
  const missing =
    Math.max(0, ...Array.from(row.closest('table')?.querySelectorAll('tr') ?? [], columnsOf)) - columnsOf(row)
  const rules = cellsOf(row).flatMap((cell) =>
    Array<string>(widthOf(cell)).fill(ALIGNMENTS[cell.getAttribute('align')?.toLowerCase() ?? ''] ?? '---'),
  )
  return `${content}${'  |'.repeat(missing)}\n| ${[...rules, ...Array<string>(missing).fill('---')].join(' | ')} |`
}

const isFirst = (row: Element): boolean => row.closest('table')?.querySelector('tr') === row

function lineOfCell(content: string, cell: Element): string {
  const text = content
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|')
  return `${cell.previousElementSibling ? ' ' : '| '}${text} |${'  |'.repeat(widthOf(cell) - 1)}`
}

const lineOfRow = (content: string, row: Element): string =>
  `\n${isFirst(row) ? headerOf(content.trim(), row) : content.trim()}`

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
    // What stands before the first row is the caption, which is a paragraph of its own.
    replacement: (content) =>
      `\n\n${content
        .replace(/\n+/g, '\n')
        .trim()
        .replace(/^([^|].*?)\n(?=\|)/s, '$1\n\n')}\n\n`,
  })
}
