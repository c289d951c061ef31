import domino from '@mixmark-io/domino'
import TurndownService from 'turndown'
import { defineTool, radio, select, ToolError, text, textarea } from '#src/sdk/index.ts'
import { addBlocks } from './html-to-markdown/blocks.ts'
import type { HtmlElement } from './html-to-markdown/dom.ts'
import { escaped } from './html-to-markdown/escape.ts'
import { addInlines } from './html-to-markdown/inline.ts'
import { ESCAPED, prepare } from './html-to-markdown/prepare.ts'
import { addTables } from './html-to-markdown/tables.ts'

const LONGEST_TEXT = 300_000

interface Style {
  readonly headings: 'atx' | 'setext'
  readonly bullet: '-' | '*' | '+'
  readonly code: 'fenced' | 'indented'
}

function converter({ headings, bullet, code }: Style): TurndownService {
  const service = new TurndownService({
    headingStyle: headings,
    bulletListMarker: bullet,
    codeBlockStyle: code,
    emDelimiter: '*',
    hr: '---',
  })
  service.remove(['script', 'style', 'noscript', 'template', 'title'])
  service.escape = escaped
  addBlocks(service)
  addInlines(service)
  addTables(service)
  service.addRule('escaped', {
    filter: (element) => (element as unknown as HtmlElement).nodeName.toLowerCase() === ESCAPED,
    replacement: (content) => (content === '!' ? '\\!' : content),
  })
  return service
}

function markdownOf(html: string, style: Style): string {
  try {
    const { body } = domino.createDocument(html)
    prepare(body as unknown as HtmlElement)
    return converter(style).turndown(body)
  } catch (error) {
    // The parser and the converter walk the document by recursion.
    if (!(error instanceof RangeError)) throw error
    throw new ToolError('HTML must not be nested that deep', { field: 'html' })
  }
}

export const htmlToMarkdown = defineTool({
  slug: 'html-to-markdown',
  title: 'HTML to Markdown Converter',
  description: 'Converts HTML to Markdown: headings, lists, links, pictures, code and tables; scripts are left out.',
  category: 'converter',
  tags: ['html', 'markdown', 'web'],
  keywords: [
    'html2md',
    'html to md',
    'convert html',
    'markdown converter',
    'commonmark',
    'web page to markdown',
    'turndown',
    'clean html',
    'rich text',
  ],
  input: [
    textarea('html', {
      label: 'HTML',
      default: '',
      placeholder: '<h1>Title</h1><p>Some <em>emphasis</em>.</p>',
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
    }),
    radio('headings', {
      label: 'Headings',
      default: 'atx',
      options: { atx: '# before the line', setext: '=== under the line' },
    }),
    radio('code', {
      label: 'Code blocks',
      default: 'fenced',
      options: { fenced: 'Between ```', indented: 'Indented' },
    }),
    select('bullet', { label: 'List items begin with', default: '-', options: ['-', '*', '+'] }),
  ],
  output: { markdown: text('Markdown', { format: 'code', primary: true }) },
  mayRunLong: true,
  isLarge: true,
  run: ({ html, ...style }) => ({ markdown: markdownOf(html, style) }),
  examples: [
    {
      title: 'Headings',
      input: { html: '<h1>foo</h1>\n<h2>foo</h2>\n<h3>foo</h3>' },
      output: { markdown: '# foo\n\n## foo\n\n### foo' },
      source: 'CommonMark 0.31.2, section 4.2, example 62, read backwards',
    },
    {
      title: 'A link with a title',
      input: { html: '<p><a href="/uri" title="title">link</a></p>' },
      output: { markdown: '[link](/uri "title")' },
      source: 'CommonMark 0.31.2, section 6.3, example 482, read backwards',
    },
    {
      title: 'Strong emphasis',
      input: { html: '<p><strong>foo bar</strong></p>' },
      output: { markdown: '**foo bar**' },
      source: 'CommonMark 0.31.2, section 6.2, example 378, read backwards',
    },
    {
      title: 'Signs that Markdown would read are escaped',
      input: { html: '<p>*not emphasized*</p>' },
      output: { markdown: '\\*not emphasized\\*' },
      source: 'CommonMark 0.31.2, section 2.4, example 14: \\* is an asterisk',
    },
    {
      title: 'A table',
      input: {
        html: '<table>\n<thead>\n<tr>\n<th>foo</th>\n<th>bar</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>baz</td>\n<td>bim</td>\n</tr>\n</tbody>\n</table>',
      },
      output: { markdown: '| foo | bar |\n| --- | --- |\n| baz | bim |' },
      source: 'GitHub Flavored Markdown, section 4.10, example 198, read backwards',
    },
  ],
  method: {
    formula:
      'The text is parsed as a browser does (WHATWG HTML); each element becomes the Markdown that stands for it, elements without such are replaced by their content.',
    rounding: 'None.',
    notes:
      'Tables are written as GitHub Flavored Markdown has them; CommonMark has none. Scripts, styles and comments are left out. Signs that Markdown would read are escaped. Emphasis that its signs cannot mark stays a tag, but over blank lines it is left out; an empty comment parts lists, and code, that Markdown would join.',
  },
  sources: [
    { title: 'CommonMark Spec, version 0.31.2', url: 'https://spec.commonmark.org/0.31.2/' },
    { title: 'GitHub Flavored Markdown Spec', url: 'https://github.github.com/gfm/' },
    { title: 'Turndown', url: 'https://github.com/mixmark-io/turndown' },
  ],
})
