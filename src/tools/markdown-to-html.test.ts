import { describe, expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { markdownToHtml } from './markdown-to-html.tool.ts'

const html = (markdown: string, more = {}) => {
  const outcome = runTool(markdownToHtml, { markdown, ...more })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs.html
}

// The number is that of the example in CommonMark 0.31.2.
describe('CommonMark 0.31.2', () => {
  test.each([
    [1, '\tfoo\tbaz\t\tbim\n', '<pre><code>foo\tbaz\t\tbim\n</code></pre>\n'],
    [43, '***\n---\n___\n', '<hr />\n<hr />\n<hr />\n'],
    [80, 'Foo *bar*\n=========\n\nFoo *bar*\n---------\n', '<h1>Foo <em>bar</em></h1>\n<h2>Foo <em>bar</em></h2>\n'],
    [119, '```\n<\n >\n```\n', '<pre><code>&lt;\n &gt;\n</code></pre>\n'],
    [
      148,
      '<table><tr><td>\n<pre>\n**Hello**,\n\n_world_.\n</pre>\n</td></tr></table>\n',
      '<table><tr><td>\n<pre>\n**Hello**,\n<p><em>world</em>.\n</pre></p>\n</td></tr></table>\n',
    ],
    [228, '> # Foo\n> bar\n> baz\n', '<blockquote>\n<h1>Foo</h1>\n<p>bar\nbaz</p>\n</blockquote>\n'],
    [327, '`hi`lo`\n', '<p><code>hi</code>lo`</p>\n'],
    [482, '[link](/uri "title")\n', '<p><a href="/uri" title="title">link</a></p>\n'],
    [594, '<http://foo.bar.baz>\n', '<p><a href="http://foo.bar.baz">http://foo.bar.baz</a></p>\n'],
    [633, 'foo  \nbaz\n', '<p>foo<br />\nbaz</p>\n'],
    [652, 'Multiple     spaces\n', '<p>Multiple     spaces</p>\n'],
  ])('example %i', (_, markdown, expected) => {
    expect(html(markdown)).toBe(expected)
  })
})

test('safe mode leaves out HTML and addresses that run', () => {
  const markdown = '<b>x</b> [a](javascript:alert(1)) [b](https://example.com)\n'
  expect(html(markdown)).toBe(
    '<p><b>x</b> <a href="javascript:alert(1)">a</a> <a href="https://example.com">b</a></p>\n',
  )
  expect(html(markdown, { safe: true })).toBe(
    '<p><!-- raw HTML omitted -->x<!-- raw HTML omitted --> <a>a</a> <a href="https://example.com">b</a></p>\n',
  )
})

// CommonMark 0.31.2, section 6.4: of the description the plain string content only; as cmark writes it.
test.each([
  [
    '![<b title="x">t</b>](y)',
    '<img src="y" alt="&lt;b title=&quot;x&quot;&gt;t&lt;/b&gt;" />',
    '<img src="y" alt="t" />',
  ],
  ['![a<br>b](y)', '<img src="y" alt="a&lt;br&gt;b" />', '<img src="y" alt="ab" />'],
  ['![*a* ![<i>](z)](y "t")', '<img src="y" alt="a &lt;i&gt;" title="t" />', '<img src="y" alt="a " title="t" />'],
])('HTML in the description of a picture is text: %s', (markdown, expected, safely) => {
  expect(html(markdown)).toBe(`<p>${expected}</p>\n`)
  expect(html(markdown, { safe: true })).toBe(`<p>${safely}</p>\n`)
})

test('typographic signs only when asked', () => {
  expect(html('"a" -- b')).toBe('<p>&quot;a&quot; -- b</p>\n')
  expect(html('"a" -- b', { smart: true })).toBe('<p>“a” – b</p>\n')
})

test('nothing becomes nothing', () => {
  expect(html('')).toBe('')
})
