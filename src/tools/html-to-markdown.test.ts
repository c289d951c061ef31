import { HtmlRenderer, Parser } from 'commonmark'
import { describe, expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { htmlToMarkdown } from './html-to-markdown.tool.ts'

const markdown = (html: string, more = {}) => {
  const outcome = runTool(htmlToMarkdown, { html, ...more })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs.markdown
}

// The number is that of the example in CommonMark 0.31.2, whose HTML is the input here.
describe('CommonMark 0.31.2, read backwards', () => {
  test.each([
    [43, '<hr />\n<hr />', '---\n\n---'],
    [
      142,
      '<pre><code class="language-ruby">def foo(x)\n  return 3\nend\n</code></pre>',
      '```ruby\ndef foo(x)\n  return 3\nend\n```',
    ],
    [228, '<blockquote>\n<h1>Foo</h1>\n<p>bar\nbaz</p>\n</blockquote>', '> # Foo\n> \n> bar baz'],
    ['301, its first list', '<ul>\n<li>foo</li>\n<li>bar</li>\n</ul>', '-   foo\n-   bar'],
    ['302, its first list', '<ol>\n<li>foo</li>\n<li>bar</li>\n</ol>', '1.  foo\n2.  bar'],
    [329, '<p><code>foo ` bar</code></p>', '``foo ` bar``'],
    [350, '<p><em>foo bar</em></p>', '*foo bar*'],
    [572, '<p><img src="/url" alt="foo" title="title" /></p>', '![foo](/url "title")'],
    [633, '<p>foo<br />\nbaz</p>', 'foo  \nbaz'],
  ])('example %s', (_, html, expected) => {
    expect(markdown(html)).toBe(expected)
  })
})

// CommonMark 0.31.2, section 2.4, example 14, and section 5.2 (list markers), read backwards and forwards again.
test.each([
  ['&lt;br/&gt; not a tag', '\\<br/> not a tag'],
  ['&amp;ouml; not a character entity', '\\&ouml; not a character entity'],
  ['1) not a list', '1\\) not a list'],
  ['1. not a list', '1\\. not a list'],
  ['AT&amp;T, 3 &lt; 5 &amp; a', 'AT&T, 3 < 5 & a'],
  ['&lt;!-- c --&gt; &lt;?php &amp;#35;', '\\<!-- c --> \\<?php \\&#35;'],
])('<p>%s</p> is the text %s', (html, expected) => {
  expect(markdown(`<p>${html}</p>`)).toBe(expected)
  expect(new HtmlRenderer().render(new Parser().parse(expected))).toBe(`<p>${html}</p>\n`)
})

// GitHub Flavored Markdown, section 4.10: the excess of a row is ignored, and a table begins behind an empty line.
test('tables: cells over two columns, rows wider than the header, a caption', () => {
  expect(
    markdown('<table><caption>c</caption><tr><td colspan=2>a</td></tr><tr><td>b</td><td>c</td><td>d</td></tr></table>'),
  ).toBe('c\n\n| a |  |  |\n| --- | --- | --- |\n| b | c | d |')
})

test('other styles', () => {
  expect(markdown('<h1>Foo</h1><h3>Bar</h3>', { headings: 'setext' })).toBe('Foo\n===\n\n### Bar')
  expect(markdown('<ul><li>a</li></ul>', { bullet: '*' })).toBe('*   a')
  expect(markdown('<pre><code>a\nb</code></pre>', { code: 'indented' })).toBe('    a\n    b')
})

test('what is not shown is left out', () => {
  expect(markdown('<head><title>t</title><style>p{}</style></head><p>a<script>b()</script><!-- c --></p>')).toBe('a')
  expect(markdown('')).toBe('')
})

test('HTML that nobody closed is read as browsers do', () => {
  expect(markdown('<p>one<p>two <b>three')).toBe('one\n\ntwo **three**')
})

// HTML standard, section 13.2: parsers may have limits on how deep elements are nested; browsers stop at 512.
test('elements are nested as deep as in browsers, and deeper ones are refused', () => {
  expect(markdown(`${'<div>'.repeat(512)}x`)).toBe('x')
  expect(runTool(htmlToMarkdown, { html: `${'<ul><li>'.repeat(5000)}x` })).toMatchObject({
    ok: false,
    error: { code: 'INVALID_INPUT', details: [{ field: 'html', message: 'HTML must not be nested that deep' }] },
  })
})

test('tables: alignment, pipes, no header of their own', () => {
  expect(
    markdown(
      '<table><tr><th align="center">a|b</th><th align="right">c</th></tr><tr><td>1<br>2</td><td></td></tr></table>',
    ),
  ).toBe('| a\\|b | c |\n| :-: | --: |\n| 1 2 |  |')
  expect(markdown('<p>x</p><table><tbody><tr><td>1</td><td>2</td></tr></tbody></table><p>y</p>')).toBe(
    'x\n\n| 1 | 2 |\n| --- | --- |\n\ny',
  )
})
