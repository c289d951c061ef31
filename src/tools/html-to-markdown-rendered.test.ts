import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { htmlToMarkdown } from './html-to-markdown.tool.ts'
import { markdownToHtml } from './markdown-to-html.tool.ts'

const markdown = (html: string, more = {}) => {
  const outcome = runTool(htmlToMarkdown, { html, ...more })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return String(outcome.outputs.markdown)
}
const rendered = (text: string) => {
  const outcome = runTool(markdownToHtml, { markdown: text })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return String(outcome.outputs.html).trimEnd()
}

// The sections are those of CommonMark 0.31.2, by which the second text is read as the third.
describe('what is written is read as the same again', () => {
  test.each([
    ['6.4: ! before a link is an image', '<p>!<a href="x">y</a></p>', '\\![y](x)', '<p>!<a href="x">y</a></p>'],
    [
      '6.4: ! in another element',
      '<p><i>!</i><a href="x">y</a></p>',
      '*\\!*[y](x)',
      '<p><em>!</em><a href="x">y</a></p>',
    ],
    ['6.4: ! and a space', '<p>Hi!\n<a href="x">y</a></p>', 'Hi! [y](x)', '<p>Hi! <a href="x">y</a></p>'],
    ['4.2: a heading is one line', '<h2>a<br>b</h2>', '## a b', '<h2>a b</h2>'],
    ['4.2: closing signs #', '<h1>x #</h1>', '# x \\#', '<h1>x #</h1>'],
    ['4.2: closing signs # only', '<h3>##</h3>', '### \\##', '<h3>##</h3>'],
    ['4.2: no closing sign', '<h1>C#</h1>', '# C#', '<h1>C#</h1>'],
    ['4.2: no heading', '<p>#</p>', '\\#', '<p>#</p>'],
    ['5.2: an empty item', '<p>+</p>', '\\+', '<p>+</p>'],
    ['5.2: an empty item with a number', '<p>1.</p>', '1\\.', '<p>1.</p>'],
    ['5.2: an empty item behind a break', '<p>a<br>+<br>2)</p>', 'a  \n\\+  \n2\\)', '<p>a<br />\n+<br />\n2)</p>'],
    ['4.5: code without its element', '<pre>a\n  b</pre>', '```\na\n  b\n```', '<pre><code>a\n  b\n</code></pre>'],
    [
      '4.5: two spans, a break',
      '<pre><code>a</code><br><b>*</b></pre>',
      '```\na\n*\n```',
      '<pre><code>a\n*\n</code></pre>',
    ],
    [
      '4.5: a longer fence',
      '<pre>  ```\n````</pre>',
      '`````\n  ```\n````\n`````',
      '<pre><code>  ```\n````\n</code></pre>',
    ],
    ['6.2: emphasis beside emphasis', '<p><em>a</em><i>b</i></p>', '*ab*', '<p><em>ab</em></p>'],
    ['6.2: strong beside strong', '<p><b>a</b><strong>b</strong></p>', '**ab**', '<p><strong>ab</strong></p>'],
    ['6.2: both kinds', '<p><em>a</em><b>b</b></p>', '*a*<b>b</b>', '<p><em>a</em><b>b</b></p>'],
    ['6.2: within itself', '<p><em><em>a</em></em></p>', '*<em>a</em>*', '<p><em><em>a</em></em></p>'],
    [
      '6.1: code beside code',
      '<p><code>a</code><code>b</code></p>',
      '`a`<!-- -->`b`',
      '<p><code>a</code><!-- --><code>b</code></p>',
    ],
    ['6.1: signs in code', '<p><code>a<b>*</b></code></p>', '`a*`', '<p><code>a*</code></p>'],
    [
      '6.2: no flank',
      '<p>a<strong>"b"</strong>c</p>',
      'a<strong>"b"</strong>c',
      '<p>a<strong>&quot;b&quot;</strong>c</p>',
    ],
    ['6.2: a flank', '<p>(<strong>"b"</strong>)</p>', '(**"b"**)', '<p>(<strong>&quot;b&quot;</strong>)</p>'],
    ['6.2: a colon', '<p><b>a:</b>b <b>c:</b> d</p>', '<b>a:</b>b **c:** d', '<p><b>a:</b>b <strong>c:</strong> d</p>'],
    ['6.2: a space outside', '<p>a<b> "b" </b>c</p>', 'a **"b"** c', '<p>a <strong>&quot;b&quot;</strong> c</p>'],
    ['6.2: a break at the end', '<p><b>a<br></b>b</p>', '**a**  \nb', '<p><strong>a</strong><br />\nb</p>'],
    ['6.2: nested', '<p><em>a <b>b</b></em> y</p>', '*a **b*** y', '<p><em>a <strong>b</strong></em> y</p>'],
    ['6.2: nested in a word', '<p>x<em>a<b>b</b></em>y</p>', 'x<em>a<b>b</b></em>y', '<p>x<em>a<b>b</b></em>y</p>'],
    [
      '5.3: lists of one kind',
      '<ul><li>a</li></ul>\n<ul><li>b</li></ul>',
      '-   a\n\n<!-- -->\n\n-   b',
      '<ul>\n<li>a</li>\n</ul>\n<!-- -->\n<ul>\n<li>b</li>\n</ul>',
    ],
    [
      '5.3: numbered lists, one of them in a division',
      '<div><ol><li>a</li></ol></div><p></p><ol><li>b</li></ol>',
      '1.  a\n\n<!-- -->\n\n1.  b',
      '<ol>\n<li>a</li>\n</ol>\n<!-- -->\n<ol>\n<li>b</li>\n</ol>',
    ],
    [
      '5.3: lists in an item',
      '<ul><li>a<ol><li>b</li></ol><ol><li>c</li></ol></li></ul>',
      '-   a\n    \n    1.  b\n    \n    <!-- -->\n    \n    1.  c',
      '<ul>\n<li>\n<p>a</p>\n<ol>\n<li>b</li>\n</ol>\n<!-- -->\n<ol>\n<li>c</li>\n</ol>\n</li>\n</ul>',
    ],
    [
      '5.3: lists of two kinds',
      '<ul><li>a</li></ul><ol><li>b</li></ol>',
      '-   a\n\n1.  b',
      '<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>',
    ],
    [
      '6.3: a title',
      '<p><a href="x" title="a\\&amp;amp;">y</a></p>',
      '[y](x "a\\\\\\&amp;")',
      '<p><a href="x" title="a\\&amp;amp;">y</a></p>',
    ],
  ])('%s', (_, html, expected, again) => {
    expect(markdown(html)).toBe(expected)
    expect(rendered(expected)).toBe(again)
  })

  test('6.7 and 4.3: a break in a heading over signs =', () => {
    expect(markdown('<h1>a<br>b</h1>', { headings: 'setext' })).toBe('a  \nb\n=====')
    expect(rendered('a  \nb\n=====')).toBe('<h1>a<br />\nb</h1>')
  })

  test('4.4: indented code behind a list', () => {
    const text = markdown('<ul><li>a</li></ul><pre>b\n c</pre>', { code: 'indented' })
    expect(text).toBe('-   a\n\n<!-- -->\n\n    b\n     c')
    expect(rendered(text)).toBe('<ul>\n<li>a</li>\n</ul>\n<!-- -->\n<pre><code>b\n c\n</code></pre>')
  })
})

// HTML, section 2.3.4.1 (signed integers), and CommonMark 0.31.2, section 5.2 (one to nine digits).
test.each([
  ['x', 1],
  ['', 1],
  ['1.5', 1],
  ['7.9', 7],
  ['-3', 1],
  [' +5 ', 5],
  ['4px', 4],
  ['0', 0],
  ['007', 7],
  ['999999999', 999_999_999],
  ['1000000000', 1],
  ['1234567890', 1],
])('a list that starts at %j starts at %i', (start, number) => {
  const text = markdown(`<ol start="${start}"><li>a</li><li>b</li></ol>`)
  const attribute = number === 1 ? '' : ` start="${number}"`
  expect(rendered(text)).toBe(`<ol${attribute}>\n<li>a</li>\n<li>b</li>\n</ol>`)
})

// HTML Standard, section 15.3.3: these elements are shown as blocks.
test.each([
  ['<details>\n<summary>More</summary>\nText <b>b</b></details>', '<p>More</p>\n<p>Text <strong>b</strong></p>'],
  ['a<dialog open>b</dialog><search>c</search>d', '<p>a</p>\n<p>b</p>\n<p>c</p>\n<p>d</p>'],
  ['<fieldset><legend>Size</legend><i>small</i></fieldset>', '<p>Size</p>\n<p><em>small</em></p>'],
])('%s is in lines of their own', (html, again) => {
  expect(rendered(markdown(html))).toBe(again)
})

test('code at the beginning of such a block keeps its indent', () => {
  expect(markdown('<details> <pre>a</pre></details>', { code: 'indented' })).toBe('    a')
})

// URL standard, section 4.4: "Remove all ASCII tab or newline from input."
test.each([
  ['x\n\ny', 'xy', 'xy'],
  [' x\ty\r\n', 'xy', 'xy'],
  ['a b', '<a b>', 'a%20b'],
  ['?a&amp;copy;=\\*', '?a\\&copy;=\\\\*', '?a&amp;copy;=%5C*'],
])('the address %j', (given, written, again) => {
  expect(markdown(`<p><a href="${given}">l</a><img src="${given}"></p>`)).toBe(`[l](${written})![](${written})`)
  expect(rendered(`[l](${written})![](${written})`)).toBe(
    `<p><a href="${again}">l</a><img src="${again}" alt="" /></p>`,
  )
})

// CommonMark 0.31.2, section 6.2: whatever is emphasized, and beside whatever, is so again.
test('emphasis comes back', () => {
  const leaf = fc.constantFrom('a', 'b c', '"', ' ', '!', '*', '_', '.', 'é', '😀', '<code>`</code>')
  const { inline } = fc.letrec<{ inline: string }>((tie) => ({
    inline: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc
        .tuple(fc.constantFrom('em', 'strong'), fc.array(tie('inline'), { minLength: 1, maxLength: 3 }))
        .map(([tag, parts]) => `<${tag}>${parts.join('')}</${tag}>`),
    ),
  }))
  /** Each character with the kinds of emphasis around it. */
  const marked = (html: string) => {
    const around: string[] = []
    const kinds = []
    for (const [part] of html.matchAll(/<!--.*?-->|<[^>]+>|&\w+;|./gsu)) {
      if (part.startsWith('</')) around.pop()
      else if (part.startsWith('<') && !part.startsWith('<!')) around.push(part)
      else if (/\S/.test(part) && !part.startsWith('<!'))
        kinds.push([part.replace('&quot;', '"'), ...new Set(around)].sort().join())
    }
    return kinds
  }
  fc.assert(
    fc.property(fc.array(inline, { minLength: 1, maxLength: 5 }), (parts) => {
      const html = `<p>${parts.join('')}</p>`
      expect(marked(rendered(markdown(html)) || '<p></p>')).toEqual(marked(html))
    }),
    { numRuns: 500 },
  )
})
