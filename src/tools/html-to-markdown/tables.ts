import type TurndownService from 'turndown'
import { type HtmlElement, isElement } from './dom.ts'

/** A cell as wide as this many others is written as itself and empty ones. */
const WIDEST_CELL = 50

const ALIGNMENTS: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' }

const widthOf = (cell: HtmlElement): number => {
  const span = Number(cell.getAttribute('colspan') ?? 1)
  return Number.isInteger(span) && span > 1 ? Math.min(span, WIDEST_CELL) : 1
}

const cellsOf = (row: HtmlElement): HtmlElement[] =>
  [...row.childNodes].filter(isElement).filter(({ nodeName }) => nodeName === 'TH' || nodeName === 'TD')

const columnsOf = (row: HtmlElement): number => cellsOf(row).reduce((sum, cell) => sum + widthOf(cell), 0)

/** The header with the rule under it. Cells beyond its width are lost (GFM, 4.10): it is as wide as the widest row. */
function headerOf(content: string, row: HtmlElement): string {
  const missing =
    Math.max(0, ...Array.from(row.closest('table')?.querySelectorAll('tr') ?? [], columnsOf)) - columnsOf(row)
  const rules = cellsOf(row).flatMap((cell) =>
    Array<string>(widthOf(cell)).fill(ALIGNMENTS[cell.getAttribute('align')?.toLowerCase() ?? ''] ?? '---'),
  )
  return `${content}${'  |'.repeat(missing)}\n| ${[...rules, ...Array<string>(missing).fill('---')].join(' | ')} |`
}

const isFirst = (row: HtmlElement): boolean => row.closest('table')?.querySelector('tr') === row

function lineOfCell(content: string, cell: HtmlElement): string {
  const text = content
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|')
  return `${cell.previousElementSibling ? ' ' : '| '}${text} |${'  |'.repeat(widthOf(cell) - 1)}`
}

const lineOfRow = (content: string, row: HtmlElement): string =>
  `\n${isFirst(row) ? headerOf(content.trim(), row) : content.trim()}`

/** Tables of GitHub Flavored Markdown: the first row is the header, each row is one line. */
export function addTables(service: TurndownService): void {
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content, cell) => lineOfCell(content, cell as unknown as HtmlElement),
  })
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, row) => lineOfRow(content, row as unknown as HtmlElement),
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
