import { HtmlRenderer, Node, Parser } from 'commonmark'
import { checkbox, defineTool, text, textarea } from '#src/sdk/index.ts'

const LONGEST_TEXT = 300_000

interface Style {
  readonly safe: boolean
  readonly smart: boolean
}

/** The library would write a tag in the description of a picture as it is, within the attribute that it becomes. */
function tagsOfPicturesToText(document: Node, safe: boolean): void {
  const walker = document.walker()
  const tags: Node[] = []
  let depth = 0
  for (let step = walker.next(); step !== null; step = walker.next()) {
    if (step.node.type === 'image') depth += step.entering ? 1 : -1
    if (step.node.type === 'html_inline' && depth > 0) tags.push(step.node)
  }
  for (const tag of tags) {
    const text = new Node('text')
    text.literal = safe ? '' : tag.literal
    tag.insertBefore(text)
    tag.unlink()
  }
}

function rendered(markdown: string, { safe, smart }: Style): string {
  const document = new Parser({ smart }).parse(markdown)
  tagsOfPicturesToText(document, safe)
  return new HtmlRenderer({ safe }).render(document)
}

export const markdownToHtml = defineTool({
  slug: 'markdown-to-html',
  title: 'Markdown to HTML Converter',
  description: 'Converts Markdown to HTML exactly as CommonMark 0.31.2 specifies, with a safe mode for foreign text.',
  category: 'converter',
  tags: ['markdown', 'html', 'web'],
  keywords: [
    'markdown converter',
    'commonmark',
    'md to html',
    'render markdown',
    'readme',
    'markdown parser',
    'format text',
    'headings',
    'links',
  ],
  input: [
    textarea('markdown', {
      label: 'Markdown',
      default: '',
      placeholder: '# Title\n\nSome *emphasis*, a [link](https://example.com).',
      maxLength: LONGEST_TEXT,
      maxBytes: LONGEST_TEXT,
    }),
    checkbox('safe', {
      label: 'Safe mode',
      help: 'Leaves out HTML and addresses such as javascript: – for text that others wrote.',
    }),
    checkbox('smart', { label: 'Typographic quotes and dashes' }),
  ],
  output: {
    html: text('HTML', { format: 'code', primary: true }),
    preview: text('Preview', { format: 'html', help: 'Without scripts, and without pictures from elsewhere.' }),
  },
  mayRunLong: true,
  isLarge: true,
  run: ({ markdown, ...style }) => {
    const html = rendered(markdown, style)
    return { html, preview: html }
  },
  examples: [
    {
      title: 'Emphasis',
      input: { markdown: '*foo bar*\n' },
      output: { html: '<p><em>foo bar</em></p>\n' },
      source: 'CommonMark 0.31.2, section 6.2, example 350',
    },
    {
      title: 'Headings of all levels',
      input: { markdown: '# foo\n## foo\n### foo\n#### foo\n##### foo\n###### foo\n' },
      output: {
        html: '<h1>foo</h1>\n<h2>foo</h2>\n<h3>foo</h3>\n<h4>foo</h4>\n<h5>foo</h5>\n<h6>foo</h6>\n',
      },
      source: 'CommonMark 0.31.2, section 4.2, example 62',
    },
    {
      title: 'A link by reference',
      input: { markdown: '[foo]: /url "title"\n\n[foo]\n' },
      output: { html: '<p><a href="/url" title="title">foo</a></p>\n' },
      source: 'CommonMark 0.31.2, section 4.7, example 192',
    },
    {
      title: 'A block starts before a code span ends',
      input: { markdown: '- `one\n- two`\n' },
      output: { html: '<ul>\n<li>`one</li>\n<li>two`</li>\n</ul>\n' },
      source: 'CommonMark 0.31.2, section 3.1, example 42',
    },
    {
      title: 'HTML stays as it is',
      input: { markdown: '<a><bab><c2c>\n' },
      output: { html: '<p><a><bab><c2c></p>\n' },
      source: 'CommonMark 0.31.2, section 6.6, example 613',
    },
  ],
  method: {
    formula:
      'The text is first split into blocks, then the inline parts of each block are read (CommonMark, appendix).',
    rounding: 'None.',
    notes:
      'Tables, task lists and strikethrough are not part of CommonMark. Without safe mode the HTML is only as trustworthy as the text.',
  },
  sources: [
    { title: 'CommonMark Spec, version 0.31.2', url: 'https://spec.commonmark.org/0.31.2/' },
    { title: 'commonmark.js, the reference implementation', url: 'https://github.com/commonmark/commonmark.js' },
  ],
})
